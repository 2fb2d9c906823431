import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A message as the gateway took it. */
export interface ReceivedMessage {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

/** What it answers once it has a message: that it took it, that it failed, nothing while its caller waits, or nothing at all. */
export type GatewayManner = 'take' | 'fail' | 'hang' | 'drop';

/** An SMS gateway on this machine that takes every message and sends none. */
export interface TestSmsGateway {
  /** For `SMS_GATEWAY_URL`. */
  readonly url: string;
  /** The code in the last message to a number; empty when there is none. */
  lastCode(to: string): string;
  /** Our id of the last message to a number; empty when there is none. */
  lastId(to: string): string;
  /** How many messages a number got, or all numbers. */
  messageCount(to?: string): number;
  /** Decides what is answered to the next messages; they are taken until it is set. */
  manner(choose: () => GatewayManner): void;
  close(): Promise<void>;
}

/** Starts a gateway on a free port; close it in `afterAll`. */
export async function startSmsGateway(): Promise<TestSmsGateway> {
  const taken: ReceivedMessage[] = [];
  let choose: () => GatewayManner = () => 'take';
  const server = createServer(async (request, response) => {
    taken.unshift((await json(request)) as ReceivedMessage);
    const manner = choose();
    if (manner === 'drop') response.destroy();
    else if (manner !== 'hang') response.writeHead(manner === 'fail' ? 500 : 202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    lastCode: (to) => /\d{6}/.exec(taken.find((message) => message.to === to)?.text ?? '')?.[0] ?? '',
    lastId: (to) => taken.find((message) => message.to === to)?.id ?? '',
    messageCount: (to) => taken.filter((message) => to === undefined || message.to === to).length,
    manner(value) {
      choose = value;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
