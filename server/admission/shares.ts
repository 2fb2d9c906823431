import type { IncomingMessage } from 'node:http';
import { addressBlock } from '#domain/sms/send-limit.ts';
import type { CallerClass, HoldPlace, ScarcePlace } from '#lending/ports.ts';
import { clientAddress } from '../client-address.ts';
import type { RequestFacts } from '../request-scope.ts';
import { createKnownCallers, credentialOf, type KnownCallers } from './known-callers.ts';
import { createPlaces, type PlaceLimits, type Places } from './places.ts';
import { createRates, type RateAdmission, type RateLimit } from './rates.ts';

export interface ShareOptions {
  readonly requestsPerMinute: number;
  readonly addressRequestsPerMinute: number;
  readonly hostRequestsPerMinute: number;
  /** PostgreSQL sessions that pages share; 0 for the embedded database or a lender's own backend. */
  readonly databaseSessions: number;
  readonly trustedProxyCount: number;
  readonly databaseUrl: string;
  readonly key: Buffer;
  readonly nodeCount: number;
  readonly current: () => RequestFacts | null;
}

export interface Shares {
  readonly hold: HoldPlace;
  /**
   * Counts the current request: for its borrower or session if that was valid lately, and for all borrowers of its address block;
   * else for the block.
   */
  admitRequest(): Promise<RateAdmission>;
  /** Counts a call with a verified signature, and remembers its address. */
  admitSigned(keyId: string): Promise<RateAdmission>;
  admitContactMessage(): Promise<RateAdmission>;
  admitPaper(): Promise<RateAdmission>;
  /** Remembers that the session of the current request is valid, and stops counting it for its address block. */
  noteBorrower(): void;
  learn: KnownCallers['learn'];
  /** Caller of a new request: a session that was valid lately, else the address block. */
  callerOf(request: IncomingMessage, isSigned: boolean): { readonly name: string; readonly isKnown: boolean };
  close(): Promise<void>;
}

const waitMs = 10_000;

function placeLimits(databaseSessions: number): Readonly<Record<ScarcePlace, PlaceLimits>> {
  const visitorCalls = databaseSessions === 0 ? 16 : Math.max(2, Math.floor(databaseSessions / 2));
  return {
    /** Forms with files: up to 75 MB each, on disk. */
    form: { atOnce: 24, perHolder: 4, waitMs },
    /** Images sent to the service: 9 MB each in memory, 11 MB in base64. */
    image: {
      atOnce: 28,
      reserved: { lender: 12, borrower: 12, stranger: 4 },
      perHolder: 4,
      perStranger: 2,
      waitMs,
    },
    /** Calls without a session take at most half of the database sessions. */
    'visitor-call': {
      atOnce: visitorCalls,
      reserved: { known: Math.floor(visitorCalls / 4) },
      perHolder: visitorCalls,
      perStranger: Math.max(1, Math.floor(visitorCalls / 4)),
      waitMs: 1_500,
    },
    /** Exchanges of tickets, one at a time per ticket: each waits for a lock in a database session. */
    ticket: { atOnce: Math.max(2, Math.floor(visitorCalls / 2)), perHolder: 1, waitMs },
    /** PDFs: each occupies the process for up to a tenth of a second. */
    paper: { atOnce: 1, perHolder: 1, waitMs: 5_000 },
  };
}

const daySeconds = 86_400;

function rateLimits({
  requestsPerMinute,
  addressRequestsPerMinute,
  hostRequestsPerMinute,
}: Pick<ShareOptions, 'requestsPerMinute' | 'addressRequestsPerMinute' | 'hostRequestsPerMinute'>) {
  return {
    /** Per borrower, per session, or per address block of strangers. */
    request: { points: requestsPerMinute, windowSeconds: 60, isCountedInAdvance: true },
    /** All borrowers of an address block: mobile networks put hundreds behind one address. */
    'address-request': { points: addressRequestsPerMinute, windowSeconds: 60, isCountedInAdvance: true },
    'signed-call': { points: hostRequestsPerMinute, windowSeconds: 60, isCountedInAdvance: true },
    /** PDFs per session, or per address block. */
    paper: { points: 30, windowSeconds: 600 },
    /** Contact messages: per address block; of all first senders of an hour; of all others. */
    'contact-block': { points: 5, windowSeconds: 3_600 },
    'contact-first': { points: 1_000, windowSeconds: daySeconds },
    'contact-again': { points: 250, windowSeconds: daySeconds },
  } as const satisfies Readonly<Record<string, RateLimit>>;
}

