import { and, asc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type Queryable, queryRows, type Transaction, together } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { columnsOf, lockRow, nullsOf } from '#db/rows.ts';
import { borrowers, erasureRequests, erasures } from '#db/schema/borrower.ts';
import { cardPayments, savedCards } from '#db/schema/card-payment.ts';
import { chargeDisputes } from '#db/schema/charge-dispute.ts';
import { complaintImages, complaints } from '#db/schema/complaint.ts';
import { loans } from '#db/schema/loan.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { refunds } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { openStatuses } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
import { ownDigits } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { isWrittenFrom } from '../support/store.ts';

export interface Person {
  /** Null for a registration of somebody who is no borrower. */
  readonly borrowerId: string | null;
  readonly market: Market;
  readonly mobilePhone: string;
  /** Keyed hashes of the number in the forms it may have been given in. */
  readonly numberHashes: readonly string[];
  /** Their loans, cards and card payments, by which further rows are found. */
  readonly loanIds: readonly string[];
  readonly cardIds: readonly string[];
  readonly cardPaymentIds: readonly string[];
  readonly now: Date;
}

interface PersonalTable {
  readonly table: string;
  readonly of: (person: Person) => SQL;
  readonly hidden?: readonly string[] | 'all';
  /** Whether the telephone alone identifies the rows, as for registrations. */
  readonly isByPhone?: true;
  /** What an erasure does: deletes the rows, sets columns, or keeps them. */
  readonly erasure: 'remove' | { readonly set: SQL | ((person: Person) => SQL) } | 'keep';
  readonly reason?: string;
}

const ofBorrower = ({ borrowerId }: Person) => sql`borrower_id = ${borrowerId}`;
const ofLoan = ({ borrowerId }: Person) =>
  sql`(borrower_id = ${borrowerId} and loan_id in (select id from loans where borrower_id = ${borrowerId}))`;
/** For a table that is not partitioned by borrower. */
const ofLoanElsewhere = ({ loanIds }: Person) => isAnyOf(sql`loan_id`, loanIds);
const ofPhone = ({ mobilePhone }: Person) => sql`mobile_phone = ${mobilePhone}`;
const anyOf = (values: readonly string[]) =>
  values.length === 0
    ? sql`(null)`
    : sql`(${sql.join(
        values.map((value) => sql`${value}`),
        sql`, `,
      )})`;

/** An event's data without personal data, in the form of its type (`core/contract/events.ts`): a reason from a fixed list stays. */
const toldWithoutPerson = sql`(select jsonb_object_agg(key, case
  when key = 'lenderBorrowerId' or (key = 'reason' and type = 'loan.declined') then 'null'::jsonb
  when key in ('mobilePhone', 'bankName', 'maskedNumber', 'trackingKey')
    or (key = 'reason' and type <> 'charge.disputed') then '""'::jsonb
  else value end) from jsonb_each(data))`;

type Options = Pick<PersonalTable, 'hidden' | 'isByPhone'>;

const removed = (table: string, of: PersonalTable['of'], options: Options = {}): PersonalTable => ({
  table,
  of,
  erasure: 'remove',
  ...options,
});

/** A table that keeps its rows, and why; `set` is what an erasure changes in them. */
const changed = (
  table: string,
  of: PersonalTable['of'],
  set: SQL | ((person: Person) => SQL),
  reason: string,
  options: Options = {},
): PersonalTable => ({ table, of, erasure: { set }, reason, ...options });

const retained = (
  table: string,
  of: PersonalTable['of'],
  reason: string,
  options: Options = {},
): PersonalTable => ({ table, of, erasure: 'keep', reason, ...options });

/** SQL that empties a column; null stays null. */
const emptied = (column: string) => sql.raw(`${column} = case when ${column} is null then null else '' end`);

const eventsOf = (person: Person) => {
  const ids = [
    ...person.loanIds,
    ...person.cardIds,
    ...(person.borrowerId === null ? [] : [person.borrowerId]),
  ];
  return sql`subject_id in (select id::text from complaints where ${ofBorrower(person)}
    union select id::text from registrations where ${ofPhone(person)}
    union select unnest(${sql.param(ids)}::text[]))`;
};
const contactsOf = ({ market, mobilePhone }: Person) =>
  isWrittenFrom(market, ownDigits(phoneRuleOf(market), mobilePhone), sql`telephone`);
