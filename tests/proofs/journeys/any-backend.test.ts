import { serve } from '@hono/node-server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintNextText } from '#content/messages/complaint-next.ts';
import { formProblemText } from '#content/messages/form-problem.ts';
import examples from '#contract/call-examples.json' with { type: 'json' };
import { readRepayment } from '#contract/calls/repayment.ts';
import { saveCards } from '#tests/setup/card-holders.ts';
import { startExampleBackend } from '#tests/setup/example-backend.ts';
import { anyBackend, type BackendKind, backendOf } from '#tests/setup/generated-backend.ts';
import { borrowerWithLoan, newBorrower } from '#tests/setup/lending-journeys.ts';
import type { Credentials } from '#tests/setup/lending-service.ts';
import { startTestLlano, startTestPages, type TestLlano, type TestPages } from '#tests/setup/llano.ts';
import { shiftedSeed } from '#tests/setup/seeded-random.ts';
import { everyVisit, type Visitor } from '#tests/setup/visitor.ts';

/** Draws the generated backends. */
const seed = shiftedSeed(20_261_121);

let llano: TestLlano;
let example: Awaited<ReturnType<typeof startExampleBackend>>;
let overExample: TestPages;
let generated: { readonly address: string; answer: ReturnType<typeof backendOf>; close(): void };
let overGenerated: TestPages;

beforeAll(async () => {
  [llano, example, generated] = await Promise.all([
    startTestLlano(),
    startExampleBackend(0),
    startGenerated(),
  ]);
  [overExample, overGenerated] = await Promise.all([
    startTestPages(example.address),
    startTestPages(generated.address),
  ]);
});

afterAll(async () => {
  await Promise.all([llano.close(), overExample.close(), overGenerated.close()]);
  await example.close();
  generated.close();
});

/** A backend in this process that answers as `answer` says at the moment. */
async function startGenerated() {
  const backend = { address: '', answer: backendOf({}), close: () => {} };
  await new Promise<void>((resolve) => {
    const server = serve(
      { fetch: (request) => backend.answer(request), port: 0, hostname: '127.0.0.1' },
      ({ port }) => {
        backend.address = `http://127.0.0.1:${port}`;
        resolve();
      },
    );
    backend.close = () => void server.close();
  });
  return backend;
}

type Own = Readonly<Record<string, string | number>>;

interface Backend {
  readonly pages: TestPages;
  readonly session: Credentials;
  /** Who has an offer to accept. */
  readonly applicant: Credentials;
  /** What the addresses name: a loan that is being repaid, a template. */
  readonly own: Own;
  /** A code to pay with, for its instructions. */
  readonly code: Own;
  readonly isAcceptable: boolean;
}

const lenders = { sessionId: 'of-the-lender', userId: '90817', deviceId: 'device-1' };
const lendersOwn = { productId: 'mx-120', orderId: '0197f6a2', orderNo: 'LL-1', id: '5', problemType: 2 };
const lendersCode = { requestType: 1, amount: 152_748, payCode: '999180010023456788' };

type Run = (typeof everyVisit)[number];

async function builtIn({ language }: Run): Promise<Backend> {
  const { market, session, loan } = await borrowerWithLoan(llano, language);
  await saveCards(llano, session.borrowerId, { market, savedAt: new Date(), isConfirmed: true });
  const { productId, orderId, orderNumber } = loan;
  const { amountMinor, channelGroups } = await llano.ask(readRepayment, { productId, orderId }, session);
  const [channel] = channelGroups.flatMap(({ channels }) => channels).filter(({ payCode }) => payCode !== '');
  const named = { productId, orderId, orderNo: orderNumber, id: market === 'MX' ? '2' : '3' };
  return {
    pages: llano,
    session,
    applicant: await newBorrower(llano, market),
    own: { ...lendersOwn, ...named },
    code: { requestType: 1, amount: amountMinor, payCode: channel?.payCode ?? '' },
    isAcceptable: true,
  };
}

