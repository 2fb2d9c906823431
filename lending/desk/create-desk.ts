import type { HostCall } from '#contract/host-call.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { mayDo } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import type { LendingDependencies } from '../dependencies.ts';
import type { HostCaller } from '../http/host-gate.ts';
import { actOfCall } from './acts-of-calls.ts';
import { auditableFields, record } from './audit.ts';
import { createDeskPeople, type DeskConfiguration, type DeskPeople } from './people.ts';
import { type AuditRecord, listAudit } from './store.ts';

/** What somebody does, beside the fields of the call. */
export interface DeskStep {
  /** The id of the form, so that sending it twice has one effect. */
  readonly messageId: string;
  /** What it is done to, such as `loan:LL100001`. */
  readonly subject?: string;
  readonly reason?: string;
}

/** What the desk's screens work with. Everything is done in somebody's name, by their roles, and logged. */
export interface Desk {
  readonly people: DeskPeople;
  /**
   * Makes a call of the lender's systems for somebody. What it changed and its entry in the log are one transaction; what
   * is refused is logged too.
   * @throws DeskRefusal 'not-allowed' where no role of theirs may; CodedError as the call refuses.
   */
  ask<Wanted, Given>(
    person: DeskPerson,
    call: HostCall<Wanted, Given>,
    fields: Readonly<Record<string, unknown>>,
    step: DeskStep,
  ): Promise<Given>;
  /** Logs that somebody looked at something, or at the named data of a person. */
  saw(person: DeskPerson, act: 'opened' | 'shown' | 'searched' | 'exported', of: Seen): Promise<void>;
  /** A page of the audit log, newest first. */
  audit(of: {
    readonly subject?: string | undefined;
    readonly personId?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  }): Promise<{ readonly entries: readonly AuditRecord[]; readonly nextCursor: string | null }>;
}

/** What somebody saw. */
export interface Seen {
  readonly subject: string;
  readonly reason?: string | undefined;
  /** The names of what was shown; never the values. */
  readonly fields?: readonly string[];
}

/** The desk's side of the service. */
export function createDesk(
  dependencies: LendingDependencies,
  host: HostCaller,
  configuration: DeskConfiguration,
): Desk {
  const { hostDatabase: database, clock, random } = dependencies;
  const context = () => ({ now: clock.now(), random });
  return {
    people: createDeskPeople(dependencies, configuration),
    async ask(person, call, fields, { messageId, subject, reason }) {
      const entry = {
        person,
        act: call.name,
        subject,
        reason,
        detail: auditableFields(fields),
      };
      const needed = actOfCall[call.name];
      try {
        if (needed === undefined || !mayDo(person.roles, needed)) throw new DeskRefusal('not-allowed');
        return await host.ask(call, fields, {
          actor: `desk:${person.personId}`,
          messageId,
          ...(!call.isRead && {
            alongside: (transaction) => record(transaction, { ...entry, outcome: 'done' }, context()),
          }),
        });
      } catch (error) {
        const code = error instanceof CodedError || error instanceof DeskRefusal ? error.code : 'internal';
        const detail = { ...entry.detail, code };
        if (!call.isRead || code === 'not-allowed') {
          await record(database, { ...entry, detail, outcome: 'refused' }, context());
        }
        throw error;
      }
    },
    async saw(person, act, { subject, reason, fields }) {
      const detail = fields && { fields };
      await record(database, { person, act, subject, reason, detail, outcome: 'done' }, context());
    },
    async audit({ cursor, limit, ...of }) {
      const below = cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
      const rows = await listAudit(database, { ...of, below, limit: limit + 1 });
      const entries = rows.slice(0, limit);
      const last = entries.at(-1);
      return { entries, nextCursor: rows.length > limit && last ? String(last.serialNumber) : null };
    },
  };
}
