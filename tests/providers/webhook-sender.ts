import { setTimeout as pause } from 'node:timers/promises';

/** What a stand-in of a provider does about its messages. */
export interface WebhookSender<Signing> {
  /** How events are sent; `hold` keeps them until `release`. */
  delivery: 'at-once' | 'twice' | 'hold' | 'never';
  /** What was told of, sent or not, the oldest first. */
  readonly events: readonly object[];
  /** What webhooks were answered with. */
  readonly webhookStatuses: readonly number[];
  /** Sends what was held, the newest first. */
  release(): Promise<void>;
  /** Sends an event unchanged; signed otherwise than is right where that is said. */
  send(event: object, signing?: Signing): Promise<number>;
  /** The message that an event is sent as. */
  sign(event: object, signing?: Signing): WebhookRequest;
  /** Sends an event as `delivery` says, again until it is taken: 20 times, in short steps. */
  deliver(event: object, signing?: Signing): void;
  /** Waits for what is being sent. */
  settled(): Promise<void>;
}

interface WebhookRequest {
  readonly headers: Headers;
  readonly body: string;
}

/** A sender of one provider's messages. @param isTaken whether a status says that it need not be sent again. */
export function createWebhookSender<Signing>({
  webhookUrl,
  sign,
  isTaken = (status) => status >= 200 && status < 300,
}: {
  readonly webhookUrl: () => string;
  readonly sign: (event: object, signing?: Signing) => WebhookRequest;
  readonly isTaken?: (status: number) => boolean;
}): WebhookSender<Signing> {
  const sending = new Set<Promise<void>>();
  const held: (readonly [event: object, signing: Signing | undefined])[] = [];
  const webhookStatuses: number[] = [];
  const events: object[] = [];

  async function send(event: object, signing?: Signing): Promise<number> {
    const response = await fetch(webhookUrl(), { method: 'POST', ...sign(event, signing) });
    await response.body?.cancel();
    webhookStatuses.push(response.status);
    return response.status;
  }

  async function sendUntilTaken(event: object, signing?: Signing): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      if (isTaken(await send(event, signing).catch(() => 0))) return;
      await pause(250);
    }
  }

  const sender: WebhookSender<Signing> = {
    delivery: 'at-once',
    events,
    webhookStatuses,
    async release() {
      for (const [event, signing] of held.splice(0).reverse()) await send(event, signing);
    },
    send,
    sign,
    deliver(event, signing) {
      events.push(event);
      if (sender.delivery === 'hold') held.push([event, signing]);
      if (sender.delivery === 'hold' || sender.delivery === 'never') return;
      for (let count = sender.delivery === 'twice' ? 2 : 1; count > 0; count -= 1) {
        const sent = sendUntilTaken(event, signing).finally(() => sending.delete(sent));
        sending.add(sent);
      }
    },
    settled: async () => void (await Promise.allSettled(sending)),
  };
  return sender;
}
