import { expect, test } from 'vitest';
import { newPlanText } from '#content/messages/new-plan.ts';
import type { StatementNewPlan } from '#contract/calls/new-plan.ts';
import { minorAmount } from '#domain/money/money.ts';
import { aLoanDetail, aLoanStatement } from '#fixtures/loan-views.ts';
import { openPage, refused } from '#tests/setup/open-page.ts';

const address = '/newPlan?productId=mx-120&orderId=o1';

function aPlan(facts: Partial<StatementNewPlan> = {}): StatementNewPlan {
  return {
    ...{ planId: 'plan-1', state: 'proposed', moratoriumDays: 20, validThrough: '2027-01-29', agreedOn: '' },
    ...{ owedMinor: minorAmount(413_971), waivedMinor: minorAmount(12_804), seen: 'key-1' },
    payments: [
      { dueDate: '2027-02-11', amountMinor: minorAmount(200_583) },
      { dueDate: '2027-03-13', amountMinor: minorAmount(200_584) },
    ],
    ...facts,
  };
}

const aLoan = (...newPlans: StatementNewPlan[]) =>
  aLoanDetail({ statement: aLoanStatement({ today: '2027-01-22', newPlans }) });

test.each(['es', 'en'] as const)(
  'a plan says what is let off, what is paid and when, and one button accepts it, in %s',
  async (language) => {
    const lang = language === 'es' ? '2' : '1';
    const page = await openPage(`${address}&lang=${lang}`, { answers: { readLoan: aLoan(aPlan()) } });
    expect(page.status).toBe(200);
    const text = newPlanText[language];
    for (const words of [text.owed, text.waived, text.total, text.accept, text.decline]) {
      expect(page.text).toContain(words);
    }
    expect(page.text).toContain('4.139,71');
    expect(page.text).toContain('128,04');
    expect(page.text).toContain('4.011,67');
    expect(page.text).toContain('2027-02-11');
    expect(page.html).toContain('value="key-1"');
  },
);

test('accepting sends what was seen and leads to the loan', async () => {
  const page = await openPage(address, {
    answers: { readLoan: aLoan(aPlan()), acceptNewPlan: { planId: 'plan-1', isRepeated: false } },
    form: { do: 'accept', planId: 'plan-1', seen: 'key-1' },
  });
  expect(page.calls).toContainEqual({
    name: 'acceptNewPlan',
    request: { productId: 'mx-120', orderId: 'o1', planId: 'plan-1', seen: 'key-1' },
  });
  expect(page.location).toContain('/order');
});

test('other figures by now are shown to be accepted anew', async () => {
  const page = await openPage(address, {
    answers: { readLoan: aLoan(aPlan({ seen: 'key-2' })), acceptNewPlan: refused('quote-mismatch') },
    form: { do: 'accept', planId: 'plan-1', seen: 'key-1' },
  });
  expect(page.status).toBe(409);
  expect(page.text).toContain(newPlanText.es.changed);
  expect(page.html).toContain('value="key-2"');
});

test.each(['quote-expired', 'status-conflict', 'not-found'] as const)(
  '%s leads to the loan, which says how it stands',
  async (code) => {
    const page = await openPage(address, {
      answers: { readLoan: aLoan(aPlan()), acceptNewPlan: refused(code) },
      form: { do: 'accept', planId: 'plan-1', seen: 'key-1' },
    });
    expect(page.location).toContain('/order');
  },
);

test('a button declines it, and a failed submit keeps the page', async () => {
  const form = { do: 'decline', planId: 'plan-1', seen: 'key-1' };
  const answers = { readLoan: aLoan(aPlan()), declineNewPlan: { planId: 'plan-1' } };
  expect((await openPage(address, { answers, form })).location).toContain('/order');
  const failing = { ...answers, declineNewPlan: refused('service-unavailable', 'Ahora no.') };
  const page = await openPage(address, { answers: failing, form });
  expect(page.text).toContain('Ahora no.');
  expect(page.text).toContain(newPlanText.es.accept);
});

test('where no plan waits the page leads to the loan; a backend without plans has none', async () => {
  for (const loan of [
    aLoan(),
    aLoan(aPlan({ state: 'agreed', agreedOn: '2027-01-20', seen: '' })),
    aLoanDetail({ statement: null }),
  ]) {
    expect((await openPage(address, { answers: { readLoan: loan } })).location).toContain('/order');
  }
});

test('the order page leads to a plan that waits, and keeps one that was agreed one fold away', async () => {
  const order = '/order?productId=mx-120&orderId=o1';
  const waits = await openPage(order, { answers: { readLoan: aLoan(aPlan()) } });
  expect(waits.text).toContain(newPlanText.es.offered);
  expect(waits.html).toContain('/newPlan?');
  const agreed = aPlan({ state: 'undone', agreedOn: '2027-01-20', seen: '' });
  const page = await openPage(order, { answers: { readLoan: aLoan(agreed) } });
  expect(page.text).not.toContain(newPlanText.es.offered);
  expect(page.text).toContain('Acordado el 2027-01-20');
  expect(page.text).toContain(newPlanText.es.undone);
});
