import { afterAll, expect, test } from 'vitest';
import { testPglites } from './pglite.ts';

let preparations = 0;

const databases = testPglites({
  name: 'harness',
  async prepare(database) {
    preparations += 1;
    await database.exec('create table note (body text not null)');
  },
});

afterAll(databases.closeAll);

test('copies start from the template, prepared once, and share no rows', async () => {
  const one = await databases.create();
  const other = await databases.create();
  expect(preparations).toBe(1);
  await one.exec("insert into note values ('mine')");
  expect((await one.query('select body from note')).rows).toEqual([{ body: 'mine' }]);
  expect((await other.query('select body from note')).rows).toEqual([]);
});

test('closeAll closes what was made and passes over what is closed already', async () => {
  const one = await databases.create();
  const other = await databases.create();
  await one.close();
  await databases.closeAll();
  expect(other.closed).toBe(true);
});
