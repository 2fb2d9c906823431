import { expect, test } from 'vitest';
import { testPreviewText } from '#content/messages/test-preview.ts';
import { wireLoanStatuses } from '#contract/loan-status.ts';
import {
  type BorrowerLoanStatus,
  borrowerLoanStatuses,
  type ReportedLoanStatus,
} from '#domain/loan/loan-status.ts';
import type { PublicConfig } from '../dependencies.ts';
import { readPreviewValues } from './preview-values.ts';
import type { SandboxBorrower } from './sandbox-lender.ts';
import { type SandboxView, sandboxView } from './sandbox-view.ts';

const config = {
  amountStyle: 'dot',
  paths: { confirmLoan: '/confirmLoan', loanDetail: '/loanDetail', repay: '/repay' },
} as PublicConfig;

const text = testPreviewText.es;

function loanOf(status: ReportedLoanStatus, fields: Partial<SandboxBorrower['loans'][number]> = {}) {
  return {
    loanId: `loan-${status}`,
    productId: 'mx-120',
    currency: 'MXN' as const,
    orderNumber: `LL-2026-${status}`,
    status,
    dueMinor: 152_748,
    settlesMinor: 610_992,
    dueDate: '2026-12-20',
    extension: null,
    daysLate: 0,
    happened: [],
    ...fields,
  };
}

function viewOf(
  loans: SandboxBorrower['loans'],
  search = 'sessionId=old&userId=u&done=approve',
): SandboxView {
  const rosa: SandboxBorrower = {
    borrowerId: 'rosa',
    name: 'Rosa Medina',
    market: 'MX',
    userId: 'u',
    sessionId: 's',
    mobilePhone: '5512345678',
    hasSavedCard: false,
    today: '2026-11-20',
    products: [
      { productId: 'mx-120', name: 'Llano 120' },
      { productId: 'mx-90', name: 'Llano 91' },
    ],
    loans,
  };
  const ananya: SandboxBorrower = {
    ...rosa,
    borrowerId: 'ananya',
    name: 'Ananya Rao',
    market: 'IN',
    loans: [],
  };
  const address = new URLSearchParams(search);
  return sandboxView({
    config,
    text,
    language: 'es',
    values: readPreviewValues(address, rosa),
    borrowers: [rosa, ananya],
    borrower: rosa,
    path: '/testPreview',
    address,
  });
}

test.each<[BorrowerLoanStatus, string, string[], boolean]>([
  ['under-review', text.nextDecide, ['approve', 'decline'], false],
  ['paying-out', text.nextPayOut, ['pay-out'], false],
  ['to-repay', text.nextRepay, [], true],
  ['overdue', text.nextOverdue, [], true],
])(
  '[TEST-1] a loan at %s shows what to do next and only what its status allows',
  (status, step, deeds, pays) => {
    const view = viewOf([loanOf(status)]);
    expect(view.step).toBe(step);
    expect(view.stepLink).toBeNull();
    expect(view.openLoans[0]?.deeds.map(({ value }) => value)).toEqual(deeds);
    expect(view.openLoans[0]?.payments.length).toBe(pays ? 5 : 0);
    expect(view.openLoans[0]?.status).toContain(String(wireLoanStatuses[status]));
  },
);

test.each<[BorrowerLoanStatus | undefined, string]>([
  [undefined, text.nextConfirm],
  ['declined', text.nextDeclined],
  ['settled', text.nextSettled],
])('[TEST-1] with the newest loan at %s the next step leads to the confirmation', (status, step) => {
  const view = viewOf(status === undefined ? [] : [loanOf(status, { dueMinor: 0, settlesMinor: 0 })]);
  expect(view.step).toBe(step);
  expect(view.stepLink?.href).toMatch(/^\/confirmLoan\?productId=mx-120&/);
  expect(view.openLoans).toEqual([]);
});