const codesOf = (person: Person) => sql`(purpose, subject) in (
  select 'card-payment', unnest(${sql.param([...person.cardPaymentIds])}::text[])
  union all select 'phone-code', id::text from borrower_changes where ${ofBorrower(person)}
  union all select 'registration', session_id::text from registrations where ${ofPhone(person)})`;
const registrationsOf = (person: Person) =>
  sql`id in (select session_id from registrations where ${ofPhone(person)})`;
const sendsOf = (person: Person) =>
  sql`(${ofBorrower(person)} or number_hash in ${anyOf(person.numberHashes)})`;
const draftsOf = ({ borrowerId }: Person) =>
  sql`complaint_id in (select id from complaints where borrower_id = ${borrowerId})`;

const emptyComplaint = sql`content = '', ${emptied('reply')}, interim_answers = '[]', submission_hash = id::text`;
const emptyCard = ({
  now,
}: Person) => sql`bank_name = '', bank_code = '', masked_number = '', card_token = '',
  removed_at = coalesce(removed_at, ${now.toISOString()}::timestamptz)`;
const emptyBorrower = ({
  now,
}: Person) => sql`name = '', address = '', mobile_phone = '', lender_borrower_id = null,
  blocked_at = null, blocked_by = null, block_reason = null, erased_at = coalesce(erased_at, ${now.toISOString()}::timestamptz)`;
const sendHashes = ['number_hash', 'prefix_hash', 'address_hash', 'network_hash'];

/** Every table with personal data, in the order of erasure. */
export const personalTables: readonly PersonalTable[] = [
  changed('refunds', ofLoanElsewhere, sql`reason = ''`, 'what was paid back, in figures'),
  changed('provider_events', ofLoanElsewhere, sql`payer_hash = null`, 'books', { hidden: ['payer_hash'] }),
  changed('outbox_events', eventsOf, sql`data = ${toldWithoutPerson}`, 'events in ids and figures', {
    isByPhone: true,
  }),
  removed('contact_messages', contactsOf, { isByPhone: true }),
  removed('waiting_codes', ofPhone, { isByPhone: true }),
  removed('sms_codes', codesOf, { isByPhone: true, hidden: 'all' }),
  removed('registration_sessions', registrationsOf, { isByPhone: true, hidden: 'all' }),
  removed('registrations', ofPhone, { isByPhone: true }),
  removed('promotion_clicks', ({ numberHashes }) => sql`phone_hash in ${anyOf(numberHashes)}`, {
    isByPhone: true,
    hidden: ['phone_hash'],
  }),
  removed('sms_sends', sendsOf, { isByPhone: true, hidden: sendHashes }),
  removed('sessions', ofBorrower, { hidden: ['token_hash'] }),
  removed('reminder_consents', ofBorrower),
  removed('desk_notes', ofBorrower, { hidden: ['person_id'] }),
  removed('session_tickets', ofBorrower, { hidden: ['token_hash'] }),
  removed('repay_tokens', ofBorrower, { hidden: 'all' }),
  removed('card_savings', ofBorrower, { hidden: ['provider_id'] }),
  removed('burial_point_events', ofBorrower),
  removed('offers', ofBorrower),
  removed('desk_drafts', draftsOf, { hidden: ['person_id'] }),
  changed(
    'payment_claims',
    ofBorrower,
    sql`tracking_key = '', image_name = null, ${emptied('answer')}`,
    'amount, day and result of a reported payment',
  ),
  changed(
    'charge_disputes',
    ofBorrower,
    sql`words = '', ${emptied('answer')}`,
    'charge, reason and result of a dispute',
  ),
  changed(
    'new_plans',
    ofBorrower,
    sql`reason = '', ${emptied('undone_reason')}`,
    'agreed, in figures and days',
    {
      hidden: ['proposed_by', 'undone_by'],
    },
  ),
  removed('complaint_images', ofBorrower),
  changed('complaints', ofBorrower, emptyComplaint, 'type and dates of a complaint, without its content', {
    hidden: ['submission_hash'],
  }),
  changed('saved_cards', ofBorrower, emptyCard, 'named by the payments made with them', {
    hidden: ['card_token'],
  }),
  changed(
    'loan_agreements_accepted',
    ofLoan,
    sql`text = null, language = null, paper_text = null`,
    'the text names the person; its hash still proves a copy that the lender has',
  ),
  removed('loan_files', ofLoan, { hidden: ['content'] }),
  changed('loans', ofBorrower, sql`decline_reason = null`, 'books'),
  changed(
    'borrower_changes',
    ofBorrower,
    sql`value = '', ${emptied('value_before')}, ${emptied('proof_reference')},
      state = case when state = 'done' then state else 'dropped' end`,
    'what was changed, when and by whom',
    { hidden: ['requested_by', 'done_by'] },
  ),
  removed(
    'borrower_links',
    ({ borrowerId }) => sql`(borrower_id = ${borrowerId} or other_borrower_id = ${borrowerId})`,
    { hidden: 'all' },
  ),
  changed('borrower_block_changes', ofBorrower, sql`reason = ''`, 'who was blocked, when and by whom'),
  changed(
    'host_messages',
    ({ borrowerId }) => sql`subject_id = ${borrowerId}`,
    sql`sealed_answer = ''`,
    'a repeated message has no second effect; its first answer is gone',
    { hidden: 'all' },
  ),
  changed(
    'borrowers',
    ({ borrowerId }) => sql`id = ${borrowerId}`,
    emptyBorrower,
    'party to the books, by our id alone',
  ),
  retained('loan_numbers', ofBorrower, 'the numbers of loans, as the loans have them', { hidden: 'all' }),
  retained('audit_entries', ofBorrower, 'who viewed what, without the values; never changed', {
    hidden: 'all',
  }),
  retained('payment_codes', ofBorrower, 'the codes of references, as the references have them', {
    hidden: 'all',
  }),
  retained('quotes', ofBorrower, 'what was promised; names nobody'),
  retained('status_changes', ofLoan, 'books'),
  retained('ratings', ofLoan, 'a number'),
  retained('instalments', ofLoan, 'books'),
  retained('extensions', ofLoan, 'agreed, in figures and days'),
  retained('penalty_pauses', ofLoan, 'books: why no penalty was charged'),
  retained('payment_references', ofLoan, 'made by us for one loan, to which money may still come'),
  retained('reference_requests', ofLoan, 'what a provider is asked for; gone once it answers'),
  retained('ledger_transactions', ofLoan, 'books, which are never changed'),
  retained('ledger_postings', ofLoan, 'books, which are never changed'),
  retained('earning_periods', ofLoan, 'books'),
  retained('loan_payments', ofLoan, 'books'),
  retained('card_payments', ofLoan, 'books'),
  retained('erasures', ofBorrower, 'proof of what was done'),
  retained('erasure_requests', ofBorrower, 'proof of what was asked'),
];

