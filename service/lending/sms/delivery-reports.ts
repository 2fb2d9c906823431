import { CodedError } from '#domain/error-code.ts';
import type { DeliveryReports } from '#providers/ports/sms.ts';
import type { AnsweredCall } from '../http/answer-call.ts';
import { answerWebhook } from '../webhooks/answer-webhook.ts';
import { keepDeliveryReport } from './store.ts';

/**
 * What a gateway reports of its messages. Reports of messages that are not known are refused when there is nothing else in
 * the gateway's message: one that overtook the answer to its message comes again, one of another system's does no harm.
 */
export function answeredDeliveryReports({ name, gateways, verify }: DeliveryReports): AnsweredCall {
  return answerWebhook(name, verify, async ({ transaction, clock, smsWatch }, reports) => {
    const deliveryReports = [];
    for (const report of reports) {
      const purpose = await keepDeliveryReport(transaction, report, { gateways, reportedAt: clock.now() });
      if (purpose) deliveryReports.push({ purpose, state: report.state });
    }
    if (deliveryReports.length === 0) throw new CodedError('not-found');
    for (const { purpose, state } of deliveryReports) smsWatch.reported(purpose, state);
  });
}
