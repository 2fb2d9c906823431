import { expect, test } from 'vitest';
import { readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { barcodeImage, qrImage } from './payment-codes.ts';

const service = await testLendingService();
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
