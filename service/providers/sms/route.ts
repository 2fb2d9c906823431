import type { SmsGateway, SmsMessage, SmsReceipt, SmsSender } from '../ports/sms.ts';

/**
 * A sender over several gateways. A message goes to the next one only where the one before certainly did not send it, so
 * that no telephone gets a code twice; gateways that did not reach the number before come last.
 * @param routeOf names of the gateways for a number and a purpose, in order.
 */
export function createSmsRoute(
  gateways: readonly SmsGateway[],
  routeOf: (to: string, purpose: SmsMessage['purpose']) => readonly string[],
): SmsSender {
  const reports = new Set(gateways.flatMap((gateway) => gateway.reports ?? []));
  return {
    reports: [...new Map([...reports].map((each) => [each.name, each])).values()],
    async send(message) {
      const avoided = message.avoidedGateways ?? [];
      const route = routeOf(message.to, message.purpose).flatMap(
        (name) => gateways.find((each) => each.name === name) ?? [],
      );
      const inOrder = [
        ...route.filter(({ name }) => !avoided.includes(name)),
        ...route.filter(({ name }) => avoided.includes(name)),
      ];
      let receipt: SmsReceipt = { outcome: 'not-sent', gateway: null, gatewayMessageId: null };
      for (const gateway of inOrder) {
        receipt = await gateway.send(message);
        if (receipt.outcome !== 'not-sent') break;
      }
      return receipt;
    },
  };
}
