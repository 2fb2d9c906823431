import type { ApiDependencies } from '../dependencies.ts';
import { forgetCodesBefore } from '../sms-code/send-code.ts';
import { forgetOldSends } from '../sms-code/send-log.ts';
import { cancelForgotten } from './payment-store.ts';
import { forgetTokensBefore } from './repay-token.ts';

const dayMs = 86_400_000;

/** Cancels payments whose code was never entered, and forgets codes, tokens and sends that nothing looks at any more. */
export async function forgetPayments({ database, clock }: ApiDependencies): Promise<void> {
  const now = clock.now();
  const yesterday = new Date(now.getTime() - dayMs);
  await cancelForgotten(database, now);
  await forgetTokensBefore(database, yesterday);
  await forgetCodesBefore(database, yesterday);
  await forgetOldSends(database, now);
}
