import { sql } from 'drizzle-orm';
import { allHostCalls } from '#contract/all-host-calls.ts';
import type { DeskService } from '#contract/desk.ts';
import { waiveCharge } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import { type Database, type Queryable, queryRows } from '#db/database.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { lateViews } from '#domain/matter/collection.ts';
import { type MatterFilter, type MatterKind, matterKinds, wholeQueue } from '#domain/matter/matter.ts';
import { portfolioFolio, portfolioId, portfolioOrderNumber } from '#fixtures/portfolio.ts';
import { createDesk } from '#lending/desk/create-desk.ts';
import { encodeCursor } from '#lending/keyset.ts';
import { type LendingService, lendingService } from './lending-service.ts';

/** What is asked, of a portfolio whose last loan was applied for on a day. */
export interface ListSubject {
  readonly service: Pick<LendingService, 'tell'>;
  readonly desk: DeskService;
  readonly person: DeskPerson;
  readonly loans: number;
  readonly through: LocalDate;
}

/** A list or another question that the lender's systems or the desk ask. */
export interface ListRequest {
  /** The call or the desk's word, and what is wanted of it. */
  readonly name: string;
  /**
   * `page` for what costs the same however much there is and wherever it goes on, `sum` for what reads a whole portfolio and is
   * asked now and then.
   */
  readonly cost: 'page' | 'sum';
  /** How many rows of one table a page may look at, where that is more than those it shows. */
  readonly looksAt?: number;
  /** Every key of the list in its order, in SQL; absent for what has no pages. */
  readonly keys?: string;
  ask(subject: ListSubject, key: readonly string[] | null): Promise<unknown>;
}

/** Asks a service on a portfolio, at noon of its day, as somebody who may see everything. */
export function askedOf(
  database: Database,
  { loans, through }: { readonly loans: number; readonly through: LocalDate },
): ListSubject {
  const service = lendingService(database);
  service.setTime(`${through}T12:00:00-06:00`);
  const desk = createDesk(service.dependencies, service.api.host, {
    ...{ groupsOfRole: {}, idleMinutes: 15, sessionHours: 10, roleMinutes: null, complaintHours: 24 },
    secondApproverAboveMinor: { MXN: 200_000, INR: 1_000_000 },
    daySumAboveMinor: { MXN: 99_999_999, INR: 99_999_999 },
  });
  const person: DeskPerson = {
    ...{ personId: portfolioId('person', 0), name: 'Ana', language: 'es' },
    roles: ['agent', 'treasury', 'manager', 'auditor'],
  };
  return { service, desk, person, loans, through };
}

type Fields = (subject: ListSubject) => Readonly<Record<string, unknown>>;

const pageSize = 50;
/** What a page of filtered loans looks at, each with two instalments. */
const lookedAtMax = 1000;
const nothing: Fields = () => ({});
const middle = ({ loans }: ListSubject) => Math.ceil(loans / 2);

/** A loan of the middle that was paid out, settled, and complained of. */
const someLoan = (subject: ListSubject) => Math.floor(middle(subject) / 100) * 100 + 51;
const orderNumber: Fields = (subject) => ({ orderNumber: portfolioOrderNumber(someLoan(subject)) });
const borrowerId: Fields = (subject) => ({ borrowerId: portfolioId('borrower', someLoan(subject)) });
const halfYearAgo = ({ through }: ListSubject) => addDays(through, -180);
const since: Fields = (subject) => ({ since: `${halfYearAgo(subject)}T00:00:00Z` });
const yearInMexico: Fields = ({ through }) => ({
  currency: 'MXN',
  fromDay: addDays(through, -360),
  throughDay: through,
});

type HostListing = Pick<ListRequest, 'keys' | 'looksAt'> & { readonly of: string; readonly fields?: Fields };

const byTime = (table: string, column: string, which = '') =>
  `select ${column}, id from ${table} ${which} order by 1, 2`;
const events = `select serial_number from outbox_events`;
const unpaid = ['penalty', 'fee', 'vat', 'interest', 'principal']
  .map((part) => `${part}_charged_minor > ${part}_paid_minor`)
  .join(' or ');
const dueKeys = (which: string) =>
  `select due_date::text, loan_id from instalments where (${unpaid}) and ${which} order by 1, 2`;
const changedKeys = (which = 'true') =>
  `select changed_at, serial_number from loans where changed_at >= now() - interval '100 years' and ${which} order by 1, 2`;

