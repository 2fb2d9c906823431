import { beforeEach, describe, expect, test } from 'vitest';
import type { ChannelKind } from '#contract/calls/repayment.ts';
import { currencyOf, type Market } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import {
  type KnownReference,
  type ReferenceProvider,
  ReferenceRefused,
  type ReferenceRequest,
} from '#providers/ports/payment-references.ts';
import { type WebhookMessage, WebhookRefused } from '#providers/ports/webhook.ts';

/** What is wrong with a message that a stand-in sends. */
export interface MessageFlaw {
  readonly isForged?: boolean;
  readonly isTampered?: boolean;
  /** How long ago it was made or signed, where that is longer than the provider sends it again. */
  readonly isOld?: boolean;
  /** Of the other mode, test or live. */
  readonly isOtherMode?: boolean;
  /** About something of the account that is not ours. */
  readonly isForeign?: boolean;
  /** Another amount than was asked for, in minor units. */
  readonly amountMinor?: number;
}

/** A provider of references of one amount before a stand-in, and what the stand-in knows. */
export interface ReferenceHarness {
  readonly provider: ReferenceProvider;
  readonly channelKind: ChannelKind;
  /** Where it is asked for; Mexico when absent. */
  readonly market?: Market;
  /** How long a reference can be paid; 3 when absent. */
  readonly lifeDays?: number;
  readonly codeForm: RegExp;
  /** What the next requests meet, one each. */
  readonly faults: ('429' | '500' | 'drop-before' | 'drop-after')[];
  /** Amounts that it does not take. */
  readonly refusedMinor: readonly number[];
  /** How many references were made for an id of ours. */
  madeFor(id: string): number;
  pay(providerReference: string): void;
  stateOf(providerReference: string): 'open' | 'paid' | 'cancelled';
  /** The message that a reference was paid. */
  paidMessage(providerReference: string, flaw?: MessageFlaw): WebhookMessage;
}

/** A reference as lending wants it; another id each time. */
export function wantedReference(change: Partial<ReferenceRequest> = {}): ReferenceRequest {
  return {
    ...{ id: crypto.randomUUID(), requestedAt: new Date(), isRepeated: false, market: 'MX' },
    ...{ channelKind: 'store', purpose: 'repay', amountMinor: minorAmount(142_281), currency: 'MXN' },
    ...{ orderNumber: 'LL-1', borrower: { id: 'b', name: 'Rosa Medina', mobilePhone: '+525512345678' } },
    ...change,
  } as ReferenceRequest;
}

/** A reference as lending knows it again. */
export function knownReference(
  { id, market, channelKind }: ReferenceRequest,
  providerReference: string,
  code: string,
): KnownReference {
  return { id, market, channelKind, code, providerReference };
}

/** What every provider of references of one amount does. */
export function testReferencesOfOneAmount(name: string, harness: ReferenceHarness): void {
  const { provider, channelKind, faults, market = 'MX' } = harness;
  const currency = currencyOf(market);
  const request = (change: Partial<ReferenceRequest> = {}) =>
    wantedReference({ channelKind, market, currency, ...change });

  describe(`${name}, ${channelKind}`, () => {
    beforeEach(() => {
      faults.length = 0;
    });

    test('a reference has its number and its end, and the same request gives the same one', async () => {
      expect(provider.takes(channelKind)).toBe('one-amount');
      const want = request();
      const first = await provider.issue(want);
      expect(first.code).toMatch(harness.codeForm);
      const days = ((first.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
      expect(Math.round(days)).toBe(harness.lifeDays ?? 3);
      expect(await provider.issue({ ...want, isRepeated: true })).toEqual(first);
      expect(harness.madeFor(want.id)).toBe(1);
      expect((await provider.issue(request())).code).not.toBe(first.code);
    });

    test.each(['429', '500', 'drop-before', 'drop-after'] as const)(
      'one reference comes of a request that met %s, repeated where its answer did not come',
      async (fault) => {
        const want = request();
        faults.push(fault);
        const first = await provider.issue(want).catch((error: unknown) => error);
        expect(first).not.toBeInstanceOf(ReferenceRefused);
        const { code } = await provider.issue({ ...want, isRepeated: true });
        expect(code).toMatch(harness.codeForm);
        if (!(first instanceof Error)) expect(first).toMatchObject({ code });
        expect(harness.madeFor(want.id)).toBe(1);
      },
    );

    test('an amount that it does not take is refused for good', async () => {
      for (const amountMinor of [...harness.refusedMinor.map((minor) => minorAmount(minor)), null]) {
        await expect(provider.issue(request({ amountMinor }))).rejects.toThrow(ReferenceRefused);
      }
    });

    test('money is found by looking and told under the same id; a reference that was not paid can be cancelled', async () => {
      const want = request();
      const { providerReference, code } = await provider.issue(want);
      const reference = knownReference(want, providerReference, code);
      expect(await provider.lookUp(reference)).toEqual([]);
      harness.pay(providerReference);
      const deposits = await provider.lookUp(reference);
      expect(deposits).toMatchObject([{ referenceId: want.id, amountMinor: 142_281, currency }]);
      const { notice } = await provider.verify(harness.paidMessage(providerReference));
      expect(notice?.map(({ id }) => id)).toEqual(deposits.map(({ id }) => id));
      await provider.cancel(reference);
      expect(harness.stateOf(providerReference)).toBe('paid');
      const other = request();
      const left = await provider.issue(other);
      const leftReference = knownReference(other, left.providerReference, left.code);
      await provider.cancel(leftReference);
      expect(harness.stateOf(left.providerReference)).toBe('cancelled');
      await provider.cancel(leftReference);
      expect(await provider.lookUp(leftReference)).toEqual([]);
    });

    test('a message is believed when the account signed it a short while ago alone', async () => {
      const want = request();
      const { providerReference } = await provider.issue(want);
      harness.pay(providerReference);
      const { id, notice: deposits } = await provider.verify(harness.paidMessage(providerReference));
      expect(id).not.toBe('');
      expect(deposits).toMatchObject([{ referenceId: want.id, amountMinor: 142_281, currency }]);
      for (const flaw of [
        { isForged: true },
        { isTampered: true },
        { isOld: true },
        { isOtherMode: true },
      ] as const) {
        await expect(provider.verify(harness.paidMessage(providerReference, flaw))).rejects.toThrow(
          WebhookRefused,
        );
      }
      const unsigned = { ...harness.paidMessage(providerReference), headers: new Headers() };
      await expect(provider.verify(unsigned)).rejects.toThrow(WebhookRefused);
      const foreign = await provider.verify(harness.paidMessage(providerReference, { isForeign: true }));
      expect(foreign.notice).toBeNull();
    });

    test('another amount than was asked for is told as it is, for whoever books it to refuse', async () => {
      const { providerReference } = await provider.issue(request());
      harness.pay(providerReference);
      const { notice: deposits } = await provider.verify(
        harness.paidMessage(providerReference, { amountMinor: 142_282 }),
      );
      expect(deposits).toMatchObject([{ amountMinor: 142_282 }]);
    });
  });
}
