import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { allCalls } from '#contract/all-calls.ts';
import { wireSamples } from '#fixtures/wire-samples.ts';

/** A lender's own backend, in this process. */
export interface ContractBackend {
  /** Where it is: `http://127.0.0.1:port`. */
  readonly address: string;
  /** The calls that were made, by name, oldest first. */
  readonly callNames: string[];
  /** Answers a call with other fields on top of its data from now on; the fields are in wire names. */
  change(call: keyof typeof wireSamples, fields: Readonly<Record<string, unknown>>): void;
  /** Refuses a call from now on, until it is changed. */
  refuse(call: keyof typeof wireSamples, refusal: { readonly code: string; readonly message: string }): void;
  /** Breaks off every request of a call from now on. */
  breakOff(call: keyof typeof wireSamples): void;
  close(): Promise<void>;
}

/**
 * A backend that answers every call of the contract by the specification's fields only, null where a text may be: the
 * least that the pages have to show something for (CALL-7).
 */
export async function startContractBackend(): Promise<ContractBackend> {
  const callNames: string[] = [];
  const changes: Partial<Record<string, Readonly<Record<string, unknown>>>> = {};
  const broken = new Set<string>();
  const refusals = new Map<string, { readonly code: string; readonly message: string }>();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', 'http://backend.test');
    const call = allCalls.find(({ path }) => path === pathname);
    if (!call?.envelope) return response.writeHead(404).end();
    if (broken.has(call.name)) return response.destroy();
    callNames.push(call.name);
    const { minimalResponse } = wireSamples[call.name as keyof typeof wireSamples]();
    const data = changes[call.name]
      ? { ...(minimalResponse as object), ...changes[call.name] }
      : minimalResponse;
    const refusal = refusals.get(call.name);
    const { envelope } = call;
    return response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(refusal ? envelope.refuse(refusal.code, refusal.message) : envelope.wrap(data)));
  };
  const server = createServer((request, response) => {
    request.resume().once('end', () => answer(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('No free port.');
  return {
    address: `http://127.0.0.1:${place.port}`,
    callNames,
    change(call, fields) {
      changes[call] = fields;
      refusals.delete(call);
    },
    refuse: (call, refusal) => void refusals.set(call, refusal),
    breakOff: (call) => void broken.add(call),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
