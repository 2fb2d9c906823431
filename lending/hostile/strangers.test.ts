import { beforeEach, expect, test } from 'vitest';
import { smsSends } from '#db/schema/sms.ts';
import { type CardHolder, newCardHolder } from '#tests/setup/card-holders.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { openLanding } from '#tests/setup/registrant.ts';

let address: string | null = null;
const service = await testLendingService({}, { callerAddress: () => address });
let holder: CardHolder;
beforeEach(async () => {
  address = null;
  service.setTime('2026-11-20T12:00:00-06:00');
  await service.database.delete(smsSends);
  holder = await newCardHolder(service);
});

function pass(seconds: number): void {
  service.setTime(new Date(service.dependencies.clock.now().getTime() + seconds * 1000).toISOString());
}

/** What a stranger's request for a registration code to a number of Mexico is answered with. */
async function strangerAsks(phone: string): Promise<string> {
  const stranger = await openLanding(service.api, { phone });
  return (await stranger.sendCode({ capcode: await stranger.solveCaptcha() })).body.code;
}

/** Pays with a card whose code comes by SMS. */
async function pays(): Promise<void> {
  const paying = await holder.commit({ card: 'approve', amountMinor: 142_281 });
  expect(paying).toMatchObject({ success: true, data: { needsCode: true } });
  if (!paying.success) return;
  expect(await holder.confirm(paying.data.repaymentId, holder.lastCode())).toMatchObject({ success: true });
}

test('five requests of a stranger to a borrower’s number leave the borrower’s payment alone', async () => {
  for (let request = 0; request < 5; request += 1) {
    expect(await strangerAsks(holder.mobilePhone)).toBe('0');
    pass(61);
  }
  expect(await strangerAsks(holder.mobilePhone)).toBe('429002');
  await pays();
});

test('a request of a stranger in the same minute leaves the borrower’s payment alone', async () => {
  expect(await strangerAsks(holder.mobilePhone)).toBe('0');
  await pays();
});

test('forty requests into a borrower’s block of 10,000 numbers leave the payment alone', async () => {
  const block = holder.mobilePhone.slice(0, 6);
  for (let request = 0; request < 40; request += 1) {
    expect(await strangerAsks(`${block}${1000 + request}`)).toBe('0');
  }
  expect(await strangerAsks(`${block}2000`)).toBe('429002');
  await pays();
});

test('who shares a stranger’s network pays, also when the stranger has used up its budget', async () => {
  for (let request = 0; request < 21; request += 1) {
    address = '203.0.113.7';
    await strangerAsks(`55${4821 + (request % 4)}77${10 + request}`);
  }
  expect(await strangerAsks('5548217799')).toBe('429002');
  await pays();
});

test('a refusal says when the budget frees, and then it does', async () => {
  address = '203.0.113.7';
  for (let request = 0; request < 20; request += 1) {
    expect(await strangerAsks(`55${4821 + (request % 4)}77${10 + request}`)).toBe('0');
  }
  const visitor = await openLanding(service.api, { phone: '5548217736' });
  const capcode = await visitor.solveCaptcha();
  const refused = await visitor.sendCode({ capcode });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe('3600');
  expect(refused.body.message).toBe(
    'Ahora no podemos enviarle otro código por SMS. Vuelva a intentarlo en una hora.',
  );
  pass(3600);
  expect(await strangerAsks('5548217736')).toBe('0');
});
