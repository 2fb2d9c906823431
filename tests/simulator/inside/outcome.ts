import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#db/database.ts';
import { daysBetween, localDate } from '#domain/calendar.ts';
import type { Scene } from './scene.ts';

/** What is drawn by chance or counts all there is, and tells nothing of what came about. */
const isChance = /hash|sealed|serial|number|folio|token|image|text$|^code$|^payCode$|^reference$/i;

/** The day of most scenes. */
const usualDay = localDate('2026-11-20');

const tablesOf = new WeakMap<Database, readonly string[]>();

async function tablesOfBorrowers(database: Database): Promise<readonly string[]> {
  const known = tablesOf.get(database);
  if (known) return known;
  const rows = await queryRows<{ name: string }>(
    database,
    sql`select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where attname = 'borrower_id' and relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace order by 1`,
  );
  const tables = rows.map(({ name }) => name);
  tablesOf.set(database, tables);
  return tables;
}

/**
 * All that is kept of the borrowers of a scene, a row a line in the order of letters, after what each act was answered with: the same
 * text for the same outcome, whatever ids, numbers and moments it has.
 */
export async function seeOutcome(
  database: Database,
  { borrowerIds, tag, day = usualDay }: Scene,
  answers: readonly string[],
): Promise<string> {
  const borrowers = sql`any (${`{${borrowerIds.join()}}`}::uuid[])`;
  const parts = (await tablesOfBorrowers(database)).map((table) => {
    const isTagged = table === 'provider_events' ? sql`or each.event_id like ${`${tag}%`}` : sql``;
    return sql`select ${table}::text as of, to_jsonb(each) as row from ${sql.identifier(table)} as each
      where each.borrower_id = ${borrowers} ${isTagged}`;
  });
  const events = sql`select 'outbox_events' as of, to_jsonb(each) as row from outbox_events as each
    where subject_id in (select id::text from loans where borrower_id = ${borrowers}
      union select id::text from complaints where borrower_id = ${borrowers}) or data::text like ${`%${tag}%`}`;
  const isOfScene = sql`like ${`${tag}%`}`;
  const settled = sql`select 'settlement_lines' as of, to_jsonb(each) as row from settlement_lines as each where identity ${isOfScene}`;
  const cash = sql`select 'cash_movements' as of, to_jsonb(each) as row from cash_movements as each
    where event_id in (select id from provider_events where event_id ${isOfScene})
      or split_part(idempotency_key, ':', 2) in (select id::text from settlement_files where name ${isOfScene})`;
  const rows = await queryRows<{ of: string; row: unknown }>(
    database,
    sql.join([...parts, events, settled, cash], sql` union all `),
  );
  const withoutNames = (text: string) =>
    text
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '#')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, '@')
      .replaceAll(/\d{4}-\d\d-\d\d/g, (of) => `day ${daysBetween(day, localDate(of))}`)
      .replaceAll(/LL-\d{4}-\d+/g, '№')
      .replaceAll(new RegExp(tag, 'gi'), '%');
  const lines = rows.map(({ of, row }) => withoutNames(`${of} ${JSON.stringify(withoutChance(row))}`));
  return [...answers, ...lines.sort()].join('\n');
}

function withoutChance(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutChance);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, of]) => (isChance.test(name) ? [] : [[name, withoutChance(of)]])),
  );
}
