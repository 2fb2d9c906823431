import type { DeskCase, DeskCaseLoan, DeskCasePayment, DeskCases } from '#contract/desk.ts';
import type { Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { dueThrough, settlementOn } from '#domain/booking/settlement.ts';
import { caseNoteKinds, noteMaxLength } from '#domain/desk/note.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { mayDo } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { currencyOf } from '#domain/market.ts';
import { hoursOfMatters } from '#domain/matter/matter.ts';
import { addMinor, zeroMinor } from '#domain/money/money.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { courseUpToDate } from '../ledger/loan-course.ts';
import { contactMessagesFrom } from '../support/store.ts';
import { perform } from './audit.ts';
import { rowOf, sumOf } from './loans.ts';
import { mattersOf } from './matters.ts';
import type { DeskConfiguration } from './people.ts';
import { searchDesk } from './search.ts';
import { actsAndLooks } from './store/audit.ts';
import { filesOf, findCase, imagesOfComplaints, insertNote, messagesOf, notesOf } from './store/case.ts';
import { type LoanRow, loanCountOf, loansOfBorrower } from './store/loan.ts';
import { namesOfPeople } from './store/people.ts';
import {
  linesOfActs,
  linesOfContact,
  linesOfCourse,
  linesOfMessages,
  linesOfNotes,
  newestFirst,
  peopleOf,
} from './story.ts';

/** Newest loans of a case that are shown with their history. */
const loansTold = 12;
const contactsTold = 50;

export function createDeskCases(
  dependencies: LendingDependencies,
  { complaintHours, answerHours }: Pick<DeskConfiguration, 'complaintHours' | 'answerHours'>,
): DeskCases {
  const { clock } = dependencies;
  const hours = hoursOfMatters(complaintHours, answerHours);
  return {
    read: (person, borrowerId) => readCase(dependencies, hours, person, borrowerId),
    async note(person, borrowerId, { messageId, kind, text, isPinned }) {
      const subject = `borrower:${borrowerId}`;
      const entry = { person, needs: 'write-note', act: 'noted', subject } as const;
      await perform(dependencies, entry, async (transaction) => {
        if (!isId(messageId)) throw new CodedError('request-invalid', 'messageId');
        if (!caseNoteKinds.some((each) => each === kind)) throw new CodedError('request-invalid', 'kind');
        const written = text.trim();
        if (written === '' || written.length > noteMaxLength) throw new CodedError('request-invalid', 'text');
        if (!isId(borrowerId) || !(await findCase(transaction, borrowerId)))
          throw new CodedError('not-found', 'borrowerId');
        const note = { id: messageId, borrowerId, kind, text: written, isPinned };
        const by = { personId: person.personId, writtenAt: clock.now() };
        return (await insertNote(transaction, { ...note, ...by })) ? note : null;
      });
    },
    search: (person, search) => searchDesk(dependencies, person, search),
  };
}

type Course = NonNullable<Awaited<ReturnType<typeof courseUpToDate>>>;
type FoundCase = NonNullable<Awaited<ReturnType<typeof findCase>>>;

interface CaseLoan {
  readonly row: LoanRow;
  readonly course: Course;
}

function readCase(
  dependencies: LendingDependencies,
  hours: ReturnType<typeof hoursOfMatters>,
  person: DeskPerson,
  borrowerId: string,
): Promise<DeskCase | null> {
  const entry = { person, needs: 'see-loans', act: 'opened', subject: `borrower:${borrowerId}` } as const;
  const find = async (transaction: Transaction) => {
    const found = isId(borrowerId) ? await findCase(transaction, borrowerId) : undefined;
    if (!found) return null;
    const now = await currentTime(dependencies, transaction);
    const loans = await loansOfBorrower(transaction, borrowerId, loansTold);
    const told: CaseLoan[] = [];
    for (const loan of loans) {
      const at = { now, random: dependencies.random };
      const course = await courseUpToDate(transaction, loan, at, 'whole');
      if (course) told.push({ row: { ...loan, ...course.loan }, course });
    }
    return { found, now, loans, told };
  };
  return perform(dependencies, entry, find, async (transaction, { found, now, loans, told }) => {
    const { mobilePhone, ...known } = found;
    const notes = await notesOf(transaction, { borrowerId });
    const story = await storyOfCase(transaction, person, { borrowerId, found, loans, told, notes });
    const numberOf = new Map(loans.map(({ id, orderNumber }) => [id, orderNumber]));
    const files = await filesOf(transaction, borrowerId, [...numberOf.keys()]);
    const owner = { borrowerId, market: found.market, mobilePhone, loans };
    const names = [...peopleOf(story), ...notes.map(({ personId }) => personId)];
    return {
      ...known,
      currency: currencyOf(found.market),
      loans: told.map((loan) => caseLoanOf(loan, now)),
      loanCount: await loanCountOf(transaction, borrowerId),
      matters: await mattersOf(transaction, owner, { hours, now, personId: person.personId }),
      payments: told.flatMap(casePaymentsOf).sort((a, b) => b.paidAt.getTime() - a.paidAt.getTime()),
      documents: files.map(({ loanId, ...file }) => ({ ...file, orderNumber: numberOf.get(loanId) ?? '' })),
      images: await imagesOfComplaints(transaction, borrowerId),
      notes,
      story,
      people: await namesOfPeople(transaction, [...new Set(names)]),
    };
  });
}

/** Everything that happened to a borrower, newest first, as far as the person's roles may see it. */
async function storyOfCase(
  transaction: Transaction,
  person: DeskPerson,
  {
    borrowerId,
    found,
    loans,
    told,
    notes,
  }: {
    readonly borrowerId: string;
    readonly found: FoundCase;
    readonly loans: readonly LoanRow[];
    readonly told: readonly CaseLoan[];
    readonly notes: Awaited<ReturnType<typeof notesOf>>;
  },
) {
  const [first, ...others] = loans;
  const messages = first ? await messagesOf(transaction, first, ...others) : [];
  const contacts = mayDo(person.roles, 'see-complaints')
    ? await contactMessagesFrom(transaction, found, contactsTold)
    : [];
  return newestFirst([
    ...told.toReversed().flatMap(({ row, course }) => linesOfCourse(course, row)),
    ...linesOfMessages(messages),
    ...linesOfContact(contacts),
    ...linesOfNotes(notes, new Map(loans.map(({ id, orderNumber }) => [id, orderNumber]))),
    ...linesOfActs(await actsAndLooks(transaction, { borrowerId })),
  ]);
}

function caseLoanOf({ row, course }: CaseLoan, now: Date): DeskCaseLoan {
  const isPaidOut = row.disbursedOn !== null;
  return {
    ...rowOf(row, course.instalments, now),
    application: null,
    principalMinor: row.principalMinor,
    dueMinor: (isPaidOut && dueThrough(course, course.today)?.amountMinor) || zeroMinor,
    settlesMinor: isPaidOut ? settlementOn(course, course.today).owedMinor : zeroMinor,
    paidMinor: addMinor(zeroMinor, ...course.instalments.map(({ paid }) => sumOf(paid))),
  };
}

function casePaymentsOf({ row, course }: CaseLoan): DeskCasePayment[] {
  return course.payments.map(({ id: _id, receivedAt: _received, reversedAt: _reversed, ...payment }) => ({
    ...payment,
    orderNumber: row.orderNumber,
  }));
}
