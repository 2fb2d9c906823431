import { inArray, sql } from 'drizzle-orm';
import { markRefundFailed, markRefundSent } from '#contract/host/repayment.ts';
import { type Queryable, queryRows } from '#db/database.ts';
import { inputRows, isAnyOf } from '#db/input-rows.ts';
import { isId } from '#db/new-id.ts';
import { deskBatchRows } from '#db/schema/desk.ts';
import { refunds } from '#db/schema/repayment.ts';
import { settlementFiles } from '#db/schema/settlement.ts';
import type { ApprovalRow } from './approval.ts';

type Fields = ApprovalRow['fields'];
type Request = Pick<ApprovalRow, 'id' | 'call' | 'fields'>;

const refundSteps: readonly string[] = [markRefundSent.name, markRefundFailed.name];

const textIn = (fields: Fields, name: string): string[] => {
  const value = fields[name];
  return typeof value === 'string' ? [value] : [];
};

function paymentIn(fields: Fields): readonly (readonly [provider: string, eventId: string])[] {
  const { provider, eventId } = (fields.payment ?? fields) as Fields;
  return typeof provider === 'string' && typeof eventId === 'string' ? [[provider, eventId]] : [];
}

/**
 * By request id, the staff (`desk:<id>`) who took part in it before its request: who read the file, who moved the payment to the unmatched
 * ones or read the file it came from, and who requested the refund.
 */
export async function participantsOf(
  database: Queryable,
  requests: readonly Request[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const parts = new Map(requests.map(({ id }) => [id, new Set<string>()]));
  const batchIds = requests.flatMap(({ fields }) => textIn(fields, 'batchId')).filter(isId);
  const batchRows =
    batchIds.length === 0
      ? []
      : await database
          .select({ id: deskBatchRows.batchId, fields: deskBatchRows.fields })
          .from(deskBatchRows)
          .where(isAnyOf(deskBatchRows.batchId, batchIds));
  const all = [...requests, ...batchRows.map((row) => ({ ...row, call: '' }))];
  const add = async (
    namesOf: (request: Request) => readonly string[],
    find: (names: readonly string[]) => Promise<readonly { name: string; by: string }[]>,
  ) => {
    const names = [...new Set(all.flatMap(namesOf))];
    if (names.length === 0) return;
    const byName = Map.groupBy(await find(names), ({ name }) => name);
    for (const request of all)
      for (const name of namesOf(request))
        for (const { by } of byName.get(name) ?? []) parts.get(request.id)?.add(by);
  };
  await add(
    ({ fields }) => textIn(fields, 'fileId').filter(isId),
    (ids) =>
      database
        .select({ name: settlementFiles.id, by: settlementFiles.readBy })
        .from(settlementFiles)
        .where(isAnyOf(settlementFiles.id, ids)),
  );
  await add(
    ({ call, fields }) => (refundSteps.includes(call) ? textIn(fields, 'refundKey') : []),
    (keys) =>
      database
        .select({ name: refunds.refundKey, by: refunds.requestedBy })
        .from(refunds)
        .where(inArray(refunds.refundKey, [...keys])),
  );
  await add(
    ({ fields }) => paymentIn(fields).map((named) => JSON.stringify(named)),
    (names) => whoPut(database, names),
  );
  return parts;
}

/** Who moved payments to the unmatched ones, and who read the files they came from. */
async function whoPut(
  database: Queryable,
  names: readonly string[],
): Promise<{ name: string; by: string }[]> {
  const named = names.map((name) => {
    const [provider, event_id] = JSON.parse(name) as [string, string];
    return { provider, event_id, name };
  });
  const types = { provider: 'text', event_id: 'text', name: 'text' };
  const rows = await queryRows<{ name: string; putBy: string; readBy: string | null }>(
    database,
    sql`select named.name, event.put_by as "putBy", file.read_by as "readBy" from ${inputRows('named', types, named)}
      join provider_events as event on event.provider = named.provider and event.event_id = named.event_id
      left join settlement_lines as line on line.event_id = event.id
      left join settlement_files as file on file.id = line.file_id
      where event.put_by is not null`,
  );
  return rows.flatMap(({ name, putBy, readBy }) => [
    { name, by: putBy },
    ...(readBy === null ? [] : [{ name, by: readBy }]),
  ]);
}
