import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sessionCookie } from '#contract/session-cookie.ts';
import { somePayWays } from '#fixtures/card-payment-views.ts';
import { aComplaintOrder, aComplaintStart } from '#fixtures/complaint-views.ts';
import { aLoanDetail, aLoanOffer } from '#fixtures/loan-views.ts';
import { aPaymentInstruction, aRepaymentDetail } from '#fixtures/repayment-views.ts';
import { type Answers, type OpenedPage, openPage } from '#tests/setup/open-page.ts';
import { cardValue } from './card-payment/saved-cards.ts';
import { placeParameters } from './other-language.ts';

const session =
  'deviceId=d-1&appVersion=2.1&userId=u-1&sessionId=s-1&clientType=android&merchantNumber=7&mobilePhone=55';
const key = 'productId=mx-120&orderId=loan-1';
const junk = 'thanks=4&from=confirm&utm_source=x&next=%2F%2Fevil.example&sent=1';

/** Where the switch of a page leads, whether it is a link or a button of a form. */
function switchOf({ html }: OpenedPage): URL {
  const tag = /<(?:a|button)[^>]*data-language=[^>]*>/.exec(html)?.[0] ?? '';
  const link = /(?:href|formAction)="([^"]*)"/i.exec(tag)?.[1] ?? '';
  return new URL(link.replaceAll('&amp;', '&'), 'https://paginas.example');
}

const order = aComplaintOrder({ orderNumber: 'LL-2' });
const complaintStart = aComplaintStart({ orders: [order], order });
const pages: readonly (readonly [path: string, place: string, answers: Answers])[] = [
  ['/order', key, { readLoan: aLoanDetail() }],
  ['/loanDetail', key, { readLoan: aLoanDetail() }],
  [
    '/confirmLoan',
    'productId=mx-120&isType=1&notice=renewed&firstDay=2026-12-13',
    { readOffer: aLoanOffer() },
  ],
  ['/repay', `${key}&amount=100.50`, { readRepayment: aRepaymentDetail() }],
  [
    '/carpmm',
    `${key}&amount=142281&requestType=1&payCode=4821600077310264`,
    { readPaymentInstruction: aPaymentInstruction() },
  ],
  ['/payWay', `${key}&amount=100.50`, { readRepayment: aRepaymentDetail(), readSavedCards: somePayWays() }],
  ['/complaint', 'orderNo=LL-2&problemType=1', { openComplaint: complaintStart, readContacts: {} }],
  ['/complainPageNext', 'orderNo=LL-2&problemType=1&problemSonType=13', { openComplaint: complaintStart }],
];

test.each(pages)(
  '[SESS-3] [LANG-4] %s leads to itself in the other language, with the session and the place, and back',
  async (path, place, answers) => {
    const spanish = await openPage(`${path}?${place}&${session}&lang=2&${junk}`, { answers });
    const there = switchOf(spanish);
    expect(there.pathname).toBe(path);
    const expectation = new URLSearchParams(`${place}&${session}&lang=1`);
    expect(Object.fromEntries(there.searchParams)).toEqual(Object.fromEntries(expectation));

    const english = await openPage(there.pathname + there.search, { answers });
    expect(english.status).toBe(200);
    expect(english.locale).toBe('en-IN');
    expect(english.calls).toEqual(spanish.calls);
    const back = switchOf(english);
    expectation.set('lang', '2');
    expect(Object.fromEntries(back.searchParams)).toEqual(Object.fromEntries(expectation));
  },
);

test('[SESS-3] the language switch does not contain the session of a cookie', async () => {
  const parameters = { deviceId: 'd-1', appVersion: '', userId: 'u-1', sessionId: 's-1' };
  const parametersOfPlace = { ...parameters, clientType: '', merchantNumber: '', mobilePhone: '' };
  const cookie = sessionCookie(parametersOfPlace, { isHttps: true, seconds: 60 }).split(';')[0] ?? '';
  const page = await openPage(`/order?${key}&lang=2`, {
    answers: { readLoan: aLoanDetail() },
    body: { headers: { Cookie: cookie } },
  });
  expect(switchOf(page).search).toBe(`?${key}&lang=1`);
});

