import { allMarkets } from '#domain/market.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { codePurposes } from '#domain/sms/send-limit.ts';
import type { Logger } from '#lending/ports.ts';
import type { SmsGateway, SmsMessage, SmsSender } from '#providers/ports/sms.ts';
import { createSmsGateway } from '#providers/sms/http-gateway/gateway.ts';
import { createSmsInbox, type SmsInbox } from '#providers/sms/inbox.ts';
import { createSmsRoute } from '#providers/sms/route.ts';
import { twilioGateways } from '#providers/sms/twilio/account.ts';
import { createTwilioGateways } from '#providers/sms/twilio/gateway.ts';
import type { Settings } from './settings.ts';

export interface SmsParts {
  readonly sms: SmsSender;
  readonly inbox: SmsInbox | null;
}

/**
 * The configured gateways; without one the inbox of `/testPreview` in development, and in production an error for every code.
 * @param pagesOrigin origin of delivery reports.
 */
export function smsPartsOf(
  { mode, sms }: Pick<Settings, 'mode' | 'sms'>,
  {
    logger,
    now,
    pagesOrigin,
  }: {
    readonly logger: Logger;
    readonly now: () => Date;
    readonly pagesOrigin: () => string;
  },
): SmsParts {
  const gateways: SmsGateway[] = [];
  if (sms.gateway.url !== '') gateways.push(createSmsGateway({ name: 'sms', ...sms.gateway }, logger));
  if (sms.secondGateway.url !== '') {
    gateways.push(createSmsGateway({ name: 'sms-second', ...sms.secondGateway }, logger));
  }
  if (sms.twilio.accountSid !== '') {
    gateways.push(...createTwilioGateways(sms.twilio, () => `${pagesOrigin()}/webhooks/twilio`, logger));
  }
  if (gateways.length > 0) return { sms: createSmsRoute(gateways, routeOf(sms, gateways)), inbox: null };
  if (mode === 'development') {
    const inbox = createSmsInbox(now);
    return { sms: inbox, inbox };
  }
  logger.warn('no SMS gateway is configured, so no code can be sent');
  const nobody = { outcome: 'not-sent', gateway: null, gatewayMessageId: null } as const;
  return { sms: { send: async () => nobody }, inbox: null };
}

/** Gateways for a number's country; all of them without a route. */
function routeOf({ routes }: Settings['sms'], gateways: readonly SmsGateway[]) {
  const all = gateways.map(({ name }) => name);
  return (to: string, purpose: SmsMessage['purpose']): readonly string[] => {
    const market = allMarkets.find((each) => to.startsWith(`+${phoneRuleOf(each).callingCode}`));
    const gateways = market ? routes[market] : [];
    // Consent to SMS covers no other channel.
    return (gateways.length > 0 ? gateways : all).filter(
      (name) => codePurposes.some((each) => each === purpose) || name !== twilioGateways.whatsapp,
    );
  };
}