const overLenders = async (): Promise<Backend> => ({
  ...{
    pages: overExample,
    session: lenders,
    applicant: lenders,
    own: lendersOwn,
    code: lendersCode,
    isAcceptable: true,
  },
});

const drawn =
  (kind: BackendKind) =>
  async (run: Run): Promise<Backend> => {
    const [data = {}] = fc.sample(anyBackend(kind), { seed: seed + everyVisit.indexOf(run), numRuns: 1 });
    generated.answer = backendOf({ ...data, readPromotionTemplate: spokenIn(run, data) });
    const offer = data.readOffer as { amount: number; periods: number; termUnit?: string | null };
    const isAcceptable = offer.amount > 0 && offer.periods < 100_000 && (offer.termUnit ?? '').length <= 16;
    const named = { session: lenders, applicant: lenders, own: lendersOwn, code: lendersCode };
    return { pages: overGenerated, ...named, isAcceptable };
  };

/** The drawn template, of the walk's language where it names one: it alone says what its pages speak (LANG-5). */
function spokenIn({ language }: Run, { readPromotionTemplate }: Readonly<Record<string, unknown>>): object {
  const template = readPromotionTemplate as { readonly language?: string | null };
  return template.language ? { ...template, language } : template;
}

const backends = [
  { backend: 'the built-in service', start: builtIn, isReal: true },
  { backend: 'the example backend', start: overLenders, isReal: true },
  { backend: `a minimal backend of seed ${seed}`, start: drawn('minimal'), isReal: false },
  { backend: `an odd backend of seed ${seed}`, start: drawn('odd'), isReal: false },
] as const;

/** Both languages and both ways of script over each backend, and each pair of them over two. */
const walks = backends.flatMap((backend, place) =>
  everyVisit
    .filter(({ language, hasScript }) => (language === 'es') === (hasScript === (place % 2 === 0)))
    .map((run) => ({ ...backend, ...run, run })),
);

/** Every page that asks the backend, with what each shows of the example backend's loan. */
const pagesShown: readonly (readonly [path: string, ofExample: RegExp])[] = [
  ['/confirmLoan', /(\$|₹) 5\.000,00/],
  ['/loanDetail', /LL-1/],
  ['/order', /LL-1/],
  ['/repay', /(\$|₹) 1\.527,48/],
  ['/repayDelay', /(\$|₹) 224,22/],
  ['/carpmm', /(\$|₹) 1\.527,48/],
  ['/contract', /Rosa Medina/],
  ['/payWay', /4417/],
  ['/complaint', /LL-1/],
  ['/complaintList', /./],
  ['/complainPageNext', /./],
  ['/complainDetails', /./],
  ['/customerService', /800 000 0000/],
  ['/registerTemplate', /./],
  ['/downloadTemplate', /./],
  ['/agreementTemplate', /./],
];

