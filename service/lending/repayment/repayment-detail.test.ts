import { beforeEach, expect, test } from 'vitest';
import { readSavedCards } from '#contract/calls/card-payment.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { type RepaymentDetail, readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { paymentReferences } from '#db/schema/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { isClabe } from '#domain/repayment/clabe.ts';
import { isIfsc } from '#domain/repayment/ifsc.ts';
import { isStoreReference } from '#domain/repayment/store-reference.ts';
import { newCardHolder } from '#tests/setup/card-holders.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { barcodeImage, qrImage } from './payment-codes.ts';

const service = await testLendingService();
let session: TestSession;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
});

function repayment(loan: TestLoan, language: 'es' | 'en' = 'es', as = session): Promise<RepaymentDetail> {
  return service.ask(readRepayment, loan, as, language);
}

test('[REPAY-1] what is due, when, for which product, and what it is made of', async () => {
  const detail = await repayment(await paidOutLoan(service, session));
  expect(detail).toMatchObject({
    amountMinor: 142_281,
    date: '2026-12-20',
    productName: 'Llano 120',
    details: [
      { label: 'Capital', value: '$\u00a01.250,00' },
      { label: 'Intereses, comisión e IVA', value: '$\u00a0172,81' },
      { label: 'Capital', value: '$\u00a01.250,00' },
      { label: 'Intereses', value: '$\u00a073,97' },
      { label: 'Comisión', value: '$\u00a075,00' },
      { label: 'IVA', value: '$\u00a023,84' },
      { label: 'Total de este pago', value: '$\u00a01.422,81' },
    ],
  });
  expect(detail.notice).toContain('Nunca deposite a la cuenta de una persona.');
});

test('[REPAY-1] [MONEY-4] overdue payments are requested together, with the penalty up to today', async () => {
  const loan = await paidOutLoan(service, session);
  service.setTime('2026-12-21T12:00:00-06:00');
  expect(await repayment(loan)).toMatchObject({ amountMinor: 146_549, date: '2026-12-20' });
  expect((await repayment(loan, 'en')).details.slice(0, 2)).toEqual([
    { label: 'Payment', value: '$\u00a01.422,81' },
    { label: 'Late penalty of 1 day', value: '$\u00a042,68' },
  ]);
  service.setTime('2027-01-21T12:00:00-06:00');
  const detail = await repayment(loan);
  expect(detail).toMatchObject({
    amountMinor: 142_281 + 32 * 4_268 + 140_136 + 2 * 4_204,
    date: '2026-12-20',
  });
  expect(detail.details.at(-1)?.label).toBe('Total de sus 2 pagos atrasados');
  // 32 days of the one and 2 of the other.
  expect(detail.details[1]?.label).toBe('Recargo');
});

test('[REPAY-2] the two visible rows, and each list in the fold, sum to the amount on the page, in each state', async () => {
  const loan = await paidOutLoan(service, session);
  const linesOf = async (amount?: number) => {
    const chosenMinor = amount === undefined ? {} : { chosenMinor: minorAmount(amount) };
    const { details, amountMinor } = await service.ask(readRepayment, { ...loan, ...chosenMinor }, session);
    const lines = details.map(({ label, value }) => ({
      label,
      minor: Number(value.replace('−', '-').replace(/[^\d-]/g, '')),
    }));
    const shown = amount ?? amountMinor;
    expect((lines[0]?.minor ?? 0) + (lines[1]?.minor ?? 0)).toBe(shown);
    let sum = 0;
    for (const { label, minor } of lines.slice(2)) {
      if (label.startsWith('Total')) expect(minor).toBe(shown);
      sum = label.startsWith('Total') ? 0 : sum + minor;
    }
    expect(sum).toBe(0);
    return lines.slice(0, 2).map(({ label }) => label);
  };
  expect(await linesOf()).toEqual(['Capital', 'Intereses, comisión e IVA']);
  expect(await linesOf(242_281)).toEqual(['Pago', 'Lo que paga de más']);
  const { statement } = await repayment(loan);
  expect(await linesOf(statement?.settlesMinor ?? 0)).toEqual(['Capital', 'Intereses, comisión e IVA']);
  await pay(service, loan, 71_141);
  service.setTime('2027-01-21T12:00:00-06:00');
  expect(await linesOf()).toEqual(['Pagos y recargos', 'Ya pagado']);
});

