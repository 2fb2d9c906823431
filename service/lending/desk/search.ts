import { type DeskFound, type DeskHit, type DeskSearch, type HitKind, hitKinds } from '#contract/desk.ts';
import type { Database } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { isFolio } from '#domain/complaint/complaint-folio.ts';
import { maskedName, maskedPhone } from '#domain/desk/mask.ts';
import { nameMatchOf } from '#domain/desk/name-match.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { mayDo } from '#domain/desk/role.ts';
import { allCurrencies } from '#domain/market.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { phoneSpellings } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { plainText } from '#domain/typed-text.ts';
import { linksOf } from '../borrower/store.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { cursorKey, encodeCursor, isSerialNumber } from '../keyset.ts';
import { record, requireAct } from './audit.ts';
import {
  borrowersById,
  borrowersByPhoneEnd,
  borrowersNamed,
  complaintsNumbered,
  loansNumbered,
  loansPaidBy,
  openLoansOf,
  paymentsNamed,
  searchWords,
} from './store/search.ts';

/** Hits of one kind that are counted and shown. */
const hitMost = 1000;
const readMost = hitMost + 1;
const longestText = 100;
/** Digits of a telephone's end that are looked up; the others are compared in what they find. */
const phoneEndMost = 8;

/** Finds, logs and gives one page of what a person searches for. */
export async function searchDesk(
  dependencies: LendingDependencies,
  person: DeskPerson,
  { text, kind, cursor, limit }: DeskSearch,
): Promise<DeskFound> {
  const { hostDatabase: database, clock, random } = dependencies;
  await requireAct(dependencies, person, 'see-loans', { act: 'searched' });
  const from = Number(cursorKey(cursor, [isSerialNumber])?.[0] ?? 0);
  const all = await hitsOf(database, person, text.trim().slice(0, longestText));
  const ofKind = (each: HitKind) => all.filter((hit) => hit.kind === each);
  const counts = hitKinds.flatMap((each) => {
    const { length } = ofKind(each);
    return length === 0 ? [] : [{ kind: each, count: Math.min(length, hitMost), hasMore: length > hitMost }];
  });
  const chosen = hitKinds
    .filter((each) => kind === null || each === kind)
    .flatMap((each) => ofKind(each).slice(0, hitMost));
  const hits = await withLoansAndLinks(database, chosen.slice(from, from + limit));
  const found = counts.reduce((sum, { count }) => sum + count, 0);
  const entry = { person, act: 'searched', ...searchFacts(hits, found), outcome: 'done' } as const;
  await record(database, entry, { now: clock.now(), random });
  const nextCursor = chosen.length > from + limit ? encodeCursor([from + limit]) : null;
  return { hits, counts, nextCursor };
}

/** What the log keeps of a search: how hits matched, the ids on the page, and the one borrower or loan they belong to. Never the text. */
function searchFacts(hits: readonly DeskHit[], found: number) {
  const namesOf = (...kinds: HitKind[]) => [
    ...new Set(hits.flatMap(({ kind, name }) => (kinds.includes(kind) ? [name] : []))),
  ];
  const shown = {
    borrowers: [...new Set(hits.flatMap(({ borrowerId }) => borrowerId ?? []))],
    loans: namesOf('loan', 'reference'),
    payments: namesOf('payment'),
    complaints: namesOf('complaint'),
  };
  const onlyOne = (values: readonly (string | null)[]) => {
    const [one = null, ...others] = new Set(values);
    return others.length > 0 || one === null ? undefined : one;
  };
  const orderNumber = onlyOne(hits.map((hit) => hit.orderNumber));
  return {
    detail: {
      by: [...new Set(hits.map(({ why }) => why))],
      found,
      ...Object.fromEntries(Object.entries(shown).filter(([, names]) => names.length > 0)),
    },
    borrowerId: onlyOne(hits.map((hit) => hit.borrowerId)),
    subject: orderNumber === undefined ? undefined : `loan:${orderNumber}`,
  };
}

async function withLoansAndLinks(database: Database, hits: readonly DeskHit[]): Promise<DeskHit[]> {
  const ids = hits.filter(({ kind }) => kind === 'person').map(({ name }) => name);
  if (ids.length === 0) return [...hits];
  const loans = Map.groupBy(await openLoansOf(database, ids), ({ borrowerId }) => borrowerId);
  const links = await linksOf(database, ids);
  const linked = new Set(links.flatMap(({ borrowerId, otherBorrowerId }) => [borrowerId, otherBorrowerId]));
  return hits.map((hit) => {
    if (hit.kind !== 'person') return hit;
    return { ...hit, openLoans: loans.get(hit.name) ?? [], isLinked: linked.has(hit.name) };
  });
}

