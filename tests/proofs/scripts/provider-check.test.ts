import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startConektaStandIn } from '#tests/providers/conekta-stand-in.ts';
import { startFintocStandIn } from '#tests/providers/fintoc-stand-in.ts';
import { startRazorpayStandIn } from '#tests/providers/razorpay-stand-in.ts';
import { speiStandIn } from '#tests/providers/spei-stand-in.ts';
import { startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import { startTwilioStandIn } from '#tests/providers/twilio-stand-in.ts';

const nowhere = () => 'http://127.0.0.1:9/webhooks/none';
const razorpayKey = { keyId: 'rzp_test_providercheck', keySecret: 'asecretofprovidercheck' };
const twilioKey = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'atokenofprovidercheck' };
const [stripe, conekta, fintoc, razorpay, twilio] = await Promise.all([
  startStripeStandIn({
    ...{ secretKey: 'sk_test_providercheck', webhookSecret: 'whsec_providercheck00001' },
    webhookUrl: nowhere,
  }),
  startConektaStandIn({ privateKey: 'key_providercheck', webhookUrl: nowhere }),
  startFintocStandIn({
    ...{ secretKey: 'sk_test_providercheck', webhookSecret: 'whsec_providercheck00001' },
    webhookUrl: nowhere,
  }),
  startRazorpayStandIn({ ...razorpayKey, webhookSecret: 'asecretofmessages', webhookUrl: nowhere }),
  startTwilioStandIn({ ...twilioKey, deliver: async () => new Response() }),
]);
for (const standIn of [stripe, conekta, fintoc, razorpay]) standIn.delivery = 'never';
afterAll(() => Promise.all([stripe, conekta, fintoc, razorpay, twilio].map((standIn) => standIn.close())));

const variables = {
  ...{ STRIPE_SECRET_KEY_MX: 'sk_test_providercheck', STRIPE_API_BASE: stripe.origin },
  ...{ CONEKTA_PRIVATE_KEY: 'key_providercheck', CONEKTA_API_BASE: conekta.origin },
  ...{ FINTOC_SECRET_KEY: 'sk_test_providercheck', FINTOC_ACCOUNT_ID: fintoc.accountId },
  FINTOC_API_BASE: fintoc.origin,
  ...{ RAZORPAY_KEY_ID: razorpayKey.keyId, RAZORPAY_KEY_SECRET: razorpayKey.keySecret },
  ...{ RAZORPAY_API_BASE: razorpay.origin, TWILIO_ACCOUNT_SID: twilioKey.accountSid },
  ...{ TWILIO_AUTH_TOKEN: twilioKey.authToken, TWILIO_API_BASE: twilio.origin },
};

/** The lines of a check, and how it ended. */
async function check(args: readonly string[], change: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env.PATH, ...variables, ...change };
  const run = promisify(execFile)(process.execPath, ['tools/scripts/provider-check.ts', ...args], { env });
  const { stdout, stderr, code } = await run.then(
    (ended) => ({ ...ended, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  const lines = stdout.split('\n').filter((line) => /^(ok|NOT) /.test(line));
  return { lines, wrong: lines.filter((line) => !line.startsWith('ok')), stderr, code };
}

test.each(['stripe', 'stripe-references', 'conekta', 'fintoc', 'razorpay'])(
  'what %s is believed to do, its stand-in does',
  async (name) => {
    const { lines, wrong, stderr, code } = await check([name]);
    expect([wrong, stderr, code]).toEqual([[], '', 0]);
    expect(lines.length).toBeGreaterThan(3);
  },
  60_000,
);

test('a notice of a deposit is read from its file', async () => {
  const file = join(tmpdir(), `notice-${process.pid}.json`);
  const notice = speiStandIn().notice({ clabe: '646180115712345674', pesos: 5, at: new Date() });
  await writeFile(file, JSON.stringify(notice));
  expect(await check(['spei', file])).toMatchObject({
    stderr: '',
    lines: [expect.stringContaining('is read'), expect.anything()],
  });
});

test.each([
  [
    ['stripe'],
    { STRIPE_SECRET_KEY_MX: '' },
    /^NOT {2}STRIPE_SECRET_KEY_MX or STRIPE_SECRET_KEY_IN is not set: dashboard\.stripe\.com/,
  ],
  [
    ['stripe'],
    { STRIPE_SECRET_KEY_MX: 'sk_live_1' },
    /^NOT {2}STRIPE_SECRET_KEY_MX is not of test mode.*: dashboard/,
  ],
  [
    ['stripe'],
    { STRIPE_SECRET_KEY_MX: 'sk_test_other' },
    /^NOT {2}STRIPE_SECRET_KEY_… is refused by Stripe \(401\): dashboard/,
  ],
  [['conekta'], { CONEKTA_PRIVATE_KEY: '' }, /^NOT {2}CONEKTA_PRIVATE_KEY is not set: panel\.conekta\.com/],
  [
    ['conekta'],
    { CONEKTA_PRIVATE_KEY: 'key_other' },
    /^NOT {2}CONEKTA_PRIVATE_KEY is refused \(401\): panel/,
  ],
  [
    ['conekta'],
    { CONEKTA_API_BASE: 'http://127.0.0.1:9' },
    /^NOT {2}conekta cannot be reached: .*CONEKTA_API_BASE/,
  ],
  [['fintoc'], { FINTOC_ACCOUNT_ID: '' }, /^NOT {2}FINTOC_ACCOUNT_ID is not set: dashboard\.fintoc/],
  [['fintoc'], { FINTOC_SECRET_KEY: 'sk_live_1' }, /^NOT {2}FINTOC_SECRET_KEY is not of test mode/],
  [['fintoc'], { FINTOC_SECRET_KEY: 'sk_test_other' }, /^NOT {2}FINTOC_SECRET_KEY is refused \(401\)/],
  [['razorpay'], { RAZORPAY_KEY_ID: 'rzp_live_1' }, /^NOT {2}RAZORPAY_KEY_ID is not of test mode/],
  [['razorpay'], { RAZORPAY_KEY_SECRET: 'wrong' }, /^NOT {2}.*401/],
  [['twilio'], { TWILIO_AUTH_TOKEN: '' }, /^NOT {2}TWILIO_AUTH_TOKEN is not set: console\.twilio\.com/],
  [['spei'], {}, /^NOT {2}name the file/],
  [[], {}, /^NOT {2}name a provider: conekta, /],
] as const)('%j with %j says in a line what is wrong and where to get it', async (args, change, line) => {
  const { wrong, stderr, code } = await check(args, change);
  expect([stderr, code]).toEqual(['', 1]);
  expect(wrong[0]).toMatch(line);
  for (const key of Object.values(change))
    if (key.length > 8 && !key.startsWith('http')) expect(wrong.join()).not.toContain(key);
});
