import { expect, test } from 'vitest';
import { z } from 'zod';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { allCalls } from './all-calls.ts';

type Limit = readonly [call: keyof typeof wireSamples, field: string, fits: unknown, tooMuch: unknown];

const text = (length: number): string => 'x'.repeat(length);
const images = (count: number): string =>
  Array.from({ length: count }, (_, index) => `/c/${index}.jpg`).join(',');
const image = (bytes: number): File => new File([new Uint8Array(bytes)], 'a.jpg');

const limits: readonly Limit[] = [
  ['sendComplaint', 'problemDetail', text(6400), text(6401)],
  ['sendComplaint', 'problemImage', images(9), images(10)],
  ['sendComplaint', 'problemImage', '', text(9 * 2049 + 1)],
  ['sendComplaint', 'orderNo', text(64), text(65)],
  ['sendComplaintImage', 'problemImage', image(8 * 1024 * 1024), image(8 * 1024 * 1024 + 1)],
  ['sendComplaintImage', 'problemImage', image(1), image(0)],
  ['sendComplaintImage', 'problemImage', image(1), 'https://elsewhere.example/a.jpg'],
  ['readContacts', 'overall', '30', 31],
  ['payWithCard', 'bankName', text(100), text(101)],
  ['payWithCard', 'cardNo', text(32), text(33)],
  ['payWithCard', 'repayToken', text(256), text(257)],
  ['payWithCard', 'sendMsg', '0', 2],
  ['confirmCardPayment', 'verifyCode', text(12), text(13)],
  ['requestRegistrationCode', 'phone', text(20), text(21)],
  ['requestRegistrationCode', 'capcode', text(4), text(5)],
  ['requestRegistrationCode', 'utm_tag', text(128), text(129)],
  ['registerBorrower', 'phone', text(20), text(21)],
  ['registerBorrower', 'capcode', text(4), text(5)],
  ['registerBorrower', 'smsCode', text(6), text(7)],
  ['registerBorrower', 'invite_code', text(64), text(65)],
  ['trackVisit', 'client_type', 'ios', 'windows'],
  ['trackVisit', 'page_type', '1', '2'],
  ['trackClick', 'phone', text(20), text(21)],
  ['readCaptcha', 'a', '1795168443000', 'now'],
  ['readPaymentInstruction', 'payCode', text(64), text(65)],
  ['readPaymentInstruction', 'requestType', '2', 3],
  ['acceptOffer', 'termUnit', text(16), text(17)],
];

test.each(limits)('%s takes %s up to its limit and names it beyond', (name, field, fits, tooMuch) => {
  const call = allCalls.find((each) => each.name === name);
  const request = call?.request as z.core.$ZodType<unknown, unknown>;
  const sample = wireSamples[name]().request;
  expect(z.safeDecode(request, { ...sample, [field]: fits }).success).toBe(true);
  const read = z.safeDecode(request, { ...sample, [field]: tooMuch });
  expect(read.success).toBe(false);
  expect(read.error?.issues[0]?.path).toEqual([field]);
});

test('every call with required fields refuses a request without them, naming one', () => {
  for (const call of allCalls) {
    const { required = [] } = z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' });
    const read = z.safeDecode(call.request as z.core.$ZodType<unknown, unknown>, {});
    expect(read.success, call.name).toBe(required.length === 0);
    if (!read.success) expect(required, call.name).toContain(read.error.issues[0]?.path[0]);
  }
});

test.each([null, [], 'x', 7, undefined])('no call takes %j for a request', (body) => {
  for (const call of allCalls) {
    expect(z.safeDecode(call.request as z.core.$ZodType<unknown, unknown>, body).success, call.name).toBe(
      false,
    );
  }
});
