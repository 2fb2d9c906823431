import { expect, test } from 'vitest';
import { readOffer } from '#contract/calls/offer.ts';
import { issueSession } from '#contract/host/session.ts';
import { demoBorrowers } from '#fixtures/demo-data.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { type LendingService, lendingService, send, signedRequest } from '#tests/setup/lending-service.ts';
import { lastCode, openLanding } from '#tests/setup/registrant.ts';
import { imageAddressOf, isSignedImageLink, signedImageLink } from './complaint/image-address.ts';

const signing = (text: string) =>
  `whsec_${Buffer.from(`${text} signing secret of the lender`).toString('base64')}`;
const [oldSigning, newSigning] = [signing('old'), signing('new')];
const [oldMaster, newMaster] = ['the old master secret', 'the new master secret'];
const borrower = { borrowerId: demoBorrowers.rosa.id, deviceId: 'rosa-1' };

const both = {
  hostSigningSecrets: [newSigning, oldSigning],
  masterSecrets: [newMaster, oldMaster],
} as const;

const before = await testLendingService({ hostSigningSecrets: [oldSigning], masterSecrets: [oldMaster] });
const ports = { sms: before.dependencies.sms };
const during = lendingService(before.database, both, ports);
const after = lendingService(
  before.database,
  { hostSigningSecrets: [newSigning], masterSecrets: [newMaster] },
  ports,
);

test('while the signing secret is rotated the lender may sign with either, and afterwards with the new one', async () => {
  const statusOf = async (service: LendingService, secret: string) =>
    (await send(service.api, signedRequest(issueSession.path, borrower, { secret }))).status;
  expect(await statusOf(during, oldSigning)).toBe(200);
  expect(await statusOf(during, newSigning)).toBe(200);
  expect(await statusOf(after, newSigning)).toBe(200);
  expect(await statusOf(after, oldSigning)).toBe(401);
  expect(await statusOf(before, newSigning)).toBe(401);
});

test('a session outlives the rotation, and a repeated message gets its first answer while it lasts', async () => {
  const message = (secret: string) =>
    signedRequest(issueSession.path, borrower, { secret, messageId: 'msg_rotated' });
  const first = await send(before.api, message(oldSigning));
  const again = await send(during.api, message(newSigning));
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect((await send(after.api, message(newSigning))).status).toBe(409);

  const { sessionId, userId } = first.body.data as Record<'sessionId' | 'userId', string>;
  const session = { sessionId, userId, deviceId: borrower.deviceId };
  expect((await after.post(readOffer.path, { productId: 'mx-120' }, session)).status).toBe(200);
});

test('a registration begun before the rotation is completed during it, with its captcha and its code', async () => {
  let service = before;
  const visitor = await openLanding({ fetch: (request) => service.api.fetch(request) });
  const capcode = await visitor.solveCaptcha();
  service = during;
  expect((await visitor.sendCode({ capcode: 'XXXX' })).body.code).not.toBe('0');
  expect((await visitor.sendCode({ capcode })).body.code).toBe('0');
  const smsCode = lastCode(before.dependencies.sms);
  service = after;
  expect((await visitor.register({ capcode, smsCode })).body.code).not.toBe('0');
});

test('a code sent before the rotation serves during it, once; its limits go on counting', async () => {
  let service = before;
  const phone = '5548217740';
  const visitor = await openLanding({ fetch: (request) => service.api.fetch(request) }, { phone });
  const capcode = await visitor.solveCaptcha();
  expect((await visitor.sendCode({ capcode })).body.code).toBe('0');
  const smsCode = lastCode(before.dependencies.sms);
  service = during;
  const other = await openLanding(during.api, { phone });
  expect((await other.sendCode({ capcode: await other.solveCaptcha() })).status).toBe(429);
  expect((await visitor.register({ capcode, smsCode })).body.code).toBe('0');
  expect((await visitor.register({ capcode, smsCode })).body.code).toBe('0');
});

test('a link to an image is good while one of the secrets signed it', () => {
  const now = new Date('2026-11-20T12:00:00-06:00');
  const name = `${'0'.repeat(32)}.jpg`;
  const { searchParams } = new URL(signedImageLink(name, oldMaster, now), 'http://lender.test');
  expect(signedImageLink(name, oldMaster, now)).toContain(imageAddressOf(name));
  expect(isSignedImageLink(name, searchParams, [newMaster, oldMaster], now)).toBe(true);
  expect(isSignedImageLink(name, searchParams, [newMaster], now)).toBe(false);
});

test('the signing secret is no key to anything else', () => {
  const now = new Date('2026-11-20T12:00:00-06:00');
  const { searchParams } = new URL(signedImageLink('x', oldSigning, now), 'http://lender.test');
  expect(isSignedImageLink('x', searchParams, during.dependencies.configuration.masterSecrets, now)).toBe(
    false,
  );
});
