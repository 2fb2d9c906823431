import { eq } from 'drizzle-orm';
import { hostDisbursal } from '#contract/host/host.ts';
import { loans } from '#db/schema/loan.ts';
import { localDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { answerHost } from '../http/host-gate.ts';
import { bookDisbursal } from '../ledger/disbursal.ts';
import { changeStatus, lockLoan } from '../ledger/loans.ts';
import { accrueLoan, todayOf } from '../ledger/penalties.ts';
import { buildReferences } from '../repayment/references.ts';
import { insertReferences } from '../repayment/store.ts';

/**
 * Records that an approved loan was paid out: its charges are booked and its payment codes made. The same transfer
 * reported again has no effect.
 */
export const answeredDisbursal = answerHost(hostDisbursal, async (context, request) => {
  const { database, configuration, now } = context;
  const isThisLoan = eq(loans.orderNumber, request.orderNumber);
  const loan = await lockLoan(database, isThisLoan);
  if (!loan) throw new CodedError('not-found', 'orderNumber');
  if (loan.disbursalReference === request.reference) {
    return { data: { orderNumber: loan.orderNumber, orderStatus: loan.status } };
  }
  if (loan.status !== 'paying-out') throw new CodedError('status-conflict');
  const today = todayOf(loan, now);
  const disbursedOn = request.disbursedOn === undefined ? today : localDate(request.disbursedOn);
  if (disbursedOn > today || disbursedOn < todayOf(loan, loan.appliedAt)) {
    throw new CodedError('request-invalid', 'disbursedOn');
  }
  await changeStatus(database, loan, 'to-repay', {
    at: now,
    by: 'host',
    facts: { disbursedOn, disbursalReference: request.reference },
  });
  await bookDisbursal(database, loan, disbursedOn);
  const references = buildReferences(loan, 'repay', configuration.channels);
  await insertReferences(database, loan.id, 'repay', references, now);
  const disbursed = await lockLoan(database, isThisLoan);
  if (disbursed) await accrueLoan(database, disbursed, now);
  return { data: { orderNumber: loan.orderNumber, orderStatus: 'to-repay' } };
});