/** The lists among the calls of the lender's systems, by the call's name: plain, and with each of what they can be asked for. */
const hostLists: Readonly<Record<string, readonly HostListing[]>> = {
  listBorrowers: [
    { of: 'all', keys: 'select id from borrowers order by id' },
    { of: 'one number', fields: () => ({ mobilePhone: '5500000007' }) },
    {
      of: 'blocked',
      fields: () => ({ isBlocked: true }),
      keys: 'select id from borrowers where blocked_at is not null order by id',
    },
  ],
  listErasures: [{ of: 'all', keys: 'select id from erasures order by id' }],
  listErasureRequests: [
    { of: 'all', keys: 'select id from erasure_requests order by id' },
    {
      of: 'waiting',
      fields: () => ({ state: 'waiting' }),
      keys: `select id from erasure_requests where state = 'waiting' order by id`,
    },
  ],
  listProducts: [{ of: 'all' }],
  listOffers: [
    { of: 'all', keys: 'select borrower_id, product_id from offers order by 1, 2' },
    { of: 'a borrower', fields: borrowerId },
    {
      of: 'a product',
      fields: () => ({ productId: 'mx-120' }),
      keys: `select borrower_id, product_id from offers where product_id = 'mx-120' order by 1, 2`,
    },
  ],
  listAgreementVersions: [{ of: 'all' }],
  listLoans: [
    { of: 'all', keys: 'select serial_number from loans order by 1 desc' },
    { of: 'a borrower', fields: borrowerId },
    ...['under-review', 'settled', 'written-off'].map((status) => ({
      of: status,
      fields: () => ({ status }),
      keys: `select serial_number from loans where status = '${status}' order by 1 desc`,
    })),
    {
      of: 'changed',
      fields: () => ({ changedSince: '2000-01-01T00:00:00Z' }),
      keys: changedKeys(),
    },
    {
      of: 'changed and written off',
      looksAt: 3 * lookedAtMax,
      fields: () => ({ changedSince: '2000-01-01T00:00:00Z', status: 'written-off' }),
      keys: changedKeys(),
    },
    {
      of: 'due',
      fields: ({ through }) => ({ dueFrom: addDays(through, -400) }),
      keys: dueKeys('true'),
    },
    {
      of: 'due and settled, of which there is none',
      looksAt: 3 * lookedAtMax,
      fields: ({ through }) => ({ dueFrom: addDays(through, -400), status: 'settled' }),
      keys: dueKeys('true'),
    },
    {
      of: 'due until a year from now and overdue',
      looksAt: 3 * lookedAtMax,
      fields: ({ through }) => ({ dueThrough: addDays(through, 365), status: 'overdue' }),
      keys: dueKeys('true'),
    },
  ],
  listPayments: [
    { of: 'all', keys: 'select received_at, id from provider_events order by 1 desc, 2 desc' },
    {
      of: 'a time',
      fields: (subject) => ({
        receivedSince: `${addDays(subject.through, -360)}T00:00:00Z`,
        receivedBefore: `${halfYearAgo(subject)}T00:00:00Z`,
      }),
    },
  ],
  listRefunds: [
    { of: 'all', keys: 'select requested_at, id from refunds order by 1 desc, 2 desc' },
    ...['requested', 'sent'].map((state) => ({
      of: state,
      fields: () => ({ state }),
      keys: byTime('refunds', 'requested_at', `where state = '${state}'`),
    })),
  ],
  listSettlementFiles: [
    { of: 'all', keys: 'select read_at, id from settlement_files order by 1 desc, 2 desc' },
  ],
  listUnmatchedPayments: [
    { of: 'all', keys: byTime('provider_events', 'received_at', `where outcome = 'unmatched'`) },
  ],
  exportJournal: [
    {
      // Of a day that is not closed, what all loans earned on it is summed anew.
      of: 'a year of closed days',
      // A movement has up to 32 postings.
      looksAt: 32 * pageSize,
      fields: (subject) => ({
        ...yearInMexico(subject),
        ...{ throughDay: addDays(subject.through, -1), format: 'csv' },
      }),
      keys: `select to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), id from ledger_transactions
        where currency = 'MXN' and booked_at < coalesce((select opens_at from closed_books where currency = 'MXN'), 'infinity') and booked_at >= (select max(booked_at) - interval '350 days' from ledger_transactions) order by booked_at, id`,
    },
  ],
  exportComplaints: [{ of: 'all', keys: 'select serial_number from complaints order by 1' }],
  listPaymentClaims: ['waiting', 'not-found'].map((state) => ({
    of: state,
    fields: () => ({ state }),
    keys: byTime('payment_claims', 'claimed_at', `where state = '${state}'`),
  })),
  listChargeDisputes: ['open', 'rejected'].map((state) => ({
    of: state,
    fields: () => ({ state }),
    keys: byTime('charge_disputes', 'filed_at', `where state = '${state}'`),
  })),
  listReminderConsents: [
    { of: 'all', keys: 'select id from reminder_consents order by 1' },
    {
      of: 'standing',
      fields: () => ({ isStanding: true }),
      keys: 'select id from reminder_consents where withdrawn_at is null order by 1',
    },
    { of: 'a borrower', fields: borrowerId },
  ],
  listComplaints: ['received', 'in-review', 'answered', 'closed'].map((state) => ({
    of: state,
    fields: () => ({ state }),
    keys: `select serial_number from complaints where state = '${state}' order by 1`,
  })),
  listPromotionTemplates: [{ of: 'all' }],
  listContactMessages: ['open', 'closed'].map((state) => ({
    of: state,
    fields: () => ({ state }),
    keys: byTime('contact_messages', 'received_at', `where state = '${state}'`),
  })),
  listRegistrations: [
    { of: 'all', keys: byTime('registrations', 'registered_at') },
    { of: 'half a year', fields: since },
    { of: 'a telephone', fields: () => ({ mobilePhone: '+525500000001' }) },
  ],
  listBurialPoints: [
    { of: 'all', keys: byTime('burial_point_events', 'occurred_at') },
    { of: 'half a year', fields: since },
  ],
  listSmsMessages: [
    { of: 'all', keys: byTime('sms_sends', 'sent_at') },
    { of: 'half a year', fields: since },
  ],
  listDeadEvents: [{ of: 'all', keys: `${events} where state = 'dead' order by 1` }],
  listEvents: [
    { of: 'all', keys: `${events} order by 1` },
    { of: 'a loan', fields: orderNumber },
  ],
};

