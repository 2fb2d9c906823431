import { expect, test } from 'vitest';
import { anExtensionDetail, anOpenPayment, somePayWays } from '#fixtures/card-payment-views.ts';
import { aLoanOffer } from '#fixtures/loan-views.ts';
import { aRepaymentDetail } from '#fixtures/repayment-views.ts';
import { minimalBackend } from '#tests/setup/generated-backend.ts';
import { landingAnswers, typed } from '#tests/setup/landing-page.ts';
import { openPage, type PageOptions } from '#tests/setup/open-page.ts';

const key = 'productId=mx-120&orderId=1&sessionId=s-1&deviceId=d-1';
const waiting = anOpenPayment();
const code = `/payWay?${key}&repaymentId=${waiting.repaymentId}&cardId=${waiting.cardId}`;
const cards = { readRepayment: aRepaymentDetail(), readSavedCards: somePayWays() };

/** What only the built-in service is known to do, where each stands, and a form to send for it. */
const claims: readonly {
  readonly claim: RegExp;
  readonly at: string;
  readonly answers: PageOptions['answers'];
  readonly changes?: Parameters<typeof minimalBackend>[0];
  readonly form?: PageOptions['form'];
}[] = [
  {
    claim: /Tienen códigos propios|They have codes of their own/,
    at: `/repayDelay?${key}`,
    answers: { readExtension: anExtensionDetail() },
  },
  {
    claim: /se le cobra exactamente este monto|is charged exactly this amount/,
    at: `/payWay?${key}`,
    answers: cards,
  },
  {
    claim: /Sirve 5 minutos|works for 5 minutes/,
    at: code,
    answers: { ...cards, readSavedCards: somePayWays({ openPayment: waiting }) },
    changes: {
      readSavedCards: {
        bankCards: [{ id: waiting.cardId, bankName: 'BBVA', cardNo: '4417', bankCode: 'B' }],
        openPayment: { ...waiting, repaymentRecordId: waiting.repaymentId, amount: waiting.amountMinor },
      },
    },
  },
  {
    claim: /Sirve 5 minutos|works for 5 minutes/,
    at: '/registerTemplate?id=1',
    answers: {
      ...landingAnswers,
      readPromotionTemplate: { ...landingAnswers.readPromotionTemplate, language: null },
    },
    changes: { readPromotionTemplate: { market: 'MX' } },
    form: { ...typed, do: 'send' },
  },
  {
    claim: /no se hará dos veces|will not be done twice/,
    at: `/confirmLoan?${key}`,
    answers: { readOffer: aLoanOffer() },
  },
  {
    claim: /no se registrará dos veces|will not be registered twice/,
    at: '/registerTemplate?id=1',
    answers: {
      ...landingAnswers,
      readPromotionTemplate: { ...landingAnswers.readPromotionTemplate, language: null },
    },
  },
];

test.each(claims.flatMap((each) => [2, 1].map((lang) => ({ ...each, lang }))))(
  '[CALL-7] $claim is said of the built-in service and not of a lender’s own: $at, lang $lang',
  async ({ claim, at, answers, changes = {}, form, lang }) => {
    const address = `${at}&lang=${lang}`;
    const sent = form && { form };
    const ours = await openPage(address, { answers: answers ?? {}, ...sent });
    expect(ours.html).toMatch(claim);
    const theirs = await openPage(address, { backend: minimalBackend(changes), ...sent });
    expect(theirs.status).toBe(200);
    expect(theirs.html).not.toMatch(claim);
    // What is left still says what was done.
    if (form) expect(theirs.text).toMatch(/55 4821 7736/);
    if (at === code) expect(theirs.text).toContain(waiting.phoneEnding);
  },
);
