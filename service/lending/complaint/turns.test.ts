import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

function gate() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { promise, open: () => resolve(), fail: () => reject(new Error('broke')) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('two work at once, the others in the order they came, and one beyond the room is refused', async () => {
  const turns = createTurns(2, 2);
  const gates = [gate(), gate(), gate(), gate()];
  const begun: number[] = [];
  const done = gates.map(({ promise }, index) =>
    turns.take(async () => {
      begun.push(index);
      await promise;
    }),
  );
  await settle();
  expect(begun).toEqual([0, 1]);
  await expect(turns.take(async () => undefined)).rejects.toMatchObject({ code: 'too-many-requests' });
  gates[1]?.open();
  await settle();
  expect(begun).toEqual([0, 1, 2]);
  for (const { open } of gates) open();
  await Promise.all(done);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('work that fails gives its place on', async () => {
  const turns = createTurns(1, 1);
  const first = gate();
  const failing = turns.take(() => first.promise);
  const next = turns.take(async () => 'done');
  first.fail();
  await expect(failing).rejects.toThrow('broke');
  await expect(next).resolves.toBe('done');
  await expect(turns.take(async () => 'again')).resolves.toBe('again');
});

test('one that comes while a place is handed on does not slip in between', async () => {
  const turns = createTurns(1, 5);
  const first = gate();
  let atOnce = 0;
  let most = 0;
  const work = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await settle();
    atOnce -= 1;
  };
  const begun = turns.take(() => first.promise);
  const waiting = turns.take(work);
  first.open();
  await begun;
  await Promise.all([waiting, turns.take(work), turns.take(work)]);
  expect(most).toBe(1);
});
