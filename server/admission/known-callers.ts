import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { addressBlock } from '#domain/sms/send-limit.ts';
import type { CallerClass } from '#lending/ports.ts';

/** A caller as a request names them, before it is answered. */
export interface Caller {
  readonly address: string;
  /** What names a session, hashed; null where the request bears none. */
  readonly credential: string | null;
}

/** A good session: what names it, hashed, and whose it is. */
export interface KnownSession {
  readonly credential: string;
  readonly borrowerId: string;
}

/** Who was here lately, in the memory of this node: a stranger was not. */
export interface KnownCallers {
  /** Takes note of a call of the lender's systems, or of a provider, whose signature is good. */
  noteSigner(address: string): void;
  /** Takes note of a request whose session is good, and of the borrower where they are known. */
  noteBorrower(caller: Caller, borrowerId?: string): void;
  /** Takes note of sessions that other nodes, or this one before it was started, found good. */
  learn(sessions: readonly KnownSession[]): void;
  /** For whom a request counts whose session was good within the hour: the borrower where known, else the session; null for any other. */
  holderOf(caller: Caller): string | null;
  /** Whether a good signature came from the caller's block of addresses within a day. */
  isSigner(address: string): boolean;
  /** `borrower` for the bearer of a session that was good within the hour, `known` from a block where one was within a day. */
  classOf(caller: Caller): Exclude<CallerClass, 'lender'>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Most that is remembered of each kind; what was noted longest ago goes first. */
const signerBlocksMax = 1_000;
const borrowersMax = 50_000;

/** Knows no caller at first. @param now milliseconds of a clock that only goes on. */
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
    /** @param about what else is known of the key; it stays what it was where it is not given. */
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

/** What names the session of a request: its header, its address or its cookie (SESS-1, CALL-1), hashed as the database keeps it; null for none. */
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
