import type { DeskCase, DeskCaseLoan, DeskCasePayment, DeskCases, DeskHit } from '#contract/desk.ts';
import type { Database, Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { dueThrough, settlementOn } from '#domain/booking/settlement.ts';
import { isFolio } from '#domain/complaint/complaint-folio.ts';
import { maskedName } from '#domain/desk/mask.ts';
import { caseNoteKinds, noteMaxLength } from '#domain/desk/note.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { mayDo } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { currencyOf } from '#domain/market.ts';
import { hoursOfMatters } from '#domain/matter/matter.ts';
import { addMinor, zeroMinor } from '#domain/money/money.ts';
import { phoneSpellings } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { plainText } from '#domain/typed-text.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { courseUpToDate } from '../ledger/loan-course.ts';
import { contactMessagesFrom } from '../support/store.ts';
import { perform, record, requireAct } from './audit.ts';
import { rowOf, sumOf } from './loans.ts';
import { mattersOf } from './matters.ts';
import type { DeskConfiguration } from './people.ts';
import { actsAndLooks } from './store/audit.ts';
import { filesOf, findCase, imagesOfComplaints, insertNote, messagesOf, notesOf } from './store/case.ts';
import { type LoanRow, loanCountOf, loansOfBorrower } from './store/loan.ts';
import { namesOfPeople } from './store/people.ts';
import {
  borrowersById,
  borrowersByPhoneEnd,
  borrowersNamed,
  complaintsNumbered,
  loansNumbered,
  loansPaidBy,
  nameWords,
  paymentsNamed,
} from './store/search.ts';
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
const hitLimit = 25;
const phoneEndDigits = 8;
const shortestName = 3;

export function createDeskCases(
  dependencies: LendingDependencies,
  { complaintHours, answerHours }: Pick<DeskConfiguration, 'complaintHours' | 'answerHours'>,
): DeskCases {
  const { hostDatabase: database, clock, random } = dependencies;
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
    async search(person, text) {
      await requireAct(dependencies, person, 'see-loans', { act: 'searched' });
      const hits = await hitsOf(database, text.trim().slice(0, longestText));
      const seen = hits.filter(
        ({ kind }) =>
          (kind !== 'payment' || mayDo(person.roles, 'see-money')) &&
          (kind !== 'complaint' || mayDo(person.roles, 'see-complaints')),
      );
      await record(
        database,
        { person, act: 'searched', ...searchFacts(seen), outcome: 'done' },
        { now: clock.now(), random },
      );
      return seen;
    },
  };
}

