import { declineReasonOf } from '../loan/decline-reason.ts';
import { type Market, marketOf } from '../market.ts';

type Row = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<string, readonly Row[] | undefined>>;

/**
 * What a person reads of each exported table, by area and in the order of the copy. `loan`, `charged_minor`, `paid_minor` and `count`,
 * `first_at`, `last_at` are derived; names of staff, and ids and hashes that mean nothing to the person, are left out.
 */
export const copyLayout = {
  identity: {
    borrowers: 'name mobile_phone address lender_borrower_id language created_at blocked_at block_reason',
    registrations: 'registered_at mobile_phone invite_code',
    borrower_changes: 'requested_at kind value_before value proof_kind proof_reference state done_at',
    borrower_block_changes: 'changed_at kind is_blocked reason',
  },
  loans: {
    loans:
      'order_number status product_id principal_minor term_days applied_at decline_reason disbursed_on settled_at written_off_at sold_at balance_minor suspense_minor',
    instalments: 'loan sequence due_date charged_minor penalty_charged_minor paid_minor',
    extensions: 'loan offered_at state days fee_minor new_due_date',
    new_plans: 'loan proposed_at state owed_minor waived_minor agreed_on reason',
    offers: 'valid_from product_id amount_minor deposit_account_ending valid_through withdrawn_at',
    quotes: 'issued_at product_id amount_minor term_days proposal_number',
  },
  payments: {
    loan_payments: 'loan paid_at amount_minor reference tracking_key outcome',
    refunds: 'loan requested_at amount_minor state sent_at reason',
    card_payments: 'loan started_at amount_minor state',
    saved_cards: 'bank_name masked_number saved_at removed_at',
    payment_references: 'loan channel_kind code created_at expires_at',
  },
  papers: {
    loan_agreements_accepted: 'loan accepted_at version paper_number',
    loan_files: 'loan kind number made_at',
    reminder_consents: 'channel granted_at withdrawn_at',
  },
  messages: {
    sms_sends: 'sent_at purpose outcome delivery_state',
    contact_messages: 'received_at remark state answered_at',
  },
  contacts: {
    desk_notes: 'written_at kind result promised_on promised_minor promise paused_until text',
  },
  complaints: {
    complaints: 'folio filed_at type_id subtype_id state content due_at reply answered_at score',
    complaint_images: 'uploaded_at sent_by',
    charge_disputes: 'loan filed_at charge amount_minor cause words state answer taken_off_minor',
    payment_claims: 'loan claimed_at amount_minor paid_on channel tracking_key state answer',
    ratings: 'loan rated_at score',
  },
  devices: {
    sessions: 'created_at device_id user_id last_used_at expires_at revoked_at',
    promotion_clicks: 'clicked_at client_type',
    burial_point_events: 'count first_at last_at',
  },
  requests: {
    erasure_requests: 'requested_at state earliest_on ended_at',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type CopyArea = keyof typeof copyLayout;

/** Exported tables that a copy for reading leaves out, and why. */
export const leftOutOfCopy: Readonly<Record<string, string>> = {
  provider_events: 'the same payments as loan_payments',
  outbox_events: 'notices to the lender’s own systems, which repeat what the other tables hold',
  waiting_codes: 'codes of a moment',
  session_tickets: 'tickets of a moment',
  card_savings: 'attempts to save a card; the card is shown',
  desk_drafts: 'answers that nobody sent',
  status_changes: 'the days of each loan are shown with it',
  penalty_pauses: 'parts of instalments',
  reference_requests: 'shown once they are references',
  ledger_transactions: 'the statement of account says them in words',
  ledger_postings: 'the statement of account says them in words',
  earning_periods: 'accounts of the lender',
  erasures: 'nothing is left to copy',
};

export interface CopyPerson {
  readonly market: Market;
  readonly mobilePhone: string;
  readonly staff: readonly string[];
  /** Word that replaces a staff member's name. */
  readonly staffWord: string;
  readonly products: ReadonlyMap<string, string>;
  /** Whether the words of notes are left out where the market's law would give them. */
  readonly omitsNotes: boolean;
}

/** Rows of an area's table as a person may read them, each by the columns of the layout. */
export function copiedRows(tables: Tables, area: CopyArea, table: string, person: CopyPerson): Row[] {
  const rows = tables[table] ?? [];
  if (table === 'burial_point_events') return rows.length === 0 ? [] : [summaryOf(rows)];
  const orderNumbers = new Map(tables.loans?.map(({ id, order_number }) => [id, order_number]));
  const columns = columnsOf(area, table);
  return rows
    .map((row) => ({ ...row, ...derived(row, table), loan: orderNumbers.get(row.loan_id) ?? null }))
    .map((row: Row) =>
      Object.fromEntries(columns.map((column) => [column, shown(row, table, column, person)])),
    )
    .sort((a, b) => timeOf(a, columns).localeCompare(timeOf(b, columns)));
}

export function columnsOf(area: CopyArea, table: string): string[] {
  const layout: Readonly<Record<string, string>> = copyLayout[area];
  return (layout[table] ?? '').split(' ');
}

const timeOf = (row: Row, columns: readonly string[]) =>
  String(row[columns.find((column) => /_(?:at|on|from|date)$/.test(column)) ?? ''] ?? '');

function derived(row: Row, table: string): Row {
  if (table === 'charge_disputes') return { charge: row.kind, cause: row.reason };
  if (table !== 'instalments') return {};
  const sum = (ending: string) =>
    Object.entries(row).reduce(
      (total, [name, value]) => total + (name.endsWith(ending) ? Number(value) : 0),
      0,
    );
  return { charged_minor: sum('_charged_minor'), paid_minor: sum('_paid_minor') };
}

function summaryOf(rows: readonly Row[]): Row {
  const times = rows.map(({ occurred_at }) => String(occurred_at)).sort();
  return { count: rows.length, first_at: times[0], last_at: times.at(-1) };
}

/** What staff wrote for each other about the person, which the market's law gives or not. */
const notes: readonly string[] = [
  'desk_notes.text',
  'borrowers.block_reason',
  'borrower_block_changes.reason',
  'new_plans.reason',
  'refunds.reason',
];
const answers: readonly string[] = ['reply', 'answer'];

function shown(row: Row, table: string, column: string, person: CopyPerson): unknown {
  const value = row[column] ?? null;
  if (typeof value !== 'string') return value;
  // Borrowers see the reasons of the fixed list alone.
  if (column === 'decline_reason') return declineReasonOf(value);
  if (column === 'product_id') return person.products.get(value) ?? value;
  if (answers.includes(column)) return withoutStaff(value, person);
  if (!notes.includes(`${table}.${column}`)) return value;
  // The person got these words.
  if (row.kind === 'we-wrote' && row.send_at != null) return value;
  const isGiven = marketOf[person.market].dataRequests.givesNotes && !person.omitsNotes;
  // A legal hold is between the lender and an authority.
  return isGiven && row.kind !== 'hold' ? withoutOthers(value, person) : null;
}

const numberLike =
  /(?<![\p{L}\p{Nd}_-])(?!\d{4}-\d{2}-\d{2})\+?\(?\p{Nd}(?:[\s().-]{0,3}\p{Nd}){7,}(?![\p{L}\p{Nd}])/gu;
const mailLike = /[^\s@<>]+@[^\s@<>]+\.\w+/g;
const removed = '•••';

/** Removes from a note the names of staff, and telephones and e-mail addresses that are not the person's. */
export function withoutOthers(text: string, person: CopyPerson): string {
  const digitsOf = (written: string) => written.replace(/\D/g, '');
  const own = digitsOf(person.mobilePhone).slice(-ownDigits);
  return withoutStaff(text, person)
    .replace(mailLike, removed)
    .replace(numberLike, (number) => (own !== '' && digitsOf(number).endsWith(own) ? number : removed));
}

const ownDigits = 8;

function withoutStaff(text: string, { staff, staffWord }: CopyPerson): string {
  return staff.reduce((words, name) => (name === '' ? words : words.replaceAll(name, staffWord)), text);
}
