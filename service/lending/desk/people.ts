import { createHash } from 'node:crypto';
import type { DeskService } from '#contract/desk.ts';
import { inTransaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { type DeskRole, rolesOfGroups } from '#domain/desk/role.ts';
import type { AmountLimit } from '#domain/desk/second-person.ts';
import type { hoursOfMatters } from '#domain/matter/matter.ts';
import type { Currency } from '#domain/money/money.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { nonceBytes, openText, sealText } from '../sealed-text.ts';
import { type AuditedAct, record, requireAct } from './audit.ts';
import {
  findDeskSession,
  insertDeskSession,
  namesOfPeople,
  openSessions,
  openSessionsOf,
  takeSealedIdToken,
  updateDeskSession,
  upsertPerson,
} from './store/people.ts';

/** How long people stay signed in, what their groups make them, and how soon they answer. */
export interface DeskConfiguration {
  readonly groupsOfRole: Readonly<Partial<Record<DeskRole, readonly string[]>>>;
  /** Minutes after which somebody who does nothing is signed out. */
  readonly idleMinutes: number;
  /** Hours after which everybody has to sign in again. */
  readonly sessionHours: number;
  /** Minutes after which somebody's groups are read anew; null where they hold for the session. */
  readonly roleMinutes: number | null;
  /** What one person may move on a loan in a day, in minor units; more needs a second person. */
  readonly secondPersonAboveMinor: Readonly<Record<Currency, AmountLimit>>;
  /** What one person may move in a day by acts of one kind on all loans, in minor units; more needs a second person. */
  readonly daySumAboveMinor: Readonly<Record<Currency, AmountLimit>>;
  /** Hours in which a complaint has to be answered. */
  readonly complaintHours: number;
  /** The same of other kinds of matter that the lender sets; absent for the usual ones. */
  readonly answerHours?: Parameters<typeof hoursOfMatters>[1];
}

const tokenBytes = 32;
const longestToken = 256;
const dayMs = 86_400_000;
const sessionsShown = 200;

/** Only now and then, so that looking at pages is not writing rows. */
const useIsKeptEveryMs = 15_000;

/** Keeps who is signed in at the desk; times are the real ones. */
export function createDeskPeople(
  dependencies: Pick<LendingDependencies, 'hostDatabase' | 'clock' | 'random' | 'configuration'>,
  {
    groupsOfRole,
    idleMinutes,
    sessionHours,
    roleMinutes,
  }: Omit<
    DeskConfiguration,
    'secondPersonAboveMinor' | 'daySumAboveMinor' | 'complaintHours' | 'answerHours'
  >,
): DeskService['people'] {
  const { hostDatabase: database, clock, random, configuration } = dependencies;
  const secrets = configuration.masterSecrets;
  const isToken = (token: string) => token !== '' && token.length <= longestToken;
  const idleMs = idleMinutes * 60_000;
  const roleMs = roleMinutes === null ? Number.POSITIVE_INFINITY : roleMinutes * 60_000;
  const sessionOf = async (token: string) => {
    const now = clock.now();
    if (!isToken(token)) return undefined;
    const usedSince = new Date(now.getTime() - idleMs);
    const session = await findDeskSession(database, hashOf(token), { now, usedSince });
    if (!session) return undefined;
    const roleAgeMs = now.getTime() - session.signedInAt.getTime();
    // A form that was opened before is still taken, as long as somebody may rest over it.
    return roleAgeMs > roleMs + idleMs ? undefined : { ...session, areRolesOld: roleAgeMs > roleMs };
  };
  const endAll = async (
    sessions: readonly { readonly id: string; readonly personId: string }[],
    entryOf: (personId: string) => Pick<AuditedAct, 'person' | 'act' | 'detail'>,
  ) => {
    const now = clock.now();
    await inTransaction(database, async (transaction) => {
      for (const { id } of sessions)
        await updateDeskSession(transaction, id, { endedAt: now, sealedIdToken: null });
      for (const personId of new Set(sessions.map((session) => session.personId)))
        await record(transaction, { ...entryOf(personId), outcome: 'done' }, { now, random });
    });
    return sessions.length;
  };
  return {
    async signIn({ providerSession = null, idToken, ...identity }, language, before = '') {
      const now = clock.now();
      const token = random.bytes(tokenBytes).toString('base64url');
      const roles = rolesOfGroups(identity.groups, groupsOfRole);
      const earlier = await sessionOf(before);
      return inTransaction(database, async (transaction) => {
        const personId = await upsertPerson(transaction, { ...identity, id: random.id() }, now);
        const goesOn = earlier?.personId === personId ? earlier : undefined;
        if (goesOn) await updateDeskSession(transaction, goesOn.id, { endedAt: now, sealedIdToken: null });
        const entry = { person: { personId }, act: 'sign-in', detail: { roles } };
        if (roles.length === 0) {
          await record(transaction, { ...entry, outcome: 'refused' }, { now, random });
          return null;
        }
        const lastsUntil = new Date(now.getTime() + sessionHours * 3_600_000);
        await insertDeskSession(transaction, {
          id: random.id(),
          tokenHash: hashOf(token),
          personId,
          roles,
          language: goesOn?.language ?? language,
          signedInAt: now,
          usedAt: now,
          expiresAt: goesOn && goesOn.expiresAt < lastsUntil ? goesOn.expiresAt : lastsUntil,
          providerSession,
          sealedIdToken:
            idToken === undefined
              ? null
              : sealText(idToken, secrets[0], { purpose: 'desk id tokens', nonce: random.bytes(nonceBytes) }),
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
      const { personId, name, roles, language, areRolesOld } = session;
      return { personId, name, roles, language, areRolesOld };
    },
    async findRunOut(token) {
      if (!isToken(token)) return null;
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
    async takeIdToken(token) {
      const endedSince = new Date(clock.now().getTime() - idleMs);
      const sealed = isToken(token) ? await takeSealedIdToken(database, hashOf(token), endedSince) : null;
      return sealed === null ? null : (openText(sealed, secrets, 'desk id tokens') ?? null);
    },
    async endByProvider(ended) {
      const sessions = await openSessionsOf(database, { ...ended, now: clock.now() });
      return endAll(sessions, (personId) => ({
        ...{ person: { personId }, act: 'sign-out', detail: { by: 'provider' } },
      }));
    },
    async signedIn(person) {
      await requireAct(dependencies, person, 'end-session', { act: 'opened', subject: 'people' });
      const now = clock.now();
      return openSessions(database, {
        now,
        usedSince: new Date(now.getTime() - idleMs),
        limit: sessionsShown,
      });
    },
    async endSessions(person, personId) {
      const entry = { act: 'ended-sessions', subject: 'people', detail: { to: personId } };
      await requireAct(dependencies, person, 'end-session', entry);
      const sessions = isId(personId) ? await openSessionsOf(database, { personId, now: clock.now() }) : [];
      return endAll(sessions, () => ({ person, ...entry }));
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