test('a parameter that no page of ours was opened with is not taken along', async () => {
  const long = 'x'.repeat(300);
  const page = await openPage(`/order?${key}&tab=${long}&lang=2`, { answers: { readLoan: aLoanDetail() } });
  expect(switchOf(page).search).toBe(`?${key}&lang=1`);
});

test('[CONFIRM-2] changing the language accepts nothing and keeps the box as it was left', async () => {
  const open = (form: Readonly<Record<string, string>>) =>
    openPage('/confirmLoan?productId=mx-120&sessionId=s-1&lang=1', {
      answers: { readOffer: aLoanOffer() },
      form: {
        amount: '500000',
        periods: '120',
        termUnit: 'day',
        quoteId: 'quote-1',
        intent: 'language',
        ...form,
      },
    });
  const box = ({ html }: OpenedPage) => /<input[^>]*id="agree"[^>]*>/.exec(html)?.[0] ?? '';
  const unticked = await open({});
  expect(unticked.status).toBe(200);
  expect(unticked.calls.map(({ name }) => name)).toEqual(['readOffer']);
  expect(unticked.locale).toBe('en-IN');
  expect(box(unticked)).not.toContain('checked');
  expect(box(await open({ agree: '/contract?orderNo=quote-1' }))).toContain('checked');
});

test('[PAYWAY-2] changing the language pays nothing and keeps the card that was chosen', async () => {
  const [, second] = somePayWays().cards;
  const value = second ? cardValue(second) : '';
  const { html, calls } = await openPage(`/payWay?${key}&sessionId=s-1&lang=1`, {
    answers: { readRepayment: aRepaymentDetail(), readSavedCards: somePayWays() },
    form: { card: value, amountMinor: '142281', intent: 'language' },
  });
  expect(calls.map(({ name }) => name)).toEqual(['readRepayment', 'readSavedCards']);
  const chosen = /<input[^>]*checked[^>]*>/.exec(html)?.[0] ?? '';
  expect(chosen.replaceAll('&amp;', '&')).toContain(`value="${value}"`);
});

test('[COMP-2] changing the language files nothing and keeps text and images', async () => {
  const image = '/user-problem/problem-img/5b1e.jpg';
  const { html, calls, locale } = await openPage(
    '/complainPageNext?problemType=1&problemSonType=13&orderNo=LL-2&sessionId=s-1&lang=1',
    {
      answers: { openComplaint: complaintStart },
      form: { content: 'Llaman de noche.', image, intent: 'language' },
    },
  );
  expect(new Set(calls.map(({ name }) => name))).toEqual(new Set(['openComplaint']));
  expect(locale).toBe('en-IN');
  expect(html).toMatch(/<textarea[^>]*>Llaman de noche\./);
  expect(html).toContain(image);
});

test('[LANG-5] pages that anybody may open have no such switch', async () => {
  const { html } = await openPage('/offline?lang=2');
  expect(html).not.toContain('data-language');
});

/** Read by public pages and files, or worth nothing a second time. */
const notPlaces = [
  'a',
  'page',
  'sid',
  'lang',
  'market',
  'payments',
  'from',
  'through',
  'thanks',
  'sent',
  'key',
  'choose',
];

test('[SESS-3] every parameter that a page reads is taken along, or known not to name a place', () => {
  const files = globSync('web/pages/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
  const read = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bparameter\('(\w+)'\)/g)].map(([, name]) => name ?? ''),
  );
  expect(read.length).toBeGreaterThan(20);
  const parameterNames = new Set([...placeParameters, ...notPlaces]);
  expect([...new Set(read)].filter((name) => !parameterNames.has(name))).toEqual([]);
});
