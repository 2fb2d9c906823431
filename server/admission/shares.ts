import type { IncomingMessage } from 'node:http';
import { addressBlock } from '#domain/sms/send-limit.ts';
import type { CallerClass, HoldPlace, ScarcePlace } from '#lending/ports.ts';
import { clientAddress } from '../client-address.ts';
import type { RequestFacts } from '../request-scope.ts';
import { createKnownCallers, credentialOf, type KnownCallers } from './known-callers.ts';
import { createPlaces, type PlaceLimits, type Places } from './places.ts';
import { createRates, type RateAdmission, type RateLimit } from './rates.ts';

/** What the shares are of, and what they are counted in. */
export interface ShareOptions {
  readonly requestsPerMinute: number;
  readonly addressRequestsPerMinute: number;
  readonly hostRequestsPerMinute: number;
  /** Sessions of PostgreSQL that pages share; 0 where the database is embedded or a lender's backend answers. */
  readonly databaseSessions: number;
  /** How many proxies stand in front. */
  readonly trustedProxyCount: number;
  /** As of `createRates`. */
  readonly databaseUrl: string;
  readonly key: Buffer;
  readonly nodeCount: number;
  /** The request that is being answered. */
  readonly current: () => RequestFacts | null;
}

/** The one ledger of what is scarce: who asks, what they may hold, and how much of it in a time. */
export interface Shares {
  readonly hold: HoldPlace;
  /**
   * Counts the request that is being answered: for its borrower or session where that was good lately, and then within the high bound
   * of its block of addresses too; else for its block alone.
   */
  admitRequest(): Promise<RateAdmission>;
  /** Counts a call that is signed well with this key, and knows where it came from. */
  admitSigned(keyId: string): Promise<RateAdmission>;
  /** Counts a message of the contact page. */
  admitContactMessage(): Promise<RateAdmission>;
  /** Counts a paper that a caller has made. */
  admitPaper(): Promise<RateAdmission>;
  /** Takes note that the session of the request that is being answered is good; one that counted for its block no longer does. */
  noteBorrower(): void;
  /** Takes note of sessions that are known to be good. */
  learn: KnownCallers['learn'];
  /** Who sent a request that came just now: a session that was good lately, else a block of addresses; and whether they were here lately. */
  callerOf(request: IncomingMessage, isSigned: boolean): { readonly name: string; readonly isKnown: boolean };
  close(): Promise<void>;
}

const waitMs = 10_000;

/** What may be held at once on one node, and by whom. */
function placeLimits(databaseSessions: number): Readonly<Record<ScarcePlace, PlaceLimits>> {
  const visitorCalls = databaseSessions === 0 ? 16 : Math.max(2, Math.floor(databaseSessions / 2));
  return {
    /** Forms with files, 75 MB each at most, all of it on disk. */
    form: { atOnce: 24, perHolder: 4, waitMs },
    /** Images sent to the service, 9 MB each in memory, 11 MB in base64. */
    image: {
      atOnce: 28,
      reserved: { lender: 12, borrower: 12, stranger: 4 },
      perHolder: 4,
      perStranger: 2,
      waitMs,
    },
    /** Calls without a session, each of which holds a session of the database meanwhile: half of them stay for borrowers. */
    'visitor-call': {
      atOnce: visitorCalls,
      reserved: { known: Math.floor(visitorCalls / 4) },
      perHolder: visitorCalls,
      perStranger: Math.max(1, Math.floor(visitorCalls / 4)),
      waitMs: 1_500,
    },
    /** Exchanges of tickets, one at once of a ticket: each waits for its borrower in a session of the database. */
    ticket: { atOnce: Math.max(2, Math.floor(visitorCalls / 2)), perHolder: 1, waitMs },
    /** Papers as PDF, of which each takes the process for up to a tenth of a second. */
    paper: { atOnce: 1, perHolder: 1, waitMs: 5_000 },
  };
}

const daySeconds = 86_400;

/** How much of each thing in a time, by whom it is counted. */
function rateLimits({
  requestsPerMinute,
  addressRequestsPerMinute,
  hostRequestsPerMinute,
}: Pick<ShareOptions, 'requestsPerMinute' | 'addressRequestsPerMinute' | 'hostRequestsPerMinute'>) {
  return {
    /** Requests of a borrower, of a session, or of all strangers of a block of addresses. */
    request: { points: requestsPerMinute, windowSeconds: 60, isCountedInAdvance: true },
    /** Requests of all borrowers of a block: mobile networks have hundreds behind one address. */
    'address-request': { points: addressRequestsPerMinute, windowSeconds: 60, isCountedInAdvance: true },
    /** Calls signed with one key. */
    'signed-call': { points: hostRequestsPerMinute, windowSeconds: 60, isCountedInAdvance: true },
    /** Papers of a session, or of a block of addresses. */
    paper: { points: 30, windowSeconds: 600 },
    /** Messages of the contact page: of a block of addresses; of all that write for the first time in the hour; of all others. */
    'contact-block': { points: 5, windowSeconds: 3_600 },
    'contact-first': { points: 1_000, windowSeconds: daySeconds },
    'contact-again': { points: 250, windowSeconds: daySeconds },
  } as const satisfies Readonly<Record<string, RateLimit>>;
}

/** Shares of one node; what is counted in a time is counted by all nodes together. */
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
      // Before it is known whether there is such a session: a made-up one counts for its address.
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

/** Whom a place counts for: the block of addresses that asks, the borrower where they are known, and whom the work names besides. */
export function holdersOf(
  request: Pick<RequestFacts, 'address' | 'borrowerId'> | null,
  holders: readonly string[],
): readonly string[] {
  return [request && addressBlock(request.address), request?.borrowerId, ...holders].filter(
    (holder) => typeof holder === 'string',
  );
}
