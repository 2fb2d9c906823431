import { expect, test } from 'vitest';
import { channelTemplateEnvelope, genericEnvelope, payWayEnvelope, promotionEnvelope } from './envelope.ts';
import { errorCodeOf, errorCodes } from './error-codes.ts';

const entries = Object.entries(errorCodes);

test('every error code stands once on the wire, and reads back as itself', () => {
  expect(new Set(entries.map(([, { wireCode }]) => wireCode)).size).toBe(entries.length);
  for (const [code, { wireCode }] of entries) expect(errorCodeOf(wireCode)).toBe(code);
});

test.each(entries)('[CALL-5] %s is success in no envelope', (_code, { wireCode }) => {
  for (const envelope of [payWayEnvelope, channelTemplateEnvelope, promotionEnvelope, genericEnvelope]) {
    expect(envelope.read(envelope.refuse(wireCode, ''))?.success).toBe(false);
  }
});

test('the codes of the specification (section 8) are its own', () => {
  expect(errorCodeOf('800005')).toBe('submission-repeated');
  expect(errorCodeOf('800006')).toBe('sms-code-wrong');
  expect(errorCodeOf('101')).toBe('captcha-wrong');
  expect(errorCodeOf('11')).toBe('already-registered');
});

test("a code that only a lender's backend knows is none of ours", () => {
  for (const wireCode of ['', '0', '777', 'constructor', '__proto__'])
    expect(errorCodeOf(wireCode)).toBeUndefined();
});
