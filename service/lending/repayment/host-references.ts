import { listReferences, putReference, withdrawReference } from '#contract/host/payment-reference.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { findLoan, lockLoanByOrderNumber } from '../ledger/loans.ts';
import {
  changeReference,
  insertReferences,
  newestReferencesOf,
  type PaymentReference,
  referenceByCode,
  replaceShown,
  showAgain,
  shownReference,
} from './store.ts';

const listedCount = 100;

export const answeredReferences: readonly AnsweredHostCall[] = [
  answerHost(putReference, async (context, request) => {
    const { transaction, now, random } = context;
    const {
      orderNumber,
      purpose,
      channel: channelKind,
      code,
      amountMinor = null,
      validUntil,
      ...referenceText
    } = request;
    const loan = orNotFound(await lockLoanByOrderNumber(transaction, orderNumber), 'orderNumber');
    const expiresAt = validUntil === undefined ? null : new Date(validUntil);
    if (expiresAt && expiresAt <= context.clock.now()) throw new CodedError('request-invalid', 'validUntil');
    const { holderName, bankName, bankCode, chainName } = referenceText;
    const facts = { holderName, bankName, bankCode, chainName };
    const key = { borrowerId: loan.borrowerId, loanId: loan.id, purpose, channelKind };
    await replaceShown(transaction, key, now);
    const storedReference = await showAgain(transaction, key, { provider: 'host', code });
    if (storedReference)
      await changeReference(transaction, storedReference, { amountMinor, expiresAt, facts });
    else {
      // A code belongs to one loan only.
      if (await referenceByCode(transaction, code)) throw new CodedError('request-invalid', 'code');
      const reference = { id: random.id(), ...key, provider: 'host', code, createdAt: now };
      insertReferences(transaction, [{ ...reference, amountMinor, expiresAt, facts }]);
    }
    const reference = await shownReference(transaction, key);
    if (!reference) throw new Error('The reference that was handed in is not there.');
    return { data: referenceView(reference, orderNumber) };
  }),
  answerHost(listReferences, async ({ transaction }, { orderNumber }) => {
    const loan = orNotFound(await findLoan(transaction, orderNumber), 'orderNumber');
    const references = await newestReferencesOf(transaction, loan, listedCount);
    return { data: { references: references.map((reference) => referenceView(reference, orderNumber)) } };
  }),
  answerHost(withdrawReference, async (context, request) => {
    const { transaction, now } = context;
    const { orderNumber, purpose, channel: channelKind } = request;
    const loan = orNotFound(await lockLoanByOrderNumber(transaction, orderNumber), 'orderNumber');
    const key = { borrowerId: loan.borrowerId, loanId: loan.id, purpose, channelKind };
    const shown = await shownReference(transaction, key);
    if (shown?.provider !== 'host') throw new CodedError('not-found', 'channel');
    await replaceShown(transaction, key, now);
    return { data: referenceView({ ...shown, replacedAt: now }, orderNumber) };
  }),
];

function referenceView(
  { channelKind: channel, expiresAt: validUntil, ...reference }: PaymentReference,
  orderNumber: string,
) {
  return { ...reference, orderNumber, channel, validUntil, isShown: reference.replacedAt === null };
}