test.each(walks)(
  '[CALL-7] [CONFIRM-4] over $backend every page opens, an offer is accepted, a card pays, a complaint goes out: in $language, script $hasScript',
  async ({ start, run, isReal, language, hasScript }) => {
    const backend = await start(run);
    const { pages, session, applicant, own } = backend;
    const visitor = await pages.visit({ language, hasScript, session });
    if (!isReal) {
      // What a drawn text has as the address of an image is found nowhere.
      visitor.expectFault(/status of 404/);
      // A drawn amount that cannot be added to others is left out and logged (MONEY-3).
      visitor.expectFault(/"MoneyError","frames":\["at shownSum /);
    }
    await complain(visitor, own, isReal);
    for (const [path, ofExample] of pagesShown) {
      // Who repays a loan of the built-in service is offered none; its applicant opens that page below.
      if (path === '/confirmLoan' && applicant !== session) continue;
      const named = {
        ...{ problemId: '1', ...own },
        ...(path === '/carpmm' && backend.code),
        ...(path === '/complainDetails' && isReal && (await firstComplaint(visitor))),
      };
      expect((await visitor.open(path, named)).status(), path).toBe(200);
      if (pages === overExample) await visitor.see(ofExample);
      expect(await visitor.text(), path).not.toMatch(/undefined|NaN|\[object/);
    }
    await pay(visitor, own, isReal);
    const asApplicant =
      applicant === session ? visitor : await pages.visit({ language, hasScript, session: applicant });
    await accept(asApplicant, { ...backend, isReal });
  },
);

test('[CALL-7] words that are longer than a narrow screen make no page wider than it', async () => {
  const [data = {}] = fc.sample(anyBackend('minimal'), { seed, numRuns: 1 });
  const word = 'Mantenimiento'.repeat(5);
  const longer = (call: string, facts: object) => ({ [call]: { ...(data[call] as object), ...facts } });
  generated.answer = backendOf({
    ...data,
    ...longer('readAgreement', { productName: word, username: word, userAddress: word }),
    ...longer('readRepayment', { productName: word, detail: [{ text: word, value: word }] }),
    openComplaint: {
      problemType: [
        { title: word, value: '2' },
        { title: word, value: '1' },
      ],
      problemSonType: [{ title: word, value: '11' }],
      orderDetail: longOrder(word),
      orderList: [longOrder(word), { ...longOrder(word), orderNo: word }],
    },
    readComplaints: {
      tabs: [
        { title: word, items: [{ id: 1, time: word, type: word, content: word }] },
        { title: word, items: [] },
      ],
    },
    readComplaint: {
      ...{ type: word, sonType: word, problemId: '1', content: word, disposeDetail: word },
      ...{ images: [], disposeImages: [], isNeedScore: 1, orderNo: word, folio: word },
    },
    readContacts: { phone: null, va: word, email: `${word}@lender.example` },
  });
  for (const { language, hasScript } of everyVisit) {
    const visitor = await overGenerated.visit({ language, hasScript, session: lenders });
    const own = { ...lendersOwn, problemId: '1', problemType: 1, problemSonType: 11 };
    for (const path of [
      ...['/contract', '/repay', '/complaint', '/complaintList', '/complainPageNext', '/complainDetails'],
      '/customerService',
    ]) {
      expect((await visitor.open(path, own)).status(), path).toBe(200);
      await visitor.see(word);
    }
  }
});

test.each([
  ['the specification’s fields', true],
  ['all fields', false],
])(
  '[CALL-7] no text of a backend makes a page wider than a narrow screen, whichever it is, of %s',
  async (_fields, isMinimal) => {
    const word = 'Mantenimiento'.repeat(12);
    const isText = (text: string) => /^\p{Lu}[^/]{4}/u.test(text) || /^\p{L}+ /u.test(text);
    const lengthened = (value: unknown): unknown => {
      if (typeof value === 'string') return isText(value) ? word : value;
      if (Array.isArray(value)) return value.map(lengthened);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lengthened(part)]));
    };
    const within = (value: unknown, shape: unknown): unknown => {
      if (Array.isArray(value)) return value.map((each) => within(each, (shape as unknown[])?.[0]));
      if (typeof value !== 'object' || value === null) return value;
      const parts = Object.entries(shape ?? {}).map(([name, part]) => [
        name,
        within(value[name as never], part),
      ]);
      return Object.fromEntries(parts);
    };
    const answers = Object.entries(
      examples as Record<string, { response?: unknown; minimalResponse?: unknown }>,
    );
    generated.answer = backendOf(
      Object.fromEntries(
        answers.map(([name, { response, minimalResponse }]) => [
          name,
          lengthened(isMinimal ? within(response, minimalResponse) : response),
        ]),
      ),
    );
    const wide: string[] = [];
    const { page, open } = await overGenerated.visit({ language: 'es', hasScript: true, session: lenders });
    await page.setViewportSize({ width: 320, height: 640 });
    for (const [path] of pagesShown.filter(([each]) => !each.endsWith('Template'))) {
      await open(path, {
        ...lendersOwn,
        ...(path === '/carpmm' && lendersCode),
        problemId: '1',
        problemType: 1,
      });
      wide.push(...(await page.evaluate(widerThanScreen)).map((each) => `${path}: ${each}`));
    }
    expect(wide).toEqual([]);
  },
);

