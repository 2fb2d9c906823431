import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { type ClearingAccount, isClearing, type LedgerAccount } from '#domain/booking/movement.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { csvRow } from '#domain/csv.ts';
import { dayIn, type Market, marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import { decimalOf } from '#domain/money/amount-input.ts';
import type { Currency } from '#domain/money/money.ts';
import { cursorKey, isInstant, pageOf } from '../keyset.ts';
import { type DaysSeenOn, instantsOf } from './accounting-days.ts';
import { lastSummedDay } from './closed-days.ts';
import { earningAccounts, earningsOf, isEarning } from './earnings.ts';

const accountNames: Readonly<Record<Exclude<LedgerAccount, ClearingAccount>, string>> = {
  receivable: 'assets:receivable',
  cash: 'assets:cash',
  'unearned-interest': 'liabilities:unearned-interest',
  'unearned-fee': 'liabilities:unearned-fee',
  'suspended-income': 'liabilities:suspended-income',
  'derecognised-receivable': 'assets:derecognised-receivable',
  suspense: 'liabilities:suspense',
  'refund-payable': 'liabilities:refund-payable',
  'vat-payable': 'liabilities:vat-payable',
  'interest-income': 'income:interest',
  'fee-income': 'income:fee',
  'penalty-income': 'income:penalty',
  'recovery-income': 'income:recovery',
  'waiver-expense': 'expenses:waiver',
  'write-off-expense': 'expenses:write-off',
  'sale-loss': 'expenses:sale-loss',
  unmatched: 'liabilities:unmatched',
  'provider-fee': 'expenses:provider-fee',
};

function accountName(account: LedgerAccount): string {
  return isClearing(account) ? `assets:${account}` : accountNames[account];
}

interface JournalRow {
  readonly id: string;
  readonly bookedAt: string;
  readonly kind: string;
  readonly occurredAt: string;
  /** Null for money on no loan. */
  readonly orderNumber: string | null;
  readonly actor: string | null;
  readonly reason: string | null;
  readonly reversesId: string | null;
  readonly provider: string | null;
  readonly paymentId: string | null;
  readonly postings: readonly {
    readonly account: LedgerAccount;
    readonly component: string | null;
    readonly amount: string;
  }[];
}

export async function journalPage(
  database: Database | Transaction,
  options: DaysSeenOn & {
    readonly format: 'csv' | 'ledger';
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
): Promise<{ readonly text: string; readonly nextCursor: string | null }> {
  const { format, cursor, limit, ...days } = options;
  const { from, until } = instantsOf(days);
  const [at, id = ''] = cursorKey(cursor, [isInstant, isId]) ?? [];
  const isBeyond =
    at === undefined ? sql`` : sql`and (movement.booked_at, movement.id) > (${at}::timestamptz, ${id}::uuid)`;
  const pageOfTable = (table: SQL) => sql`page as (
      select movement.* from ${table} as movement
      where movement.currency = ${days.currency} and movement.booked_at >= ${from} and movement.booked_at < ${until}
        ${isBeyond}
      order by movement.booked_at, movement.id limit ${limit + 1}
    )`;
  const onLoans = await queryRows<JournalRow>(
    database,
    sql`
      with ${pageOfTable(sql`ledger_transactions`)}
      select page.id, ${instantText(sql`page.booked_at`)} as "bookedAt", ${instantText(sql`page.occurred_at`)} as "occurredAt",
        page.kind, loans.order_number as "orderNumber", page.actor, page.reason, page.reverses_id as "reversesId",
        event.provider, event.event_id as "paymentId",
        (select json_agg(json_build_object('account', posting.account, 'component', posting.component,
            'amount', posting.amount_minor::text) order by posting.id)
          from ledger_postings as posting
          where posting.transaction_id = page.id and posting.borrower_id = loans.borrower_id) as postings
      from page join loans on loans.id = page.loan_id and loans.borrower_id = page.borrower_id
      left join ledger_transactions as reversed on reversed.id = page.reverses_id and reversed.borrower_id = loans.borrower_id
      left join loan_payments as event on event.borrower_id = loans.borrower_id and event.id = substring(
        coalesce(reversed.idempotency_key, page.idempotency_key) from '^(?:payment|recovery|extension-fee):([0-9a-f-]{36})(?::[0-9]+)?$')::uuid
      order by page.booked_at, page.id`,
  );
  const onNone = await queryRows<JournalRow>(
    database,
    sql`
      with ${pageOfTable(sql`cash_movements`)}
      select page.id, ${instantText(sql`page.booked_at`)} as "bookedAt", ${instantText(sql`page.occurred_at`)} as "occurredAt",
        page.kind, null as "orderNumber", page.actor, page.reason, null as "reversesId", event.provider,
        event.event_id as "paymentId", json_build_array(
          json_build_object('account', page.debit_account, 'component', null, 'amount', page.amount_minor::text),
          json_build_object('account', page.credit_account, 'component', null, 'amount', (-page.amount_minor)::text)
        ) as postings
      from page left join provider_events as event on event.id = page.event_id order by page.booked_at, page.id`,
  );
  const list = [...onLoans, ...onNone].sort((a, b) => (isBefore(a, b) ? -1 : 1)).slice(0, limit + 1);
  const last = list.length > limit ? list.at(-1) : undefined;
  const earned = await earningRows(database, days, {
    after: at === undefined ? undefined : { bookedAt: at, id },
    before: last,
  });
  const ordered = [...list, ...earned].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const { rows, nextCursor } = pageOf(ordered, limit, (row) => [row.bookedAt, row.id]);
  const market = marketOfCurrency(days.currency);
  const texts = rows.map((row) =>
    format === 'csv' ? csvRows(row, days.currency, market) : plainText(row, days.currency, market),
  );
  const header = format === 'csv' && cursor === undefined ? [csvRow(csvColumns)] : [];
  return { text: [...header, ...texts].join(''), nextCursor };
}

function instantText(instant: SQL): SQL {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

type Place = Pick<JournalRow, 'bookedAt' | 'id'>;

const isBefore = (a: Place, b: Place): boolean =>
  a.bookedAt === b.bookedAt ? a.id < b.id : a.bookedAt < b.bookedAt;

/** The place of a day's earnings in the journal: its first instant, under an id made from the day. */
function placeOfEarnings(currency: Currency, day: LocalDate): Place {
  const code = Buffer.from(currency).toString('hex').padStart(8, '0');
  const startsAt = startOfDayIn(marketOfCurrency(currency), day).toISOString();
  return {
    bookedAt: startsAt.replace('Z', '000Z'),
    id: `${code}-0000-8000-8000-0000${day.replaceAll('-', '')}`,
  };
}

async function earningRows(
  database: Database | Transaction,
  days: DaysSeenOn,
  { after, before }: { readonly after: Place | undefined; readonly before: Place | undefined },
): Promise<JournalRow[]> {
  const { currency } = days;
  const summedThrough = await lastSummedDay(database, currency);
  const isWanted = (day: LocalDate) => {
    const place = placeOfEarnings(currency, day);
    return (!after || isBefore(after, place)) && (!before || isBefore(place, before));
  };
  const earnings = await earningsOf(database, { ...days, summedThrough }, isWanted);
  return earnings.filter(isEarning).map((earned) => ({
    ...placeOfEarnings(currency, earned.day),
    occurredAt: placeOfEarnings(currency, earned.day).bookedAt,
    kind: 'earning',
    orderNumber: null,
    actor: null,
    reason: null,
    reversesId: null,
    provider: null,
    paymentId: null,
    postings: earningAccounts.flatMap(({ figure, component, from, to }) => {
      const amount = earned[figure];
      if (amount === '0') return [];
      return [
        { account: from, component, amount },
        { account: to, component, amount: `-${amount}` },
      ];
    }),
  }));
}

const csvColumns = [
  'transactionId',
  'bookedAt',
  'day',
  'kind',
  'orderNumber',
  'account',
  'component',
  'amountMinor',
  'currency',
  'actor',
  'reason',
  'reversesId',
  'valueDay',
  'provider',
  'paymentId',
  'amount',
];

function csvRows(row: JournalRow, currency: Currency, market: Market): string {
  const day = dayIn(market, new Date(row.bookedAt));
  return row.postings
    .map(({ account, component, amount }) =>
      csvRow([
        row.id,
        row.bookedAt,
        day,
        row.kind,
        row.orderNumber,
        account,
        component ?? null,
        amount,
        currency,
        row.actor,
        row.reason,
        row.reversesId,
        dayIn(market, new Date(row.occurredAt)),
        row.provider,
        row.paymentId,
        decimalOf(amount, currency),
      ]),
    )
    .join('');
}

function plainText(row: JournalRow, currency: Currency, market: Market): string {
  const day = dayIn(market, new Date(row.bookedAt));
  const comments = [
    `transaction: ${row.id}`,
    ...(row.actor === null ? [] : [`actor: ${row.actor}`]),
    ...(row.reason === null ? [] : [`reason: ${row.reason}`]),
    ...(row.reversesId === null ? [] : [`reverses: ${row.reversesId}`]),
    ...(row.provider === null ? [] : [`provider: ${row.provider}`, `payment: ${row.paymentId}`]),
  ];
  const postings = row.postings.map(({ account, component, amount }) => {
    const name =
      accountName(account) + (account === 'receivable' && component !== null ? `:${component}` : '');
    return `    ${name}  ${currency} ${decimalOf(amount, currency)}\n`;
  });
  const head = `${day} ${row.kind}${row.orderNumber === null ? '' : ` | ${row.orderNumber}`}\n`;
  return `${head}${comments.map((comment) => `    ; ${comment}\n`).join('')}${postings.join('')}\n`;
}
