import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/setup/postgres.ts';
import { startSmallThread } from '#tests/setup/small-thread.ts';

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
});
afterAll(() => postgres.drop());

/** Kilobytes of each answer, and how many are asked for. */
const answerKb = 20;
const answerCount = 2000;

/** Asks in a small thread; gives how much V8 takes for lasting meanwhile, in bytes. */
function takenWhileAsking(databaseUrl: string): Promise<number> {
  const address = (file: string) => JSON.stringify(import.meta.resolve(file));
  const code = `
    import { setTimeout } from 'node:timers/promises';
    import { parentPort } from 'node:worker_threads';
    const { connectDatabase } = await import(${address('#db/connect.ts')});
    const { db, close } = await connectDatabase({ databaseUrl: ${JSON.stringify(databaseUrl)} });
    const askOften = async (times) => {
      for (let time = 0; time < times; time += 1) {
        await db.sessions.ask("select array(select repeat('x', 1000) from generate_series(1, $1))", [${answerKb}], 'records');
        if (time % 10 === 0) await setTimeout(1);
      }
    };
    await Promise.all([askOften(200), askOften(200)]);
    const before = takenForLasting();
    await Promise.all([askOften(${answerCount / 2}), askOften(${answerCount / 2})]);
    parentPort.postMessage(takenForLasting() - before);
    await close();`;
  const worker = startSmallThread(code);
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

test('answers are garbage as soon as they were read, and do not wait for a collection of all memory', async () => {
  const taken = await takenWhileAsking(postgres.url);
  expect(taken).toBeLessThan((answerCount * answerKb * 1000) / 5);
});
