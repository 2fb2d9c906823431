import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { isDatabaseUnavailable, withRetries } from '#db/failure.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { timeCachedMs } from '#lending/clock.ts';
import { dayAfter } from './products.ts';

const firstDay = '2026-12-01' as LocalDate;
/** At this hour of UTC the day is the same in Mexico and India, and stays so for eleven hours. */
const startHour = 'T07:00:00Z';
const longestCrashMs = 60_000;

/** The time of a database that a test moves ahead by days: all nodes follow it, since they take theirs from there. */
export interface ShiftedClock {
  /** The day it is, in all markets. */
  readonly today: LocalDate;
  now(): Date;
  /** Moves ahead, and waits until no node goes on from an earlier answer. */
  advance(days: number): Promise<void>;
}

/**
 * Puts a function of its own before PostgreSQL's `clock_timestamp`, for every session that is opened from now on. The
 * schema has to be there already.
 */
export async function shiftClock(database: Database, name: string): Promise<ShiftedClock> {
  let today = firstDay;
  let offsetMs = Date.parse(firstDay + startHour) - Date.now();
  const keep = () =>
    withRetries(longestCrashMs, isDatabaseUnavailable, () =>
      database.execute(sql`insert into shifted.clock values (1, ${Math.round(offsetMs)}::bigint)
        on conflict (id) do update set offset_ms = excluded.offset_ms`),
    );
  await database.execute(sql`create schema shifted`);
  await database.execute(sql`create table shifted.clock (id integer primary key, offset_ms bigint not null)`);
  await keep();
  await database.execute(sql`create function shifted.clock_timestamp() returns timestamptz language sql volatile as $$
    select pg_catalog.clock_timestamp() + make_interval(secs => (select offset_ms from shifted.clock) / 1000.0) $$`);
  await database.execute(
    sql`alter database ${sql.identifier(name)} set search_path = shifted, pg_catalog, public`,
  );
  return {
    get today() {
      return today;
    },
    now: () => new Date(Date.now() + offsetMs),
    async advance(days) {
      offsetMs += days * 86_400_000;
      await keep();
      today = dayAfter(today, days);
      await setTimeout(timeCachedMs);
    },
  };
}