/** What the log keeps of a search: how hits matched, and the one borrower or loan they belong to. Never the search text. */
function searchFacts(hits: readonly DeskHit[]) {
  const detail = { by: [...new Set(hits.map(({ why }) => why))], found: hits.length };
  const onlyOne = (values: readonly (string | null)[]) => {
    const [one = null, ...others] = new Set(values);
    return others.length > 0 || one === null ? undefined : one;
  };
  const orderNumber = onlyOne(hits.map((hit) => hit.orderNumber));
  return {
    detail,
    borrowerId: onlyOne(hits.map((hit) => hit.borrowerId)),
    subject: orderNumber === undefined ? undefined : `loan:${orderNumber}`,
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

async function hitsOf(database: Database, text: string): Promise<DeskHit[]> {
  if (text === '') return [];
  const upper = text.toUpperCase();
  const plain = plainText(upper).replace(/[\s().+-]/g, '');
  const digits = /^\d{8,15}$/.test(plain) ? plain : '';
  const codes = [...new Set([text, plain])];
  const hits: DeskHit[] = [];
  for (const row of await loansNumbered(database, upper)) hits.push(loanHit(row));
  if (isFolio(upper)) for (const row of await complaintsNumbered(database, upper)) hits.push(folioHit(row));
  for (const row of await loansPaidBy(database, codes)) hits.push(codeHit(row));
  const payments = await paymentsNamed(
    database,
    { eventId: text, key: upper.replace(/[^0-9A-Z]/g, ''), references: [...codes, upper] },
    hitLimit,
  );
  for (const row of payments.byKey) hits.push(paymentHit(row, 'tracking-key', row.trackingKey ?? ''));
  for (const row of payments.byId) hits.push(paymentHit(row, 'provider-id', row.eventId));
  for (const row of payments.byReference) hits.push(paymentHit(row, 'reference', row.reference));
  const id = isId(text.toLowerCase()) ? text.toLowerCase() : null;
  for (const row of await borrowersById(database, { id, lenderBorrowerId: text }))
    hits.push(personHit(row, id === null ? 'lender-id' : 'own-id', true, text));
  if (digits !== '') {
    const end = digits.slice(-phoneEndDigits);
    for (const { mobilePhone, ...row } of await borrowersByPhoneEnd(database, end, hitLimit)) {
      const isWhole = phoneSpellings(phoneRuleOf(row.market), mobilePhone).includes(digits);
      if (isWhole || mobilePhone.endsWith(digits))
        hits.push(personHit(row, isWhole ? 'phone' : 'phone-end', true, ''));
    }
  }
  const words = nameWords(text);
  const isName = !/\d/.test(text) && words.some((word) => word.length >= shortestName);
  if (isName)
    for (const row of await borrowersNamed(database, words, hitLimit))
      hits.push(personHit(row, 'name', false, ''));
  const nameOf = ({ kind, name, why }: DeskHit) => [kind, name, kind === 'payment' ? '' : why].join(' ');
  return [...new Map(hits.toReversed().map((hit) => [nameOf(hit), hit])).values()].toReversed();
}

const longestText = 100;

const nothing = {
  orderNumber: null,
  status: null,
  amountMinor: null,
  currency: null,
  payment: null,
} as const;

type Who = Awaited<ReturnType<typeof borrowersNamed>>[number];

function personHit(
  { borrowerId, borrowerName, market }: Who,
  why: DeskHit['why'],
  isWhole: boolean,
  matched: string,
): DeskHit {
  const borrower = maskedName(borrowerName);
  return {
    ...nothing,
    kind: 'person',
    why,
    matched,
    isWhole,
    name: borrowerId,
    borrowerId,
    borrower,
    market,
  };
}

function loanHit({
  borrowerName,
  balanceMinor,
  ...loan
}: Awaited<ReturnType<typeof loansNumbered>>[number]): DeskHit {
  const { orderNumber } = loan;
  return {
    ...{ ...nothing, ...loan, kind: 'loan', why: 'order', matched: orderNumber, isWhole: true },
    ...{ name: orderNumber, borrower: maskedName(borrowerName), amountMinor: balanceMinor },
  };
}

function codeHit({
  borrowerName,
  balanceMinor,
  code,
  channelKind: _channel,
  ...loan
}: Awaited<ReturnType<typeof loansPaidBy>>[number]): DeskHit {
  return {
    ...{ ...nothing, ...loan, kind: 'reference', why: 'code', matched: code, isWhole: true },
    ...{ name: loan.orderNumber, borrower: maskedName(borrowerName), amountMinor: balanceMinor },
  };
}

function folioHit({
  borrowerName,
  folio,
  ...complaint
}: Awaited<ReturnType<typeof complaintsNumbered>>[number]): DeskHit {
  return {
    ...{ ...nothing, ...complaint, kind: 'complaint', why: 'folio', matched: folio, isWhole: true },
    ...{ name: folio, borrower: maskedName(borrowerName) },
  };
}

function paymentHit(
  {
    borrowerName,
    provider,
    eventId,
    outcome,
    trackingKey: _key,
    reference: _reference,
    ...payment
  }: Awaited<ReturnType<typeof paymentsNamed>>['byId'][number],
  why: DeskHit['why'],
  matched: string,
): DeskHit {
  return {
    ...{ ...nothing, ...payment, kind: 'payment', why, matched, isWhole: true, market: null },
    ...{ name: `${provider} ${eventId}`, borrower: maskedName(borrowerName ?? '') },
    payment: { provider, eventId, outcome },
  };
}
