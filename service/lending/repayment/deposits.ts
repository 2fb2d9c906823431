import { inTransaction, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import { allCurrencies, type Market } from '#domain/market.ts';
import { type Currency, type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { earliestPaidOn } from '#domain/repayment/value-day.ts';
import type { Deposit } from '#providers/ports/payment-references.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import { giveBankKey, isKeyedById } from '../ledger/payments.ts';
import { payerHashOf, receivePayment } from './receive-payment.ts';
import {
  changeReference,
  claimLookups,
  type PaymentReference,
  receivedSince,
  referenceByCode,
  referencedLoan,
  referenceOfProvider,
} from './store.ts';

type DepositContext = Pick<
  LendingDependencies,
  'random' | 'logger' | 'configuration' | 'clock' | 'references'
> & {
  readonly now: Date;
};

/**
 * Books money that a provider reports, once for each of its ids, whether by message, look-up or list. It stays unmatched, with an error in
 * the log, when its amount differs from the reference's, its currency from the loan's, or when its time of payment is unknown. @returns how
 * many payments were unknown before. @throws CodedError 'request-invalid' for an amount that is none or cannot be held exactly (MONEY-3),
 * or an unknown currency.
 */
export async function takeDeposits(
  transaction: Transaction,
  provider: string,
  deposits: readonly Deposit[],
  context: DepositContext,
): Promise<number> {
  const { configuration, clock, now, logger } = context;
  let newCount = 0;
  for (const deposit of deposits) {
    const reference = await referenceOf(transaction, provider, deposit);
    const loan = reference && (await referencedLoan(transaction, reference));
    const doubt = doubtOf(deposit, reference, loan);
    // The sandbox's loans are ahead of its providers.
    const paidAt = configuration.isDevelopment ? now : (deposit.paidAt ?? now);
    const name = { provider, eventId: deposit.id };
    const currency = knownCurrency(deposit);
    const isById =
      deposit.trackingKey !== undefined && (await isKeyedById(transaction, { ...name, currency }));
    const { isRepeated } = await receivePayment(
      transaction,
      {
        ...name,
        loanName: { reference: reference?.code ?? deposit.code ?? deposit.providerReference ?? deposit.id },
        amountMinor: amountOf(deposit),
        currency,
        trackingKey: isById ? deposit.id : (deposit.trackingKey ?? deposit.id),
        payerBank: deposit.payerBank ?? null,
        operatingDay: deposit.operatingDay ?? null,
        payerHash: payerHashOf(deposit.payerAccount, configuration),
        paidAt,
        putBy: doubt && `provider:${provider}`,
        earliestPaidOn:
          reference && loan
            ? earliestDayOf(reference, { provider, paidAt, market: loan.market }, context)
            : null,
      },
      context,
    );
    if (isById && deposit.trackingKey) await giveBankKey(transaction, name, deposit.trackingKey);
    if (!isRepeated) newCount += 1;
    if (doubt && !isRepeated) {
      logger.error('money at a provider waits for staff to assign it', {
        ...doubt,
        provider,
        deposit: deposit.id,
      });
    }
    if (reference?.amountMinor != null) {
      await changeReference(transaction, reference, { replacedAt: reference.replacedAt ?? clock.now() });
    }
  }
  return newCount;
}

/** Hides references that their provider closed, by its ids, so that new ones are made when needed. */
export async function closeReferences(
  transaction: Transaction,
  provider: string,
  closed: readonly string[],
  { clock }: Pick<DepositContext, 'clock'>,
): Promise<void> {
  for (const providerReference of closed) {
    const reference = await referenceOfProvider(transaction, provider, { id: null, providerReference });
    if (reference?.cancelledAt === null) {
      await changeReference(transaction, reference, { cancelledAt: clock.now(), lookAt: null });
    }
  }
}

async function referenceOf(
  transaction: Transaction,
  provider: string,
  { referenceId, providerReference, code }: Deposit,
): Promise<PaymentReference | undefined> {
  const id = referenceId !== null && isId(referenceId) ? referenceId : null;
  const named = await referenceOfProvider(transaction, provider, { id, providerReference });
  return named ?? (code === null ? undefined : referenceByCode(transaction, code));
}

/** The first day on which a reference's money may have been paid; null where the provider tells the day. */
function earliestDayOf(
  { channelKind, createdAt: issuedAt }: PaymentReference,
  { provider, paidAt, market }: { readonly provider: string; readonly paidAt: Date; readonly market: Market },
  { references, configuration }: DepositContext,
): LocalDate | null {
  const within =
    references.providers.find(({ name }) => name === provider)?.confirmation(channelKind) ?? null;
  return (
    within &&
    earliestPaidOn({ calendar: configuration.bankCalendars[market], confirmedAt: paidAt, within, issuedAt })
  );
}

/** Why only staff may book a deposit; null for one that fits its reference. */
function doubtOf(
  deposit: Deposit,
  reference: PaymentReference | undefined,
  loan: { readonly currency: string } | undefined,
): { readonly doubt: 'amount' | 'currency' | 'time' } | null {
  if (deposit.paidAt === null) return { doubt: 'time' };
  if (loan && loan.currency !== deposit.currency) return { doubt: 'currency' };
  const amountMinor = reference?.amountMinor ?? deposit.amountMinor;
  return amountMinor === deposit.amountMinor ? null : { doubt: 'amount' };
}

function amountOf({ amountMinor }: Deposit): MinorAmount {
  if (Number.isSafeInteger(amountMinor) && amountMinor > 0) return minorAmount(amountMinor);
  throw new CodedError('request-invalid', 'amount');
}

/** @throws CodedError 'request-invalid' for an unknown currency. */
export function knownCurrency({ currency }: Pick<Deposit, 'currency'>): Currency {
  const entry = allCurrencies.find((each) => each === currency);
  if (entry !== undefined) return entry;
  throw new CodedError('request-invalid', 'currency');
}

const looksAtOnce = 50;
/** How long one process has the look-up to itself. */
const lookClaimMs = 5 * 60_000;
const shortestPauseMs = 30_000;
const dayMs = 24 * 3_600_000;
/** References without expiry are looked up while their loan is owed, besides the provider's lists. */
const longestPauseMs = 7 * dayMs;
/** Shops report payments of a voucher's last day by the next business day, which holidays may delay. */
const afterExpiryMs = 7 * dayMs;

/**
 * Asks providers about payments with references that borrowers saw, ever less often until the reference expires, and cancels references of
 * loans that owe nothing. Hides those that the provider closed. Several processes may run it at once.
 */
export async function maintainReferences(dependencies: LendingDependencies): Promise<void> {
  const { database, clock, references, logger } = dependencies;
  const now = clock.now();
  const until = new Date(now.getTime() + lookClaimMs);
  const due = await claimLookups(database, { now, until, limit: looksAtOnce });
  for (const reference of due) {
    const provider = references.providers.find(({ name }) => name === reference.provider);
    const { id, providerReference } = reference;
    try {
      if (!provider || providerReference === null) {
        await changeReference(database, reference, { lookAt: null });
        continue;
      }
      const { market, status } = await referencedLoan(database, reference);
      const entry = { ...reference, market, providerReference };
      const deposits = await provider.lookUp(entry);
      await inTransaction(database, async (transaction) => {
        const loanTime = await currentTime(dependencies, transaction);
        await takeDeposits(transaction, provider.name, deposits, { ...dependencies, now: loanTime });
      });
      const isPaid =
        reference.amountMinor !== null && (await receivedSince(database, reference)) >= reference.amountMinor;
      const isOver = !isPayable(status) || isPaid;
      if (isOver) await provider.cancel(entry);
      const isClosed = !isOver && reference.expiresAt === null && (await provider.isClosed?.(entry)) === true;
      await changeReference(
        database,
        reference,
        isOver || isClosed ? { cancelledAt: now, lookAt: null } : { lookAt: nextLook(reference, now) },
      );
    } catch (error) {
      logger.warn('querying a payment reference failed', { reference: id, ...describeFailure(error) });
    }
  }
}

function nextLook({ shownAt, createdAt, expiresAt }: PaymentReference, now: Date): Date | null {
  const waitedMs = now.getTime() - (shownAt ?? createdAt).getTime();
  const longestMs = expiresAt === null ? longestPauseMs : dayMs;
  const next = new Date(now.getTime() + Math.min(Math.max(waitedMs, shortestPauseMs), longestMs));
  if (expiresAt === null) return next;
  const lastLook = new Date(expiresAt.getTime() + afterExpiryMs);
  if (lastLook <= now) return null;
  return next < lastLook ? next : lastLook;
}
