import type { DeskLoan, DeskLoanRow, DeskService, StoryLine } from '#contract/desk.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { isFolio } from '#domain/complaint/complaint-folio.ts';
import { maskedName, maskedPhone, maskedText } from '#domain/desk/mask.ts';
import { dueNow, outstandingOf } from '#domain/loan/instalment-state.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { allocationOrder } from '#domain/repayment/allocation.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import {
  type BookingContext,
  findLoan,
  instalmentsByLoan,
  instalmentsOf,
  lockLoanById,
} from '../ledger/loans.ts';
import { accrueLoan, isAccrualDue } from '../ledger/penalties.ts';
import { openQuestionsOf } from '../statement/open-questions.ts';
import { record, requireAct } from './audit.ts';
import {
  type LoanFound,
  listAudit,
  listLoansBelow,
  loanFacts,
  loansByNumber,
  loansByPhoneEnd,
  namesOfPeople,
} from './store.ts';

const searchLimit = 50;
const phoneEndDigits = 8;
const storyAuditLimit = 100;

/** Looks loans up for the desk; times are those loans live in. */
export function createDeskLoans(dependencies: LendingDependencies): DeskService['loans'] {
  const { hostDatabase: database, clock, random } = dependencies;
  const context = () => ({ now: clock.now(), random });
  const withDueDates = async (found: readonly LoanFound[]): Promise<DeskLoanRow[]> => {
    const instalments = await instalmentsByLoan(database, found);
    const now = await currentTime(dependencies, database);
    return found.map((loan) => rowOf(loan, instalments.get(loan.id) ?? [], now));
  };
  return {
    async list(person, { status, cursor, limit }) {
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject: 'loans' });
      const below = /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
      const found = await listLoansBelow(database, { status, below, limit: limit + 1 });
      const rows = await withDueDates(found.slice(0, limit));
      const last = rows.at(-1);
      return { rows, nextCursor: found.length > limit && last ? String(last.serialNumber) : null };
    },
    async search(person, text) {
      await requireAct(dependencies, person, 'see-loans', { act: 'searched' });
      const wanted = text.trim().toUpperCase();
      const digits = wanted.replace(/[\s().+-]/g, '');
      const isPhone = /^\d{8,15}$/.test(digits);
      const codes = [...new Set([text.trim(), isFolio(wanted) ? wanted : digits])];
      const byNumber = await loansByNumber(database, { orderNumber: wanted, codes }, searchLimit);
      const found =
        byNumber.length === 0 && isPhone
          ? await loansByPhoneEnd(database, digits.slice(-phoneEndDigits), searchLimit)
          : byNumber;
      const subject = byNumber.length > 0 ? `loan:${byNumber[0]?.orderNumber}` : undefined;
      const detail = { by: byNumber.length > 0 ? 'number' : isPhone ? 'phone' : 'text', found: found.length };
      await record(database, { person, act: 'searched', subject, detail, outcome: 'done' }, context());
      return withDueDates(found);
    },
    async read(person, orderNumber) {
      const subject = `loan:${orderNumber}`;
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject });
      return inTransaction(database, async (transaction) => {
        const now = await currentTime(dependencies, transaction);
        await bookPenalties(transaction, orderNumber, { now, random });
        const facts = await loanFacts(transaction, orderNumber);
        if (!facts) return null;
        await record(transaction, { person, act: 'opened', subject, outcome: 'done' }, context());
        const instalments = await instalmentsOf(transaction, facts.loan);
        const entries = await listAudit(transaction, { subject, below: null, limit: storyAuditLimit });
        const due = dueNow(instalments, dayIn(facts.loan.market, now));
        const story = storyOf(facts, entries);
        const { loan } = facts;
        return {
          ...rowOf(loan, instalments, now),
          borrowerId: loan.borrowerId,
          masked: {
            name: maskedName(loan.borrowerName),
            phone: maskedPhone(loan.mobilePhone),
            address: maskedText(loan.address),
          },
          principalMinor: loan.principalMinor,
          suspenseMinor: loan.suspenseMinor,
          disbursedOn: loan.disbursedOn,
          instalments: instalments.map((instalment) => ({
            sequence: instalment.sequence,
            dueDate: instalment.dueDate,
            chargedMinor: sumOf(instalment.charged),
            paidMinor: sumOf(instalment.paid),
            penaltyOwedMinor: outstandingOf(instalment).penaltyMinor,
          })),
          due: loan.disbursedOn === null ? null : due,
          agreement: facts.agreement,
          references: facts.references,
          ...(await openQuestionsOf(transaction, loan, instalments)),
          story,
          people: await namesOfPeople(transaction, peopleIn(story)),
        } satisfies DeskLoan;
      });
    },
    async show(person, orderNumber, field) {
      const subject = `loan:${orderNumber}`;
      await requireAct(dependencies, person, 'see-personal-data', { act: 'shown', subject });
      return inTransaction(database, async (transaction) => {
        const facts = await loanFacts(transaction, orderNumber);
        if (!facts) return null;
        const detail = { fields: [field] };
        await record(transaction, { person, act: 'shown', subject, detail, outcome: 'done' }, context());
        const { borrowerName: name, mobilePhone: phone, address } = facts.loan;
        return { name, phone, address }[field];
      });
    },
  };
}

