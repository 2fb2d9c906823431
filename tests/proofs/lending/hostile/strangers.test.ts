import { count, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { smsSends } from '#db/schema/sms.ts';
import { sendWaitingCodes } from '#lending/registration/waiting-codes.ts';
import { type CardHolder, newCardHolder } from '#tests/setup/card-holders.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { lastCode, openLanding, proofOf, type Registrant } from '#tests/setup/registrant.ts';

let address: string | null = null;
const service = await testLendingService({}, { callerAddress: () => address });
beforeEach(async () => {
  address = null;
  service.setTime('2026-11-20T12:00:00-06:00');
  await service.database.delete(smsSends);
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
async function pays(holder: CardHolder): Promise<void> {
  const paying = await holder.commit({ card: 'approve', amountMinor: 142_281 });
  expect(paying).toMatchObject({ success: true, data: { needsCode: true } });
  if (!paying.success) return;
  expect(await holder.confirm(paying.data.repaymentId, holder.lastCode())).toMatchObject({ success: true });
}

test('five requests of a stranger to a borrower’s number leave the borrower’s payment alone', async () => {
  const holder = await newCardHolder(service);
  for (let request = 0; request < 5; request += 1) {
    expect(await strangerAsks(holder.mobilePhone)).toBe('0');
    pass(61);
  }
  expect(await strangerAsks(holder.mobilePhone)).toBe('429002');
  await pays(holder);
});

test('a request of a stranger in the same minute leaves the borrower’s payment alone', async () => {
  const holder = await newCardHolder(service);
  expect(await strangerAsks(holder.mobilePhone)).toBe('0');
  await pays(holder);
});

test('forty requests into a borrower’s block of 10,000 numbers leave the payment alone', async () => {
  const holder = await newCardHolder(service);
  const block = holder.mobilePhone.slice(0, 6);
  for (let request = 0; request < 40; request += 1) {
    expect(await strangerAsks(`${block}${1000 + request}`)).toBe('0');
  }
  expect(await strangerAsks(`${block}2000`)).toBe('429002');
  await pays(holder);
});

test('who shares a stranger’s network pays, also when the stranger has used up its budget', async () => {
  const holder = await newCardHolder(service);
  for (let request = 0; request < 21; request += 1) {
    address = '203.0.113.7';
    await strangerAsks(`55${4821 + (request % 4)}77${10 + request}`);
  }
  expect(await strangerAsks('5548217799')).toBe('429002');
  await pays(holder);
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

const noProof = { proof: '' };
async function sentCount(): Promise<number> {
  const [row] = await service.database
    .select({ sends: count() })
    .from(smsSends)
    .where(eq(smsSends.outcome, 'accepted'));
  return Number(row?.sends);
}

test('a flood from many networks that solves every captcha and proves no work gets a message in 20 seconds', async () => {
  const codes: Record<string, number> = {};
  for (let request = 0; request < 60; request += 1) {
    address = `198.51.${request}.7`;
    const stranger = await openLanding(service.api, { phone: `55${1000 + request * 7}7712` });
    const { body } = await stranger.sendCode({ capcode: await stranger.solveCaptcha(), ...noProof });
    codes[body.code] = (codes[body.code] ?? 0) + 1;
  }
  expect(codes).toEqual({ '0': 29, '429002': 31 });
  expect(await sentCount()).toBe(0);
  const perTick: number[] = [];
  for (let tick = 0; tick < 30; tick += 1) {
    pass(20);
    const sofar = await sentCount();
    await sendWaitingCodes(service.dependencies);
    perTick.push((await sentCount()) - sofar);
  }
  expect(Math.max(...perTick)).toBeLessThanOrEqual(1);
  expect(await sentCount()).toBe(29);
});

test('a visitor without script is told when the code comes, gets it then, once, and registers', async () => {
  const phone = '5548217701';
  const visitor = await openLanding(service.api, { phone });
  const capcode = await visitor.solveCaptcha();
  const { body } = await visitor.sendCode({ capcode, ...noProof });
  expect(body).toMatchObject({ code: '0', data: { sendsInSeconds: 30 } });
  await sendWaitingCodes(service.dependencies);
  expect(await sentCount()).toBe(0);
  pass(30);
  await Promise.all([1, 2, 3].map(() => sendWaitingCodes(service.dependencies)));
  expect(await sentCount()).toBe(1);
  const smsCode = lastCode(service.dependencies.sms);
  expect((await visitor.register({ capcode, smsCode })).body.code).toBe('0');
});

test('one address has two codes waiting at most, and others find the queue open', async () => {
  address = '203.0.113.9';
  const codes = [];
  for (let request = 0; request < 4; request += 1) {
    const stranger = await openLanding(service.api, { phone: `55482177${10 + request}` });
    codes.push((await stranger.sendCode({ capcode: await stranger.solveCaptcha(), ...noProof })).body.code);
  }
  expect(codes).toEqual(['0', '0', '429002', '429002']);
  address = '203.0.113.10';
  const visitor = await openLanding(service.api, { phone: '5548217731' });
  const { body } = await visitor.sendCode({ capcode: await visitor.solveCaptcha(), ...noProof });
  expect(body).toMatchObject({ code: '0', data: { sendsInSeconds: 70 } });
});

test('a proof serves one message of its own registration, unforged, and grows old', async () => {
  const isSentAtOnce = async (fields: Record<string, string>, visitor: Registrant, capcode: string) => {
    const { body } = await visitor.sendCode({ capcode, ...fields });
    expect(body.code).toBe('0');
    return (body.data as { sendsInSeconds: number }).sendsInSeconds === 0;
  };
  const first = await openLanding(service.api, { phone: '5548217741' });
  const proof = await proofOf(first.challenge);
  const capcode = await first.solveCaptcha();
  expect(await isSentAtOnce({ proof }, first, capcode)).toBe(true);
  pass(61);
  expect(await isSentAtOnce({ proof }, first, await first.solveCaptcha())).toBe(false);

  const other = await openLanding(service.api, { phone: '5548217742' });
  expect(await isSentAtOnce({ proof }, other, await other.solveCaptcha())).toBe(false);

  const forger = await openLanding(service.api, { phone: '5548217743' });
  const easier = forger.challenge.replace('"keyPrefix":"00"', '"keyPrefix":"0"');
  expect(easier).not.toBe(forger.challenge);
  const forged = { proof: await proofOf(easier) };
  expect(await isSentAtOnce(forged, forger, await forger.solveCaptcha())).toBe(false);

  const late = await openLanding(service.api, { phone: '5548217744' });
  const lateProof = await proofOf(late.challenge);
  pass(3599);
  expect(await isSentAtOnce({ proof: lateProof }, late, await late.solveCaptcha())).toBe(true);
});

test('work grows with the messages of a network, and cheap proofs that were saved up no longer do', async () => {
  const level = ({ challenge }: Registrant) => JSON.parse(challenge).parameters.data.level;
  address = '2001:db8:1:1::1';
  const saved = await openLanding(service.api, { phone: '5548217750' });
  expect(level(saved)).toBe(0);
  for (let request = 0; request < 18; request += 1) {
    address = `2001:db8:1:${request}::1`;
    expect(await strangerAsks(`55${4821 + (request % 4)}77${10 + request}`)).toBe('0');
  }
  expect(level(await openLanding(service.api))).toBe(2);
  const { body } = await saved.sendCode({ capcode: await saved.solveCaptcha() });
  expect((body.data as { sendsInSeconds: number }).sendsInSeconds).toBeGreaterThan(0);
  address = '2001:db8:2::1';
  expect(level(await openLanding(service.api))).toBe(0);
});