/** The other calls that only read, by the call's name. */
const hostReads: Readonly<Record<string, { readonly fields: Fields; readonly cost: ListRequest['cost'] }>> = {
  readBorrower: { fields: borrowerId, cost: 'page' },
  exportBorrower: { fields: borrowerId, cost: 'page' },
  readProduct: { fields: () => ({ productId: 'mx-120' }), cost: 'page' },
  quoteSettlement: { fields: orderNumber, cost: 'page' },
  listLoanFiles: { fields: orderNumber, cost: 'page' },
  readLoanFile: { fields: (subject) => ({ ...orderNumber(subject), kind: 'agreement' }), cost: 'page' },
  readLoanStatement: { fields: orderNumber, cost: 'page' },
  readPayment: {
    fields: (subject) => ({ provider: 'spei', eventId: `abono-${someLoan(subject)}-1` }),
    cost: 'page',
  },
  verifyReceipt: {
    fields: (subject) => ({
      ...orderNumber(subject),
      receiptNumber: 'RC-000000A7F3',
      checkCode: '7K3QX-M20VB',
    }),
    cost: 'page',
  },
  listSavedCards: { fields: borrowerId, cost: 'page' },
  listContacts: { fields: nothing, cost: 'page' },
  listReferences: { fields: orderNumber, cost: 'page' },
  readPaymentClaim: {
    fields: (subject) => ({ claimId: portfolioId('claim', someLoan(subject)) }),
    cost: 'page',
  },
  readChargeDispute: {
    fields: (subject) => ({ disputeId: portfolioId('dispute', someLoan(subject)) }),
    cost: 'page',
  },
  readJobs: { fields: nothing, cost: 'page' },
  showSettlementFile: {
    fields: ({ loans }) => ({
      fileId: portfolioId('payment', Math.floor(loans / 100) * 50),
      show: 'matched',
    }),
    cost: 'sum',
  },
  readReconciliation: { fields: nothing, cost: 'sum' },
  readAging: { fields: () => ({ currency: 'MXN' }), cost: 'sum' },
  readRollRates: { fields: yearInMexico, cost: 'sum' },
  readTrialBalance: { fields: yearInMexico, cost: 'sum' },
  reconcileProviders: { fields: yearInMexico, cost: 'sum' },
  readRetention: { fields: nothing, cost: 'page' },
  readPromotionFigures: {
    fields: ({ through }) => ({
      ...{ market: 'MX', fromDay: addDays(through, -360), throughDay: through, by: 'channel' },
    }),
    cost: 'sum',
  },
};