test('[REPAY-3] Mexico: a CLABE and a store reference with its bar code, of this loan alone', async () => {
  const loan = await paidOutLoan(service, session);
  const { channelGroups } = await repayment(loan);
  expect(channelGroups.map(({ title }) => title)).toEqual(['Efectivo', 'Transferencia']);
  const [store, transfer] = channelGroups.flatMap(({ channels }) => channels);
  expect(transfer).toMatchObject({
    kind: 'bank-transfer',
    title: 'Transferencia SPEI',
    codeLabel: 'CLABE',
    holderName: 'Llano México',
    barcodeImage: '',
  });
  expect(transfer?.payCode).toMatch(/^999180/);
  expect(isClabe(transfer?.payCode ?? '')).toBe(true);
  expect(store).toMatchObject({ kind: 'store', codeLabel: 'Referencia' });
  expect(store?.payCode).toMatch(/^4821/);
  expect(isStoreReference(store?.payCode ?? '')).toBe(true);
  expect(store?.barcodeImage).toMatch(/^data:image\/svg\+xml,/);
  const another = await paidOutLoan(service, await newBorrower(service));
  const codes = await service.database.select().from(paymentReferences);
  expect(codes.filter(({ loanId }) => loanId === another.orderId).map(({ code }) => code)).not.toContain(
    transfer?.payCode,
  );
  expect(codes.find(({ code }) => code === transfer?.payCode)).toMatchObject({
    loanId: loan.orderId,
    purpose: 'repay',
  });
});

test('[REPAY-3] India: a UPI link with the amount due, its QR code, and a virtual account with IFSC', async () => {
  const ananya = await newBorrower(service, 'IN');
  const { channelGroups } = await repayment(await paidOutLoan(service, ananya, 'in-120'), 'en', ananya);
  expect(channelGroups.map(({ title }) => title)).toEqual(['UPI', 'Bank transfer']);
  const [upi, account] = channelGroups.flatMap(({ channels }) => channels);
  expect(upi?.payLink).toBe(
    `upi://pay?pa=llano@okbank&pn=Llano%20India&am=3389.93&cu=INR&tr=${upi?.payCode}`,
  );
  expect(upi?.codeImage).toMatch(/^data:image\/svg\+xml,/);
  expect(account).toMatchObject({
    kind: 'virtual-account',
    bankCode: 'LLNO0000120',
    holderName: 'Llano India',
  });
  expect(account?.payCode).toMatch(/^LLANO\d{11}$/);
  expect(isIfsc(account?.bankCode ?? '')).toBe(true);
});

test('[REPAY-4] the first way is what the market uses most, then what this borrower used last, on any loan', async () => {
  const holder = await newCardHolder(service, { isConfirmed: true });
  const seen = async (loan = holder.loan) => service.ask(readRepayment, loan, holder.session);
  const first = await seen();
  expect(first.usualWay).toMatchObject({ kind: 'store', name: 'Tienda Llano', feeMinor: null, payLink: '' });
  const channels = first.channelGroups.flatMap((group) => group.channels);
  const reference = channels.find(({ kind }) => kind === 'bank-transfer')?.payCode ?? '';
  await service.tell(recordPayment, {
    ...{ provider: 'spei', eventId: newId(), reference, amountMinor: minorAmount(1_000), currency: 'MXN' },
  });
  expect((await seen()).usualWay).toMatchObject({ kind: 'bank-transfer' });
  expect((await seen()).channelGroups[0]?.title).toBe('Transferencia');
  service.setTime('2026-11-21T12:00:00-06:00');
  const cards = await holder.call(readSavedCards, { orderId: holder.loan.orderId });
  const amountMinor = first.amountMinor - 1_000;
  const started = await holder.commit({ card: 'approve', amountMinor });
  if (started.success && started.data.needsCode) {
    await holder.confirm(started.data.repaymentId, holder.lastCode());
  }
  const card = cards.success
    ? cards.data.cards.find(({ cardId }) => cardId === holder.cardId('approve'))
    : undefined;
  expect((await seen()).usualWay).toMatchObject({
    ...{ kind: 'card', cardId: card?.cardId, name: card?.bankName },
    cardEnding: card?.cardNumber.slice(-4),
  });
  const other = await paidOutLoan(service, holder.session, 'mx-90-steps');
  expect((await service.ask(readLoan, other, holder.session)).usualWay).toMatchObject({ kind: 'card' });
  expect((await repayment(await paidOutLoan(service, session))).usualWay).toMatchObject({ kind: 'store' });
});

test('[REPAY-4] in India the first way is UPI, its app opened for the amount due', async () => {
  const ananya = await newBorrower(service, 'IN');
  const loan = await paidOutLoan(service, ananya, 'in-120');
  const { usualWay, statement } = await service.ask(readLoan, loan, ananya);
  expect(usualWay).toMatchObject({ kind: 'upi', name: '' });
  expect(usualWay?.payLink).toContain(`am=${((statement?.dueMinor ?? 0) / 100).toFixed(2)}`);
});

