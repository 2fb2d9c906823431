import type { LendingDependencies } from '../dependencies.ts';
import { forgetCodesBefore } from '../sms/send-code.ts';
import { forgetOldSends } from '../sms/store.ts';
import { forgetTokensBefore } from './repay-token.ts';
import { cancelForgotten } from './store.ts';

const dayMs = 86_400_000;

/** Cancels payments whose code was never entered, and forgets codes, tokens and sends that nothing looks at any more. */
export async function forgetPayments({ database, clock }: LendingDependencies): Promise<void> {
  const now = clock.now();
  const yesterday = new Date(now.getTime() - dayMs);
  await cancelForgotten(database, now);
  await forgetTokensBefore(database, yesterday);
  await forgetCodesBefore(database, yesterday);
  await forgetOldSends(database, now);
}
