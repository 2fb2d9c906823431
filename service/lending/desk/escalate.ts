import { inTransaction } from '#db/database.ts';
import { escalatedKinds, type MatterHours, matterKinds, wholeQueue } from '#domain/matter/matter.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies, MattersCounted } from '../dependencies.ts';
import { recordEvent } from '../events/record-event.ts';
import { record } from './audit.ts';
import { queuedMatter, subjectOfMatter } from './matters.ts';
import { countMatters, insertEscalation, listMatters } from './store/matter.ts';

const toldAtOnce = 200;

/**
 * Updates the metrics of open matters and sends `matter.overdue` once for each overdue matter, longest overdue first, with an audit entry.
 * Safe in several processes.
 * @returns how many events were sent.
 */
export async function escalate(dependencies: LendingDependencies, hours: MatterHours): Promise<number> {
  const { database, random, mattersCounted } = dependencies;
  const now = await currentTime(dependencies, database);
  const query = { ...wholeQueue, hours, now, personId: null };
  const counts = await countMatters(database, { ...query, kinds: matterKinds });
  mattersCounted?.(
    counts.map(({ place, all, past }) => ({ kind: matterKinds[place] as MattersCounted['kind'], all, past })),
  );
  const overdue = { ...query, kinds: escalatedKinds, isPast: true, isUntold: true };
  let toldCount = 0;
  for (const row of await listMatters(database, overdue, { after: null, limit: toldAtOnce })) {
    const matter = queuedMatter(row, overdue);
    const { id: matterId, name, orderNumber, borrowerId, cameAt, clock, holder } = matter;
    const kind = escalatedKinds.find((each) => each === matter.kind);
    if (!kind) continue;
    const isNew = await inTransaction(database, async (transaction) => {
      if (!(await insertEscalation(transaction, { kind, matterId, toldAt: now }))) return false;
      const times = { cameAt: cameAt.toISOString(), dueAt: clock.dueAt.toISOString() };
      const data = { kind, matterId, name, orderNumber, ...times, holderName: holder?.name ?? null };
      recordEvent(transaction, { type: 'matter.overdue', subjectId: matterId, data }, { now, random });
      const of = { subject: subjectOfMatter(matter), ...(borrowerId !== null && { borrowerId }) };
      await record(transaction, { person: null, act: 'escalated', ...of, outcome: 'done' }, { now, random });
      return true;
    });
    if (isNew) toldCount += 1;
  }
  return toldCount;
}
