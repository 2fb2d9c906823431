import type { DeskCases, DeskHit } from '#contract/desk.ts';
import { inTransaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { askedNow, nothingAsked } from '#domain/booking/settlement.ts';
import { isFolio } from '#domain/complaint/complaint-folio.ts';
import { maskedName } from '#domain/desk/mask.ts';
import { caseNoteKinds, noteMaxLength } from '#domain/desk/note.ts';
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
import { record, requireAct } from './audit.ts';
import { rowOf, sumOf } from './loans.ts';
import { mattersOf } from './matters.ts';
import type { DeskConfiguration } from './people.ts';
import { listAudit } from './store/audit.ts';
import { filesOf, findCase, imagesOfComplaints, insertNote, messagesOf, notesOf } from './store/case.ts';
import { loanCountOf, loansOfBorrower } from './store/loan.ts';
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

/** Loans of a case that are told whole. */
const loansTold = 12;
const actsTold = 100;
const contactsTold = 50;
const hitLimit = 25;
const phoneEndDigits = 8;
const shortestName = 3;

/** Puts all there is of one borrower together, and finds them by whatever names them. */
export function createDeskCases(
  dependencies: LendingDependencies,
  { complaintHours, answerHours }: Pick<DeskConfiguration, 'complaintHours' | 'answerHours'>,
): DeskCases {
  const hours = hoursOfMatters(complaintHours, answerHours);
  const { hostDatabase: database, clock, random } = dependencies;
  const context = () => ({ now: clock.now(), random });
  return {
    async read(person, borrowerId) {
      const subject = `borrower:${borrowerId}`;
      await requireAct(dependencies, person, 'see-loans', { act: 'opened', subject });
      if (!isId(borrowerId)) return null;
      return inTransaction(database, async (transaction) => {
        const found = await findCase(transaction, borrowerId);
        if (!found) return null;
        const { mobilePhone, ...known } = found;
        const now = await currentTime(dependencies, transaction);
        const loans = await loansOfBorrower(transaction, borrowerId, loansTold);
        const told = [];
        for (const loan of loans) {
          const course = await courseUpToDate(transaction, loan, { now, random }, 'whole');
          if (course) told.push({ row: { ...loan, ...course.loan }, course });
        }
        await record(transaction, { person, act: 'opened', subject, outcome: 'done' }, context());
        const acts = await listAudit(transaction, { borrowerId, below: null, limit: actsTold });
        const notes = await notesOf(transaction, borrowerId);
        const [first, ...others] = loans;
        const messages = first ? await messagesOf(transaction, first, ...others) : [];
        const story = newestFirst([
          ...told.toReversed().flatMap(({ row, course }) => linesOfCourse(course, row)),
          ...linesOfMessages(messages),
          ...(mayDo(person.roles, 'see-complaints')
            ? linesOfContact(await contactMessagesFrom(transaction, found, contactsTold))
            : []),
          ...linesOfNotes(notes),
          ...linesOfActs(acts),
        ]);
        const numberOf = new Map(loans.map(({ id, orderNumber }) => [id, orderNumber]));
        const files = await filesOf(transaction, borrowerId, [...numberOf.keys()]);
        const owner = { borrowerId, market: found.market, mobilePhone, loans };
        const names = [...peopleOf(story), ...notes.map(({ personId }) => personId)];
        return {
          ...known,
          currency: currencyOf(found.market),
          loans: told.map(({ row, course }) => {
            const { due, settlesMinor } =
              row.disbursedOn === null ? nothingAsked : askedNow(course, course.today);
            return {
              ...rowOf(row, course.instalments, now),
              application: null,
              principalMinor: row.principalMinor,
              dueMinor: due?.amountMinor ?? zeroMinor,
              settlesMinor,
              paidMinor: addMinor(zeroMinor, ...course.instalments.map(({ paid }) => sumOf(paid))),
            };
          }),
          loanCount: await loanCountOf(transaction, borrowerId),
          matters: await mattersOf(transaction, owner, { hours, now, personId: person.personId }),
          payments: told
            .flatMap(({ row, course }) =>
              course.payments.map(
                ({ id: _id, receivedAt: _received, reversedAt: _reversed, ...payment }) => ({
                  ...payment,
                  orderNumber: row.orderNumber,
                }),
              ),
            )
            .sort((a, b) => b.paidAt.getTime() - a.paidAt.getTime()),
          documents: files.map(({ loanId, ...file }) => ({
            ...file,
            orderNumber: numberOf.get(loanId) ?? '',
          })),
          images: await imagesOfComplaints(transaction, borrowerId),
          notes,
          story,
          people: await namesOfPeople(transaction, [...new Set(names)]),
        };
      });
    },
    async note(person, borrowerId, { messageId, kind, text, isPinned }) {
      const entry = { person, act: 'noted', subject: `borrower:${borrowerId}` };
      await requireAct(dependencies, person, 'write-note', entry);
      if (!isId(messageId)) throw new CodedError('request-invalid', 'messageId');
      if (!caseNoteKinds.some((each) => each === kind)) throw new CodedError('request-invalid', 'kind');
      const written = text.trim();
      if (written === '' || written.length > noteMaxLength) throw new CodedError('request-invalid', 'text');
      await inTransaction(database, async (transaction) => {
        if (!isId(borrowerId) || !(await findCase(transaction, borrowerId)))
          throw new CodedError('not-found', 'borrowerId');
        const note = { id: messageId, borrowerId, kind, text: written, isPinned };
        const by = { personId: person.personId, writtenAt: clock.now() };
        if (!(await insertNote(transaction, { ...note, ...by }))) return;
        await record(transaction, { ...entry, outcome: 'done' }, context());
      });
    },
    async search(person, text) {
      await requireAct(dependencies, person, 'see-loans', { act: 'searched' });
      const hits = await hitsOf(text.trim().slice(0, longestText));
      const seen = hits.filter(
        ({ kind }) =>
          (kind !== 'payment' || mayDo(person.roles, 'see-money')) &&
          (kind !== 'complaint' || mayDo(person.roles, 'see-complaints')),
      );
      const borrowerIds = new Set(seen.map(({ borrowerId }) => borrowerId));
      const [borrowerId = null] = borrowerIds;
      const detail = { by: [...new Set(seen.map(({ why }) => why))], found: seen.length };
      const whose = borrowerIds.size === 1 && borrowerId !== null && { borrowerId };
      const orderNumbers = new Set(seen.map(({ orderNumber }) => orderNumber));
      const [orderNumber = null] = orderNumbers;
      const subject = orderNumbers.size === 1 && orderNumber !== null && { subject: `loan:${orderNumber}` };
      const entry = { person, act: 'searched', ...subject, ...whose, detail, outcome: 'done' as const };
      await record(database, entry, context());
      return seen;
    },
  };

  async function hitsOf(text: string): Promise<DeskHit[]> {
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
