import type { LoanDetail } from '#contract/calls/loan.ts';
import { isRunning } from '#domain/loan/loan-status.ts';

/** Paths of a loan's papers; the agreement's page has a configured one. */
export const documentPaths = {
  receiptPdf: '/receipt.pdf',
  agreementPdf: '/agreement.pdf',
  agreementText: '/agreement.txt',
  keyFacts: '/keyFacts',
  keyFactsPdf: '/keyFacts.pdf',
  letter: '/closureLetter',
  letterPdf: '/closureLetter.pdf',
  accountStatement: '/accountStatement',
  accountStatementPdf: '/accountStatement.pdf',
  settlementPdf: '/settlementQuote.pdf',
  dueDates: '/dueDates.ics',
} as const;

export const termsId = 'terms';

export const receiptPath = '/receipt';

/** Whether there are due dates for a calendar: to add while the loan runs, to cancel once it is settled. */
export function hasDueDates({ status, statement }: Pick<LoanDetail, 'status' | 'statement'>): boolean {
  return (
    (isRunning(status) || status === 'settled') && statement !== null && statement.instalments.length > 0
  );
}
