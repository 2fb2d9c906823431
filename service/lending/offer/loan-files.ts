import { createHash } from 'node:crypto';
import { inTransaction, type Transaction } from '#db/database.ts';
import { eventFacts } from '#domain/booking/event.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import type { LoanFileKind } from '#domain/loan/loan-file.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { recordEvent } from '../events/record-event.ts';
import { describeFailure } from '../http/answer.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { findLoanOf, type LockedLoan, lockLoanById } from '../ledger/loans.ts';
import {
  acceptedWithoutFiles,
  filesOfLoan,
  insertLoanFiles,
  type LoanFileRecord,
  markFilesMade,
} from './store.ts';

const runMax = 50;

type Accepted = Awaited<ReturnType<typeof acceptedWithoutFiles>>[number];

/**
 * Makes files of accepted documents from their stored texts, each with an event (LEGAL-6). Existing files stay. @returns of how many loans.
 */
export async function makeLoanFiles(dependencies: LendingDependencies): Promise<number> {
  const { database, logger } = dependencies;
  let madeCount = 0;
  for (const accepted of await acceptedWithoutFiles(database, runMax)) {
    try {
      const now = await currentTime(dependencies, database);
      const files = await filesOf(dependencies, accepted, now);
      const isMade = await inTransaction(database, async (transaction) => {
        const { loanId, borrowerId } = accepted;
        const loan = await lockLoanById(transaction, { id: loanId, borrowerId });
        if (!loan || !(await markFilesMade(transaction, accepted, now))) return false;
        await insertLoanFiles(transaction, files);
        tellOfFiles(transaction, { loan, files, now }, dependencies);
        return true;
      });
      if (isMade) madeCount += 1;
    } catch (error) {
      logger.error('the files of a loan failed', { loan: accepted.loanId, ...describeFailure(error) });
    }
  }
  return madeCount;
}

const askingPauseMs = 3_600_000;

/**
 * Records the event that a borrower asks for the accepted documents again, at most once an hour, since the lender sends a mail for each.
 * @throws CodedError 'not-found' for another's loan, and one without files.
 */
export async function sendAgreementAgain(
  context: BorrowerContext,
  { orderNumber }: { readonly orderNumber: string },
): Promise<null> {
  const { database, borrower, now } = context;
  const loan = orNotFound(await findLoanOf(database, borrower.id, orderNumber));
  const files = await filesOfLoan(database, loan);
  if (files.length === 0) throw new CodedError('not-found');
  await inTransaction(database, async (transaction) => {
    const locked = await lockLoanById(transaction, loan);
    const about = { loanId: loan.id, borrowerId: borrower.id };
    const toldBefore = new Date(now.getTime() - askingPauseMs);
    if (!locked || !(await markFilesMade(transaction, about, now, toldBefore))) return;
    tellOfFiles(transaction, { loan: locked, files, now }, context);
  });
  return null;
}

function tellOfFiles(
  transaction: Transaction,
  told: { readonly loan: LockedLoan; readonly files: readonly LoanFileRecord[]; readonly now: Date },
  dependencies: Pick<LendingDependencies, 'random' | 'configuration' | 'pagesOrigin'>,
): void {
  const { random, configuration, pagesOrigin } = dependencies;
  const { loan, now } = told;
  const files = told.files.map(({ kind, number, language, hash: sha256 }) => ({
    kind,
    number,
    language,
    sha256,
  }));
  const page = `${configuration.paths.contract}?${new URLSearchParams({ orderNo: loan.orderNumber })}`;
  const data = { ...eventFacts(loan), files, link: pagesOrigin() + page };
  recordEvent(transaction, { type: 'loan.files-made', subjectId: loan.id, data }, { now, random });
}

async function filesOf(
  { configuration, printKeptText }: LendingDependencies,
  accepted: Accepted,
  madeAt: Date,
): Promise<LoanFileRecord[]> {
  const { borrowerId, loanId, market, orderNumber, acceptedAt } = accepted;
  const { lenderName: name, registration } = configuration.companies[market];
  const kept: [LoanFileKind, string | null, string | null, Accepted['language'], string | null][] = [
    ['agreement', accepted.version, accepted.text, accepted.language, accepted.hash],
    ['key-facts', accepted.paperNumber, accepted.paperText, accepted.paperLanguage, accepted.paperHash],
  ];
  const files: LoanFileRecord[] = [];
  for (const [kind, number, text, language, hash] of kept) {
    if (number === null || text === null || language === null || hash === null) continue;
    const lender = { name, registration };
    const bytes = await printKeptText({
      kind,
      language,
      market,
      text,
      hash,
      lender,
      orderNumber,
      acceptedAt,
    });
    files.push({
      borrowerId,
      loanId,
      kind,
      number,
      language,
      madeAt,
      hash: createHash('sha256').update(bytes).digest('hex'),
      content: Buffer.from(bytes).toString('base64'),
    });
  }
  return files;
}