test('[TEST-1] every order status has its words', () => {
  const view = viewOf(borrowerLoanStatuses.map((status) => loanOf(status)));
  const shown = [...view.openLoans, ...view.endedLoans].map(({ status }) => status);
  expect(shown).toHaveLength(borrowerLoanStatuses.length);
  expect(new Set(shown.map((status) => status.slice(6))).size).toBe(borrowerLoanStatuses.length);
  expect(shown.some((status) => status.endsWith(text.statusUnknown))).toBe(false);
  expect(viewOf([loanOf('unknown')]).endedLoans[0]?.status).toBe(`0 · ${text.statusUnknown}`);
});

test('a product with an open loan is not offered again', () => {
  const offered = (loans: SandboxBorrower['loans']) => viewOf(loans).offers.map(({ label }) => label);
  expect(offered([loanOf('to-repay')])).toEqual(['Llano 91 (mx-90)']);
  expect(offered([loanOf('settled')])).toHaveLength(2);
});

test('amounts are shown as money, and payments say how much', () => {
  const [loan] = viewOf([loanOf('to-repay')]).openLoans;
  expect(loan).toMatchObject({ due: '$\u00a01.527,48', remaining: '$\u00a06.109,92', dueDate: '2026-12-20' });
  expect(loan?.payments[0]).toEqual({
    label: text.exact,
    amount: '$\u00a01.527,48',
    value: 'receive-payment:152748',
  });
});

test('a loan opens with its own order and product, whatever the address says', () => {
  const [loan] = viewOf([loanOf('to-repay')], 'orderId=other&productId=other').openLoans;
  for (const { href } of loan?.links ?? []) {
    const parameters = new URLSearchParams(href.split('?')[1]);
    expect(parameters.get('orderId')).toBe('loan-to-repay');
    expect(parameters.get('productId')).toBe('mx-120');
    expect(parameters.get('sessionId')).toBe('s');
  }
});

test('[TEST-1] another borrower starts over in their language, without the session or orders of this one', () => {
  const link = viewOf([loanOf('to-repay')])
    .borrowers.flatMap(({ people }) => people)
    .find(({ isChosen }) => !isChosen);
  const parameters = new URLSearchParams(link?.href.split('?')[1]);
  expect(parameters.get('borrower')).toBe('ananya');
  expect(parameters.get('lang')).toBe('1');
  for (const name of ['sessionId', 'userId', 'mobilePhone', 'orderId', 'productId', 'done']) {
    expect(parameters.has(name), name).toBe(false);
  }
});

test('refreshing keeps the address but not what was last done', () => {
  expect(viewOf([]).refresh.href).toBe('/testPreview?sessionId=old&userId=u');
});

test('[TEST-1] an extension that was asked for can be paid at one press, and none that was not', () => {
  const values = (loan: SandboxBorrower['loans'][number]) =>
    viewOf([loan]).openLoans[0]?.payments.map(({ label, amount, value }) => `${label} ${amount} ${value}`);
  const extension = { code: '999180100001000011', amountMinor: 22_764 };
  expect(values(loanOf('overdue', { extension }))?.at(-1)).toBe(
    'Para aplazar $\u00a0227,64 receive-extension',
  );
  expect(values(loanOf('overdue'))?.join()).not.toContain('receive-extension');
});

test.each<[string, Partial<SandboxBorrower['loans'][number]> | null]>([
  ['sin préstamo', null],
  ['en revisión', { status: 'under-review' }],
  ['por pagar', { status: 'to-repay' }],
  ['3 días de atraso', { status: 'overdue', daysLate: 3 }],
  ['1 día de atraso', { status: 'overdue', daysLate: 1 }],
  ['paga hoy', { status: 'to-repay', dueDate: '2026-11-20' }],
  ['ya hizo un pago', { status: 'to-repay', happened: ['payment'] }],
  ['aplazó su pago', { status: 'to-repay', happened: ['payment', 'extension'] }],
  ['dice que ya pagó', { status: 'overdue', daysLate: 2, happened: ['claim'] }],
  ['no reconoce un cargo', { status: 'overdue', daysLate: 2, happened: ['dispute'] }],
])('[TEST-2] one chooses whom to be by how their loan stands: %s', (words, facts) => {
  const loans = facts === null ? [] : [loanOf(facts.status ?? 'to-repay', facts)];
  expect(viewOf(loans).borrowers[0]?.people[0]?.label).toBe(`Rosa: ${words}`);
});
