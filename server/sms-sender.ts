import type { Logger } from '#lending/ports.ts';
import type { SmsSender } from '#providers/ports/sms.ts';
import { createSmsGateway } from '#providers/sms/http-gateway/gateway.ts';
import { createSmsInbox, type SmsInbox } from '#providers/sms/inbox.ts';
import type { Settings } from './settings.ts';

/** Who sends text messages, and the inbox they go to where they are not sent. */
export interface SmsParts {
  readonly sms: SmsSender;
  readonly inbox: SmsInbox | null;
}

/**
 * The configured gateway; without one the inbox of `/testPreview` in development, and in production nobody: every code
 * is then refused with a clear error.
 */
export function smsPartsOf(
  { mode, sms }: Pick<Settings, 'mode' | 'sms'>,
  logger: Logger,
  now: () => Date,
): SmsParts {
  if (sms.url !== '') return { sms: createSmsGateway(sms, logger), inbox: null };
  if (mode === 'development') {
    const inbox = createSmsInbox(now);
    return { sms: inbox, inbox };
  }
  logger.warn('no SMS gateway is configured, so no code can be sent');
  return { sms: { send: async () => 'not-sent' }, inbox: null };
}
