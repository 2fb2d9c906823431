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

/** Who was here lately, in the memory of this node: a stranger was not. */
export interface KnownCallers {
  /** Takes note of a call of the lender's systems, or of a provider, whose signature is good. */
  noteSigner(address: string): void;
  /** Takes note of a request whose session is good. */
  noteBorrower(caller: Caller): void;
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
    noteBorrower({ address, credential }) {
      if (credential !== null) sessions.note(credential);
      homes.note(addressBlock(address));
    },
    isSigner: (address) => signers.has(addressBlock(address)),
    classOf({ address, credential }) {
      if (credential !== null && sessions.has(credential)) return 'borrower';
      return homes.has(addressBlock(address)) ? 'known' : 'stranger';
    },
  };
}

function recentKeys(keysMax: number, lastingMs: number, now: () => number) {
  const notedAt = new Map<string, number>();
  return {
    note(key: string) {
      notedAt.delete(key);
      notedAt.set(key, now());
      const [first] = notedAt.size > keysMax ? notedAt.keys() : [];
      if (first !== undefined) notedAt.delete(first);
    },
    has: (key: string) => now() - (notedAt.get(key) ?? Number.NEGATIVE_INFINITY) < lastingMs,
  };
}

/** What names the session of a request: its header, its address or its cookie (SESS-1, CALL-1), hashed; null for none. */
export function credentialOf({
  headers,
  url = '',
}: {
  readonly headers: IncomingHttpHeaders;
  readonly url?: string | undefined;
}): string | null {
  const credential =
    headers['x-session-id'] ||
    /[?&]sessionId=([^&]+)/.exec(url)?.[1] ||
    /(?:^|;\s*)(?:__Host-)?session=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  return typeof credential === 'string' ? hash('sha256', credential) : null;
}