/** Rate limits are counted by all nodes together, semaphores by each node. */
export function createShares(options: ShareOptions): Shares {
  const { current, databaseSessions, trustedProxyCount } = options;
  const known = createKnownCallers();
  const rates = createRates({ ...options, limits: rateLimits(options) });
  const places = Object.fromEntries(
    Object.entries(placeLimits(databaseSessions)).map(([thing, limits]) => [thing, createPlaces(limits)]),
  ) as Readonly<Record<ScarcePlace, Places>>;
  const classOf = (request: RequestFacts): CallerClass => {
    if (request.isSigned) return 'lender';
    if (request.borrowerId !== undefined) return 'borrower';
    return known.isSigner(request.address) ? 'lender' : known.classOf(request);
  };
  const blockOf = (request: RequestFacts | null) => (request ? addressBlock(request.address) : '');
  return {
    hold: (thing, holders, work) => {
      const request = current();
      return places[thing].take(request ? classOf(request) : 'stranger', holdersOf(request, holders), work);
    },
    async admitRequest() {
      const request = current();
      const block = blockOf(request);
      const holder = request && known.holderOf(request);
      if (holder !== null) {
        const ofAddress = await rates.admit('address-request', block);
        return ofAddress.isAdmitted ? rates.admit('request', holder) : ofAddress;
      }
      if (request) request.isCountedForBlock = true;
      return rates.admit('request', block);
    },
    admitSigned(keyId) {
      const request = current();
      if (request) {
        request.isSigned = true;
        known.noteSigner(request.address);
      }
      return rates.admit('signed-call', keyId);
    },
    async admitContactMessage() {
      const ofBlock = await rates.admit('contact-block', blockOf(current()));
      if (!ofBlock.isAdmitted) return ofBlock;
      return rates.admit(ofBlock.count === 1 ? 'contact-first' : 'contact-again', 'all');
    },
    admitPaper() {
      const request = current();
      // The session is not verified yet: an unknown one counts for its address.
      const isBorrower = request !== null && known.classOf(request) === 'borrower';
      return rates.admit('paper', (isBorrower && request.credential) || blockOf(request));
    },
    noteBorrower() {
      const request = current();
      if (!request) return;
      known.noteBorrower(request, request.borrowerId);
      if (!request.isCountedForBlock || request.credential === null) return;
      request.isCountedForBlock = false;
      rates.giveBack('request', blockOf(request));
    },
    learn: known.learn,
    callerOf(request, isSigned) {
      const { headers, socket, url } = request;
      const forwarded = headers['x-forwarded-for'] as string | undefined;
      const address = clientAddress(socket.remoteAddress ?? 'unknown', forwarded, trustedProxyCount);
      const block = addressBlock(address);
      if (isSigned) return { name: block, isKnown: known.isSigner(address) };
      const credential = credentialOf({ headers, url });
      const callerClass = known.classOf({ address, credential });
      return {
        name: (callerClass === 'borrower' && credential) || block,
        isKnown: callerClass !== 'stranger',
      };
    },
    close: () => rates.close(),
  };
}

/** Holders of a place: the address block, the borrower if known, and those that the work names. */
export function holdersOf(
  request: Pick<RequestFacts, 'address' | 'borrowerId'> | null,
  holders: readonly string[],
): readonly string[] {
  return [request && addressBlock(request.address), request?.borrowerId, ...holders].filter(
    (holder) => typeof holder === 'string',
  );
}
