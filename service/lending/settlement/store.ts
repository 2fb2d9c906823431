import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { settlementViews } from '#contract/host/settlement.ts';
import { type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { isId } from '#db/new-id.ts';
import { findRow, firstRow, hasValues } from '#db/rows.ts';
import { plainKey } from '#db/schema/repayment.ts';
import { settlementClosings, settlementFiles, settlementLines } from '#db/schema/settlement.ts';
import { bookingName, paymentIdOf, paymentKey } from '#domain/booking/receive.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { marketOf, marketOfCurrency } from '#domain/market.ts';
import {
  providerOfSource,
  type SettlementDayFigures,
  type SettlementOutcome,
  type SettlementSource,
} from '#domain/settlement/settlement.ts';
import type { SettledLine } from '#providers/ports/settlement-file.ts';
import { cursorKey, isInstant, type Page, pageOf } from '../keyset.ts';

export type FileRecord = typeof settlementFiles.$inferSelect;

export type LineRecord = typeof settlementLines.$inferSelect;

export type SettlementView = (typeof settlementViews)[number];

const isOpen = sql`(line.closed_at is null and line.decision is null and line.state in ('different', 'missing-here', 'fee'))`;

/** Lines that are closed with their day: matched ones, and fees that staff decided to book. */
const isClosable = sql`(line.closed_at is null and (line.state = 'matched' or line.decision is not distinct from 'fee'))`;

export function findFileByDigest(
  database: Queryable,
  { source, digest }: Pick<FileRecord, 'source' | 'digest'>,
) {
  return findRow(
    database,
    settlementFiles,
    and(eq(settlementFiles.source, source), eq(settlementFiles.digest, digest)),
  );
}

export async function findFile(database: Queryable, id: string, { isLocked = false } = {}) {
  const query = database.select().from(settlementFiles).where(eq(settlementFiles.id, id));
  const [file] = isLocked ? await query.for('update') : await query;
  return file;
}

/**
 * Inserts a file with its lines unless its text was read before, also concurrently. A line that another file has is `repeated`. @returns
 * whether it was new.
 */
export async function insertFile(
  transaction: Transaction,
  file: FileRecord,
  lines: readonly SettledLine[],
): Promise<boolean> {
  // Files with a common line are read one after the other.
  await transaction.execute(sql`select pg_advisory_xact_lock(87, hashtext(${file.source}::text))`);
  const inserted = await transaction
    .insert(settlementFiles)
    .values(file)
    .onConflictDoNothing()
    .returning({ id: settlementFiles.id });
  if (inserted.length === 0) return false;
  const seen = new Set<string>();
  const known = new Set<string>();
  for (let at = 0; at < lines.length; at += 1000) {
    const part = lines.slice(at, at + 1000);
    const { kind, identity, day, amountMinor } = settlementLines;
    const rows = await transaction
      .select({ kind, identity, day, amountMinor })
      .from(settlementLines)
      .where(
        and(
          eq(settlementLines.source, file.source),
          sql`${settlementLines.state} <> 'repeated'`,
          inArray(
            settlementLines.identity,
            part.flatMap((line) => [line.identity, formerName(file, line.keys) ?? []].flat()),
          ),
        ),
      );
    for (const row of rows) known.add(`${row.kind} ${row.identity}`).add(wholeLine(row, row.identity));
  }
  const records = lines.map(({ currency: _currency, keys, ...line }): LineRecord => {
    const name = `${line.kind} ${line.identity}`;
    const former = formerName(file, keys);
    const wasRead = former !== undefined && known.has(wholeLine(line, former));
    const isRepeated = known.has(name) || seen.has(name) || wasRead;
    seen.add(name);
    const nothing = { eventId: null, decision: null, reason: null, decidedAt: null, decidedBy: null };
    return {
      ...nothing,
      ...line,
      closedAt: null,
      fileId: file.id,
      source: file.source,
      keys: [...keys],
      amountMinor: line.amountMinor as LineRecord['amountMinor'],
      feeMinor: line.feeMinor as LineRecord['feeMinor'],
      state: isRepeated ? 'repeated' : 'missing-here',
    };
  });
  for (let at = 0; at < records.length; at += 1000) {
    await transaction.insert(settlementLines).values(records.slice(at, at + 1000));
  }
  return true;
}

/** The name of STP's lines in 0.2.0: the clave alone. */
function formerName({ source }: Pick<FileRecord, 'source'>, keys: readonly string[]): string | undefined {
  return source === 'spei' ? keys[0] : undefined;
}

/** A line's name with the facts that tell it from another of that name. */
function wholeLine(
  { kind, day, amountMinor }: Pick<SettledLine, 'kind' | 'day' | 'amountMinor'>,
  name: string,
): string {
  return `${kind} ${name} ${day} ${amountMinor}`;
}

/** The condition for reporters of a source's money; true where any may report it. */
function reportersOf(source: SettlementSource): SQL {
  const names = { stripe: ['stripe', 'card'], razorpay: ['razorpay', 'card'], conekta: ['conekta', 'card'] };
  const own = source in names ? names[source as 'stripe'] : null;
  if (own === null) return sql`true`;
  return sql`event.provider in (${sql.join(
    own.map((name) => sql`${name}`),
    sql`, `,
  )})`;
}

export async function compareLines(
  transaction: Transaction,
  { id, source, currency }: Pick<FileRecord, 'id' | 'source' | 'currency'>,
): Promise<void> {
  const key = plainKey(sql`event.tracking_key`);
  // As `tellApart`: neither the bank nor the day is known to both and differs.
  const isNoOther = sql`(event.payer_bank = own.payer_bank) is not false
    and (event.operating_day = own.operating_day) is not false`;
  const eventWith = (
    condition: SQL,
  ) => sql`select event.id, event.amount_minor, event.outcome from provider_events as event
    where event.currency = ${currency} and ${condition}`;
  const own = sql`select line.*, (select array_agg(${plainKey(sql`one`)}) from unnest(line.keys) as one) as plain_keys
    from settlement_lines as line
    where line.file_id = ${id}::uuid and line.closed_at is null and line.state not in ('repeated', 'payout', 'fee')
      and line.kind in ('payment', 'taken-back')`;
  const eventOfLine = sql`${eventWith(sql`event.event_id = any(own.keys) and ${reportersOf(source)}`)}
    union ${eventWith(sql`event.tracking_key is not null and ${key} = any(own.plain_keys) and ${isNoOther}`)}
    union select event.id, outflow.amount_minor, 'reversed' from provider_outflows as outflow
      join provider_events as event on event.id = outflow.event_id
      where own.kind = 'taken-back' and outflow.outflow_id = any(own.keys) and outflow.state = 'booked'
        and outflow.currency = ${currency}`;
  const candidate = sql`select own.line_number, own.kind, own.amount_minor as line_minor, event.*
    from own cross join lateral (${eventOfLine}) as event
    where not exists (select from settlement_lines as other where other.event_id = event.id and other.kind = own.kind
      and (other.file_id <> own.file_id or other.closed_at is not null) and other.state in ('matched', 'different'))`;
  const ranked = sql`select candidate.*,
      row_number() over (partition by kind, id order by (amount_minor = abs(line_minor)) desc, line_number) as of_event
    from candidate`;
  const found = sql`select distinct on (line_number) line_number, id, amount_minor, outcome from ranked
    where of_event = 1 order by line_number, (amount_minor = abs(line_minor)) desc, id`;
  const state = sql`case when found.id is null then case when line.kind = 'payment' and exists (
        select from settlement_lines as sent where sent.payout = any(line.keys) and sent.source <> line.source
      ) then 'payout' else 'missing-here' end
    when line.kind = 'payment' then case when found.amount_minor = line.amount_minor then 'matched' else 'different' end
    when found.outcome = 'reversed' and found.amount_minor = -line.amount_minor then 'matched'
    else 'different' end`;
  await transaction.execute(sql`with own as (${own}), candidate as (${candidate}), ranked as (${ranked}), found as (${found})
    update settlement_lines as line set event_id = found.id, state = ${state},
      decision = case when line.event_id is not distinct from found.id then line.decision end, reason = case when line.event_id is not distinct from found.id then line.reason end,
      decided_at = case when line.event_id is not distinct from found.id then line.decided_at end,
      decided_by = case when line.event_id is not distinct from found.id then line.decided_by end
    from own left join found on found.line_number = own.line_number
    where line.file_id = ${id}::uuid and line.line_number = own.line_number
      and (line.event_id is distinct from found.id or line.state <> 'matched')`);
  await transaction.execute(sql`update settlement_lines set state = case kind when 'fee' then 'fee' when 'payout' then 'payout'
      else 'missing-here' end
    where file_id = ${id}::uuid and closed_at is null and state <> 'repeated' and kind in ('fee', 'payout', 'other')`);
}

/**
 * Recounts the waiting and closed lines of a file. The file is locked, so that no concurrent change is missed. @returns the file with its
 * counts.
 */
export async function countLines(transaction: Transaction, id: string): Promise<FileRecord> {
  const linesThat = (condition: SQL) =>
    sql`(select count(*)::integer from settlement_lines as line where line.file_id = ${id}::uuid and ${condition})`;
  const [file] = await transaction
    .update(settlementFiles)
    .set({ openCount: linesThat(isOpen), closedCount: linesThat(sql`line.closed_at is not null`) })
    .where(eq(settlementFiles.id, id))
    .returning();
  if (!file) throw new Error('A settlement file is gone.');
  return file;
}

export async function filePage(
  database: Queryable,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Page<FileRecord>> {
  const [at, id] = cursorKey(cursor, [isInstant, isId]) ?? [];
  const { readAt, id: fileId } = settlementFiles;
  const rows = await database
    .select()
    .from(settlementFiles)
    .where(at === undefined ? undefined : sql`(${readAt}, ${fileId}) < (${at}::timestamptz, ${id}::uuid)`)
    .orderBy(sql`${readAt} desc`, sql`${fileId} desc`)
    .limit(limit + 1);
  return pageOf(rows, limit, (row) => [row.readAt, row.id]);
}

const isOfView: Readonly<Record<Exclude<SettlementView, 'missing-there'>, SQL>> = {
  open: isOpen,
  'missing-here': sql`line.state = 'missing-here'`,
  different: sql`line.state = 'different'`,
  fee: sql`line.state = 'fee'`,
  matched: sql`line.state in ('matched', 'payout')`,
  repeated: sql`line.state = 'repeated'`,
};

export async function viewCounts(database: Queryable, file: FileRecord) {
  const parts = Object.entries(isOfView).map(
    ([view, condition]) => sql`(count(*) filter (where ${condition}))::integer as ${sql.identifier(view)}`,
  );
  const [row] = await queryRows<Record<SettlementView, number>>(
    database,
    sql`select ${sql.join(parts, sql`, `)},
        (select count(*)::integer from ${missingThere(file)}) as "missing-there"
      from settlement_lines as line where line.file_id = ${file.id}::uuid`,
  );
  if (!row) throw new Error('A count gave no row.');
  return row;
}

/** Reported payments of a file's source and days that are not reversed and in no file. */
function missingThere({ source, currency, fromDay, throughDay }: FileRecord): SQL {
  const zone = sql.raw(`'${marketOf[marketOfCurrency(currency)].timeZone}'`);
  const own =
    providerOfSource(source) === 'bank' ? sql`event.provider = 'bank'` : sql`event.provider = ${source}`;
  return sql`(select event.*, (event.paid_at at time zone ${zone})::date as day
    from provider_events as event where event.currency = ${currency} and ${own} and event.outcome <> 'reversed'
      and event.received_at >= (${fromDay}::date - 1) and event.received_at < (${throughDay}::date + 8)
      and (event.paid_at at time zone ${zone})::date between ${fromDay}::date and ${throughDay}::date
      and not exists (select from settlement_lines as line where line.event_id = event.id)) as missing`;
}

export interface MissingPayment {
  readonly provider: string;
  readonly eventId: string;
  readonly orderNumber: string | null;
  readonly amountMinor: number;
  readonly paidAt: string;
}

export function listMissingThere(database: Queryable, file: FileRecord): Promise<MissingPayment[]> {
  return queryRows<MissingPayment>(
    database,
    sql`select missing.provider, missing.event_id as "eventId", loan.order_number as "orderNumber",
        missing.amount_minor::float8 as "amountMinor",
        to_char(missing.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "paidAt"
      from ${missingThere(file)} left join loan_numbers as loan on loan.loan_id = missing.loan_id
      order by missing.paid_at, missing.id limit 100`,
  );
}

export interface DayRow extends SettlementDayFigures {
  readonly day: LocalDate;
}

/** The booked amount of a line: that of its payment, or below zero of money that left again. */
const bookedOfLine = sql`(case when line.event_id is null then 0 when line.kind = 'taken-back'
  then case when line.state = 'matched' then line.amount_minor else 0 end else event.amount_minor end)`;

export function closingsOf(database: Queryable, { id }: Pick<FileRecord, 'id'>) {
  const { fileId, day, closedCount, figures, closedAt, closedBy } = settlementClosings;
  return database
    .selectDistinctOn([day], { day, figures, closedAt, closedBy })
    .from(settlementClosings)
    .where(eq(fileId, id))
    .orderBy(day, desc(closedCount));
}

export function daysOf(database: Queryable, file: FileRecord): Promise<DayRow[]> {
  const flags = sql`${isOpen}::integer as waiting, (line.closed_at is not null)::integer as closed, ${isClosable}::integer as closable`;
  const payments = sql`select line.day, (line.event_id is not null)::integer as booked, ${bookedOfLine} as booked_minor, 1 as in_file,
      line.amount_minor as file_minor, line.fee_minor as fee, (line.state = 'matched')::integer as matched, ${flags}
    from settlement_lines as line left join provider_events as event on event.id = line.event_id
    where line.file_id = ${file.id}::uuid and line.state not in ('repeated', 'payout') and line.kind in ('payment', 'taken-back')`;
  const fees = sql`select line.day, 0, 0, 0, 0, line.fee_minor - line.amount_minor, 0, ${flags}
    from settlement_lines as line
    where line.file_id = ${file.id}::uuid and line.state <> 'repeated' and line.kind in ('fee', 'other')`;
  const missing = sql`select missing.day, 1, missing.amount_minor, 0, 0, 0, 0, 0, 0, 0 from ${missingThere(file)}`;
  return queryRows<DayRow>(
    database,
    sql`with part as (${payments} union all ${fees} union all ${missing})
      select day::text, sum(booked)::integer as "bookedCount", sum(booked_minor)::text as "bookedMinor",
        sum(in_file)::integer as "fileCount", sum(file_minor)::text as "fileMinor", sum(fee)::text as "feeMinor",
        sum(matched)::integer as "matchedCount", sum(waiting)::integer as "openCount",
        (sum(booked_minor) - sum(file_minor))::text as "differenceMinor", sum(closed)::integer as "closedCount",
        sum(closable)::integer as "closableCount"
      from part group by day order by day`,
  );
}

export interface ShownLine {
  readonly line: LineRecord;
  readonly bookedMinor: number | null;
  readonly provider: string | null;
  readonly eventId: string | null;
  readonly orderNumber: string | null;
}

export async function linePage(
  database: Queryable,
  fileId: string,
  options: {
    readonly show?: SettlementView | undefined;
    readonly lineNumber?: number | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
): Promise<Page<ShownLine>> {
  const { show, lineNumber, cursor, limit } = options;
  if (show === 'missing-there') return { rows: [], nextCursor: null };
  const [after = '0'] = cursorKey(cursor, [(part) => /^\d{1,9}$/.test(part)]) ?? [];
  const place = lineNumber === undefined ? sql`> ${Number(after)}` : sql`= ${lineNumber}`;
  const condition = sql`line.line_number ${place} and ${show ? isOfView[show] : sql`true`}`;
  const rows = await shownLines(database, fileId, condition, limit + 1);
  return pageOf(rows, limit, ({ line }) => [line.lineNumber]);
}

export function findLine(database: Queryable, fileId: string, lineNumber: number) {
  return firstRow(shownLines(database, fileId, sql`line.line_number = ${lineNumber}`, 1));
}

async function shownLines(
  database: Queryable,
  fileId: string,
  condition: SQL,
  limit: number,
): Promise<ShownLine[]> {
  const rows = await queryRows<{ lineNumber: number } & Omit<ShownLine, 'line'>>(
    database,
    sql`select line.line_number as "lineNumber", event.amount_minor::float8 as "bookedMinor", event.provider,
        event.event_id as "eventId", loan.order_number as "orderNumber"
      from settlement_lines as line left join provider_events as event on event.id = line.event_id
      left join loan_numbers as loan on loan.loan_id = event.loan_id
      where line.file_id = ${fileId}::uuid and ${condition} order by line.line_number limit ${limit}`,
  );
  if (rows.length === 0) return [];
  const numbers = rows.map(({ lineNumber }) => lineNumber);
  const records = await database
    .select()
    .from(settlementLines)
    .where(and(eq(settlementLines.fileId, fileId), inArray(settlementLines.lineNumber, numbers)))
    .orderBy(asc(settlementLines.lineNumber));
  const byNumber = new Map(records.map((record) => [record.lineNumber, record]));
  return rows.flatMap(({ lineNumber, ...payment }) => {
    const line = byNumber.get(lineNumber);
    return line ? [{ line, ...payment }] : [];
  });
}

/** Stores the decision on an open line after comparing its file again. The file is locked. */
export async function settleLine(
  transaction: Transaction,
  { fileId, lineNumber }: Pick<LineRecord, 'fileId' | 'lineNumber'>,
  facts: {
    readonly decision: SettlementOutcome;
    readonly reason: string;
    readonly decidedAt: Date;
    readonly decidedBy: string;
  },
): Promise<void> {
  const file = await findFile(transaction, fileId);
  if (!file) throw new Error('A settlement file is gone.');
  await compareLines(transaction, file);
  await transaction
    .update(settlementLines)
    .set(facts)
    .where(and(hasValues(settlementLines, { fileId, lineNumber }), isNull(settlementLines.closedAt)));
  await countLines(transaction, fileId);
}

/** What closing lines moves on one clearing account. Amounts are digits. */
export interface Settled {
  /** The provider of the clearing account; null for fees alone. */
  readonly provider: string | null;
  readonly settledMinor: string;
  readonly feeMinor: string;
  readonly lineCount: number;
  readonly firstLine: number;
}

export interface ClosableDay {
  readonly settled: readonly Settled[];
  readonly openCount: number;
  /** Fees kept of the closed payments, in minor units. */
  readonly keptMinor: number;
  /** Differences of lines that were left with a note, in minor units. */
  readonly differenceMinor: number;
}

/** What closing a day moves, by clearing account: nothing for a payment that was booked as cash. */
export async function settledOn(
  database: Queryable,
  { fileId, day }: { readonly fileId: string; readonly day: LocalDate },
): Promise<ClosableDay> {
  const rows = await queryRows<DayLine>(
    database,
    sql`select line.line_number as "lineNumber", line.state = 'matched' as "isMatched", event.id as "eventId", event.provider,
        line.amount_minor::text as "amountMinor", line.fee_minor::text as "feeMinor", ${isClosable} as "isClosable",
        ${isOpen} as "isOpen", (${bookedOfLine} - line.amount_minor + case when line.kind in ('fee', 'other') then line.fee_minor else 0 end)::text as "leftMinor"
      from settlement_lines as line left join provider_events as event on event.id = line.event_id
      where line.file_id = ${fileId}::uuid and line.day = ${day}::date and line.closed_at is null
        and line.state not in ('repeated', 'payout') order by line.line_number`,
  );
  const closing = rows.filter((row) => row.isClosable);
  const held = await heldPayments(
    database,
    closing.flatMap(({ eventId }) => eventId ?? []),
  );
  const byHolder = Map.groupBy(closing, ({ isMatched, provider }) => (isMatched ? provider : null));
  const settled = [...byHolder].map(([provider, lines]): Settled => {
    const moving = lines.filter(({ isMatched, eventId }) => !isMatched || held.has(eventId ?? ''));
    const sum = (of: (line: DayLine) => bigint) => moving.reduce((total, line) => total + of(line), 0n);
    return {
      provider,
      settledMinor: String(sum(({ isMatched, amountMinor }) => (isMatched ? BigInt(amountMinor) : 0n))),
      feeMinor: String(
        sum(
          ({ isMatched, amountMinor, feeMinor }) => BigInt(feeMinor) - (isMatched ? 0n : BigInt(amountMinor)),
        ),
      ),
      lineCount: lines.length,
      firstLine: lines[0]?.lineNumber ?? 0,
    };
  });
  const sizeOf = (minor: string) => Math.abs(Number(minor));
  const total = (of: readonly DayLine[], name: 'feeMinor' | 'leftMinor') =>
    of.reduce((sum, line) => sum + sizeOf(line[name]), 0);
  return {
    settled,
    openCount: rows.filter((row) => row.isOpen).length,
    keptMinor: total(
      closing.filter(({ isMatched }) => isMatched),
      'feeMinor',
    ),
    differenceMinor: total(
      rows.filter((row) => !row.isClosable),
      'leftMinor',
    ),
  };
}

export async function closeLines(
  transaction: Transaction,
  { fileId, day, now }: { readonly fileId: string; readonly day: LocalDate; readonly now: Date },
): Promise<void> {
  await transaction.execute(sql`update settlement_lines as line set closed_at = ${now.toISOString()}::timestamptz
    where line.file_id = ${fileId}::uuid and line.day = ${day}::date and ${isClosable}`);
}

export async function insertClosing(
  transaction: Transaction,
  file: FileRecord,
  options: { readonly day: LocalDate; readonly closedAt: Date; readonly closedBy: string },
): Promise<void> {
  const { day, closedAt, closedBy } = options;
  const row = (await daysOf(transaction, file)).find((each) => each.day === day);
  if (!row) throw new Error('A closed day has no lines.');
  const { day: _day, ...figures } = row;
  const { closedCount } = figures;
  const closing = { fileId: file.id, day, closedCount, figures, closedAt, closedBy };
  await transaction.insert(settlementClosings).values(closing);
}

interface DayLine {
  readonly lineNumber: number;
  readonly isMatched: boolean;
  readonly eventId: string | null;
  readonly provider: string | null;
  readonly amountMinor: string;
  readonly feeMinor: string;
  readonly isClosable: boolean;
  readonly isOpen: boolean;
  readonly leftMinor: string;
}

/** Those of some payments that are on a clearing account, since they were not booked as cash. */
async function heldPayments(database: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const waited = await queryRows<{ id: string }>(
    database,
    sql`select event_id as id from cash_movements as moved where ${isAnyOf(sql`moved.event_id`, ids)}`,
  );
  const rounds = await queryRows<{ id: string; round: number }>(
    database,
    sql`select id, round from provider_events as event where ${isAnyOf(sql`event.id`, ids)}`,
  );
  const keys = `{${rounds.map((each) => paymentKey(bookingName(each))).join(',')}}`;
  const booked = await queryRows<{ key: string }>(
    database,
    sql`select movement.idempotency_key as key from ledger_transactions as movement join ledger_postings as posting
        on posting.transaction_id = movement.id and posting.borrower_id = movement.borrower_id
      where movement.idempotency_key = any(${keys}::text[]) and posting.account like 'clearing:%'`,
  );
  return new Set([...waited.map(({ id }) => id), ...booked.flatMap(({ key }) => paymentIdOf(key) ?? [])]);
}
