import { countMax, type DeskComplaintRow, type DeskService } from '#contract/desk.ts';
import { inTransaction } from '#db/database.ts';
import { answerClock } from '#domain/complaint/answer-clock.ts';
import { type ComplaintState, canChangeState, complaintImagesMax } from '#domain/complaint/complaint.ts';
import { actsOfRole, deskRoles } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { currentTime } from '../clock.ts';
import {
  type ComplaintRecord,
  findComplaintByFolio,
  imagesOfComplaints,
  listComplaintsHeldBy,
  listComplaintsIn,
  listComplaintsOf,
  lockComplaint,
  unattachedImagesOf,
} from '../complaint/store.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { record, requireAct } from './audit.ts';
import type { DeskConfiguration } from './people.ts';
import { listAudit } from './store/audit.ts';
import { deleteDraft, findDraft, holdersOf, putDraft, putHolder } from './store/complaint.ts';
import { peopleInRoles } from './store/people.ts';

const openStates: readonly ComplaintState[] = ['received', 'in-review'];
const actLimit = 100;
const answeringRoles = deskRoles.filter((role) => actsOfRole[role].includes('answer-complaint'));
/** Who has not signed in for so long is asked no more. */
const colleagueDays = 30;
const colleaguesMax = 200;
const dayMs = 86_400_000;

