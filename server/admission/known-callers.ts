import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { addressBlock } from '#domain/sms/send-limit.ts';
import type { CallerClass } from '#lending/ports.ts';

export interface Caller {
  readonly address: string;
  /** Hash of the session; null without one. */
  readonly credential: string | null;
}

export interface KnownSession {
  readonly credential: string;
  readonly borrowerId: string;
}

/** Callers seen lately, in the memory of this node. */
export interface KnownCallers {
  noteSigner(address: string): void;
  /** Remembers a valid session, its address, and its borrower if known. */
  noteBorrower(caller: Caller, borrowerId?: string): void;
  /** Remembers sessions that were valid on other nodes or before the start. */
  learn(sessions: readonly KnownSession[]): void;
  /** The borrower, else the session, if the session was valid within the hour; null otherwise. */
  holderOf(caller: Caller): string | null;
  /** Whether the address block sent a verified signature within a day. */
  isSigner(address: string): boolean;
  /** `borrower`: session valid within the hour. `known`: address block with a valid session within a day. */
  classOf(caller: Caller): Exclude<CallerClass, 'lender'>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Entries remembered; the oldest are dropped. */
const signerBlocksMax = 1_000;
const borrowersMax = 50_000;

/** @param now a monotonic clock in milliseconds. */
export function createKnownCallers(now: () => number = () => performance.now()): KnownCallers {
  const signers = recentKeys(signerBlocksMax, dayMs, now);
  const sessions = recentKeys(borrowersMax, hourMs, now);
  const homes = recentKeys(borrowersMax, dayMs, now);
  return {
    noteSigner: (address) => signers.note(addressBlock(address)),
    noteBorrower({ address, credential }, borrowerId) {
      if (credential !== null) sessions.note(credential, borrowerId);
      homes.note(addressBlock(address));
    },
    learn(learned) {
      for (const { credential, borrowerId } of learned) sessions.note(credential, borrowerId);
    },
    holderOf: ({ credential }) =>
      credential !== null && sessions.has(credential) ? (sessions.about(credential) ?? credential) : null,
    isSigner: (address) => signers.has(addressBlock(address)),
    classOf({ address, credential }) {
      if (credential !== null && sessions.has(credential)) return 'borrower';
      return homes.has(addressBlock(address)) ? 'known' : 'stranger';
    },
  };
}

function recentKeys(keysMax: number, lastingMs: number, now: () => number) {
  const noted = new Map<string, { readonly at: number; readonly about: string | undefined }>();
  return {
    note(key: string, about = noted.get(key)?.about) {
      noted.delete(key);
      noted.set(key, { at: now(), about });
      const [first] = noted.size > keysMax ? noted.keys() : [];
      if (first !== undefined) noted.delete(first);
    },
    has: (key: string) => now() - (noted.get(key)?.at ?? Number.NEGATIVE_INFINITY) < lastingMs,
    about: (key: string) => noted.get(key)?.about,
  };
}

/** Hash of the session in header, address or cookie (SESS-1, CALL-1), as in the database. */
export function credentialOf({
  headers,
  url = '',
}: {
  readonly headers: IncomingHttpHeaders;
  readonly url?: string | undefined;
}): string | null {
  const [, cookie = ''] = /(?:^|;\s*)(?:__Host-)?session=([^;]+)/.exec(headers.cookie ?? '') ?? [];
  const credential =
    headers['x-session-id'] ||
    /[?&]sessionId=([^&]+)/.exec(url)?.[1] ||
    /(?:^|&)sessionId=([^&]+)/.exec(cookie)?.[1] ||
    cookie;
  return typeof credential === 'string' && credential !== '' ? hash('sha256', credential) : null;
}
