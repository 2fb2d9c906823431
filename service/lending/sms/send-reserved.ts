import type { SmsMessage, SmsReceipt } from '#providers/ports/sms.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { concludeSend } from './store.ts';

/** Sends a message that was reserved, and records and counts its outcome. */
export async function sendReserved(
  { database, sms, smsWatch }: Pick<LendingDependencies, 'database' | 'sms' | 'smsWatch'>,
  message: SmsMessage,
): Promise<SmsReceipt> {
  const receipt = await sms.send(message);
  await concludeSend(database, message.messageId, receipt);
  smsWatch.concluded(message.purpose, receipt.outcome);
  return receipt;
}
