import { expect, test } from 'vitest';
import { createImageQueue } from './image-queue.ts';
import type { SentImage } from './send-image.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));
const fileOf = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

function setUp(initial: readonly { address: string; previewAddress: string }[] = []) {
  const sends: {
    readonly name: string;
    readonly signal: AbortSignal;
    readonly onProgress: (percent: number) => void;
    readonly answer: (sent: SentImage) => void;
  }[] = [];
  const words: string[] = [];
  const queue = createImageQueue(initial, {
    send: (file, options) => new Promise((answer) => sends.push({ name: file.name, answer, ...options })),
    preview: (file) => `blob:${file.name}`,
    tell: (failure) => words.push(failure),
    failureText: 'no signal',
  });
  const answer = async (index: number, sent: Partial<SentImage>) => {
    sends[index]?.answer({ address: '', message: '', ...sent });
    await settle();
  };
  return { queue, sends, words, answer };
}

test('[COMP-3] images are sent one after the other, each shown at once and with how far it is', async () => {
  const { queue, sends, words, answer } = setUp();
  queue.add([fileOf('a'), fileOf('b')]);
  await settle();
  expect(queue.tiles().map(({ previewAddress }) => previewAddress)).toEqual(['blob:a', 'blob:b']);
  expect(sends.map(({ name }) => name)).toEqual(['a']);
  sends[0]?.onProgress(40);
  expect(queue.tiles()[0]?.percent).toBe(40);
  await answer(0, { address: '/a.jpg' });
  expect(sends.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(queue.tiles().map(({ address }) => address)).toEqual(['/a.jpg', '']);
  expect(words).toEqual(['']);
});

test('[COMP-2] a tenth image is ignored, whatever was there before', async () => {
  const { queue } = setUp(
    Array.from({ length: 4 }, (_, index) => ({ address: `/${index}`, previewAddress: '' })),
  );
  queue.add(Array.from({ length: 9 }, (_, index) => fileOf(String(index))));
  expect(queue.tiles()).toHaveLength(9);
  expect(queue.tiles().at(-1)?.previewAddress).toBe('blob:4');
  queue.add([fileOf('tenth')]);
  expect(queue.tiles()).toHaveLength(9);
});

test('[COMP-3] a failure says why, loses nothing of the others, and can be tried again unless it was refused', async () => {
  const { queue, sends, words, answer } = setUp();
  queue.add([fileOf('a'), fileOf('b'), fileOf('c')]);
  await settle();
  await answer(0, { message: 'too large' });
  expect(queue.refused()).toEqual([{ name: 'a', reason: 'too large' }]);
  await answer(1, {});
  await answer(2, { address: '/c.jpg' });
  expect(queue.tiles().map(({ failure, address }) => failure || address)).toEqual(['no signal', '/c.jpg']);
  expect(words).toEqual(['too large', 'no signal', '']);
  queue.retry(queue.tiles()[0]?.id ?? 0);
  expect(queue.tiles()[0]?.failure).toBe('');
  await settle();
  expect(sends.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'b']);
  await answer(3, { address: '/b.jpg' });
  expect(queue.tiles()[0]?.address).toBe('/b.jpg');
  queue.add([fileOf('d')]);
  expect(queue.refused()).toEqual([]);
});

test('[COMP-2] an image that is taken out stops its upload, or is never sent', async () => {
  const { queue, sends, words, answer } = setUp();
  queue.add([fileOf('a'), fileOf('b')]);
  await settle();
  const [first, second] = queue.tiles();
  queue.remove(first?.id ?? 0);
  queue.remove(second?.id ?? 0);
  expect(sends[0]?.signal.aborted).toBe(true);
  await answer(0, {});
  expect(sends).toHaveLength(1);
  expect(queue.tiles()).toEqual([]);
  expect(words).toEqual([]);
});

test('listeners hear of every change until they stop', async () => {
  const { queue } = setUp();
  let heard = 0;
  const stop = queue.subscribe(() => {
    heard += 1;
  });
  queue.restore([{ address: '/a.jpg', previewAddress: '/a.jpg?s=1' }]);
  expect(queue.tiles()).toMatchObject([{ address: '/a.jpg', previewAddress: '/a.jpg?s=1', failure: '' }]);
  stop();
  queue.remove(queue.tiles()[0]?.id ?? 0);
  expect(heard).toBe(1);
});
