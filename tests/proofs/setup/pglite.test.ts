import { expect, onTestFinished, test } from 'vitest';
import { createTestPglite } from '#tests/setup/pglite.ts';

test('copies start from the template, prepared once, and share no rows', async () => {
  let preparations = 0;
  const create = async () => {
    const copy = await createTestPglite({
      name: 'harness',
      async prepare(database) {
        preparations += 1;
        await database.exec('create table note (body text not null)');
      },
    });
    onTestFinished(() => copy.close());
    return copy;
  };
  const [one, other] = [await create(), await create()];
  expect(preparations).toBe(1);
  await one.exec("insert into note values ('mine')");
  expect((await one.query('select body from note')).rows).toEqual([{ body: 'mine' }]);
  expect((await other.query('select body from note')).rows).toEqual([]);
});
