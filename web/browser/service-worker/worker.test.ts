import { beforeEach, expect, test, vi } from 'vitest';

const stores = new Map<string, Map<string, Response>>();
const listeners = new Map<string, (event: Event) => void>();
const network = vi.fn<(request: Request) => Promise<Response>>();

const addressOf = (request: Request | string): string =>
  typeof request === 'string' ? request : request.url.replace('https://paginas.example', '');

const caches = {
  open: async (name: string) => ({
    async addAll(requests: readonly Request[]) {
      const cache = new Map<string, Response>();
      for (const request of requests) cache.set(addressOf(request), await network(request));
      stores.set(name, cache);
    },
  }),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async (address: string) => [...stores.values()].map((cache) => cache.get(address)).find(Boolean),
};

/** `Request` as a worker has it: relative addresses are of its own origin, and navigations are made by the browser. */
class WorkerRequest extends Request {
  constructor(address: string, init: RequestInit = {}) {
    super(new URL(address, 'https://paginas.example'), init);
  }
}

beforeEach(async () => {
  stores.clear();
  network.mockReset();
  network.mockImplementation(async (request) => new Response(`page of ${addressOf(request)}`));
  vi.resetModules();
  vi.stubGlobal('BUILD_REVISION', 'r2');
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('Request', WorkerRequest);
  vi.stubGlobal('addEventListener', (name: string, listener: (event: Event) => void) =>
    listeners.set(name, listener),
  );
  await import('./worker.ts');
});

async function tell(name: 'install' | 'activate'): Promise<void> {
  let work: Promise<unknown> | undefined;
  listeners.get(name)?.({ waitUntil: (promise: Promise<unknown>) => (work = promise) } as unknown as Event);
  await work;
}

/** What the worker answers to a request; undefined where it leaves it to the browser. */
function answerTo(address: string, mode = 'navigate', method = 'GET'): Promise<Response> | undefined {
  let answer: Promise<Response> | undefined;
  const request = Object.defineProperty(new WorkerRequest(address, { method }), 'mode', { value: mode });
  listeners.get('fetch')?.({
    request,
    respondWith: (promise: Promise<Response>) => (answer = promise),
  } as never);
  return answer;
}

test('it keeps the offline page in both languages, and drops what an older one kept', async () => {
  stores.set('offline-r1', new Map());
  await tell('install');
  await tell('activate');
  expect([...stores].map(([name, cache]) => [name, [...cache.keys()]])).toEqual([
    ['offline-r2', ['/offline?lang=1', '/offline?lang=2']],
  ]);
});

test('a page comes from the network and stays in no cache', async () => {
  await tell('install');
  const answer = await answerTo('/order?lang=2&sessionId=s-1');
  expect(await answer?.text()).toBe('page of /order?lang=2&sessionId=s-1');
  expect(JSON.stringify([...stores].map(([, cache]) => [...cache.keys()]))).not.toContain('order');
});

test.each([
  ['/order?lang=1', 'page of /offline?lang=1'],
  ['/order?lang=2', 'page of /offline?lang=2'],
  ['/order', 'page of /offline?lang=2'],
])('without a connection %s is the offline page in its language', async (address, page) => {
  await tell('install');
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await (await answerTo(address))?.text()).toBe(page);
});

test('what is no opening of a page is left to the browser', () => {
  expect(answerTo('/complainPageNext/image', 'cors', 'POST')).toBeUndefined();
  expect(answerTo('/assets/a.js', 'no-cors')).toBeUndefined();
  expect(answerTo('/testPreview', 'navigate', 'POST')).toBeUndefined();
});
