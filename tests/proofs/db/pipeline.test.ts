import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { connectDatabase, usualLimits } from '#db/connect.ts';
import { enqueue, inTransaction, lockThenRead, queryRows, together } from '#db/database.ts';
import { UnknownCommitError } from '#db/failure.ts';
import { openBothDatabases } from '#tests/setup/both-databases.ts';
import { startStallingProxy } from '#tests/setup/stalling-proxy.ts';

const requests: string[] = [];
const { both, databaseUrl } = await openBothDatabases((text, ask) => {
  requests.push(text);
  return ask();
});
const [[, postgres]] = both;
for (const [, db] of both) await db.execute(sql`create table note (body text primary key)`);
afterEach(async () => {
  for (const [, db] of both) await db.execute(sql`delete from note`);
});

const write = (body: unknown) => sql`insert into note values (${body})`;
const mistake = sql`insert into note values (1 / 0)`;

describe.each(both)('on %s', (_name, db) => {
  const notes = async () =>
    (await queryRows<{ body: string }>(db, sql`select body from note order by body`)).map(({ body }) => body);

  test('a pipelined statement is visible to later ones and committed', async () => {
    const seen = await inTransaction(db, async (transaction) => {
      enqueue(transaction, transaction.execute(write('first')));
      const rows = await queryRows(transaction, sql`select body from note`);
      enqueue(transaction, transaction.execute(write('last')));
      return rows;
    });
    expect(seen).toEqual([{ body: 'first' }]);
    expect(await notes()).toEqual(['first', 'last']);
  });

  test('a failing pipelined statement rolls back the transaction and is the reported error', async () => {
    const atTheEnd = inTransaction(db, async (transaction) => {
      await transaction.execute(write('before'));
      enqueue(transaction, transaction.execute(mistake));
      enqueue(transaction, transaction.execute(write('after')));
    });
    await expect(atTheEnd).rejects.toMatchObject({ cause: { code: '22012' } });
    const inTheMiddle = inTransaction(db, async (transaction) => {
      enqueue(transaction, transaction.execute(mistake));
      await transaction.execute(write('after'));
    });
    await expect(inTheMiddle).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await notes()).toEqual([]);
  });

  test('the first failure is reported, not those that follow from it, in any order of arrival', async () => {
    const impossible = sql`select 1 / length(pg_sleep(0.05)::text)`;
    const looksAwayUntilAllIsAnswered = () =>
      setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100), 20);
    for (let time = 0; time < 3; time += 1) {
      const sentBefore = inTransaction(db, async (transaction) => {
        looksAwayUntilAllIsAnswered();
        enqueue(transaction, transaction.execute(impossible));
        enqueue(transaction, transaction.execute(write('lost')));
      });
      await expect(sentBefore).rejects.toMatchObject({ cause: { code: '22012' } });
      const askedBefore = inTransaction(db, async (transaction) => {
        looksAwayUntilAllIsAnswered();
        const answer = queryRows(transaction, impossible);
        enqueue(transaction, transaction.execute(write('lost')));
        await answer;
      });
      await expect(askedBefore).rejects.toMatchObject({ cause: { code: '22012' } });
      const atOnce = inTransaction(db, (transaction) => {
        looksAwayUntilAllIsAnswered();
        return together(
          () => queryRows(transaction, impossible),
          () => transaction.execute(write('lost')),
        );
      });
      await expect(atOnce).rejects.toMatchObject({ cause: { code: '22012' } });
    }
    expect(await notes()).toEqual([]);
  });

  test('what fails inside a savepoint leaves the rest standing', async () => {
    await inTransaction(db, async (transaction) => {
      enqueue(transaction, transaction.execute(write('outside')));
      const inside = inTransaction(transaction, async (savepoint) => {
        enqueue(savepoint, savepoint.execute(write('inside')));
        enqueue(savepoint, savepoint.execute(mistake));
      });
      await expect(inside).rejects.toMatchObject({ cause: { code: '22012' } });
    });
    expect(await notes()).toEqual(['outside']);
  });

  test('a failure before a savepoint fails the transaction, even if later errors are caught', async () => {
    const whole = inTransaction(db, async (transaction) => {
      enqueue(transaction, transaction.execute(mistake));
      await inTransaction(transaction, (savepoint) => savepoint.execute(write('inside'))).catch(
        () => undefined,
      );
    });
    await expect(whole).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await notes()).toEqual([]);
  });

  test('a deferred constraint that the commit violates is reported', async () => {
    await db.execute(sql`create table later (body text references note deferrable initially deferred)`);
    const broken = inTransaction(db, async (transaction) => {
      enqueue(transaction, transaction.execute(sql`insert into later values ('nobody')`));
    });
    await expect(broken).rejects.toThrow();
    expect(await queryRows(db, sql`select * from later`)).toEqual([]);
    await db.execute(sql`drop table later`);
  });

  test('work done together waits for all of it, and tells the failure that came first', async () => {
    let done = 0;
    const whole = inTransaction(db, (transaction) =>
      together(
        () => transaction.execute(mistake),
        async () => {
          await transaction.execute(sql`select 1`).catch(() => undefined);
          // Long after the others have failed.
          await pause(50);
          done += 1;
        },
        () => transaction.execute(write('third')),
      ),
    );
    await expect(whole).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(done).toBe(1);
    const [one, two] = await together(
      async () => 1,
      async () => 'two',
    );
    expect([one, two]).toEqual([1, 'two']);
    expect(await notes()).toEqual([]);
  });
});

