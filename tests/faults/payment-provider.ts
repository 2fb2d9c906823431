import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '#lending/ports.ts';
import type { serviceAt } from '#tests/setup/lending-service.ts';
import type { RunRecord } from './run-record.ts';

/** Money that the provider took from a borrower, as it reports it. */
export interface Charge {
  readonly provider: 'stand-in';
  readonly eventId: string;
  readonly trackingKey: string;
  readonly reference?: string;
  readonly orderNumber?: string;
  readonly amountMinor: number;
  readonly currency: 'MXN' | 'INR';
  readonly paidAt: string;
}

/** What the provider remembers of a charge. */
export interface RememberedCharge {
  readonly charge: Charge;
  /** The loan that it is for. */
  readonly orderNumber: string;
  /** Whether it was reported, and the report taken. */
  isTaken: boolean;
}

/** A payment provider that lives outside the service: it takes money, remembers, and reports late, twice, in any order. */
export interface PaymentProvider {
  readonly charges: readonly RememberedCharge[];
  /** Takes money; the service does not know of it before it is reported. */
  charge(orderNumber: string, charge: Omit<Charge, 'provider' | 'trackingKey'>): RememberedCharge;
  /** Reports a charge some times at once and a little late, until each report is taken. */
  report(remembered: RememberedCharge, random: Random): Promise<void>;
}

const longestDelayMs = 600;
const reportsMax = 3;

export function createPaymentProvider(
  service: Pick<ReturnType<typeof serviceAt>, 'host'>,
  record: RunRecord,
): PaymentProvider {
  const charges: RememberedCharge[] = [];
  return {
    charges,
    charge(orderNumber, charge) {
      const remembered = {
        charge: { provider: 'stand-in', trackingKey: charge.eventId, ...charge },
        orderNumber,
        isTaken: false,
      } as const;
      const chargeMinor: RememberedCharge = { ...remembered };
      charges.push(chargeMinor);
      record.counts.payments += 1;
      return chargeMinor;
    },
    async report(remembered, random) {
      const { charge } = remembered;
      const sharedId = `msg_${random.id()}`;
      const reports = Array.from({ length: 1 + random.below(reportsMax) }, async () => {
        const messageId = random.below(2) === 0 ? sharedId : `msg_${random.id()}`;
        await pause(random.below(longestDelayMs));
        record.counts.reports += 1;
        await record.persistAnswer(`report of ${charge.eventId}`, () =>
          service.host('/host/payments', charge, messageId),
        );
      });
      await Promise.all(reports);
      remembered.isTaken = true;
    },
  };
}
