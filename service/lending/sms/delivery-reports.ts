import { CodedError } from '#domain/error-code.ts';
import type { DeliveryReports } from '#providers/ports/sms.ts';
import type { AnsweredCall } from '../http/answer-call.ts';
import { answerWebhook } from '../webhooks/answer-webhook.ts';
import { keepDeliveryReport } from './store.ts';

/**
 * Records a gateway's delivery reports. A message with unknown reports only is refused: a report that overtook the answer to its message
 * comes again, and one of another system does no harm.
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
