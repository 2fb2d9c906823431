import type { ChannelKind, PaymentPurpose } from '#contract/calls/repayment.ts';
import { allMarkets, marketOf } from '#domain/market.ts';
import { buildClabe } from '#domain/repayment/clabe.ts';
import { buildStoreReference } from '#domain/repayment/store-reference.ts';
import type { LenderReferences, ReferenceSource } from '../ports/payment-references.ts';

export interface ReferencePrefixes {
  /** 6 to 12 digits: bank, plaza and those assigned by the bank. */
  readonly clabe: string;
  /** 4 digits. */
  readonly store: string;
  /** Capitals. */
  readonly virtualAccount: string;
}

const purposeDigits: Readonly<Record<PaymentPurpose, string>> = { repay: '0', extend: '1' };

export function lenderReferences(
  prefixes: ReferencePrefixes,
): Readonly<Record<ChannelKind, LenderReferences>> {
  const made = (build: (purposeDigit: string, serial: string) => string): LenderReferences => ({
    build: ({ serialNumber }, purpose) => ({ code: build(purposeDigits[purpose], String(serialNumber)) }),
  });
  const account = (purposeDigit: string, serial: string) => purposeDigit + serial.padStart(10, '0');
  return {
    'bank-transfer': made((purposeDigit, serial) => {
      const room = 17 - prefixes.clabe.length - purposeDigit.length;
      return buildClabe(prefixes.clabe, purposeDigit + serial.padStart(room, '0'));
    }),
    store: made((...of) => buildStoreReference(prefixes.store + account(...of))),
    upi: made((...of) => `LL${account(...of)}`),
    'virtual-account': made((...of) => prefixes.virtualAccount + account(...of)),
  };
}

export function lenderSources({
  channels: { spei, store, virtualAccount },
}: {
  readonly channels: {
    readonly spei: { readonly clabePrefix: string };
    readonly store: { readonly referencePrefix: string };
    readonly virtualAccount: { readonly accountPrefix: string };
  };
}): ReferenceSource[] {
  const references = lenderReferences({
    clabe: spei.clabePrefix,
    store: store.referencePrefix,
    virtualAccount: virtualAccount.accountPrefix,
  });
  return allMarkets.flatMap((market) =>
    marketOf[market].channels.map((channelKind) => ({ market, channelKind, from: references[channelKind] })),
  );
}