/** Every reading call of the lender's systems. @throws Error for one that no line above asks. */
export function hostRequests(): ListRequest[] {
  return allHostCalls
    .filter(({ isRead }) => isRead)
    .flatMap((call) => {
      const read = hostReads[call.name];
      if (read) return [hostRequest(call, { of: 'one', fields: read.fields }, read.cost)];
      const lists = hostLists[call.name];
      if (!lists) throw new Error(`Nothing asks ${call.name}: add it to ${import.meta.filename}.`);
      return lists.map((listing) => hostRequest(call, listing, 'page'));
    });
}

function hostRequest(
  call: HostCall,
  { of, fields = nothing, ...listing }: HostListing,
  cost: ListRequest['cost'],
): ListRequest {
  const hasLimit = hostLists[call.name] !== undefined;
  return {
    name: `${call.name}: ${of}`,
    cost,
    ...listing,
    ask: (subject, key) =>
      subject.service.tell(call, {
        ...fields(subject),
        ...(hasLimit && { limit: call.name === 'listAgreementVersions' ? 10 : pageSize }),
        ...(key && { cursor: encodeCursor(key) }),
      }),
  };
}

const serials = (table: string, which: string, order: 'asc' | 'desc') =>
  `select serial_number from ${table} where ${which} order by 1 ${order}`;
const cursorOf = (key: readonly string[] | null) => key?.[0] ?? '';

/** Where open matters of each kind stand, and in how many hours one is due. */
const matterSources = [
  {
    ...{ kind: 'complaint', hours: 24 },
    from: `filed_at from complaints where state in ('received', 'in-review') and due_at is null`,
  },
  {
    ...{ kind: 'data-request', hours: 0 },
    from: `due_at from complaints where state <> 'closed' and due_at is not null`,
  },
  { kind: 'payment-claim', from: `claimed_at from payment_claims where state = 'waiting'`, hours: 24 },
  { kind: 'charge-dispute', from: `filed_at from charge_disputes where state = 'open'`, hours: 72 },
  { kind: 'message', from: `received_at from contact_messages where state = 'open'`, hours: 24 },
  { kind: 'unmatched', from: `received_at from provider_events where outcome = 'unmatched'`, hours: 24 },
  { kind: 'outflow', from: `received_at from provider_outflows where state = 'waiting'`, hours: 24 },
  { kind: 'refund', from: `requested_at from refunds where state = 'requested'`, hours: 72 },
  { kind: 'payout', from: `changed_at from loans where status = 'paying-out'`, hours: 24 },
  { kind: 'approval', from: `asked_at from desk_approvals where state = 'waiting'`, hours: 4 },
  { kind: 'application', from: `applied_at from loans where status = 'under-review'`, hours: 4 },
  { kind: 'event', from: `occurred_at from outbox_events where state = 'dead'`, hours: 8 },
] as const satisfies readonly { kind: MatterKind; from: string; hours: number }[];

const matterKeys = (kind: MatterKind, from: string, hours: number) =>
  `select to_char((came + interval '${hours} hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '${matterKinds.indexOf(kind)}', id
    from (select id, ${from.replace(' from', ' as came from')}) as open order by came, id`;
const matterPage =
  (filter: Partial<MatterFilter>): ListRequest['ask'] =>
  ({ desk, person }, key) =>
    desk.matters.list(
      person,
      { ...wholeQueue, ...filter },
      { cursor: key ? encodeCursor(key) : '', limit: pageSize },
    );

/** Late loans in their usual order. */
const lateLists = ([null, [31, 60]] as const).map((band) => ({
  name: band === null ? 'all' : 'a band',
  keys: `select oldest_due_on::text, id from loans where currency = 'MXN' and status in ('to-repay', 'overdue') and oldest_due_on is not null
      order by 1, 2`,
  ask: ({ desk, person }: ListSubject, key: readonly string[] | null) =>
    desk.collections.list(
      person,
      { market: 'MX', band, leastMinor: null, view: null, holder: null, sort: 'days' },
      { cursor: key ? encodeCursor(key) : '', limit: pageSize },
    ),
}));