export const impersonalTables: Readonly<Record<string, string>> = {
  desk_people: "people of the lender's house, no borrowers",
  desk_sessions: "of the lender's people",
  desk_approvals: 'figures of loans, and the reasons of the lender’s people',
  products: 'the lender’s own',
  product_versions: 'the lender’s own',
  agreement_versions: 'the lender’s own',
  terms_editions: 'the lender’s own',
  support_contacts: 'the lender’s own',
  channel_templates: 'the lender’s own',
  provider_outflows: 'names payments by the ids their providers gave them',
  cash_movements: 'figures of payments, by their ids',
  settlement_files: "names of files, and who of the lender's people read them",
  settlement_lines: 'names payments by the ids and codes that providers and banks have for them',
  settlement_closings: "sums of days, and who of the lender's people closed them",
  desk_payment_holds: 'names people of the lender and payments by their ids',
  desk_matter_holders: 'names people of the lender and matters by their ids',
  desk_escalations: 'names matters by their ids',
  desk_form_drafts: 'sealed, for 15 minutes',
  desk_views: "of the lender's people",
  desk_batches: 'acts and reasons of the lender’s people',
  desk_batch_rows: 'names matters by their ids and numbers',
  promotion_sends: 'codes are counted without anything that tells to whom they went',
  promotion_visits: 'visits are counted without anything that tells who came',
  request_counts: 'keyed hashes of address blocks, for a minute',
  host_message_paths: "ids that the lender's systems gave their messages",
  webhook_messages: 'ids that providers gave their messages, and what those are about',
  sandbox_clock: 'one number',
  production_starts: 'one time',
  retention_runs: 'counts, and how far a job is',
  job_leases: 'names of processes',
  bookable_days: 'one day',
  closed_books: 'one day for each currency',
  ledger_day_sums: 'sums over all loans',
  earning_days: 'sums over all loans',
  book_comparison: 'how far a job is',
  book_faults: 'figures of loans and payments that are wrong, by their ids, until they are mended',
};

