import { afterAll, beforeEach } from 'vitest';
import type { ConektaOptions } from '#providers/conekta/client.ts';
import { startConektaStandIn } from './conekta-stand-in.ts';
import type { MessageFlaw } from './reference-conformance.ts';

const privateKey = 'key_ofthestandin0001';
const weekAndMoreSeconds = 7 * 86_400 + 60;

/** A stand-in for Conekta that sends nothing by itself, well before each test, and an adapter's account with it. */
export async function openConektaAccount() {
  const conekta = await startConektaStandIn({
    privateKey,
    webhookUrl: () => 'http://127.0.0.1:9/webhooks/conekta',
  });
  conekta.delivery = 'never';
  afterAll(conekta.close);
  beforeEach(() => {
    conekta.faults.length = 0;
    Object.assign(conekta, { pageSize: 250, holdsNothing: false, beforeAnswer: null });
  });
  const options: ConektaOptions = {
    account: { privateKey, webhookKey: conekta.webhookKey },
    isLive: false,
    apiBase: conekta.origin,
    payerEmail: 'ayuda@llano.test',
  };
  return {
    conekta,
    options,
    /** The message that an order was paid, with what is wrong with it. @param others what marks an order of another purpose. */
    paidMessage(orderId: string, others: Readonly<Record<string, string>>, flaw: MessageFlaw = {}) {
      const order = conekta.orders.find(({ id }) => id === orderId);
      const [charge] = structuredClone(order?.charges.data ?? []);
      const event = conekta.eventOf('order.paid', orderId, {
        ...(flaw.isForeign && { metadata: others }),
        ...(flaw.amountMinor && { charges: { data: [{ ...charge, amount: flaw.amountMinor }] } }),
      });
      const oldAt = Math.floor(Date.now() / 1000) - weekAndMoreSeconds;
      return conekta.sign(
        { ...event, ...(flaw.isOtherMode && { livemode: true }), ...(flaw.isOld && { created_at: oldAt }) },
        flaw,
      );
    },
    /** Gives money of an order back as somebody does in Conekta's panel. */
    async refundInPanel(orderId: string, amount: number): Promise<void> {
      await fetch(`${conekta.origin}/orders/${orderId}/refunds`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${privateKey}`, Accept: 'application/vnd.conekta-v2.2.0+json' },
        body: JSON.stringify({ amount, reason: 'requested_by_client' }),
      });
    },
  };
}
