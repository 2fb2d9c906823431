import type { DeskService } from '#contract/desk.ts';
import { deskActOf, needsPreview, needsSecondApprover } from '#contract/doors.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { mayDo } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import type { HostCaller } from '../http/host-gate.ts';
import { createDeskApprovals } from './approvals.ts';
import { auditableFields, record, requireAct } from './audit.ts';
import { createDeskBatches, runBatch } from './batches.ts';
import { createBorrowerMessages } from './borrower-messages.ts';
import { createDeskBorrowers } from './borrowers.ts';
import { createDeskCases } from './cases.ts';
import { createDeskClaims } from './claims.ts';
import { createDeskCollections } from './collections.ts';
import { createDeskComplaints } from './complaints.ts';
import { createDeskCorrections } from './corrections.ts';
import { createDeskFormDrafts } from './form-drafts.ts';
import { createDeskLoans } from './loans.ts';
import { createDeskMatters } from './matters.ts';
import { createDeskMessages } from './messages.ts';
import { createDeskPapers } from './papers.ts';
import { createDeskPeople, type DeskConfiguration } from './people.ts';
import { createSecondPerson } from './second-person.ts';
import { borrowerNamed, listAudit } from './store/audit.ts';
import { namesOfPeople } from './store/people.ts';
import { createDeskUnmatched } from './unmatched.ts';

export function createDesk(
  dependencies: LendingDependencies,
  host: HostCaller,
  configuration: DeskConfiguration,
): DeskService {
  const { hostDatabase: database, clock, random } = dependencies;
  const context = () => ({ now: clock.now(), random });
  const shared = { dependencies, host, second: createSecondPerson(dependencies, configuration) };
  const approvals = createDeskApprovals({
    ...shared,
    runBatch: (id, doers) => runBatch(batchContext, id, doers),
  });
  const matters = createDeskMatters(dependencies, configuration);
  const unmatched = createDeskUnmatched(dependencies);
  const batchContext = { ...shared, matters, unmatched, approvals };
  return {
    loanTime: () => currentTime(dependencies, database),
    people: createDeskPeople(dependencies, configuration),
    loans: createDeskLoans(dependencies),
    borrowers: createDeskBorrowers(dependencies),
    cases: createDeskCases(dependencies, configuration),
    papers: createDeskPapers(dependencies),
    matters,
    batches: createDeskBatches(batchContext),
    collections: createDeskCollections(dependencies),
    borrowerMessages: createBorrowerMessages(dependencies),
    drafts: createDeskFormDrafts(dependencies),
    messages: createDeskMessages(dependencies),
    claims: createDeskClaims(dependencies),
    complaints: createDeskComplaints(dependencies, configuration),
    unmatched,
    corrections: createDeskCorrections(shared, configuration),
    approvals,
    async ask(person, call, fields, { messageId, subject, reason, loggedAs, detail: named }) {
      const act = loggedAs ?? call.name;
      const entry = { person, act, subject, reason, detail: { ...auditableFields(fields), ...named } };
      const needed = deskActOf(call.name);
      try {
        if (needed === null || !mayDo(person.roles, needed)) throw new DeskRefusal('not-allowed');
        const isForTwo = needsPreview(call.name) || needsSecondApprover(call.name, fields);
        if (isForTwo) throw new DeskRefusal('needs-second-person');
        return await host.ask(call, fields, {
          actor: `desk:${person.personId}`,
          messageId,
          ...((!call.isRead || loggedAs) && {
            alongside: (transaction) => record(transaction, { ...entry, outcome: 'done' }, context()),
          }),
        });
      } catch (error) {
        const code = error instanceof CodedError || error instanceof DeskRefusal ? error.code : 'internal';
        if (!call.isRead || code === 'not-allowed') {
          const detail = { ...entry.detail, code };
          await record(database, { ...entry, detail, outcome: 'refused' }, context());
        } else if (loggedAs === 'searched' && code === 'not-found') {
          // The search text may be personal data, so it is not logged.
          const detail = { ...named, found: 0 };
          await record(database, { person, act, detail, outcome: 'done' }, context());
        }
        throw error;
      }
    },
    require: (person, needed, attempt) =>
      requireAct(dependencies, person, needed, { ...attempt, detail: { needs: needed } }),
    recordExport: (person, subject, filters) =>
      record(database, { person, act: 'exported', subject, detail: { filters }, outcome: 'done' }, context()),
    async audit({ cursor, limit, borrower, ...of }) {
      const below = cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
      const borrowerId = borrower === undefined ? undefined : await borrowerNamed(database, borrower);
      if (borrowerId === null) throw new CodedError('not-found', 'borrower');
      const page = { borrowerId, hasSearches: true, below, limit: limit + 1 };
      const list = await listAudit(database, { ...of, ...page });
      const rows = list.slice(0, limit);
      const last = rows.at(-1);
      return {
        rows,
        nextCursor: list.length > limit && last ? String(last.serialNumber) : null,
        people: await namesOfPeople(database, 'all'),
      };
    },
  };
}
