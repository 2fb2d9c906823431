import { sendDueMessages } from '#lending/desk/borrower-messages.ts';
import type { LendingService } from './lending-service.ts';

/** Sends the messages of staff whose time has come, as the job does; for tests of screens, which import no handler. */
export function sendDueMessagesOf({ dependencies }: Pick<LendingService, 'dependencies'>): Promise<void> {
  return sendDueMessages(dependencies);
}
