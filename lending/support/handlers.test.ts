import { expect, test } from 'vitest';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();

test('[SERVICE-1] get-whatsapp answers overall=30 with the configured contacts, and nothing else', async () => {
  const session = await newBorrower(service);
  const path = '/user-problem/get-whatsapp';
  expect(await service.post(path, { overall: 30 }, session)).toMatchObject({
    status: 200,
    body: { data: { phone: '+52 55 5000 0100', va: '+52 55 5000 0101', email: 'ayuda@llano.test' } },
  });
  expect(await service.post(path, { overall: 31 }, session)).toMatchObject({ status: 422 });
  expect(await service.post(path, { overall: 30 })).toMatchObject({ status: 401 });
});
