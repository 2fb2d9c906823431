import type { DeskLoan, DeskLoanRow, DeskService, StoryLine } from '#contract/desk.ts';
import { inTransaction } from '#db/database.ts';
import { askedNow, settlementOn } from '#domain/booking/settlement.ts';
import { isFolio } from '#domain/complaint/complaint-folio.ts';
import { maskedName, maskedPhone, maskedText } from '#domain/desk/mask.ts';
import { dueNow, outstandingOf } from '#domain/loan/instalment-state.ts';
import { dayIn, type Market } from '#domain/market.ts';
import { addMinor, type MinorAmount } from '#domain/money/money.ts';
import { allocationOrder } from '#domain/repayment/allocation.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { type CurrentLoan, courseUpToDate, type LoanCourse } from '../ledger/loan-course.ts';
import { instalmentsByLoan } from '../ledger/loans.ts';
import { openQuestionsOf } from '../statement/open-questions.ts';
import { applicationOf, applicationsOf } from './applications.ts';
import { record, requireAct } from './audit.ts';
import {
  findDeskLoan,
  type LoanRow,
  listAudit,
  listLoansBelow,
  loansByNumber,
  loansByPhoneEnd,
  messagesOf,
  namesOfPeople,
} from './store.ts';

const searchLimit = 50;
const phoneEndDigits = 8;
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
    async search(person, text) {
      await requireAct(dependencies, person, 'see-loans', { act: 'searched' });
      const query = text.trim().toUpperCase();
      const digits = query.replace(/[\s().+-]/g, '');
      const isPhone = /^\d{8,15}$/.test(digits);
      const codes = [...new Set([text.trim(), isFolio(query) ? query : digits])];
      const byNumber = await loansByNumber(database, { orderNumber: query, codes }, searchLimit);
      const loanRows =
        byNumber.length === 0 && isPhone
          ? await loansByPhoneEnd(database, digits.slice(-phoneEndDigits), searchLimit)
          : byNumber;
      const subject = byNumber.length > 0 ? `loan:${byNumber[0]?.orderNumber}` : undefined;
      const detail = {
        by: byNumber.length > 0 ? 'number' : isPhone ? 'phone' : 'text',
        found: loanRows.length,
      };
      await record(database, { person, act: 'searched', subject, detail, outcome: 'done' }, context());
      return withDueDates(loanRows);
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
        const story = linesOf(course, {
          acts,
          messages: await messagesOf(transaction, loan),
          market: loan.market,
        });
        return {
          ...rowOf(loan, instalments, now),
          borrowerId: loan.borrowerId,
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
          references: references.map(({ purpose, channelKind, code }) => ({ purpose, channelKind, code })),
          ...openQuestionsOf(course),
          story,
          people: await namesOfPeople(transaction, peopleIn(story)),
        } satisfies DeskLoan;
      });
    },
    async application(person, orderNumber) {
      const subject = `loan:${orderNumber}`;
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject });
      const loan = await findDeskLoan(database, orderNumber);
      return loan ? applicationOf(database, loan) : null;
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

function rowOf(loan: LoanRow, instalments: Instalments, now: Date): Omit<DeskLoanRow, 'application'> {
  const due = loan.disbursedOn === null ? null : dueNow(instalments, dayIn(loan.market, now));
  const { serialNumber, orderNumber, productName, market, currency, status, appliedAt, balanceMinor } = loan;
  return {
    ...{ serialNumber, orderNumber, productName, market, currency, status, appliedAt, balanceMinor },
    borrower: maskedName(loan.borrowerName),
    dueDate: due?.dueDate ?? null,
    daysLate: due?.daysLate ?? 0,
  };
}

function sumOf(amounts: Instalments[number]['paid']): MinorAmount {
  return addMinor(...allocationOrder.map((component) => amounts[component]));
}

const nothing = {
  isReversal: false,
  by: null,
  reason: null,
  about: null,
  owedMinor: null,
  owedAfterMinor: null,
  receivedMinor: null,
  heldMinor: null,
  valueOn: null,
};

type Ordered = { readonly line: StoryLine; readonly id: string };

/** What happened to a loan, newest first: money and statuses in the order they were booked, with what was owed after each movement. */
function linesOf(
  { entries, statusChanges, complaints, agreements }: LoanCourse,
  {
    acts,
    messages,
    market,
  }: {
    readonly acts: Awaited<ReturnType<typeof listAudit>>;
    readonly messages: Awaited<ReturnType<typeof messagesOf>>;
    readonly market: Market;
  },
): StoryLine[] {
  const money = entries.map((entry): Ordered => {
    const { id, bookedAt: at, kind: what, actor: by, reason, reversesId, payment } = entry;
    const { owedMinor, owedAfterMinor, heldMinor } = entry;
    const valueOn = dayIn(market, entry.occurredAt);
    return {
      id,
      line: {
        ...{ at, kind: 'money', words: what, by, reason, isReversal: reversesId !== null },
        ...{ owedMinor, owedAfterMinor },
        about: payment?.reference ?? null,
        receivedMinor: payment?.amountMinor ?? null,
        heldMinor: payment && heldMinor > 0 ? heldMinor : null,
        valueOn: valueOn === dayIn(market, at) ? null : valueOn,
      },
    };
  });
  const statuses = statusChanges.map(({ id, at, to, by: changedBy }): Ordered => {
    const by = changedBy === 'accrual' || changedBy === 'payment' ? null : changedBy;
    return { id, line: { ...nothing, at, kind: 'status', words: to, by } };
  });
  // What one decision books has one time, and ids that rise.
  const course = [...money, ...statuses].sort(
    (a, b) => a.line.at.getTime() - b.line.at.getTime() || (a.id < b.id ? -1 : 1),
  );
  const lines = [
    ...agreements.map(({ acceptedAt: at, hash: about }): StoryLine => {
      return { ...nothing, at, kind: 'agreement', words: 'accepted', by: 'borrower', about };
    }),
    ...complaints.map(({ filedAt: at, state: what, folio: about }): StoryLine => {
      return { ...nothing, at, kind: 'complaint', words: what, about, by: 'borrower' };
    }),
    ...course.map(({ line }) => line),
    ...messages.map((message): StoryLine => ({ ...nothing, ...message, kind: 'message' })),
    ...acts.map(({ at, act, outcome, personId, reason }): StoryLine => {
      const what = outcome === 'refused' ? `${act}:refused` : act;
      return { ...nothing, at, kind: 'desk', words: what, reason, by: personId && `desk:${personId}` };
    }),
  ];
  return lines
    .map((line, index) => ({ line, index }))
    .sort((a, b) => b.line.at.getTime() - a.line.at.getTime() || b.index - a.index)
    .map(({ line }) => line);
}

function peopleIn(story: readonly StoryLine[]): string[] {
  const ids = story.flatMap(({ by }) => (by?.startsWith('desk:') ? [by.slice('desk:'.length)] : []));
  return [...new Set(ids)];
}
