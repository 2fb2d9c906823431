import type { LoanDetail } from '#contract/calls/loan.ts';
import { isRunning } from '#domain/loan/loan-status.ts';

/** Where the papers of a loan are; the page of its agreement has a path of its own in the configuration. */
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
  dueDates: '/dueDates.ics',
} as const;

/** Where the terms stand on the page of an agreement. */
export const termsId = 'terms';

/** The page of a receipt. */
export const receiptPath = '/receipt';

/** Whether a loan has days for a calendar: to remind of while it runs, to take off once it is settled. */
export function hasDueDates({ status, statement }: Pick<LoanDetail, 'status' | 'statement'>): boolean {
  return (
    (isRunning(status) || status === 'settled') && statement !== null && statement.instalments.length > 0
  );
}