/** Books a loan's penalties through today where some are missing, as its borrower's own page does, so that both say the same. */
async function bookPenalties(
  transaction: Transaction,
  orderNumber: string,
  booking: BookingContext,
): Promise<void> {
  const loan = await findLoan(transaction, orderNumber);
  if (!loan || !isRunning(loan.status)) return;
  if (!isAccrualDue(await instalmentsOf(transaction, loan), dayIn(loan.market, booking.now))) return;
  const locked = await lockLoanById(transaction, loan);
  if (locked) await accrueLoan(transaction, locked, booking);
}

type Instalments = Parameters<typeof dueNow>[0];

function rowOf(loan: LoanFound, instalments: Instalments, now: Date): DeskLoanRow {
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

type Facts = NonNullable<Awaited<ReturnType<typeof loanFacts>>>;

const nothing = {
  isReversal: false,
  by: null,
  reason: null,
  about: null,
  owedMinor: null,
  owedAfterMinor: null,
};

/** What happened to a loan, newest first; what is owed after each movement counts them in the order they were booked. */
function storyOf(facts: Facts, entries: Awaited<ReturnType<typeof listAudit>>): StoryLine[] {
  const paidOutAt = facts.statuses.find(({ to }) => to === 'to-repay')?.at;
  let owedAfterMinor: MinorAmount = zeroMinor;
  const money = facts.movements.map((movement): StoryLine => {
    const { kind: what, owedMinor, reason, by, reversesId } = movement;
    // The books have the day of the payout alone; what happened on it came in this order.
    const at = what === 'disbursal' ? (paidOutAt ?? movement.at) : movement.at;
    owedAfterMinor = addMinor(owedAfterMinor, owedMinor);
    return {
      ...nothing,
      at,
      kind: 'money',
      what,
      isReversal: reversesId !== null,
      by,
      reason,
      owedMinor,
      owedAfterMinor,
    };
  });
  const statuses = facts.statuses.map(
    ({ at, to, by }): StoryLine => ({
      ...nothing,
      at,
      kind: 'status',
      what: to,
      by: by === 'accrual' || by === 'payment' ? null : by,
    }),
  );
  const complaints = facts.complaints.map(
    ({ filedAt, state, folio }): StoryLine => ({
      ...{ ...nothing, at: filedAt, kind: 'complaint', what: state, about: folio, by: 'borrower' },
    }),
  );
  const messages = [
    ...facts.events.map(({ at, type, state }) => ({ at, what: `event-${state}`, about: type })),
    ...facts.texts.map(({ at, purpose, state }) => ({ at, what: `sms-${state}`, about: purpose })),
  ].map((message): StoryLine => ({ ...nothing, ...message, kind: 'message' }));
  const acts = entries.map(
    ({ at, act, outcome, personId, reason }): StoryLine => ({
      ...{ ...nothing, at, kind: 'desk', what: outcome === 'refused' ? `${act}:refused` : act, reason },
      by: personId && `desk:${personId}`,
    }),
  );
  const agreed = facts.agreement && [
    {
      ...nothing,
      at: facts.agreement.acceptedAt,
      kind: 'agreement',
      what: 'accepted',
      by: 'borrower',
      about: facts.agreement.hash,
    } as const,
  ];
  const lines = [...(agreed ?? []), ...statuses, ...complaints, ...money, ...messages, ...acts];
  return lines
    .map((line, index) => ({ line, index }))
    .sort((a, b) => b.line.at.getTime() - a.line.at.getTime() || b.index - a.index)
    .map(({ line }) => line);
}

function peopleIn(story: readonly StoryLine[]): string[] {
  const ids = story.flatMap(({ by }) => (by?.startsWith('desk:') ? [by.slice('desk:'.length)] : []));
  return [...new Set(ids)];
}