/** What prevents an erasure, and its earliest possible day; undefined when nothing does. */
export async function obstacleToErasure(
  transaction: Transaction,
  borrowerId: string,
): Promise<
  { readonly waitsFor: 'loan' | 'complaint' | 'hold'; readonly earliestOn: LocalDate | null } | undefined
> {
  const isHeld = and(eq(borrowers.id, borrowerId), isNotNull(borrowers.heldAt));
  if ((await transaction.$count(borrowers, isHeld)) > 0) return { waitsFor: 'hold', earliestOn: null };
  const isOpen = or(
    inArray(loans.status, [...openStatuses]),
    gt(loans.balanceMinor, sql`0`),
    gt(loans.suspenseMinor, sql`0`),
  );
  if ((await transaction.$count(loans, and(eq(loans.borrowerId, borrowerId), isOpen))) > 0) {
    const [owed] = await queryRows<{ last: LocalDate | null }>(
      transaction,
      sql`select max(instalments.due_date + 0)::text as last from loans join instalments
          on instalments.loan_id = loans.id and instalments.borrower_id = loans.borrower_id
        where loans.borrower_id = ${borrowerId}::uuid and loans.balance_minor > 0`,
    );
    return { waitsFor: 'loan', earliestOn: owed?.last ?? null };
  }
  const { loanIds } = await idsOfPerson(transaction, borrowerId);
  const isRequested = and(isOfTheirLoans(refunds, borrowerId, loanIds), eq(refunds.state, 'requested'));
  const isPending = and(isOfTheirLoans(cardPayments, borrowerId, loanIds), eq(cardPayments.state, 'pending'));
  if (
    (await transaction.$count(refunds, isRequested)) > 0 ||
    (await transaction.$count(cardPayments, isPending)) > 0
  ) {
    return { waitsFor: 'loan', earliestOn: null };
  }
  const isClaimed = and(eq(paymentClaims.borrowerId, borrowerId), eq(paymentClaims.state, 'waiting'));
  if ((await transaction.$count(paymentClaims, isClaimed)) > 0) {
    return { waitsFor: 'complaint', earliestOn: null };
  }
  const isWaiting = inArray(complaints.state, ['received', 'in-review']);
  const isTheirs = eq(complaints.borrowerId, borrowerId);
  if ((await transaction.$count(complaints, and(isTheirs, isWaiting))) > 0) {
    return { waitsFor: 'complaint', earliestOn: null };
  }
  const isDisputed = and(eq(chargeDisputes.borrowerId, borrowerId), eq(chargeDisputes.state, 'open'));
  if ((await transaction.$count(chargeDisputes, isDisputed)) > 0) {
    return { waitsFor: 'complaint', earliestOn: null };
  }
}

/** A borrower; locked until the transaction ends when `isLocked`. */
export async function personOf(transaction: Transaction, borrowerId: string, isLocked: boolean) {
  const query = transaction
    .select(columnsOf(borrowers, 'id', 'market', 'mobilePhone'))
    .from(borrowers)
    .where(eq(borrowers.id, borrowerId));
  const [person] = await (isLocked ? query.for('update') : query);
  return person;
}

export async function imageNamesOf(database: Queryable, borrowerId: string): Promise<string[]> {
  const rows = await database
    .select({ name: complaintImages.name })
    .from(complaintImages)
    .where(eq(complaintImages.borrowerId, borrowerId))
    .orderBy(asc(complaintImages.uploadedAt), asc(complaintImages.name));
  return rows.map(({ name }) => name);
}

