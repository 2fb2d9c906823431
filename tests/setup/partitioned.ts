/** Into how many parts databases of tests are partitioned (TEST_PARTITIONS); 0 for not at all. */
export const partitionCount = Number(process.env.TEST_PARTITIONS ?? 0);

/**
 * A statement of a migration as it makes a table that is keyed by borrower in parts by hash of the borrower; any other
 * statement unchanged. The key that has `borrower_id` in it tells such a table.
 */
export function partitioned(statement: string, count: number): readonly string[] {
  const [, table] = /^\s*CREATE TABLE "(\w+)" \(/.exec(statement) ?? [];
  if (count === 0 || table === undefined || !/PRIMARY KEY\([^)]*"borrower_id"/.test(statement)) {
    return [statement];
  }
  const parts = Array.from(
    { length: count },
    (_, part) =>
      `CREATE TABLE "${table}_${part}" PARTITION OF "${table}" FOR VALUES WITH (MODULUS ${count}, REMAINDER ${part})`,
  );
  return [statement.replace(/;\s*$/, ' PARTITION BY HASH (borrower_id)'), ...parts];
}