/** What stands beyond the right edge of the screen. Runs in the page. */
function widerThanScreen(): string[] {
  for (const fold of document.querySelectorAll('main details')) (fold as HTMLDetailsElement).open = true;
  const whole = document.documentElement.scrollWidth;
  if (whole <= innerWidth) return [];
  const beyond = [...document.querySelectorAll('main *, header *')].filter(
    (each) => each.children.length === 0 && each.getBoundingClientRect().right > innerWidth + 1,
  );
  return [
    `${whole} px`,
    ...beyond.slice(0, 4).map((each) => `${each.parentElement?.outerHTML.slice(0, 160)}`),
  ];
}

const longOrder = (word: string) => ({
  ...{ orderNo: 'LL-1', productLogo: null, productName: word, status: '174', isShow: 1 },
  rows: [{ title: word, value: word }],
});

/** Accepts the offer; what a drawn backend names as the loan's page may be none, and its offer none that can be accepted. */
async function accept(visitor: Visitor, { own, isReal, isAcceptable }: Backend & { isReal: boolean }) {
  const { page, language, hasScript } = visitor;
  await visitor.open('/confirmLoan', { ...own, isType: 1 });
  const button = page.getByRole('button', { name: /^(Aceptar|Accept)/ });
  // A drawn text may be no address of an agreement, and nothing is accepted unread.
  const box = page.getByRole('checkbox');
  if (!isReal && (await box.isDisabled())) return;
  await box.check();
  if (!isAcceptable) {
    visitor.expectFault(/status of 422/);
    if (hasScript) await button.click();
    else await visitor.follow(button);
    await visitor.see(formProblemText[language].other);
    return;
  }
  const response = await visitor.follow(button);
  const { pathname, searchParams } = new URL(response.url());
  expect(searchParams.get('from')).toBe('confirm');
  if (!isReal) return;
  expect(pathname).toBe('/loanDetail');
  await visitor.see(/LL-\d/);
}

/** Pays with the first card that the page offers; a drawn backend may have none. */
async function pay(visitor: Visitor, own: Own, isReal: boolean): Promise<void> {
  const { page } = visitor;
  await visitor.open('/payWay', own);
  const cards = page.locator('input[name=card]');
  if (isReal) expect(await cards.count()).toBeGreaterThan(0);
  if ((await cards.count()) === 0) return;
  await cards.first().check();
  const button = page.locator('form[method=post] button:not([name]):not([aria-hidden])');
  const before = page.url();
  await button.click();
  await page.waitForURL(({ href }) => href !== before);
  await visitor.check();
}

/** Files a complaint in words. */
async function complain(visitor: Visitor, own: Own, isReal: boolean): Promise<void> {
  const { page, language, hasScript } = visitor;
  await visitor.open('/complainPageNext', own);
  const words = page.locator('textarea');
  // A drawn backend may know no such type.
  if (!isReal && (await words.count()) === 0) return;
  await words.fill(language === 'es' ? 'Me llaman de noche.' : 'They call at night.');
  const submit = page.getByRole('button', { name: complaintNextText[language].submit, exact: true });
  if (hasScript) {
    await submit.click();
    await page.waitForURL(/\/complaint\?/);
  } else {
    await visitor.follow(submit);
  }
}

/** The complaint on top of the list, as its address names it. */
async function firstComplaint(visitor: Visitor): Promise<Own> {
  await visitor.open('/complaintList');
  const link = await visitor.page.locator('a[href*="/complainDetails?"]').first().getAttribute('href');
  return { problemId: new URL(link ?? '', visitor.page.url()).searchParams.get('problemId') ?? '' };
}
