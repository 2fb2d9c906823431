import { createHash } from 'node:crypto';
import type { DeskService } from '#contract/desk.ts';
import { inTransaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { type DeskRole, rolesOfGroups } from '#domain/desk/role.ts';
import type { AmountLimit } from '#domain/desk/second-person.ts';
import type { Currency } from '#domain/money/money.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { record } from './audit.ts';
import {
  findDeskSession,
  insertDeskSession,
  namesOfPeople,
  updateDeskSession,
  upsertPerson,
} from './store.ts';

/** How long people stay signed in, what their groups make them, and how soon they answer. */
export interface DeskConfiguration {
  readonly groupsOfRole: Readonly<Partial<Record<DeskRole, readonly string[]>>>;
  /** Minutes after which somebody who does nothing is signed out. */
  readonly idleMinutes: number;
  /** Hours after which everybody has to sign in again. */
  readonly sessionHours: number;
  /** What one person may move on a loan in a day, in minor units; more needs a second person. */
  readonly secondPersonAboveMinor: Readonly<Record<Currency, AmountLimit>>;
  /** What one person may move in a day by acts of one kind on all loans, in minor units; more needs a second person. */
  readonly daySumAboveMinor: Readonly<Record<Currency, AmountLimit>>;
  /** Hours in which a complaint has to be answered. */
  readonly complaintHours: number;
}

const tokenBytes = 32;
const longestToken = 256;
const dayMs = 86_400_000;

/** Only now and then, so that looking at pages is not writing rows. */
const useIsKeptEveryMs = 15_000;

/** Keeps who is signed in at the desk; times are the real ones. */
export function createDeskPeople(
  { hostDatabase: database, clock, random }: Pick<LendingDependencies, 'hostDatabase' | 'clock' | 'random'>,
  {
    groupsOfRole,
    idleMinutes,
    sessionHours,
  }: Omit<DeskConfiguration, 'secondPersonAboveMinor' | 'daySumAboveMinor' | 'complaintHours'>,
): DeskService['people'] {
  const sessionOf = (token: string) => {
    const now = clock.now();
    const usedSince = new Date(now.getTime() - idleMinutes * 60_000);
    if (token === '' || token.length > longestToken) return undefined;
    return findDeskSession(database, hashOf(token), { now, usedSince });
  };
  return {
    signIn(identity, language) {
      const now = clock.now();
      const token = random.bytes(tokenBytes).toString('base64url');
      const roles = rolesOfGroups(identity.groups, groupsOfRole);
      return inTransaction(database, async (transaction) => {
        const personId = await upsertPerson(transaction, { ...identity, id: random.id() }, now);
        const entry = { person: { personId }, act: 'sign-in', detail: { roles } };
        if (roles.length === 0) {
          await record(transaction, { ...entry, outcome: 'refused' }, { now, random });
          return null;
        }
        await insertDeskSession(transaction, {
          id: random.id(),
          tokenHash: hashOf(token),
          personId,
          roles,
          language,
          signedInAt: now,
          usedAt: now,
          expiresAt: new Date(now.getTime() + sessionHours * 3_600_000),
        });
        await record(transaction, { ...entry, outcome: 'done' }, { now, random });
        return token;
      });
    },
    async find(token) {
      const session = await sessionOf(token);
      if (!session) return null;
      const now = clock.now();
      if (now.getTime() - session.usedAt.getTime() >= useIsKeptEveryMs) {
        await updateDeskSession(database, session.id, { usedAt: now });
      }
      const { personId, name, roles, language } = session;
      return { personId, name, roles, language };
    },
    async findRunOut(token) {
      if (token === '' || token.length > longestToken) return null;
      const now = new Date(clock.now().getTime() - dayMs);
      const session = await findDeskSession(database, hashOf(token), { now, usedSince: now });
      if (!session) return null;
      const { personId, name, roles, language } = session;
      return { personId, name, roles, language };
    },
    async signOut(token) {
      const session = await sessionOf(token);
      if (!session) return;
      const now = clock.now();
      await inTransaction(database, async (transaction) => {
        await updateDeskSession(transaction, session.id, { endedAt: now });
        await record(transaction, { person: session, act: 'sign-out', outcome: 'done' }, { now, random });
      });
    },
    names(actors) {
      const ids = actors.flatMap((actor) => (actor.startsWith('desk:') ? [actor.slice('desk:'.length)] : []));
      return namesOfPeople(database, [...new Set(ids)].filter(isId));
    },
    async speak(token, language) {
      const session = await sessionOf(token);
      if (session) await updateDeskSession(database, session.id, { language });
    },
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
