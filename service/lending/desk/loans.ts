import type { DeskLoan, DeskLoanRow, DeskService } from '#contract/desk.ts';
import { inTransaction } from '#db/database.ts';
import { askedNow, settlementOn } from '#domain/booking/settlement.ts';
import { maskedName, maskedPhone, maskedText } from '#domain/desk/mask.ts';
import { dueNow, outstandingOf } from '#domain/loan/instalment-state.ts';
import { dayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount } from '#domain/money/money.ts';
import { allocationOrder } from '#domain/repayment/allocation.ts';
import { isSamePayer } from '#domain/repayment/payer-name.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { type CurrentLoan, courseUpToDate } from '../ledger/loan-course.ts';
import { instalmentsByLoan } from '../ledger/loans.ts';
import { openQuestionsOf } from '../statement/open-questions.ts';
import { applicationOf, applicationsOf } from './applications.ts';
import { record, requireAct } from './audit.ts';
import { listAudit } from './store/audit.ts';
import { messagesOf } from './store/case.ts';
import { findDeskLoan, type LoanRow, listLoansBelow, proofsOf } from './store/loan.ts';
import { namesOfPeople } from './store/people.ts';
import { linesOfActs, linesOfCourse, linesOfMessages, newestFirst, peopleOf } from './story.ts';

const storyAuditLimit = 100;

/** Looks loans up for the desk; times are those loans live in. */
export function createDeskLoans(dependencies: LendingDependencies): DeskService['loans'] {
  const { hostDatabase: database, clock, random } = dependencies;
  const context = () => ({ now: clock.now(), random });
  const withDueDates = async (loanRows: readonly LoanRow[]): Promise<DeskLoanRow[]> => {
    const instalments = await instalmentsByLoan(database, loanRows);
    const now = await currentTime(dependencies, database);
    const applications = await applicationsOf(
      database,
      loanRows.filter(({ status }) => status === 'under-review'),
    );
    return loanRows.map((loan) => ({
      ...rowOf(loan, instalments.get(loan.id) ?? [], now),
      application: applications.get(loan.id) ?? null,
    }));
  };
  return {
    async list(person, { status, cursor, limit }) {
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject: 'loans' });
      const below = /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
      const loanRows = await listLoansBelow(database, { status, below, limit: limit + 1 });
      const rows = await withDueDates(loanRows.slice(0, limit));
      const last = rows.at(-1);
      return { rows, nextCursor: loanRows.length > limit && last ? String(last.serialNumber) : null };
    },
    async read(person, orderNumber) {
      const subject = `loan:${orderNumber}`;
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject });
      return inTransaction(database, async (transaction) => {
        const now = await currentTime(dependencies, transaction);
        const loanRows = await findDeskLoan(transaction, orderNumber);
        const course = loanRows && (await courseUpToDate(transaction, loanRows, { now, random }, 'whole'));
        if (!course) return null;
        const loan = { ...loanRows, ...course.loan };
        const { instalments, today, references } = course;
        await record(transaction, { person, act: 'opened', subject, outcome: 'done' }, context());
        const acts = await listAudit(transaction, { subject, below: null, limit: storyAuditLimit });
        const { due } = askedNow(course, today);
        const story = newestFirst([
          ...linesOfCourse(course, loan),
          ...linesOfMessages(await messagesOf(transaction, loan)),
          ...linesOfActs(acts),
        ]);
        return {
          ...rowOf(loan, instalments, now),
          application: loan.disbursedOn === null ? await applicationOf(transaction, loan) : null,
          masked: {
            name: maskedName(loan.borrowerName),
            phone: maskedPhone(loan.mobilePhone),
            address: maskedText(loan.address),
          },
          principalMinor: loan.principalMinor,
          suspenseMinor: loan.suspenseMinor,
          ...settlingFigures(course),
          disbursedOn: loan.disbursedOn,
          instalments: instalments.map((instalment) => ({
            sequence: instalment.sequence,
            dueDate: instalment.dueDate,
            chargedMinor: sumOf(instalment.charged),
            paidMinor: sumOf(instalment.paid),
            penaltyOwedMinor: outstandingOf(instalment).penaltyMinor,
          })),
          due: loan.disbursedOn === null ? null : due,
          agreement: course.agreements[0] ?? null,
          proofs: await proofsOf(transaction, loan),
          references: references.map(({ purpose, channelKind, code }) => ({ purpose, channelKind, code })),
          ...openQuestionsOf(course),
          story,
          people: await namesOfPeople(transaction, peopleOf(story)),
        } satisfies DeskLoan;
      });
    },
    async application(person, orderNumber) {
      const subject = `loan:${orderNumber}`;
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject });
      const loan = await findDeskLoan(database, orderNumber);
      return loan ? applicationOf(database, loan) : null;
    },
    async isBorrower(person, orderNumber, payerName) {
      await requireAct(dependencies, person, 'match-payment', { act: 'recordPayment' });
      const loan = await findDeskLoan(database, orderNumber);
      return loan !== undefined && isSamePayer(loan.borrowerName, payerName);
    },
    async show(person, orderNumber, field) {
      const subject = `loan:${orderNumber}`;
      await requireAct(dependencies, person, 'see-personal-data', { act: 'shown', subject });
      return inTransaction(database, async (transaction) => {
        const loan = await findDeskLoan(transaction, orderNumber);
        if (!loan) return null;
        const detail = { fields: [field] };
        await record(transaction, { person, act: 'shown', subject, detail, outcome: 'done' }, context());
        const { borrowerName: name, mobilePhone: phone, address } = loan;
        return { name, phone, address }[field];
      });
    },
  };
}

/** What settles a loan today, and what its plan charges that it then does not. */
function settlingFigures(current: CurrentLoan): Pick<DeskLoan, 'settlesMinor' | 'savesMinor'> {
  const { owedMinor: settlesMinor, forgivenMinor: savesMinor } = settlementOn(current, current.today);
  return { settlesMinor, savesMinor };
}

type Instalments = Parameters<typeof dueNow>[0];

/** A loan as a list shows it. */
export function rowOf(loan: LoanRow, instalments: Instalments, now: Date): Omit<DeskLoanRow, 'application'> {
  const due =
    loan.disbursedOn === null ? null : dueNow(instalments, dayIn(loan.market, now), loan.lateToleranceMinor);
  const { serialNumber, orderNumber, productName, market, currency, status, appliedAt, balanceMinor } = loan;
  return {
    ...{ serialNumber, orderNumber, productName, market, currency, status, appliedAt, balanceMinor },
    borrowerId: loan.borrowerId,
    borrower: maskedName(loan.borrowerName),
    dueDate: due?.dueDate ?? null,
    // Whose day is not over yet is not late, whatever day it is in the market.
    daysLate: status === 'to-repay' ? 0 : (due?.daysLate ?? 0),
  };
}

/** All components of what was charged or paid. */
export function sumOf(amounts: Instalments[number]['paid']): MinorAmount {
  return addMinor(...allocationOrder.map((component) => amounts[component]));
}