test('what the driver itself refuses takes all back', async () => {
  const round: Record<string, unknown> = {};
  round.itself = round;
  const refused = inTransaction(postgres, async (transaction) => {
    await transaction.execute(write('before'));
    enqueue(transaction, transaction.execute(write(round)));
  });
  await expect(refused).rejects.toThrow();
  const atOnce = inTransaction(postgres, async (transaction) => {
    enqueue(transaction, transaction.execute(write('before')));
    enqueue(transaction, transaction.execute(write(round)));
  });
  await expect(atOnce).rejects.toThrow();
  expect(await queryRows(postgres, sql`select body from note`)).toEqual([]);
});

test('a statement goes without its answer only in a transaction', () => {
  expect(() => enqueue(postgres as never, Promise.resolve())).toThrow(/only in a transaction/);
});

test('BEGIN goes out with what reads first, and what writes waits until it is answered', async () => {
  const impossible = { isolationLevel: 'no such level' as never };
  requests.length = 0;
  const reads = inTransaction(postgres, (transaction) => transaction.execute(sql`select 1`), impossible);
  await expect(reads).rejects.toMatchObject({ cause: { code: '42601' } });
  expect(requests).toEqual(['begin isolation level no such level', 'select 1', 'rollback']);
  requests.length = 0;
  const alone = inTransaction(
    postgres,
    async (transaction) => {
      enqueue(transaction, transaction.execute(write('alone')));
      await transaction.execute(sql`select 1`);
    },
    impossible,
  );
  await expect(alone).rejects.toMatchObject({ cause: { code: '42601' } });
  expect(requests).toEqual(['begin isolation level no such level', 'rollback']);
  expect(await queryRows(postgres, sql`select body from note`)).toEqual([]);
  await inTransaction(postgres, (transaction) => transaction.execute(write('together')));
  expect(await queryRows(postgres, sql`select body from note`)).toEqual([{ body: 'together' }]);
});

test('a statement that was caught does not let the commit pass for one', async () => {
  const caught = inTransaction(postgres, async (transaction) => {
    await transaction.execute(write('lost'));
    await transaction.execute(mistake).catch(() => undefined);
  });
  await expect(caught).rejects.toMatchObject({ cause: { message: expect.stringMatching(/taken back/) } });
  expect(await queryRows(postgres, sql`select body from note`)).toEqual([]);
});