/** What the desk looks up by itself, by the service's own names; what it asks by a call stands above. */
const deskReads: Readonly<
  Record<string, readonly (Omit<ListRequest, 'cost'> & Partial<Pick<ListRequest, 'cost'>>)[]>
> = {
  'loans.list': [
    {
      name: 'all',
      keys: serials('loans', 'true', 'desc'),
      ask: ({ desk, person }, key) =>
        desk.loans.list(person, { status: null, cursor: cursorOf(key), limit: pageSize }),
    },
    {
      name: 'overdue',
      keys: serials('loans', `status = 'overdue'`, 'desc'),
      ask: ({ desk, person }, key) =>
        desk.loans.list(person, { status: 'overdue', cursor: cursorOf(key), limit: pageSize }),
    },
    {
      name: 'applications',
      keys: serials('loans', `status = 'under-review'`, 'desc'),
      ask: ({ desk, person }, key) =>
        desk.loans.list(person, { status: 'under-review', cursor: cursorOf(key), limit: pageSize }),
    },
  ],
  'cases.search': (
    [
      ['an order number', (subject) => portfolioOrderNumber(someLoan(subject))],
      ['a folio', (subject) => portfolioFolio(someLoan(subject))],
      ['a payment code', (subject) => `9991${String(someLoan(subject)).padStart(14, '0')}`],
      ['a telephone', (subject) => `55${String(someLoan(subject)).padStart(8, '0')}`],
      ['the lender’s id', (subject) => `customer-${someLoan(subject)}`],
      ['a provider’s id', (subject) => `abono-${someLoan(subject)}-1`],
      ['a reference without a loan', ({ loans }) => `nadie ${Math.floor(loans / 10) * 10 - 6}`],
      [
        'an order in other spelling',
        (subject) => portfolioOrderNumber(someLoan(subject)).replaceAll('-', ''),
      ],
      ['the end of a telephone', (subject) => String(someLoan(subject)).padStart(8, '0').slice(-4)],
      ['an amount', () => '100.00'],
      ['a name', (subject) => `Prueba ${someLoan(subject)}`],
      ['a name of all', () => 'prueba'],
      ['a name with a wrong letter', (subject) => `Prueva ${someLoan(subject)}`],
      ['a name, which finds nothing', () => 'Rosa Medina'],
    ] as const satisfies readonly (readonly [string, (subject: ListSubject) => string])[]
  ).map(([name, text]) => ({
    name,
    // It counts to a thousand and says when there are more.
    looksAt: 1001,
    ask: (subject) =>
      subject.desk.cases.search(subject.person, { text: text(subject), kind: null, limit: pageSize }),
  })),
  'cases.read': [
    {
      name: 'one',
      ask: (subject) => subject.desk.cases.read(subject.person, portfolioId('borrower', someLoan(subject))),
    },
  ],
  'loans.read': [
    {
      name: 'one',
      ask: (subject) => subject.desk.loans.read(subject.person, portfolioOrderNumber(someLoan(subject))),
    },
  ],
  'approvals.readAll': [
    {
      name: 'those that a page of the queue has',
      ask: ({ desk, person }) =>
        desk.approvals.readAll(
          person,
          Array.from({ length: pageSize }, (_, index) => portfolioId('approval', index * 10 + 7)),
        ),
    },
  ],
  'loans.application': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.loans.application(subject.person, portfolioOrderNumber(someLoan(subject))),
    },
  ],
  'loans.show': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.loans.show(subject.person, portfolioOrderNumber(someLoan(subject)), ['phone']),
    },
  ],
  'loans.isBorrower': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.loans.isBorrower(
          subject.person,
          portfolioOrderNumber(someLoan(subject)),
          'Rosa Delgado',
        ),
    },
  ],
  'matters.list': [
    ...matterSources.map(({ kind, from, hours }) => ({
      name: kind,
      keys: matterKeys(kind, from, hours),
      ask: matterPage({ kind }),
    })),
    { name: 'all kinds', keys: matterKeys('complaint', matterSources[0].from, 24), ask: matterPage({}) },
    {
      name: 'somebody’s',
      ask: matterPage({ kind: 'complaint', holder: portfolioId('person', 0) }),
      looksAt: 3 * lookedAtMax,
    },
    { name: 'over', ask: matterPage({ isEnded: true }) },
    {
      name: 'unmatched, of an amount',
      ask: matterPage({ kind: 'unmatched', fromMinor: 123_456, toMinor: 123_456 }),
    },
  ],
  'matters.count': [
    { name: 'all', cost: 'sum', ask: ({ desk, person }) => desk.matters.count(person, wholeQueue) },
  ],
  'matters.place': [
    {
      ...{ name: 'all kinds', cost: 'sum', keys: matterKeys('complaint', matterSources[0].from, 24) },
      ask: ({ desk, person }, key) => desk.matters.place(person, wholeQueue, key ? encodeCursor(key) : ''),
    },
  ],
  'matters.find': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.matters.find(subject.person, [
          { kind: 'complaint', id: portfolioId('complaint', someLoan(subject)) },
          { kind: 'application', id: portfolioId('loan', someLoan(subject)) },
        ]),
    },
  ],
  'batches.read': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.batches.read(
          subject.person,
          portfolioId('approval', Math.floor(someLoan(subject) / 20) * 20),
        ),
    },
  ],
  'batches.page': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.batches.page(
          subject.person,
          portfolioId('approval', Math.floor(someLoan(subject) / 20) * 20),
          {},
        ),
    },
  ],
  'collections.list': [
    ...lateLists,
    ...([...lateViews, 'amount', 'mine'] as const).map((of) => ({
      name: of,
      // Reads who is late, or who is in the view, whole.
      cost: 'sum' as const,
      ask: ({ desk, person }: ListSubject) =>
        desk.collections.list(
          person,
          {
            ...{
              market: 'MX',
              band: null,
              leastMinor: null,
              view: lateViews.find((view) => view === of) ?? null,
            },
            ...{ holder: of === 'mine' ? person.personId : null, sort: of === 'amount' ? 'amount' : 'days' },
          },
          { cursor: '', limit: pageSize },
        ),
    })),
  ],
  'collections.count': [
    { name: 'all', cost: 'sum', ask: ({ desk, person }) => desk.collections.count(person, 'MX') },
  ],
  'collections.read': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.collections.read(
          subject.person,
          portfolioOrderNumber(Math.floor(middle(subject) / 10) * 10 + 8),
        ),
    },
  ],
  'matters.colleagues': (['complaint', 'collection'] as const).map((kind) => ({
    name: kind,
    ask: ({ desk, person }) => desk.matters.colleagues(person, [kind]),
  })),
  'matters.views': [{ name: 'all', ask: ({ desk, person }) => desk.matters.views(person) }],
  'messages.read': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.messages.read(subject.person, portfolioId('message', someLoan(subject)), true),
    },
  ],
  'complaints.read': [
    {
      name: 'one',
      ask: (subject) => subject.desk.complaints.read(subject.person, portfolioFolio(someLoan(subject))),
    },
  ],
  'complaints.image': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.complaints.image(subject.person, portfolioFolio(someLoan(subject)), 'none'),
    },
  ],
  'corrections.borrowerOf': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.corrections.borrowerOf({ orderNumber: portfolioOrderNumber(someLoan(subject)) }),
    },
  ],
  'corrections.allowance': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.corrections.allowance(
          subject.person,
          { call: waiveCharge as HostCall, orderNumber: portfolioOrderNumber(someLoan(subject)) },
          'MXN',
        ),
    },
  ],
  'claims.image': [
    {
      name: 'one',
      ask: (subject) => subject.desk.claims.image(subject.person, portfolioId('claim', someLoan(subject))),
    },
  ],
  'claims.proof': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.claims.proof(subject.person, portfolioOrderNumber(someLoan(subject)), 'none.jpg'),
    },
  ],
  'unmatched.outflow': [
    {
      name: 'one',
      ask: (subject) =>
        subject.desk.unmatched.outflow(subject.person, portfolioId('outflow', someLoan(subject))),
    },
  ],
  'unmatched.refund': [
    {
      name: 'one',
      ask: (subject) => subject.desk.unmatched.refund(subject.person, `refund-${someLoan(subject)}`),
    },
  ],
  'unmatched.read': [
    {
      name: 'one',
      ask: ({ desk, person, loans }) =>
        desk.unmatched.read(person, {
          provider: 'spei',
          eventId: `perdido-${Math.floor(loans / 10) * 10 - 6}`,
        }),
    },
  ],
  audit: [
    {
      name: 'all',
      keys: serials('audit_entries', 'true', 'desc'),
      ask: ({ desk }, key) => desk.audit({ cursor: cursorOf(key), limit: pageSize }),
    },
    {
      name: 'a loan',
      ask: (subject) =>
        subject.desk.audit({ subject: `loan:${portfolioOrderNumber(someLoan(subject))}`, limit: pageSize }),
    },
    {
      name: 'a borrower',
      ask: (subject) =>
        subject.desk.audit({ borrower: portfolioId('borrower', someLoan(subject)), limit: pageSize }),
    },
    {
      name: 'a person',
      keys: serials('audit_entries', `person_id = '${portfolioId('person', 1)}'`, 'desc'),
      ask: ({ desk }, key) =>
        desk.audit({ personId: portfolioId('person', 1), cursor: cursorOf(key), limit: pageSize }),
    },
    {
      name: 'an act',
      keys: serials('audit_entries', `act = 'opened'`, 'desc'),
      ask: ({ desk }, key) => desk.audit({ act: 'opened', cursor: cursorOf(key), limit: pageSize }),
    },
    {
      name: 'a day long ago',
      ask: (subject) => {
        const from = new Date(`${halfYearAgo(subject)}T06:00:00Z`);
        const until = new Date(from.getTime() + 86_400_000);
        return subject.desk.audit({ from, until, limit: pageSize });
      },
    },
  ],
};