/** All hits of what a person may see, at most one more of a kind than is shown; the surest first. */
async function hitsOf(database: Database, person: DeskPerson, text: string): Promise<DeskHit[]> {
  if (text === '') return [];
  const codes = spellingsOf(text);
  const hits: DeskHit[] = [];
  for (const row of await loansNumbered(database, codes)) hits.push(loanHit(row));
  if (codes.folio !== null && mayDo(person.roles, 'see-complaints'))
    for (const row of await complaintsNumbered(database, codes.folio)) hits.push(folioHit(row));
  for (const row of await loansPaidBy(database, codes.references)) hits.push(codeHit(row));
  if (mayDo(person.roles, 'see-money')) {
    const payments = await paymentsNamed(database, codes, readMost);
    for (const row of payments.byKey) hits.push(paymentHit(row, 'tracking-key', row.trackingKey ?? ''));
    for (const row of payments.byId) hits.push(paymentHit(row, 'provider-id', row.eventId));
    for (const row of payments.byReference) hits.push(paymentHit(row, 'reference', row.reference));
    for (const row of payments.byAmount) hits.push(paymentHit(row, 'amount', ''));
  }
  const id = isId(text.toLowerCase()) ? text.toLowerCase() : null;
  for (const row of await borrowersById(database, { id, lenderBorrowerId: text }))
    hits.push(personHit(row, id === null ? 'lender-id' : 'own-id', text));
  hits.push(...(await hitsOfPhone(database, codes.digits)), ...(await hitsOfName(database, text)));
  const nameOf = ({ kind, name, why }: DeskHit) =>
    [kind, name, kind === 'payment' || kind === 'person' ? '' : why].join(' ');
  return [...new Map(hits.toReversed().map((hit) => [nameOf(hit), hit])).values()].toReversed();
}

/** A typed text as each kind of code is stored: marks, blanks and dashes of people's own left out or put right. */
function spellingsOf(text: string) {
  const upper = plainText(text)
    .toUpperCase()
    .replace(/[\p{Pd}\u2212]/gu, '-');
  const key = upper.replace(/[^0-9A-Z]/g, '');
  const plain = upper.replace(/[\s().+-]/g, '');
  const [, year = '', serial = ''] = /^(?:LL)?(\d{4})(\d{6,9})$/.exec(key) ?? [];
  const folio = key.replace(/^QJ(\d{4})(\d{6,9})(\d{2})$/, 'QJ-$1-$2-$3');
  return {
    key,
    eventId: text,
    references: [...new Set([text, upper, plain])],
    orderNumbers: [upper, `LL-${year}-${serial}`],
    serial: /^\d{6,9}$/.test(key) ? Number(key) : null,
    folio: isFolio(folio) ? folio : null,
    digits: /^\d{4,15}$/.test(plain) ? plain : '',
    amounts: allCurrencies.flatMap((currency) => {
      const amountMinor = amountFromText(text, currency);
      return amountMinor === null ? [] : [{ currency, amountMinor }];
    }),
  };
}

async function hitsOfPhone(database: Database, digits: string): Promise<DeskHit[]> {
  if (digits === '') return [];
  const rows = await borrowersByPhoneEnd(database, digits.slice(-phoneEndMost), readMost);
  return rows.flatMap((row) => {
    const isWhole = phoneSpellings(phoneRuleOf(row.market), row.mobilePhone).includes(digits);
    if (!isWhole && !row.mobilePhone.endsWith(digits)) return [];
    return [personHit(row, isWhole ? 'phone' : 'phone-end', '')];
  });
}

/** Whole names first, then beginnings, then names with one wrong letter, each from the oldest borrower on. */
async function hitsOfName(database: Database, text: string): Promise<DeskHit[]> {
  const typed = await searchWords(database, text);
  if (typed.length === 0) return [];
  const exact = await borrowersNamed(database, text, { isNear: false, limit: readMost });
  const near =
    exact.length > hitMost ? [] : await borrowersNamed(database, text, { isNear: true, limit: readMost });
  const ranked = [...exact, ...near].map((row) => ({ row, match: nameMatchOf(typed, row.words) }));
  const ofMatch = (match: (typeof ranked)[number]['match']) =>
    ranked
      .filter((each) => each.match === match)
      .sort((a, b) => (a.row.borrowerId < b.row.borrowerId ? -1 : 1))
      .map(({ row }) => personHit(row, match === 'near' ? 'name-near' : 'name', ''));
  return [...ofMatch('whole'), ...ofMatch('beginning'), ...ofMatch('near')];
}

const nothing = {
  orderNumber: null,
  status: null,
  amountMinor: null,
  currency: null,
  payment: null,
  phone: '',
  isLinked: false,
  openLoans: [],
} as const;

type Who = Awaited<ReturnType<typeof borrowersById>>[number];

function personHit(
  { borrowerId, borrowerName, market, mobilePhone }: Who,
  why: DeskHit['why'],
  matched: string,
): DeskHit {
  return {
    ...{ ...nothing, kind: 'person', why, matched, name: borrowerId, borrowerId, market },
    ...{ borrower: maskedName(borrowerName), phone: maskedPhone(mobilePhone) },
  };
}

type Loan = Awaited<ReturnType<typeof loansNumbered>>[number];

function loanHit(
  { borrowerName, balanceMinor, mobilePhone: _phone, ...loan }: Loan,
  kind: 'loan' | 'reference' = 'loan',
  matched: string = loan.orderNumber,
): DeskHit {
  return {
    ...{ ...nothing, ...loan, kind, why: kind === 'loan' ? 'order' : 'code', matched },
    ...{ name: loan.orderNumber, borrower: maskedName(borrowerName), amountMinor: balanceMinor },
  };
}

function codeHit({ code, ...loan }: Awaited<ReturnType<typeof loansPaidBy>>[number]): DeskHit {
  return loanHit(loan, 'reference', code);
}

function folioHit({
  borrowerName,
  folio,
  mobilePhone: _phone,
  ...complaint
}: Awaited<ReturnType<typeof complaintsNumbered>>[number]): DeskHit {
  return {
    ...{ ...nothing, ...complaint, kind: 'complaint', why: 'folio', matched: folio },
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
    ...{ ...nothing, ...payment, kind: 'payment', why, matched, market: null },
    ...{ name: `${provider} ${eventId}`, borrower: maskedName(borrowerName ?? '') },
    payment: { provider, eventId, outcome },
  };
}
