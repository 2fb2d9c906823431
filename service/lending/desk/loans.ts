import { type DeskLoan, type DeskLoanRow, type DeskService, shownFields } from '#contract/desk.ts';
import type { Transaction } from '#db/database.ts';
import { dueThrough, settlementOn } from '#domain/booking/settlement.ts';
import { maskedName, maskedPhone, maskedText } from '#domain/desk/mask.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { dueNow, outstandingOf } from '#domain/loan/instalment-state.ts';
import { dayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount } from '#domain/money/money.ts';
import { allocationOrder } from '#domain/repayment/allocation.ts';
import { isSamePayer } from '#domain/repayment/payer-name.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { type CurrentLoan, courseUpToDate } from '../ledger/loan-course.ts';
import { instalmentsByLoan, placeOfLoan } from '../ledger/loans.ts';
import { openQuestionsOf } from '../statement/open-questions.ts';
import { applicationOf, applicationsOf } from './applications.ts';
import { perform, requireAct, shownTo } from './audit.ts';
import { actsAndLooks } from './store/audit.ts';
import { messagesOf, notesOf } from './store/case.ts';
import { findDeskLoan, type LoanRow, listLoansBelow, proofsOf } from './store/loan.ts';
import { namesOfPeople } from './store/people.ts';
import { linesOfActs, linesOfCourse, linesOfMessages, linesOfNotes, newestFirst, peopleOf } from './story.ts';

/** Loans for staff. Days follow loan time. */
export function createDeskLoans(dependencies: LendingDependencies): DeskService['loans'] {
  const { hostDatabase: database } = dependencies;
  return {
    async list(person, { status, cursor, limit }) {
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject: 'loans' });
      const below = /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
      const loanRows = await listLoansBelow(database, { status, below, limit: limit + 1 });
      const rows = await withDueDates(dependencies, loanRows.slice(0, limit));
      const last = rows.at(-1);
      return { rows, nextCursor: loanRows.length > limit && last ? String(last.serialNumber) : null };
    },
    read: (person, orderNumber) => readLoan(dependencies, person, orderNumber),
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
    async show(person, orderNumber, fields) {
      const entry = {
        person,
        needs: 'see-personal-data',
        act: 'shown',
        subject: `loan:${orderNumber}`,
        detail: { fields },
      } as const;
      return (await perform(dependencies, entry, (at) => placeOfLoan(at, orderNumber))) !== null;
    },
  };
}

async function withDueDates(
  dependencies: LendingDependencies,
  loanRows: readonly LoanRow[],
): Promise<DeskLoanRow[]> {
  const { hostDatabase: database } = dependencies;
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
}

function readLoan(
  dependencies: LendingDependencies,
  person: DeskPerson,
  orderNumber: string,
): Promise<DeskLoan | null> {
  const subject = `loan:${orderNumber}`;
  const find = async (transaction: Transaction) => {
    const now = await currentTime(dependencies, transaction);
    const loanRows = await findDeskLoan(transaction, orderNumber);
    const at = { now, random: dependencies.random };
    const course = loanRows && (await courseUpToDate(transaction, loanRows, at, 'whole'));
    return course && { loan: { ...loanRows, ...course.loan }, course, now };
  };
  const entry = { person, needs: 'see-loans', act: 'opened', subject } as const;
  return perform(dependencies, entry, find, async (transaction, { loan, course, now }) => {
    const { instalments, today, references } = course;
    const notes = await notesOf(transaction, loan);
    const shown = await shownTo(dependencies, transaction, person, loan.borrowerId);
    const own = { name: loan.borrowerName, phone: loan.mobilePhone, address: loan.address };
    const story = newestFirst([
      ...linesOfCourse(course, loan),
      ...linesOfMessages(await messagesOf(transaction, loan)),
      ...linesOfNotes(notes, new Map([[loan.id, orderNumber]])),
      ...linesOfActs(await actsAndLooks(transaction, { subject })),
    ]);
    return {
      ...rowOf(loan, instalments, now),
      application: loan.disbursedOn === null ? await applicationOf(transaction, loan) : null,
      masked: {
        name: maskedName(own.name),
        phone: maskedPhone(own.phone),
        address: maskedText(own.address),
      },
      shown: Object.fromEntries(
        shownFields.filter((field) => shown.has(field)).map((field) => [field, own[field]]),
      ),
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
      due: loan.disbursedOn === null ? null : dueThrough(course, today),
      agreement: course.agreements[0] ?? null,
      proofs: await proofsOf(transaction, loan),
      references: references.map(({ purpose, channelKind, code }) => ({ purpose, channelKind, code })),
      ...openQuestionsOf(course),
      story,
      people: await namesOfPeople(transaction, peopleOf(story)),
    };
  });
}

/** The amount that settles a loan today, and the planned charges that this saves. */
function settlingFigures(current: CurrentLoan): Pick<DeskLoan, 'settlesMinor' | 'savesMinor'> {
  const { owedMinor: settlesMinor, forgivenMinor: savesMinor } = settlementOn(current, current.today);
  return { settlesMinor, savesMinor };
}

type Instalments = Parameters<typeof dueNow>[0];

export function rowOf(loan: LoanRow, instalments: Instalments, now: Date): Omit<DeskLoanRow, 'application'> {
  const due =
    loan.disbursedOn === null ? null : dueNow(instalments, dayIn(loan.market, now), loan.lateToleranceMinor);
  const { serialNumber, orderNumber, productName, market, currency, status, appliedAt, balanceMinor } = loan;
  return {
    ...{ serialNumber, orderNumber, productName, market, currency, status, appliedAt, balanceMinor },
    borrowerId: loan.borrowerId,
    borrower: maskedName(loan.borrowerName),
    dueDate: due?.dueDate ?? null,
    // A borrower in a western zone is not late before their own day ends.
    daysLate: status === 'to-repay' ? 0 : (due?.daysLate ?? 0),
  };
}

export function sumOf(amounts: Instalments[number]['paid']): MinorAmount {
  return addMinor(...allocationOrder.map((component) => amounts[component]));
}
