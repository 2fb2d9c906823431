import { expect, test } from 'vitest';
import { readContacts } from '#contract/calls/support.ts';
import { listContacts, putContact } from '#contract/host/contact.ts';
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

test('[SERVICE-1] contacts that the lender changes are shown in that market, in the place of those configured', async () => {
  const mexican = await newBorrower(service);
  const indian = await newBorrower(service, 'IN');
  const contact = {
    market: 'MX',
    telephone: '+52 55 5000 0200',
    whatsapp: '',
    email: 'hola@llano.test',
  } as const;
  expect((await service.tell(putContact, { ...contact, actor: 'Ana' })).changedBy).toBe('host:Ana');
  expect(await service.ask(readContacts, {}, mexican)).toEqual({
    phone: '+52 55 5000 0200',
    whatsapp: '',
    email: 'hola@llano.test',
    hours: '',
  });
  expect((await service.ask(readContacts, {}, indian)).phone).toBe('+91 80 5000 0100');
  const { contacts } = await service.tell(listContacts, {});
  expect(contacts).toMatchObject([
    { ...contact, changedBy: 'host:Ana' },
    { market: 'IN', telephone: '+91 80 5000 0100', changedAt: null },
  ]);
  for (const [field, bad] of [
    ['email', { email: 'no address' }],
    ['telephone', { telephone: 'call me' }],
    ['market', { market: 'BR' }],
  ] as const) {
    const { status, body } = await service.host(putContact.path, { ...contact, ...bad });
    expect([status, body.message]).toEqual([422, expect.stringContaining(field)]);
  }
});