/** Looks complaints up for the desk; their clock counts the time loans live in. */
export function createDeskComplaints(
  dependencies: LendingDependencies,
  { complaintHours }: Pick<DeskConfiguration, 'complaintHours'>,
): DeskService['complaints'] {
  const { hostDatabase: database, clock, random, files } = dependencies;
  const context = () => ({ now: clock.now(), random });
  const clockOf = ({ filedAt }: ComplaintRecord, now: Date) => answerClock(filedAt, complaintHours, now);
  const rowOf = (
    complaint: ComplaintRecord,
    now: Date,
    holders: Awaited<ReturnType<typeof holdersOf>>,
  ): DeskComplaintRow => {
    const { folio, orderNumber, market, typeId, subtypeId, state, filedAt } = complaint;
    return {
      ...{ folio, orderNumber, market, typeId, subtypeId, state, filedAt },
      clock: clockOf(complaint, now),
      holder: holders.get(complaint.id) ?? null,
    };
  };
  /** Complaints in some states by their numbers, so that each state is read by its own index. */
  const inStates = async (
    states: readonly ComplaintState[],
    page: { readonly above: number; readonly limit: number },
  ) => {
    const rows = await Promise.all(states.map((state) => listComplaintsIn(database, state, page)));
    return rows
      .flat()
      .sort((a, b) => a.serialNumber - b.serialNumber)
      .slice(0, page.limit);
  };
  const isPast = (complaint: ComplaintRecord, now: Date) => clockOf(complaint, now).minutesLeft < 0;
  const colleaguesOf = async (personId: string, now: Date) => {
    const since = new Date(now.getTime() - colleagueDays * dayMs);
    const people = await peopleInRoles(database, answeringRoles, since, colleaguesMax);
    return people.filter((each) => each.personId !== personId);
  };
  return {
    async list(person, { queue, cursor, limit }) {
      await requireAct(dependencies, person, 'see-complaints', { act: 'opened', subject: 'complaints' });
      const above = /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
      const states = queue === 'answered' || queue === 'closed' ? [queue] : openStates;
      const now = await currentTime(dependencies, database);
      const of = { above, limit: limit + 1 };
      const page =
        queue === 'mine'
          ? await listComplaintsHeldBy(database, person.personId, of)
          : await inStates(states, of);
      const rows = queue === 'past' ? page.filter((each) => isPast(each, now)) : page;
      const shown = rows.slice(0, limit);
      const holders = await holdersOf(
        database,
        shown.map(({ id }) => id),
      );
      return {
        rows: shown.map((complaint) => rowOf(complaint, now, holders)),
        nextCursor: rows.length > limit ? String(shown.at(-1)?.serialNumber) : null,
      };
    },
    async count(person) {
      await requireAct(dependencies, person, 'see-complaints', { act: 'opened', subject: 'complaints' });
      const now = await currentTime(dependencies, database);
      const counted = { above: 0, limit: countMax + 1 };
      const open = await inStates(openStates, counted);
      const mine = await listComplaintsHeldBy(database, person.personId, counted);
      const [first] = open;
      return {
        openCount: open.length,
        pastCount: open.filter((each) => isPast(each, now)).length,
        mineCount: mine.length,
        first: first ? clockOf(first, now) : null,
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
        const now = await currentTime(dependencies, transaction);
        return {
          ...rowOf(complaint, now, await holdersOf(transaction, [complaint.id])),
          ...{ content, reviewedAt, answeredAt, closedAt, reply, score },
          images: namesBy('borrower'),
          replyImages: namesBy('host'),
          earlierCount: Math.min(open.length + handled.length, countMax + 1),
          acts: await listAudit(transaction, { subject, below: null, limit: actLimit }),
          draft: (await findDraft(transaction, person.personId, complaint.id)) ?? null,
        };
      });
    },
    async keepDraft(person, folio, draft) {
      const subject = `complaint:${folio}`;
      await requireAct(dependencies, person, 'answer-complaint', { act: 'drafted', subject });
      const { personId } = person;
      await inTransaction(database, async (transaction) => {
        const complaint = await findComplaintByFolio(transaction, folio);
        if (!complaint) throw new CodedError('not-found', 'folio');
        if (draft === null) return deleteDraft(transaction, personId, complaint.id);
        const { text, closesToo } = draft;
        const owner = { borrowerId: complaint.borrowerId, sentBy: 'host' } as const;
        const images = await unattachedImagesOf(
          transaction,
          draft.images.slice(0, complaintImagesMax),
          owner,
        );
        const written = { text, closesToo, images, keptAt: clock.now() };
        return putDraft(transaction, { personId, complaintId: complaint.id, ...written });
      });
    },
    async colleagues(person) {
      await requireAct(dependencies, person, 'answer-complaint', { act: 'opened', subject: 'complaints' });
      return colleaguesOf(person.personId, clock.now());
    },
    async handOver(person, folio, { personId, reason }) {
      const entry = { person, act: 'handed-over', subject: `complaint:${folio}` };
      await requireAct(dependencies, person, 'answer-complaint', entry);
      const colleagues = await colleaguesOf(person.personId, clock.now());
      if (!colleagues.some((each) => each.personId === personId)) throw new CodedError('not-found', 'to');
      await inTransaction(database, async (transaction) => {
        const complaint = await lockComplaint(transaction, folio);
        if (!complaint) throw new CodedError('not-found', 'folio');
        if (!canChangeState(complaint.state, 'answered')) throw new CodedError('status-conflict');
        await putHolder(transaction, { complaintId: complaint.id, personId, handedAt: clock.now() });
        const detail = { to: personId };
        await record(transaction, { ...entry, reason, detail, outcome: 'done' }, context());
      });
    },
    async image(person, folio, name) {
      const subject = `complaint:${folio}`;
      await requireAct(dependencies, person, 'see-personal-data', { act: 'shown', subject });
      const isIts = await inTransaction(database, async (transaction) => {
        const complaint = await findComplaintByFolio(transaction, folio);
        if (!complaint) return false;
        const images = await imagesOfComplaints(transaction, [complaint.id]);
        const draft = await findDraft(transaction, person.personId, complaint.id);
        const names = [...images.map((image) => image.name), ...(draft?.images ?? [])];
        if (!names.includes(name)) return false;
        const detail = { fields: ['image'] };
        await record(transaction, { person, act: 'shown', subject, detail, outcome: 'done' }, context());
        return true;
      });
      return isIts ? ((await files.get(name)) ?? null) : null;
    },
  };
}
