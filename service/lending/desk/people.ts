import { createHash } from 'node:crypto';
import type { DeskIdentity, DeskService } from '#contract/desk.ts';
import { inTransaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { type DeskRole, rolesOfGroups } from '#domain/desk/role.ts';
import type { AmountLimit } from '#domain/desk/second-person.ts';
import type { Language } from '#domain/language.ts';
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

export interface DeskConfiguration {
  readonly groupsOfRole: Readonly<Partial<Record<DeskRole, readonly string[]>>>;
  readonly idleMinutes: number;
  readonly sessionHours: number;
  /** Minutes after which groups are read again from the identity provider; null: only at sign-in. */
  readonly roleMinutes: number | null;
  /** What one person may move on a loan in a day without approval, in minor units. */
  readonly secondApproverAboveMinor: Readonly<Record<Currency, AmountLimit>>;
  /** What one person may move in a day by acts of one kind on all loans without approval, in minor units. */
  readonly daySumAboveMinor: Readonly<Record<Currency, AmountLimit>>;
  readonly complaintHours: number;
  /** Deadlines in hours of the other kinds of matters; the defaults where absent. */
  readonly answerHours?: Parameters<typeof hoursOfMatters>[1];
}

const tokenBytes = 32;
const longestToken = 256;
const dayMs = 86_400_000;
const sessionsShown = 200;

/** The last use is stored at most this often, so that page views rarely write. */
const useIsKeptEveryMs = 15_000;

interface SessionContext {
  readonly dependencies: Pick<LendingDependencies, 'hostDatabase' | 'clock' | 'random' | 'configuration'>;
  readonly groupsOfRole: DeskConfiguration['groupsOfRole'];
  readonly idleMs: number;
  readonly sessionMs: number;
  /** Infinite where groups are read only at sign-in. */
  readonly roleMs: number;
}

/** Sessions of staff, by the real clock and not by loan time. */
export function createDeskPeople(
  dependencies: SessionContext['dependencies'],
  {
    groupsOfRole,
    idleMinutes,
    sessionHours,
    roleMinutes,
  }: Pick<DeskConfiguration, 'groupsOfRole' | 'idleMinutes' | 'sessionHours' | 'roleMinutes'>,
): DeskService['people'] {
  const { hostDatabase: database, clock, random, configuration } = dependencies;
  const context: SessionContext = {
    dependencies,
    groupsOfRole,
    idleMs: idleMinutes * 60_000,
    sessionMs: sessionHours * 3_600_000,
    roleMs: roleMinutes === null ? Number.POSITIVE_INFINITY : roleMinutes * 60_000,
  };
  return {
    signIn: (identity, language, before = '') => signIn(context, identity, language, before),
    async find(token) {
      const session = await sessionOf(context, token);
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
      const session = await sessionOf(context, token);
      if (!session) return;
      const now = clock.now();
      await inTransaction(database, async (transaction) => {
        await updateDeskSession(transaction, session.id, { endedAt: now });
        await record(transaction, { person: session, act: 'sign-out', outcome: 'done' }, { now, random });
      });
    },
    async takeIdToken(token) {
      const endedSince = new Date(clock.now().getTime() - context.idleMs);
      const sealed = isToken(token) ? await takeSealedIdToken(database, hashOf(token), endedSince) : null;
      if (sealed === null) return null;
      return openText(sealed, configuration.masterSecrets, 'desk id tokens') ?? null;
    },
    async endByProvider(ended) {
      const sessions = await openSessionsOf(database, { ...ended, now: clock.now() });
      return endAll(context, sessions, (personId) => ({
        person: { personId },
        act: 'sign-out',
        detail: { by: 'provider' },
      }));
    },
    async signedIn(person) {
      await requireAct(dependencies, person, 'end-session', { act: 'opened', subject: 'people' });
      const now = clock.now();
      const usedSince = new Date(now.getTime() - context.idleMs);
      return openSessions(database, { now, usedSince, limit: sessionsShown });
    },
    async endSessions(person, personId) {
      const entry = { act: 'ended-sessions', subject: 'people', detail: { to: personId } };
      await requireAct(dependencies, person, 'end-session', entry);
      const sessions = isId(personId) ? await openSessionsOf(database, { personId, now: clock.now() }) : [];
      return endAll(context, sessions, () => ({ person, ...entry }));
    },
    names(actors) {
      const ids = actors.flatMap((actor) => (actor.startsWith('desk:') ? [actor.slice('desk:'.length)] : []));
      return namesOfPeople(database, [...new Set(ids)].filter(isId));
    },
    async speak(token, language) {
      const session = await sessionOf(context, token);
      if (session) await updateDeskSession(database, session.id, { language });
    },
  };
}

const isToken = (token: string) => token !== '' && token.length <= longestToken;

/** The open session of a token; undefined where it ended, was idle for too long, or its roles are too old. */
async function sessionOf({ dependencies, idleMs, roleMs }: SessionContext, token: string) {
  const now = dependencies.clock.now();
  if (!isToken(token)) return undefined;
  const usedSince = new Date(now.getTime() - idleMs);
  const session = await findDeskSession(dependencies.hostDatabase, hashOf(token), { now, usedSince });
  if (!session) return undefined;
  const roleAgeMs = now.getTime() - session.signedInAt.getTime();
  // A form opened before the roles expired is accepted for as long as a session may be idle.
  return roleAgeMs > roleMs + idleMs ? undefined : { ...session, areRolesOld: roleAgeMs > roleMs };
}

/** @returns how many sessions ended. */
async function endAll(
  { dependencies: { hostDatabase, clock, random } }: SessionContext,
  sessions: readonly { readonly id: string; readonly personId: string }[],
  entryOf: (personId: string) => Pick<AuditedAct, 'person' | 'act' | 'detail'>,
): Promise<number> {
  const now = clock.now();
  await inTransaction(hostDatabase, async (transaction) => {
    for (const { id } of sessions)
      await updateDeskSession(transaction, id, { endedAt: now, sealedIdToken: null });
    for (const personId of new Set(sessions.map((session) => session.personId)))
      await record(transaction, { ...entryOf(personId), outcome: 'done' }, { now, random });
  });
  return sessions.length;
}

async function signIn(
  context: SessionContext,
  { providerSession = null, idToken, ...identity }: DeskIdentity,
  language: Language,
  before: string,
): Promise<string | null> {
  const { hostDatabase: database, clock, random, configuration } = context.dependencies;
  const now = clock.now();
  const token = random.bytes(tokenBytes).toString('base64url');
  const roles = rolesOfGroups(identity.groups, context.groupsOfRole);
  const earlier = await sessionOf(context, before);
  return inTransaction(database, async (transaction) => {
    const personId = await upsertPerson(transaction, { ...identity, id: random.id() }, now);
    const goesOn = earlier?.personId === personId ? earlier : undefined;
    if (goesOn) await updateDeskSession(transaction, goesOn.id, { endedAt: now, sealedIdToken: null });
    const entry = { person: { personId }, act: 'sign-in', detail: { roles } };
    if (roles.length === 0) {
      await record(transaction, { ...entry, outcome: 'refused' }, { now, random });
      return null;
    }
    const lastsUntil = new Date(now.getTime() + context.sessionMs);
    const seal = { purpose: 'desk id tokens', nonce: random.bytes(nonceBytes) } as const;
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
      sealedIdToken: idToken === undefined ? null : sealText(idToken, configuration.masterSecrets[0], seal),
    });
    await record(transaction, { ...entry, outcome: 'done' }, { now, random });
    return token;
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