/** What changes something, and what is read by the key of one row or of a session. */
const deskActs = [
  ...[
    'ask',
    'require',
    'loanTime',
    'people.signIn',
    'people.find',
    'people.findRunOut',
    'people.signOut',
    'people.takeIdToken',
    'people.endByProvider',
    'people.endSessions',
    'people.signedIn',
    'people.names',
    'corrections.propose',
    ...['cases.note', 'papers.letter', 'papers.settlement', 'papers.settlementPaper'],
    ...[
      'borrowers.showChange',
      'borrowers.confirm',
      'borrowers.sendCode',
      'borrowerMessages.preview',
      'borrowerMessages.send',
      'borrowerMessages.stop',
    ],
    'people.speak',
    'corrections.preview',
  ],
  ...['corrections.carryOut', 'corrections.limitOf', 'approvals.read', 'approvals.approve'],
  ...[
    'approvals.sendBack',
    'approvals.takeBack',
    'unmatched.hold',
    'unmatched.closeOutflow',
    ...['complaints.keepDraft', 'drafts.keep', 'drafts.read', 'drafts.forget'],
    ...['collections.contact', 'collections.handOver', 'collections.markNamed', 'collections.pause'],
    ...['batches.preview', 'batches.send', 'batches.allowance', 'matters.assign'],
    ...['batches.extend', 'batches.leaveOut', 'batches.proceed'],
    'matters.keepView',
    'matters.dropView',
    'recordExport',
  ],
];

