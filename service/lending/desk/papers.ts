import { placeWords } from '#content/deadline-words.ts';
import type { DeskPapers } from '#contract/desk.ts';
import type { Database, Transaction } from '#db/database.ts';
import { figureDays, type SettlementFigure, settlementFigure } from '#domain/booking/settlement-figure.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { isPayable, isRunning } from '#domain/loan/loan-status.ts';
import { type BorrowerRecord, findBorrower } from '../borrower/store.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { type BorrowerContext, contextOf } from '../http/answer-call.ts';
import { circumstancesOf } from '../ledger/act.ts';
import { asItStands } from '../ledger/reading.ts';
import type { LoanSnapshot } from '../ledger/states.ts';
import { loanDetail } from '../loan/handlers.ts';
import { loanAgreement } from '../offer/agreement.ts';
import { perform, record, requireAct } from './audit.ts';
import { findDeskLoan } from './store/loan.ts';
import { settlementQuoted } from './story.ts';

/** Gives the desk what a borrower's own papers are written from. */
export function createDeskPapers(dependencies: LendingDependencies): DeskPapers {
  const { database, clock, random } = dependencies;
  const log = (entry: Parameters<typeof requireAct>[3] & Pick<Parameters<typeof record>[1], 'person'>) =>
    record(dependencies.hostDatabase, { ...entry, outcome: 'done' }, { now: clock.now(), random });
  return {
    settlement(person, orderNumber, day) {
      const entry = { person, needs: 'see-loans', act: 'opened', subject: `loan:${orderNumber}` } as const;
      const find = (transaction: Transaction) => loanWithState(transaction, orderNumber);
      return perform(dependencies, entry, find, async (transaction, { loan, borrower, state }) => {
        const now = await currentTime(dependencies, transaction);
        const days = figureDays(state, now);
        return {
          market: loan.market,
          currency: loan.currency,
          borrowerId: loan.borrowerId,
          language: borrower.language,
          days,
          figure: figureOn(dependencies, state, day ?? days.from, now),
          isPayable: isPayable(loan.status),
          isRunning: isRunning(loan.status),
        };
      });
    },
    async settlementPaper(person, orderNumber, day) {
      const entry = { person, act: settlementQuoted, subject: `loan:${orderNumber}` };
      await requireAct(dependencies, person, 'see-personal-data', entry);
      const found = await loanWithState(database, orderNumber);
      const context = found && (await borrowersContext(dependencies, found.borrower));
      const figure = context && figureOn(dependencies, found.state, day, context.now);
      if (!figure) return null;
      const agreement = await loanAgreement(context, { orderNumber });
      await log({ ...entry, detail: { fields: ['name'], day, amountMinor: figure.owedMinor } });
      const { language } = context;
      const { currency } = found.loan;
      return { figure, agreement, currency, language, place: placeWords(found.state.loan.terms, language) };
    },
    async letter(person, orderNumber) {
      const entry = {
        person,
        act: 'exported',
        subject: `loan:${orderNumber}`,
        detail: { fields: ['letter'] },
      };
      await requireAct(dependencies, person, 'see-personal-data', entry);
      const loan = await findDeskLoan(database, orderNumber);
      const borrower = loan && (await findBorrower(database, loan));
      if (!borrower || loan.status !== 'settled') return null;
      const context = await borrowersContext(dependencies, borrower);
      if (!context) return null;
      const detail = await loanDetail(context, { productId: loan.productId, orderId: loan.id });
      const agreement = await loanAgreement(context, { orderNumber });
      await log(entry);
      return { loan: detail, agreement, language: context.language };
    },
  };
}

/** The context in which a borrower reads their loans; null once they were erased. */
export async function borrowersContext(
  dependencies: LendingDependencies,
  { id, name, address, mobilePhone, market, language, lenderBorrowerId, erasedAt }: BorrowerRecord,
  on: Database | Transaction = dependencies.database,
): Promise<BorrowerContext | null> {
  if (erasedAt !== null) return null;
  const who = { id, name, address, mobilePhone, market, userId: lenderBorrowerId ?? '', isBlocked: false };
  const now = await currentTime(dependencies, on);
  return contextOf({ ...dependencies, language, lang: language, now }, who);
}

export async function loanWithState(database: Database | Transaction, orderNumber: string) {
  const loan = await findDeskLoan(database, orderNumber);
  if (!loan) return undefined;
  const { id, borrowerId } = loan;
  const [state] = await asItStands(database).state({ id, borrowerId }, {});
  const borrower = await findBorrower(database, loan);
  return state && borrower && { loan, borrower, state };
}

/** The figure of a day; null where the loan has none. */
export function figureOn(
  { random }: LendingDependencies,
  state: LoanSnapshot,
  day: LocalDate,
  now: Date,
): SettlementFigure | null {
  const figure = settlementFigure(state, day, circumstancesOf(state, { now, random }));
  return figure instanceof CodedError ? null : figure;
}
