import { expect, test, vi } from 'vitest';
import { keepWorker, type WorkerSurroundings } from './keep-worker.ts';

interface Browser extends WorkerSurroundings {
  readonly register: ReturnType<typeof vi.fn>;
  readonly unregister: ReturnType<typeof vi.fn>;
  readonly reload: ReturnType<typeof vi.fn<() => void>>;
}

/** A tab with or without a worker, and what the server answers for its script. */
function tab(
  isStanding: boolean,
  script: () => Promise<Response>,
  tabStorage: WorkerSurroundings['tabStorage'] = storage(),
): Browser {
  const register = vi.fn(async () => ({}) as ServiceWorkerRegistration);
  const unregister = vi.fn(async () => true);
  const reload = vi.fn<() => void>();
  const registration = { unregister } as unknown as ServiceWorkerRegistration;
  return {
    register,
    unregister,
    reload,
    workers: { register, getRegistration: async () => (isStanding ? registration : undefined) },
    fetch: script,
    tabStorage,
  };
}

function storage(): WorkerSurroundings['tabStorage'] {
  const store = new Map<string, string>();
  const own = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  };
  return () => own;
}

const answering = (status: number, type: string | null) => async () =>
  new Response(null, { status, headers: type === null ? {} : { 'Content-Type': type } });

test('a page without a worker registers one', async () => {
  const browser = tab(false, answering(200, 'text/javascript'));
  await keepWorker(browser);
  expect(browser.register).toHaveBeenCalledWith('/service-worker.js');
  expect(browser.reload).not.toHaveBeenCalled();
});

test.each([
  [404, 'text/html'],
  [404, 'text/javascript'],
  [200, 'text/html; charset=utf-8'],
])(
  '[SW-1] a worker whose script answers %i as %s is unregistered and the page reloads',
  async (status, type) => {
    const browser = tab(true, answering(status, type));
    await keepWorker(browser);
    expect(browser.unregister).toHaveBeenCalledOnce();
    expect(browser.reload).toHaveBeenCalledOnce();
  },
);

test.each([
  [200, 'text/javascript'],
  [200, 'application/javascript; charset=utf-8'],
  [200, null],
  [304, null],
  [503, 'text/html'],
])('[SW-1] a worker whose script answers %i as %s stays', async (status, type) => {
  const browser = tab(true, answering(status, type));
  await keepWorker(browser);
  expect(browser.unregister).not.toHaveBeenCalled();
  expect(browser.reload).not.toHaveBeenCalled();
});

test('[SW-1] the page reloads once, not in a loop, even if the worker comes back each time', async () => {
  const tabStorage = storage();
  const gone = answering(404, 'text/html');
  const visits = [tab(true, gone, tabStorage), tab(true, gone, tabStorage), tab(true, gone, tabStorage)];
  for (const visit of visits) await keepWorker(visit);
  expect(visits.map(({ reload }) => reload.mock.calls.length)).toEqual([1, 0, 0]);
});

test('[SW-1] once the script is fine again, a later loss reloads again', async () => {
  const tabStorage = storage();
  const gone = answering(404, 'text/html');
  await keepWorker(tab(true, gone, tabStorage));
  await keepWorker(tab(true, answering(200, 'text/javascript'), tabStorage));
  const later = tab(true, gone, tabStorage);
  await keepWorker(later);
  expect(later.reload).toHaveBeenCalledOnce();
});

test('[SW-1] nothing reloads where the tab remembers nothing, or where the worker would not go', async () => {
  const forgetful = tab(true, answering(404, null), () => {
    throw new DOMException('denied', 'SecurityError');
  });
  await keepWorker(forgetful);
  expect(forgetful.unregister).toHaveBeenCalledOnce();
  expect(forgetful.reload).not.toHaveBeenCalled();
  const stubborn = tab(true, answering(404, null));
  stubborn.unregister.mockResolvedValue(false);
  await keepWorker(stubborn);
  expect(stubborn.reload).not.toHaveBeenCalled();
});

test('without a connection, or without workers, everything stays as it is', async () => {
  const offline = tab(true, async () => {
    throw new TypeError('Failed to fetch');
  });
  await keepWorker(offline);
  expect(offline.unregister).not.toHaveBeenCalled();
  await keepWorker({ ...offline, workers: undefined });
  const refusing = tab(false, answering(200, 'text/javascript'));
  refusing.register.mockRejectedValue(new TypeError('bad script'));
  await expect(keepWorker(refusing)).resolves.toBeUndefined();
});
