import type { DeskService } from '#contract/desk.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { answerClock, clockUntil } from '#domain/complaint/answer-clock.ts';
import { complaintImagesMax } from '#domain/complaint/complaint.ts';
import { effectDueAt, extendedDueAt } from '#domain/complaint/data-request.ts';
import { CodedError } from '#domain/error-code.ts';
import { currentTime } from '../clock.ts';
import { findComplaintByFolio, imagesOfComplaints, unattachedImagesOf } from '../complaint/store.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { perform, requireAct } from './audit.ts';
import type { DeskConfiguration } from './people.ts';
import { listAudit } from './store/audit.ts';
import { deleteDraft, earlierComplaints, findDraft, putDraft } from './store/complaint.ts';
import { holderOf } from './store/matter.ts';

const actLimit = 100;

/** Complaints for staff. Deadlines follow loan time. */
export function createDeskComplaints(
  dependencies: LendingDependencies,
  { complaintHours }: Pick<DeskConfiguration, 'complaintHours'>,
): DeskService['complaints'] {
  const { hostDatabase: database, clock, files } = dependencies;
  const calendars = dependencies.configuration.bankCalendars;
  return {
    async read(person, folio) {
      const subject = `complaint:${folio}`;
      const entry = { person, needs: 'see-complaints', act: 'opened', subject } as const;
      const find = (transaction: Transaction) => findComplaintByFolio(transaction, folio);
      return perform(dependencies, entry, find, async (transaction, complaint) => {
        const { content, reviewedAt, answeredAt, closedAt, reply, interimAnswers, score } = complaint;
        const { id, orderNumber, market, typeId, subtypeId, state, filedAt, dueAt } = complaint;
        const images = await imagesOfComplaints(transaction, [complaint.id]);
        const namesBy = (sender: 'borrower' | 'host') =>
          images.filter(({ sentBy }) => sentBy === sender).map(({ name }) => name);
        const now = await currentTime(dependencies, transaction);
        return {
          ...{ id, orderNumber, market, typeId, subtypeId, state, filedAt, folio },
          clock: dueAt === null ? answerClock(filedAt, complaintHours, now) : clockUntil(dueAt, now),
          holder: (await holderOf(transaction, dueAt === null ? 'complaint' : 'data-request', id)) ?? null,
          ...{ content, reviewedAt, answeredAt, closedAt, reply, interimAnswers, score },
          images: namesBy('borrower'),
          replyImages: namesBy('host'),
          dataRequest: dueAt && {
            borrowerId: complaint.borrowerId,
            language: complaint.language,
            effectDueAt: effectDueAt(calendars[market], now, dueAt),
            extendedDueAt: extendedDueAt(calendars[market], { ...complaint, dueAt }, now),
          },
          earlierCount: await earlierComplaints(transaction, complaint),
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
    async image(person, folio, name) {
      const subject = `complaint:${folio}`;
      const entry = { person, needs: 'see-personal-data', act: 'shown', subject } as const;
      const detail = { fields: ['image'] };
      const found = await perform(dependencies, { ...entry, detail }, async (transaction) => {
        const complaint = await findComplaintByFolio(transaction, folio);
        if (!complaint) return null;
        const images = await imagesOfComplaints(transaction, [complaint.id]);
        const draft = await findDraft(transaction, person.personId, complaint.id);
        const names = [...images.map((image) => image.name), ...(draft?.images ?? [])];
        return names.includes(name) ? name : null;
      });
      return found === null ? null : ((await files.get(found)) ?? null);
    },
  };
}