test('what is read under a lock goes out at once behind it, and sees what the lock waited for', async () => {
  await postgres.execute(write('before'));
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = inTransaction(postgres, async (transaction) => {
    await transaction.execute(sql`select from note for update`);
    locked.resolve();
    await release.promise;
    await transaction.execute(sql`update note set body = 'after'`);
  });
  await locked.promise;
  requests.length = 0;
  const reading = inTransaction(postgres, (transaction) =>
    lockThenRead(
      async () => {
        await Promise.resolve();
        await Promise.resolve();
        return queryRows(transaction, sql`select true as locked from note for update`);
      },
      () => queryRows(transaction, sql`select body from note`),
    ),
  );
  await expect.poll(() => requests.length).toBe(3);
  expect(requests.slice(1)).toEqual(['select true as locked from note for update', 'select body from note']);
  release.resolve();
  await holder;
  expect((await reading)[1]).toEqual([{ body: 'after' }]);
});

test('a session that is ended amid what was sent is one that did nothing, and the work is done again', async () => {
  let tries = 0;
  await inTransaction(postgres, async (transaction) => {
    tries += 1;
    enqueue(transaction, transaction.execute(write(`try ${tries}`)));
    if (tries === 1) {
      enqueue(
        transaction,
        transaction.execute(sql`insert into note select 'x' from pg_terminate_backend(pg_backend_pid())`),
      );
    }
    enqueue(transaction, transaction.execute(write('last')));
  });
  expect(await queryRows(postgres, sql`select body from note order by body`)).toEqual([
    { body: 'last' },
    { body: 'try 2' },
  ]);
});

test('a connection that is lost after COMMIT was sent leaves it unknown, and a key lets the work be done again', async () => {
  const proxy = await startStallingProxy(databaseUrl);
  const limits = { ...usualLimits, statementTimeoutMs: 300, retryForMs: 5000 };
  const connection = await connectDatabase({ databaseUrl: proxy.url }, limits);
  let tries = 0;
  const work = (body: string) =>
    inTransaction(connection.db, async (transaction) => {
      tries += 1;
      await transaction.execute(sql`select 1`);
      proxy.stall();
      enqueue(transaction, transaction.execute(write(body)));
    });
  await expect(work('unknown')).rejects.toThrow(UnknownCommitError);
  expect(tries).toBe(1);
  proxy.resume();
  tries = 0;
  await inTransaction(
    connection.db,
    async (transaction) => {
      tries += 1;
      await transaction.execute(sql`select 1`);
      if (tries === 1) {
        proxy.stall();
        setTimeout(() => proxy.resume(), 2000);
      }
      enqueue(
        transaction,
        transaction.execute(sql`insert into note values ('known') on conflict do nothing`),
      );
    },
    { isIdempotent: true },
  );
  expect(tries).toBeGreaterThan(1);
  expect(await queryRows(postgres, sql`select body from note where body = 'known'`)).toHaveLength(1);
  await connection.close();
  await proxy.close();
});

test('a lock that what was sent does not get is tried again', async () => {
  await postgres.execute(write('locked'));
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = inTransaction(postgres, async (transaction) => {
    await transaction.execute(sql`select from note for update`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const connection = await connectDatabase({ databaseUrl }, { ...usualLimits, lockTimeoutMs: 50 });
  let tries = 0;
  await inTransaction(connection.db, async (transaction) => {
    tries += 1;
    if (tries === 2) {
      release.resolve();
      await holder;
    }
    await transaction.execute(sql`select 1`);
    enqueue(transaction, transaction.execute(sql`update note set body = 'changed' where body = 'locked'`));
    enqueue(transaction, transaction.execute(write('more')));
  });
  expect(tries).toBe(2);
  // What a test before sent on a session that it lost may still arrive.
  const own = sql`select body from note where body in ('locked', 'changed', 'more') order by body`;
  expect(await queryRows(postgres, own)).toEqual([{ body: 'changed' }, { body: 'more' }]);
  await connection.close();
});