const rosa = await newBorrower(service);
const ananya = await newBorrower(service, 'IN');
const mexican = await paidOutLoan(service, rosa);
const indian = await paidOutLoan(service, ananya, 'in-120');

async function codesOf(loan: TestLoan, session: TestSession): Promise<string[]> {
  const { channelGroups } = await service.ask(readRepayment, loan, session);
  return channelGroups.flatMap(({ channels }) => channels.map(({ payCode }) => payCode));
}

async function instruction(loan: TestLoan, session: TestSession, index: number, language: 'es' | 'en') {
  const payCode = (await codesOf(loan, session))[index] ?? '';
  const request = { ...loan, payCode, amountMinor: minorAmount(100_050), purpose: 'repay' as const };
  return { payCode, answer: await service.ask(readPaymentInstruction, request, session, language) };
}

test('[INSTR-1] by SPEI: amount, code, company, steps and whom to ask', async () => {
  const { payCode, answer } = await instruction(mexican, rosa, 1, 'es');
  expect(answer).toMatchObject({
    amountMinor: 100_050,
    title: 'Cómo pagar por SPEI',
    payCode,
    codeImage: '',
    companyName: 'Llano México',
    imageSections: [{ title: 'Ayuda con su pago', contact: 'ayuda@llano.test', images: [] }],
  });
  const [steps] = answer.sections;
  expect(steps?.title).toBe('Pasos');
  expect(steps?.lines).toContain('Transfiera $\u00a01.000,50.');
  expect(steps?.lines[1]).toMatch(/^Escriba o pegue la CLABE 999 180 \d{4} \d{4} \d{4}\.$/);
});

test('[INSTR-1] in a shop: the bar code and the reference to read out', async () => {
  const { payCode, answer } = await instruction(mexican, rosa, 0, 'en');
  expect(answer.title).toBe('How to pay in a shop');
  expect(answer.codeImage).toBe(barcodeImage(payCode));
  expect(answer.sections[0]?.lines.join(' ')).toMatch(/reference 4821 \d{4} \d{4} \d{4}\./);
});

test('[INSTR-1] by UPI: a QR code for the very amount; by transfer: account and IFSC', async () => {
  const upi = await instruction(indian, ananya, 0, 'en');
  const link = `upi://pay?pa=llano@okbank&pn=Llano%20India&am=1000.50&cu=INR&tr=${upi.payCode}`;
  expect(upi.answer.codeImage).toBe(qrImage(link));
  expect(upi.answer.sections[0]?.lines.join(' ')).toContain('Llano India, llano@okbank');
  const transfer = await instruction(indian, ananya, 1, 'es');
  expect(transfer.answer.sections[0]?.lines.join(' ')).toContain('LLNO0000120, Banco Llano');
  expect(transfer.answer.sections[0]?.lines.join(' ')).toContain(transfer.payCode);
});

test('[INSTR-1] a code of another loan or purpose, and an amount that is not owed, are refused', async () => {
  const [payCode = ''] = await codesOf(mexican, rosa);
  const [foreign = ''] = await codesOf(indian, ananya);
  const right = { ...mexican, payCode, amount: 142_281, requestType: 1 };
  const answer = async (change: Record<string, unknown>, as = rosa) => {
    const { status, body } = await service.post(readPaymentInstruction.path, { ...right, ...change }, as);
    return [status, body.code];
  };
  expect(await answer({})).toEqual([200, '0']);
  expect(await answer({ amount: 556_252 })).toEqual([200, '0']);
  for (const amount of [0, -1, 556_253, 1.5, '1.5', 2 ** 53, 1e300, '9007199254740993']) {
    expect([amount, ...(await answer({ amount }))]).toEqual([amount, 422, '422']);
  }
  expect(await answer({ payCode: foreign })).toEqual([404, '404']);
  expect(await answer({ payCode: '' })).toEqual([404, '404']);
  expect(await answer({ requestType: 2 })).toEqual([404, '404']);
  expect(await answer({ requestType: 3 })).toEqual([422, '422']);
  expect(await answer({}, ananya)).toEqual([404, '404']);
});

test('[INSTR-1] a settled loan has nothing left to pay', async () => {
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const [payCode] = await codesOf(loan, session);
  await pay(service, loan, 556_252);
  const body = { ...loan, payCode, amount: 1, requestType: 1 };
  expect((await service.post(readPaymentInstruction.path, body, session)).body.code).toBe('409');
});