/** A person's rows by table, without secrets and without empty tables. */
export async function rowsOfPerson(database: Queryable, person: Person) {
  const tables: Record<string, Record<string, unknown>[]> = {};
  await database.execute(sql`set local time zone 'UTC'`);
  for (const { table, of, hidden = [] } of personalTables) {
    if (hidden === 'all') continue;
    const left = sql.join([sql`to_jsonb(told)`, ...hidden.map((column) => sql`${column}::text`)], sql` - `);
    const rows = await queryRows<{ row: Record<string, unknown> }>(
      database,
      sql`select ${left} as row from ${sql.identifier(table)} as told where ${of(person)}`,
    );
    if (rows.length > 0) tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

function setOf({ set }: { readonly set: SQL | ((person: Person) => SQL) }, person: Person): SQL {
  return typeof set === 'function' ? set(person) : set;
}

export async function idsOfPerson(
  database: Queryable,
  borrowerId: string,
): Promise<Pick<Person, 'loanIds' | 'cardIds' | 'cardPaymentIds'>> {
  const idsOf = async (table: typeof loans | typeof savedCards) => {
    const rows = await database.select({ id: table.id }).from(table).where(eq(table.borrowerId, borrowerId));
    return rows.map(({ id }) => id);
  };
  const [loanIds, cardIds] = await together(
    () => idsOf(loans),
    () => idsOf(savedCards),
  );
  const payments = await database
    .select({ id: cardPayments.id })
    .from(cardPayments)
    .where(isOfTheirLoans(cardPayments, borrowerId, loanIds));
  return { loanIds, cardIds, cardPaymentIds: payments.map(({ id }) => id) };
}

function isOfTheirLoans(
  table: typeof cardPayments | typeof refunds,
  borrowerId: string,
  loanIds: readonly string[],
): SQL | undefined {
  return and(eq(table.borrowerId, borrowerId), isAnyOf(table.loanId, loanIds));
}

/** Erases what identifies a person. @returns the number of changed rows by table, where there are any. */
export async function eraseRowsOf(transaction: Transaction, person: Person): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, of, erasure, isByPhone } of personalTables) {
    if (erasure === 'keep' || (person.borrowerId === null && !isByPhone)) continue;
    const name = sql.identifier(table);
    const change =
      erasure === 'remove' ? sql`delete from ${name}` : sql`update ${name} set ${setOf(erasure, person)}`;
    const [row] = await queryRows<{ touched: number }>(
      transaction,
      sql`with touched as (${change} where ${of(person)} returning 1)
        select count(*)::int as touched from touched`,
    );
    if (row && row.touched > 0) counts[table] = row.touched;
  }
  return counts;
}

export type ErasureRecord = typeof erasures.$inferSelect;

export async function insertErasure(transaction: Transaction, erasure: ErasureRecord): Promise<void> {
  await transaction.insert(erasures).values(erasure);
}

export function erasuresAfter(
  database: Queryable,
  afterId: string | undefined,
  limit: number,
): Promise<ErasureRecord[]> {
  return database
    .select()
    .from(erasures)
    .where(afterId === undefined ? undefined : gt(erasures.id, afterId))
    .orderBy(asc(erasures.id))
    .limit(limit);
}

export type ErasureRequestRecord = typeof erasureRequests.$inferSelect;

export const noErasureFacts = nullsOf(erasureRequests);

export async function insertErasureRequest(transaction: Transaction, request: ErasureRequestRecord) {
  await transaction.insert(erasureRequests).values(request);
}

/** A borrower's waiting request, locked until the transaction ends. */
export async function lockWaitingRequest(transaction: Transaction, borrowerId: string) {
  const isTheirs = and(eq(erasureRequests.borrowerId, borrowerId), sql`${erasureRequests.state} = 'waiting'`);
  return lockRow(transaction, erasureRequests, isTheirs);
}

export async function updateErasureRequest(
  transaction: Transaction,
  request: ErasureRequestRecord,
  change: Partial<ErasureRequestRecord>,
): Promise<ErasureRequestRecord> {
  await transaction.update(erasureRequests).set(change).where(eq(erasureRequests.id, request.id));
  return { ...request, ...change };
}

/** Borrowers of waiting requests that were not checked since an instant, longest ago first. */
export async function borrowersToErase(database: Queryable, lookedBefore: Date, limit: number) {
  const rows = await database
    .select({ borrowerId: erasureRequests.borrowerId })
    .from(erasureRequests)
    .where(and(sql`${erasureRequests.state} = 'waiting'`, lt(erasureRequests.lookedAt, lookedBefore)))
    .orderBy(asc(erasureRequests.lookedAt))
    .limit(limit);
  return rows.map(({ borrowerId }) => borrowerId);
}

export function erasureRequestsAfter(
  database: Queryable,
  state: ErasureRequestRecord['state'] | undefined,
  { afterId, limit }: { readonly afterId: string | undefined; readonly limit: number },
): Promise<ErasureRequestRecord[]> {
  return database
    .select()
    .from(erasureRequests)
    .where(
      and(
        state === undefined ? undefined : eq(erasureRequests.state, state),
        afterId === undefined ? undefined : gt(erasureRequests.id, afterId),
      ),
    )
    .orderBy(asc(erasureRequests.id))
    .limit(limit);
}
