import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHttpReceiver } from '#providers/events/http-receiver.ts';
import type { EventReceiver } from '#providers/ports/event-receiver.ts';

/** What a receiver does with an event; `late` takes it when its sender has given up waiting. */
export type Manner = 'take' | 'fail' | 'drop' | 'hang' | 'late' | 'redirect';

/** An event as it arrived. */
export interface ArrivedEvent {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly manner: Manner;
}

/** A lender's receiver that can be told to misbehave. */
export interface TestEventReceiver {
  readonly receiver: EventReceiver;
  /** Where it takes events. */
  readonly url: string;
  /** Everything that arrived, in order. */
  readonly arrived: ArrivedEvent[];
  /** Decides what is done with the next events; they are taken until it is set. */
  manner(choose: (event: Omit<ArrivedEvent, 'manner'>) => Manner): void;
  /** Goes away, as a host that is down. */
  down(): Promise<void>;
  /** Comes back at the same address. */
  up(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver on a free port, and what sends to it. */
export async function startEventReceiver({ timeoutMs }: { timeoutMs: number }): Promise<TestEventReceiver> {
  const arrived: ArrivedEvent[] = [];
  const late = new Set<NodeJS.Timeout>();
  let choose: Parameters<TestEventReceiver['manner']>[0] = () => 'take';
  const answer = (response: ServerResponse, manner: Manner) => {
    if (manner === 'take') response.writeHead(204).end();
    else if (manner === 'fail') response.writeHead(500).end('no');
    else if (manner === 'redirect') response.writeHead(307, { Location: '/elsewhere' }).end();
    else if (manner === 'drop') response.destroy();
    else if (manner === 'late') {
      late.add(setTimeout(() => response.writeHead(200).end(), timeoutMs * 1.2));
    }
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const header = (name: string) => String(request.headers[name]);
    const { type, data } = JSON.parse(body);
    const event = {
      ...{ id: header('webhook-id'), timestamp: header('webhook-timestamp') },
      ...{ signature: header('webhook-signature'), body, type, data },
    };
    const manner = choose(event);
    arrived.push({ ...event, manner });
    answer(response, manner);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const end = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  const port = await listen(0);
  const url = `http://127.0.0.1:${port}/events`;
  return {
    receiver: createHttpReceiver({ url, timeoutMs }),
    url,
    arrived,
    manner(value) {
      choose = value;
    },
    down: end,
    async up() {
      await listen(port);
    },
    async close() {
      for (const timer of late) clearTimeout(timer);
      await end();
    },
  };
}
