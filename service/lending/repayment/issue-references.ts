import { setTimeout as pause } from 'node:timers/promises';
import type { ChannelKind, PaymentPurpose } from '#contract/calls/repayment.ts';
import { inTransaction } from '#db/database.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
import { type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { isLenders, ReferenceRefused, type ReferenceSource } from '#providers/ports/payment-references.ts';
import { timeAheadMs } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import type { CurrentLoan } from '../ledger/loan-course.ts';
import { lockLoanById } from '../ledger/loans.ts';
import { inTime } from '../provider-in-time.ts';
import {
  changeReference,
  claimRequest,
  closeRequest,
  insertReferenceOnce,
  insertReferences,
  type NewReference,
  noteRequest,
  openRequest,
  openRequests,
  type PaymentReference,
  type ReferenceKey,
  type ReferenceRequest,
  referenceCountSince,
  referencedLoan,
  referencesOf,
  replaceShown,
  showAgain,
  shownReference,
} from './store.ts';

/** How long a page waits for a provider; a later answer is recorded all the same. */
const pageWaitMs = 4_000;
const askAgainMs = 10_000;
const longestPauseMs = 10 * 60_000;
const refusalMs = 10 * 60_000;
/** After this a provider may have forgotten the idempotency key. */
const requestLifeMs = 23 * 3_600_000;
/** A reference that expires sooner is not shown: the borrower may still have to walk to a shop. */
const shortestValidityMs = 3_600_000;
const referencesPerHour = 6;
const requestsAtOnce = 50;

export interface ReferencedLoan {
  readonly id: string;
  readonly market: Market;
  readonly serialNumber: number;
}

export interface WaysRequest {
  readonly purpose: PaymentPurpose;
  readonly amountMinor: MinorAmount;
  /** The channel whose reference is made even when it takes one amount only. */
  readonly channelKind?: ChannelKind | undefined;
}

export interface WaysToPay {
  /** In the order they were made. */
  readonly references: readonly PaymentReference[];
  readonly unavailable: readonly ChannelKind[];
  /** Channels whose reference is made for an amount on request. */
  readonly onRequest: readonly ChannelKind[];
}

/**
 * The references to pay a loan with; makes missing ones. A provider that does not answer in time leaves its channel unavailable; no code is
 * invented. A channel's reference is made once, however many pages ask for it.
 */
export async function waysToPay(
  dependencies: LendingDependencies,
  { loan, references: referenceRows }: Pick<CurrentLoan, 'loan' | 'references'>,
  request: WaysRequest,
): Promise<WaysToPay> {
  const { database, references, clock } = dependencies;
  const { purpose, amountMinor, channelKind: requestedKind } = request;
  const usable = (some: readonly PaymentReference[]) =>
    some.filter((reference) => isUsable(reference, amountMinor, clock.now()));
  const shown = usable(
    referenceRows.filter((reference) => reference.purpose === purpose && reference.replacedAt === null),
  );
  const unavailable: ChannelKind[] = [];
  const onRequest: ChannelKind[] = [];
  const missing = references.sources.filter(
    ({ market, channelKind }) =>
      market === loan.market && !shown.some((reference) => reference.channelKind === channelKind),
  );
  const isFirst = await makeFirst(
    dependencies,
    loan,
    purpose,
    missing.filter(
      ({ channelKind }) =>
        !referenceRows.some((each) => each.purpose === purpose && each.channelKind === channelKind),
    ),
  );
  await Promise.all(
    missing.map(async (source) => {
      const { channelKind, from } = source;
      const takesOneAmount = !isLenders(from) && from.takes(channelKind) === 'one-amount';
      if (takesOneAmount && requestedKind !== channelKind) {
        onRequest.push(channelKind);
        return;
      }
      const key = { borrowerId: loan.borrowerId, loanId: loan.id, purpose, channelKind };
      const isMade = isLenders(from)
        ? isFirst(source) || (await makeOwn(dependencies, from, loan, key))
        : await issue(dependencies, from, key, takesOneAmount ? amountMinor : null);
      if (!isMade) unavailable.push(channelKind);
    }),
  );
  const codes =
    missing.length === onRequest.length ? shown : usable(await referencesOf(database, loan, purpose));
  await noteShown(dependencies, codes);
  return { references: codes, unavailable, onRequest };
}

/** Whether a reference can be shown for an amount: unexpired, not cancelled, and for that amount or any; or handed in by the lender. */
export function isUsable(
  { provider, amountMinor, expiresAt, cancelledAt }: PaymentReference,
  wantedMinor: MinorAmount,
  now: Date,
): boolean {
  const isValid = expiresAt === null || expiresAt.getTime() - now.getTime() > shortestValidityMs;
  const isForIt = provider === 'host' || amountMinor === null || amountMinor === wantedMinor;
  return cancelledAt === null && isValid && isForIt;
}

/** The codes of a loan that the service makes itself, for repayment; one that fails is made on a page's request. */
export function referencesOfLoan(
  dependencies: Pick<LendingDependencies, 'references' | 'random' | 'logger'> & { readonly now: Date },
  loan: ReferencedLoan & { readonly borrowerId: string },
): NewReference[] {
  const { references, random, now, logger } = dependencies;
  return references.sources.flatMap(({ market, channelKind, from }) => {
    if (market !== loan.market || !isLenders(from)) return [];
    const { id: loanId, borrowerId } = loan;
    const key = { borrowerId, loanId, purpose: 'repay' as const, channelKind };
    try {
      const { code } = from.build(loan, 'repay');
      return [{ id: random.id(), ...key, provider: 'own', code, createdAt: now }];
    } catch (error) {
      logger.error('a code could not be made', { channel: channelKind, ...describeFailure(error) });
      return [];
    }
  });
}

/** Makes the first codes of channels at once; on a conflict each is made by itself later. @returns whether a code was made. */
async function makeFirst(
  { database, clock, random }: LendingDependencies,
  loan: ReferencedLoan & { readonly borrowerId: string },
  purpose: PaymentPurpose,
  sources: readonly ReferenceSource[],
): Promise<(source: ReferenceSource) => boolean> {
  const { id: loanId, borrowerId } = loan;
  const createdAt = clock.now();
  try {
    const references = sources.flatMap(({ channelKind, from }) =>
      isLenders(from)
        ? {
            id: random.id(),
            borrowerId,
            loanId,
            purpose,
            channelKind,
            provider: 'own',
            createdAt,
            code: from.build(loan, purpose).code,
          }
        : [],
    );
    if (references.length > 0)
      await inTransaction(database, async (transaction) => insertReferences(transaction, references));
    return ({ channelKind }) => references.some((made) => made.channelKind === channelKind);
  } catch {
    return () => false;
  }
}

async function makeOwn(
  { database, clock, random, logger }: LendingDependencies,
  from: Extract<ReferenceSource['from'], { build: unknown }>,
  loan: ReferencedLoan,
  key: ReferenceKey,
): Promise<boolean> {
  try {
    const { code } = from.build(loan, key.purpose);
    const createdAt = clock.now();
    await inTransaction(database, async (transaction) => {
      await replaceShown(transaction, key, createdAt);
      if (await showAgain(transaction, key, { provider: 'own', code })) return;
      const reference = { id: random.id(), ...key, provider: 'own', code, createdAt };
      if (await insertReferenceOnce(transaction, reference)) return;
      const shown = await shownReference(transaction, key);
      if (shown?.code !== code) throw new Error('The code belongs to another loan.');
    });
    return true;
  } catch (error) {
    logger.error('a code could not be made', { channel: key.channelKind, ...describeFailure(error) });
    return false;
  }
}

type Provider = Exclude<ReferenceSource['from'], { build: unknown }>;

/** Makes a reference once. @returns whether it is there in time for the page. */
async function issue(
  dependencies: LendingDependencies,
  provider: Provider,
  key: ReferenceKey,
  amountMinor: MinorAmount | null,
): Promise<boolean> {
  const { database, clock, random } = dependencies;
  const now = clock.now();
  const hourAgo = new Date(now.getTime() - 3_600_000);
  if (amountMinor !== null && (await referenceCountSince(database, key, hourAgo)) >= referencesPerHour) {
    return false;
  }
  const own: ReferenceRequest = {
    id: random.id(),
    ...key,
    provider: provider.name,
    amountMinor,
    requestedAt: now,
    askedAt: now,
    askCount: 1,
    failedAt: null,
    refusedAt: null,
  };
  const references = await inTransaction(database, async (transaction) => {
    const request = await openRequest(transaction, own, {
      refusedBefore: new Date(now.getTime() - refusalMs),
      staleBefore: new Date(now.getTime() - requestLifeMs),
    });
    // Another page may have made it meanwhile.
    const shown = await shownReference(transaction, key);
    const isThere = shown && isUsable(shown, amountMinor ?? zeroMinor, now);
    if (!isThere) return request;
    if (request?.id === own.id) await closeRequest(transaction, own);
    return 'there';
  });
  if (references === 'there') return true;
  if (!references) return false;
  if (references.refusedAt !== null) return false;
  if (references.id === own.id) return shortly(ask(dependencies, own));
  const before = new Date(now.getTime() - askAgainMs);
  const claimed = await claimRequest(database, references, { before, now });
  if (!claimed) return waitFor(dependencies, references, amountMinor);
  // A request for another amount is settled first, so that its result does not stay unknown.
  const isSettled = await shortly(ask(dependencies, claimed));
  if (claimed.amountMinor === amountMinor || !isSettled) return isSettled;
  return issue(dependencies, provider, key, amountMinor);
}

async function waitFor(
  { database }: LendingDependencies,
  request: ReferenceRequest,
  amountMinor: MinorAmount | null,
): Promise<boolean> {
  if (request.amountMinor !== amountMinor || request.failedAt !== null) return false;
  for (let waitedMs = 0; waitedMs < pageWaitMs; waitedMs += 250) {
    await pause(250);
    if ((await shownReference(database, request))?.id === request.id) return true;
  }
  return false;
}

/** Limits a page's wait for a reference. @returns whether it is there by then. */
function shortly(pendingAnswer: Promise<boolean>): Promise<boolean> {
  return inTime(pendingAnswer, pageWaitMs).catch(() => false);
}

/** Asks a provider for a reference and stores the answer; true when the reference is there. Never throws. */
async function ask(dependencies: LendingDependencies, request: ReferenceRequest): Promise<boolean> {
  const { database, references, clock, logger } = dependencies;
  const provider = references.providers.find(({ name }) => name === request.provider);
  try {
    if (!provider) throw new Error('The provider of the request is not configured any more.');
    const { market, currency, orderNumber, borrower } = await referencedLoan(database, request);
    const { id, requestedAt, askCount, channelKind, purpose, amountMinor } = request;
    const issued = await inTime(
      provider.issue({
        id,
        requestedAt,
        isRepeated: askCount > 1,
        market,
        channelKind,
        purpose,
        amountMinor,
        currency,
        orderNumber,
        borrower,
      }),
    );
    await inTransaction(database, async (transaction) => {
      if (!(await closeRequest(transaction, request))) return;
      const now = clock.now();
      // The loan may have been settled meanwhile: then the reference is cancelled at once.
      const loan = await lockLoanById(transaction, {
        id: request.loanId,
        borrowerId: request.borrowerId,
      });
      const shown = await shownReference(transaction, request);
      // A reference that the lender handed in meanwhile stays on the page.
      const isBeside = shown?.provider === 'host' && (shown.expiresAt === null || shown.expiresAt > now);
      if (!isBeside) await replaceShown(transaction, request, now);
      const { borrowerId, loanId, provider: name } = request;
      // A provider's clock does not move with the sandbox's.
      const aheadMs = await timeAheadMs(dependencies, transaction);
      const expiresAt = issued.expiresAt && new Date(issued.expiresAt.getTime() + aheadMs);
      const isKept = await insertReferenceOnce(transaction, {
        id,
        borrowerId,
        loanId,
        purpose,
        channelKind,
        provider: name,
        amountMinor,
        createdAt: now,
        ...issued,
        expiresAt,
        replacedAt: isBeside ? now : null,
        lookAt: loan && isPayable(loan.status) ? null : now,
      });
      if (!isKept) throw new Error('The code of a provider belongs to another reference.');
    });
    return true;
  } catch (error) {
    const at = clock.now();
    const note = error instanceof ReferenceRefused ? { refusedAt: at } : { failedAt: at };
    await noteRequest(database, request, note).catch(() => undefined);
    const { provider: name, channelKind: channel } = request;
    logger.warn('a payment reference could not be created', {
      provider: name,
      channel,
      ...describeFailure(error),
    });
    return false;
  }
}

/** Repeats requests without a known answer; several processes may run it at once. */
export async function settleRequests(dependencies: LendingDependencies): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const before = new Date(now.getTime() - askAgainMs);
  const since = new Date(now.getTime() - requestLifeMs);
  for (const request of await openRequests(database, before, since, requestsAtOnce)) {
    const pauseMs = Math.min(askAgainMs * 2 ** request.askCount, longestPauseMs);
    const isDue = now.getTime() - request.askedAt.getTime() >= pauseMs;
    const claimed = isDue && (await claimRequest(database, request, { before, now }));
    if (claimed) await ask(dependencies, claimed);
  }
}

/** How soon after a borrower saw a reference its provider is asked. */
const firstLookMs = 30_000;

/** Schedules look-ups for shown references, in case the provider's message does not come. */
async function noteShown({ database, clock }: LendingDependencies, references: readonly PaymentReference[]) {
  const now = clock.now();
  for (const reference of references) {
    const { providerReference, shownAt } = reference;
    const isNoted = shownAt !== null && now.getTime() - shownAt.getTime() < 2 * firstLookMs;
    if (providerReference === null || isNoted) continue;
    await changeReference(database, reference, {
      shownAt: now,
      lookAt: new Date(now.getTime() + firstLookMs),
    });
  }
}
