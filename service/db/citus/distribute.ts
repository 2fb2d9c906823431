import { sql } from 'drizzle-orm';
import { type Database, inTransaction, type Queryable, queryRows, type Transaction } from '../database.ts';
import { copiedTables, keyedTables, unlistedTables } from './layout.ts';

export class DistributionError extends Error {
  override readonly name = 'DistributionError';
}

export interface Distribution {
  readonly tableCount: number;
  /** References that Citus cannot check; the code that writes the rows does. */
  readonly droppedReferences: readonly string[];
}

type Place = 'keyed' | 'copied' | 'one';

interface Reference {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly definition: string;
}

/**
 * Spreads the tables of a migrated database over the machines of its Citus cluster, with all their rows, in one transaction; a second call
 * does nothing. Triggers are off meanwhile, since they would book each row again. The role must be allowed to make triggers on shards.
 * @throws DistributionError
 */
export async function distribute(database: Database): Promise<Distribution> {
  await requireCluster(database);
  return inTransaction(database, async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(74126003)`);
    const tables = await queryRows<{ name: string }>(
      transaction,
      sql`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
          and oid not in (select logicalrelid::oid from pg_dist_partition)
          and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') order by 1`,
    );
    const unlisted: readonly string[] = unlistedTables;
    const names = new Set(tables.map(({ name }) => name).filter((name) => !unlisted.includes(name)));
    if (names.size === 0) return { tableCount: 0, droppedReferences: [] };
    await transaction.execute(sql`set local citus.multi_shard_modify_mode to 'sequential'`);
    await transaction.execute(sql`set local citus.enable_unsafe_triggers to on`);
    await transaction.execute(sql`set local statement_timeout to 0`);
    await transaction.execute(sql`set local client_min_messages to warning`);
    const references = await setReferencesAside(transaction, names);
    const triggers = await setTriggersAside(transaction, names);
    const identities = await identitiesOf(transaction, names);
    await moveTables(transaction, names);
    // Citus restarts the identity counter of a table that it moves.
    for (const { table, column, last } of identities)
      await transaction.execute(
        sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last}::bigint)`,
      );
    for (const trigger of triggers) await transaction.execute(sql.raw(trigger));
    const kept = references.filter(isChecked);
    for (const { from, name, definition } of kept)
      await transaction.execute(sql.raw(`alter table "${from}" add constraint "${name}" ${definition}`));
    // In one statement, since Citus refuses to change a referenced table after a read of several machines, which it makes to answer a query
    // for a card.
    await transaction.execute(sql`do $$ begin execute format(
      'alter database %I set citus.multi_shard_modify_mode to sequential', current_database()); end $$`);
    const dropped = references.filter((reference) => !isChecked(reference));
    return { tableCount: names.size, droppedReferences: dropped.map(({ name }) => name).sort() };
  });
}

async function requireCluster(database: Queryable): Promise<void> {
  const [extension] = await queryRows<{ exists: boolean }>(
    database,
    sql`select exists (select from pg_extension where extname = 'citus') as exists`,
  );
  if (!extension?.exists) throw new DistributionError('The database has no Citus: create extension citus.');
  const [nodes] = await queryRows<{ hasCoordinator: boolean; hasWorkers: boolean }>(
    database,
    sql`select coalesce(bool_or(groupid = 0), false) as "hasCoordinator",
        coalesce(bool_or(groupid <> 0 and shouldhaveshards), false) as "hasWorkers" from pg_dist_node where isactive`,
  );
  if (!nodes?.hasCoordinator)
    throw new DistributionError(
      'The coordinator is not named: select citus_set_coordinator_host(host, port).',
    );
  if (!nodes.hasWorkers)
    throw new DistributionError('The cluster has no workers: select citus_add_node(host, port).');
}

function placeOf(table: string): Place {
  if ((keyedTables as readonly string[]).includes(table)) return 'keyed';
  return (copiedTables as readonly string[]).includes(table) ? 'copied' : 'one';
}

/** Citus can check a reference between rows of one machine and to a copied table. */
function isChecked({ from, to }: Reference): boolean {
  const places = [placeOf(from), placeOf(to)];
  return places[1] === 'copied' || (places[0] === places[1] && places[0] !== undefined);
}

async function setReferencesAside(transaction: Transaction, names: ReadonlySet<string>) {
  const all = await queryRows<Reference>(
    transaction,
    sql`select conname as name, relation.relname as "from", target.relname as "to", pg_get_constraintdef(con.oid) as definition
      from pg_constraint as con join pg_class as relation on relation.oid = con.conrelid
      join pg_class as target on target.oid = con.confrelid
      where con.contype = 'f' and con.connamespace = 'public'::regnamespace order by 1`,
  );
  const touched = all.filter(({ from, to }) => names.has(from) || names.has(to));
  for (const { from, name } of touched)
    await transaction.execute(sql.raw(`alter table "${from}" drop constraint "${name}"`));
  return touched;
}

async function setTriggersAside(transaction: Transaction, names: ReadonlySet<string>): Promise<string[]> {
  const all = await queryRows<{ name: string; table: string; definition: string }>(
    transaction,
    sql`select tgname as name, relname as table, pg_get_triggerdef(pg_trigger.oid) as definition
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace order by relname, tgname`,
  );
  const touched = all.filter(({ table }) => names.has(table));
  for (const { name, table } of touched)
    await transaction.execute(sql.raw(`drop trigger "${name}" on "${table}"`));
  return touched.map(({ definition }) => definition);
}

async function identitiesOf(transaction: Transaction, names: ReadonlySet<string>) {
  const all = await queryRows<{ table: string; column: string; last: string | null }>(
    transaction,
    sql`select relname as table, attname as column,
        pg_sequence_last_value(pg_get_serial_sequence(quote_ident(relname), attname)::regclass)::text as last
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where attidentity <> '' and relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return all.filter(({ table, last }) => names.has(table) && last !== null);
}

async function moveTables(transaction: Transaction, names: ReadonlySet<string>): Promise<void> {
  for (const table of copiedTables.filter((each) => names.has(each)))
    await transaction.execute(sql`select create_reference_table(${table}::regclass)`);
  const [first] = keyedTables;
  for (const table of keyedTables.filter((each) => names.has(each))) {
    const beside = table === first ? 'none' : first;
    await transaction.execute(
      sql`select create_distributed_table(${table}::regclass, 'borrower_id', colocate_with => ${beside})`,
    );
  }
  for (const table of [...names].filter((each) => placeOf(each) === 'one'))
    await transaction.execute(sql`select citus_add_local_table_to_metadata(${table}::regclass)`);
  // The local rows of a distributed table are a copy that nobody reads.
  for (const table of [...keyedTables, ...copiedTables].filter((each) => names.has(each)))
    await transaction.execute(sql`select truncate_local_data_after_distributing_table(${table}::regclass)`);
}