/** Everything that the desk looks up. @throws Error for what no line above asks. */
export function deskRequests(desk: DeskService): ListRequest[] {
  const names = Object.entries(desk).flatMap(([room, within]) =>
    typeof within === 'function' ? [room] : Object.keys(within).map((name) => `${room}.${name}`),
  );
  return names
    .filter((name) => !deskActs.includes(name))
    .flatMap((name) => {
      const reads = deskReads[name];
      if (!reads) throw new Error(`Nothing asks the desk's ${name}: add it to ${import.meta.filename}.`);
      return reads.map((read) => ({ cost: 'page' as const, ...read, name: `desk ${name}: ${read.name}` }));
    });
}

/** The keys after which a page in the middle and the last page of a list begin; none for what has no pages. */
export async function keysOf(database: Queryable, { keys }: ListRequest): Promise<readonly string[][]> {
  if (keys === undefined) return [];
  const [counted] = await queryRows<{ rows: number }>(
    database,
    sql`select count(*)::integer as rows from (${sql.raw(keys)}) as listed`,
  );
  const rows = counted?.rows ?? 0;
  const offsets = [Math.floor(rows / 2), Math.max(0, rows - pageSize)];
  return Promise.all(
    offsets.map(async (offset) => {
      const [key] = await queryRows<Record<string, unknown>>(
        database,
        sql`${sql.raw(keys)} offset ${offset} limit 1`,
      );
      if (!key) throw new Error(`A list of the portfolio is empty: ${keys}`);
      return Object.values(key).map((part) => {
        const text = String(part);
        return /^\d{4}-\d\d-\d\d \d/.test(text) ? new Date(text).toISOString() : text;
      });
    }),
  );
}
