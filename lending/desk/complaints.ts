import { countMax, type DeskComplaintRow, type DeskService } from '#contract/desk.ts';
import { inTransaction } from '#db/database.ts';
import { answerClock } from '#domain/complaint/answer-clock.ts';
import type { ComplaintState } from '#domain/complaint/complaint.ts';
import { currentTime } from '../clock.ts';
import {
  type ComplaintRecord,
  findComplaintByFolio,
  imagesOfComplaints,
  listComplaintsIn,
  listComplaintsOf,
} from '../complaint/store.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { record, requireAct } from './audit.ts';
import type { DeskConfiguration } from './people.ts';
import { listAudit } from './store.ts';

const openStates: readonly ComplaintState[] = ['received', 'in-review'];
const actLimit = 100;

/** Looks complaints up for the desk; their clock counts the time loans live in. */
export function createDeskComplaints(
  dependencies: LendingDependencies,
  { complaintHours }: Pick<DeskConfiguration, 'complaintHours'>,
): DeskService['complaints'] {
  const { hostDatabase: database, clock, random, files } = dependencies;
  const context = () => ({ now: clock.now(), random });
  const rowOf = (complaint: ComplaintRecord, now: Date): DeskComplaintRow => {
    const { folio, orderNumber, typeId, subtypeId, state, filedAt } = complaint;
    return {
      ...{ folio, orderNumber, typeId, subtypeId, state, filedAt },
      clock: answerClock(filedAt, complaintHours, now),
    };
  };
  /** Complaints in some states by their numbers, so that each state is read by its own index. */
  const inStates = async (
    states: readonly ComplaintState[],
    page: { readonly above: number; readonly limit: number },
  ) => {
    const found = await Promise.all(states.map((state) => listComplaintsIn(database, state, page)));
    return found
      .flat()
      .sort((a, b) => a.serialNumber - b.serialNumber)
      .slice(0, page.limit);
  };
  const isPast = (complaint: ComplaintRecord, now: Date) => rowOf(complaint, now).clock.minutesLeft < 0;
  return {
    async list(person, { queue, cursor, limit }) {
      await requireAct(dependencies, person, 'see-complaints', { act: 'opened', subject: 'complaints' });
      const above = /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
      const states = queue === 'answered' || queue === 'closed' ? [queue] : openStates;
      const now = await currentTime(dependencies, database);
      const page = await inStates(states, { above, limit: limit + 1 });
      const found = queue === 'past' ? page.filter((each) => isPast(each, now)) : page;
      const shown = found.slice(0, limit);
      return {
        rows: shown.map((complaint) => rowOf(complaint, now)),
        nextCursor: found.length > limit ? String(shown.at(-1)?.serialNumber) : null,
      };
    },
    async count(person) {
      await requireAct(dependencies, person, 'see-complaints', { act: 'opened', subject: 'complaints' });
      const now = await currentTime(dependencies, database);
      const open = await inStates(openStates, { above: 0, limit: countMax + 1 });
      const [first] = open;
      return {
        openCount: open.length,
        pastCount: open.filter((each) => isPast(each, now)).length,
        first: first ? rowOf(first, now).clock : null,
      };
    },
    async read(person, folio) {
      const subject = `complaint:${folio}`;
      await requireAct(dependencies, person, 'see-complaints', { act: 'opened', subject });
      return inTransaction(database, async (transaction) => {
        const complaint = await findComplaintByFolio(transaction, folio);
        if (!complaint) return null;
        await record(transaction, { person, act: 'opened', subject, outcome: 'done' }, context());
        const { content, reviewedAt, answeredAt, closedAt, reply, score, borrowerId } = complaint;
        const images = await imagesOfComplaints(transaction, [complaint.id]);
        const namesBy = (sender: 'borrower' | 'host') =>
          images.filter(({ sentBy }) => sentBy === sender).map(({ name }) => name);
        const earlier = { below: complaint.serialNumber, limit: countMax + 1 };
        const open = await listComplaintsOf(transaction, borrowerId, 'open', earlier);
        const handled = await listComplaintsOf(transaction, borrowerId, 'handled', earlier);
        return {
          ...rowOf(complaint, await currentTime(dependencies, transaction)),
          ...{ content, reviewedAt, answeredAt, closedAt, reply, score },
          images: namesBy('borrower'),
          replyImages: namesBy('host'),
          earlierCount: Math.min(open.length + handled.length, countMax + 1),
          acts: await listAudit(transaction, { subject, below: null, limit: actLimit }),
        };
      });
    },
    async image(person, folio, name) {
      const subject = `complaint:${folio}`;
      await requireAct(dependencies, person, 'see-personal-data', { act: 'shown', subject });
      const isIts = await inTransaction(database, async (transaction) => {
        const complaint = await findComplaintByFolio(transaction, folio);
        const images = complaint ? await imagesOfComplaints(transaction, [complaint.id]) : [];
        if (!images.some((image) => image.name === name)) return false;
        const detail = { fields: ['image'] };
        await record(transaction, { person, act: 'shown', subject, detail, outcome: 'done' }, context());
        return true;
      });
      return isIts ? ((await files.get(name)) ?? null) : null;
    },
  };
}
