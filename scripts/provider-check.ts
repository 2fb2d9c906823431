// `npm run provider-check -- stripe` with `STRIPE_SECRET_KEY_MX` or `_IN` (a test key), `-- conekta` with `CONEKTA_PRIVATE_KEY`
// (a test key), `-- razorpay` with a test key, `-- twilio` with test credentials: does with the provider itself what the tests do
// with its stand-in, and says of each step whether it went as the adapter believes.
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';
import { currencyOf, type Market } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { isClabe } from '#domain/repayment/clabe.ts';
import { createRazorpayCards } from '#providers/cards/razorpay/provider.ts';
import { isLiveKey, stripeOrigins } from '#providers/cards/stripe/account.ts';
import { createStripeCards } from '#providers/cards/stripe/provider.ts';
import { conektaOrigins, createConektaCards } from '#providers/conekta/cards.ts';
import type { ConektaOptions } from '#providers/conekta/client.ts';
import { createConektaReferences } from '#providers/conekta/references.ts';
import type { ReferenceProvider } from '#providers/ports/payment-references.ts';
import {
  isLiveKeyId,
  type RazorpayOptions,
  razorpayOrigins,
} from '#providers/references/razorpay/account.ts';
import { createRazorpayReferences } from '#providers/references/razorpay/provider.ts';
import { createSpeiNotices } from '#providers/references/spei/notices.ts';
import { createStripeReferences } from '#providers/references/stripe/provider.ts';
import { createTwilioGateways } from '#providers/sms/twilio/gateway.ts';

const borrower = { id: randomUUID(), name: 'Rosa Medina', mobilePhone: '+525512345678' };
const returnLink = 'https://example.com/payWay';
const checks: Readonly<Record<string, () => Promise<void>>> = {
  conekta: checkConekta,
  razorpay: checkRazorpay,
  spei: checkSpei,
  stripe: checkStripe,
  'stripe-references': checkStripeReferences,
  twilio: checkTwilio,
};
const [name = ''] = process.argv.slice(2);
const check = checks[name];
if (check) await check();
else process.stderr.write(`Name a provider: ${Object.keys(checks).join(', ')}\n`);
if (!check) process.exitCode = 1;

async function checkStripe(): Promise<void> {
  const markets = (['MX', 'IN'] as const).filter((market) => process.env[`STRIPE_SECRET_KEY_${market}`]);
  if (markets.length === 0)
    throw new Error('Set STRIPE_SECRET_KEY_MX or STRIPE_SECRET_KEY_IN to a test key.');
  for (const market of markets) await checkStripeIn(market, process.env[`STRIPE_SECRET_KEY_${market}`] ?? '');
}

/** Reads a notice of a SPEI deposit from a file, as it came from the bank, signed here with a key of its own. */
async function checkSpei(): Promise<void> {
  const [, file] = process.argv.slice(2);
  if (!file) throw new Error('Name the file of a notice as it came.');
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const body = await readFile(file, 'utf8');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createSign('sha256').update(`${timestamp}.${body}`).sign(privateKey, 'base64');
  const headers = new Headers({ Timestamp: timestamp, Signature: signature });
  const { told } = await createSpeiNotices(key).verify({ headers, body });
  const [deposit] = told ?? [];
  say(deposit !== undefined, `the notice is read: ${JSON.stringify(deposit)}`);
  say(isClabe(deposit?.code ?? ''), 'its account is a CLABE');
}

/** Has a voucher and a CLABE of Stripe made twice each, and looks at them. */
async function checkStripeReferences(): Promise<void> {
  const secretKey = process.env.STRIPE_SECRET_KEY_MX ?? '';
  if (secretKey === '' || isLiveKey(secretKey)) throw new Error('Set STRIPE_SECRET_KEY_MX to a test key.');
  await checkReferences(
    createStripeReferences({
      accounts: { MX: { secretKey, webhookSecret: 'whsec_notusedhere000000' } },
      apiBase: process.env.STRIPE_API_BASE ?? '',
      payerEmail: 'ayuda@example.com',
    }),
  );
}

/** Has a voucher and a CLABE of Conekta made twice each and a form for a card, and looks at them. */
async function checkConekta(): Promise<void> {
  const options = conektaOptions();
  await checkReferences(createConektaReferences(options));
  const { hosted } = createConektaCards(options);
  const form = await hosted.startSaving({
    ...{ reference: randomUUID(), market: 'MX', language: 'es', savedTokens: [], borrower },
    ...{ returnLink, leaveLink: returnLink },
  });
  const isAllowed = [...conektaOrigins, options.apiBase].includes(new URL(form.link).origin);
  say(isAllowed, `the form for a card lies on an allowed origin: fill it in by hand, at ${form.link}`);
  say((await hosted.readSaving(form.id, 'MX')) === 'open', 'it is open until it is filled in');
}

function conektaOptions(): ConektaOptions {
  const privateKey = process.env.CONEKTA_PRIVATE_KEY ?? '';
  if (privateKey === '') throw new Error('Set CONEKTA_PRIVATE_KEY to a test key.');
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const unused = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  return {
    account: { privateKey, webhookKey: process.env.CONEKTA_WEBHOOK_KEY || unused },
    // An order of a live key is not believed.
    isLive: false,
    apiBase: process.env.CONEKTA_API_BASE ?? '',
    payerEmail: 'ayuda@example.com',
  };
}

async function checkReferences(provider: ReferenceProvider): Promise<void> {
  for (const channelKind of ['store', 'bank-transfer'] as const) {
    const request = {
      ...({ id: randomUUID(), requestedAt: new Date(), isRepeated: false, market: 'MX' } as const),
      ...({ channelKind, purpose: 'repay', currency: 'MXN', orderNumber: 'check' } as const),
      amountMinor: provider.takes(channelKind) === 'one-amount' ? minorAmount(15_000) : null,
      borrower: { id: randomUUID(), name: 'Rosa Medina', mobilePhone: '+525512345678' },
    };
    const issued = await provider.issue(request);
    say(issued.code !== '', `${channelKind}: ${issued.code} ${issued.facts.voucherLink ?? ''}`);
    const again = await provider.issue({ ...request, isRepeated: true });
    say(again.code === issued.code, 'asked for again, it is the same');
    const reference = { ...request, code: issued.code, providerReference: issued.providerReference };
    say((await provider.lookUp(reference)).length === 0, 'nothing was paid with it');
    await provider.cancel(reference);
    if (channelKind === 'bank-transfer') say(isClabe(issued.code), 'it is a CLABE');
  }
}

/** Has a UPI code and a virtual account made, looks for both as after a lost answer, and closes them. */
async function checkRazorpay(): Promise<void> {
  const { RAZORPAY_KEY_ID: keyId = '', RAZORPAY_KEY_SECRET: keySecret = '' } = process.env;
  if (keyId === '' || keySecret === '' || isLiveKeyId(keyId)) {
    throw new Error('Set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET to a test key.');
  }
  const provider = createRazorpayReferences({
    account: { keyId, keySecret, webhookSecret: 'not used here' },
    apiBase: process.env.RAZORPAY_API_BASE ?? '',
  });
  for (const channelKind of ['upi', 'virtual-account'] as const) {
    const request = {
      ...({
        id: randomUUID(),
        requestedAt: new Date(),
        isRepeated: false,
        market: 'IN',
        channelKind,
      } as const),
      ...({ purpose: 'repay', currency: 'INR', orderNumber: 'check' } as const),
      amountMinor: channelKind === 'upi' ? minorAmount(15_000) : null,
      borrower: { id: randomUUID(), name: 'Asha Rao', mobilePhone: '+919812345678' },
    };
    const issued = await provider.issue(request).catch((error: unknown) => String(error));
    if (typeof issued === 'string') {
      say(false, `${channelKind}: ${issued}`);
      continue;
    }
    say(true, `${channelKind}: ${issued.code} ${issued.facts.payLink ?? issued.facts.bankCode ?? ''}`);
    const again = await provider.issue({ ...request, isRepeated: true });
    say(
      again.providerReference === issued.providerReference,
      'the list shows it at once, and it is made once',
    );
    const reference = { ...request, code: issued.code, providerReference: issued.providerReference };
    say((await provider.lookUp(reference)).length === 0, 'nothing was paid with it');
    await provider.cancel(reference);
    await provider.cancel(reference);
    say(true, 'it is closed, and closing it again changes nothing');
  }
  await checkRazorpayCards({ account: { keyId, keySecret, webhookSecret: 'not used here' } });
}

/** Has a page for a card made twice, and gives it up. */
async function checkRazorpayCards(options: Pick<RazorpayOptions, 'account'>): Promise<void> {
  const apiBase = process.env.RAZORPAY_API_BASE ?? '';
  const { charge, query, hosted } = createRazorpayCards({ ...options, apiBase });
  const { cardToken } = hosted.pageIn?.('IN') ?? { cardToken: '' };
  const order = {
    ...{ reference: randomUUID(), cardToken, amountMinor: minorAmount(15_000) },
    currency: 'INR' as const,
  };
  say((await query(order.reference, order)) === 'unknown', 'a charge that was not made is not known');
  const firstAnswer = await charge(order, returnLink);
  const link = typeof firstAnswer === 'object' ? firstAnswer.link : '';
  const isAllowed = apiBase !== '' || (link !== '' && razorpayOrigins.includes(new URL(link).origin));
  say(isAllowed, `a page for a card: ${link}`);
  const again = await charge(order, returnLink);
  say(typeof again === 'object' && again.link === link, 'asked for again, it is the same');
  process.stdout.write(
    '     Pay there within a minute to see a payment and a refund; else it is given up.\n',
  );
  const until = Date.now() + (apiBase === '' ? 60_000 : 0);
  const isOpen = async () => typeof (await query(order.reference, order)) === 'object';
  while (Date.now() < until && (await isOpen())) await pause(3_000);
  if (await isOpen()) return say((await hosted.cancel(order)) === 'declined', 'left, it is given up');
  say((await query(order.reference, order)) === 'approved', 'it was paid');
  const refund = { refundReference: randomUUID(), amountMinor: minorAmount(5_000) };
  say((await hosted.refund(order, refund)) !== 'failed', 'a part of it goes back');
  say((await hosted.readRefund(order, refund.refundReference)) !== 'unknown', 'the list shows it at once');
}

async function checkStripeIn(market: Market, secretKey: string): Promise<void> {
  if (isLiveKey(secretKey)) throw new Error(`STRIPE_SECRET_KEY_${market} is live: this check charges cards.`);
  const apiBase = process.env.STRIPE_API_BASE ?? '';
  const account = { secretKey, webhookSecret: 'whsec_notusedhere000000' };
  const { charge, query, hosted } = createStripeCards({ accounts: { [market]: account }, apiBase });
  if (!hosted) throw new Error('There is nothing to check.');
  const currency = currencyOf(market);
  const chargeOf = (cardToken: string) => ({
    reference: randomUUID(),
    cardToken,
    amountMinor: minorAmount(15_000),
    currency,
  });

  const form = await hosted.startSaving({
    reference: randomUUID(),
    market,
    language: market === 'MX' ? 'es' : 'en',
    returnLink,
    leaveLink: returnLink,
    savedTokens: [],
    borrower,
  });
  say(stripeOrigins.includes(new URL(form.link).origin), `a form for a card: ${form.link}`);
  say((await hosted.readSaving(form.id, market)) === 'open', 'it is open until it is filled in');

  const client = new Stripe(secretKey);
  const { id: customer } = await client.customers.create();
  const tokenOf = async (testCard: string) =>
    `${customer}:${(await client.paymentMethods.attach(testCard, { customer })).id}`;
  const good = chargeOf(await tokenOf('pm_card_visa'));
  say((await query(good.reference, good)) === 'unknown', 'a charge that was not made is not known');
  say((await charge(good, returnLink)) === 'approved', 'a charge is approved');
  say((await charge(good, returnLink)) === 'approved', 'sent again, it is answered the same');
  say((await query(good.reference, good)) === 'approved', 'the list shows it at once');
  const { data } = await client.paymentIntents.list({ customer });
  say(data.length === 1, 'it was charged once');
  const refund = { refundReference: randomUUID(), amountMinor: minorAmount(5_000) };
  say(
    (await hosted.readRefund(good, refund.refundReference)) === 'unknown',
    'a refund that was not made is not known',
  );
  say((await hosted.refund(good, refund)) !== 'failed', 'a part of it goes back');
  say((await hosted.readRefund(good, refund.refundReference)) !== 'unknown', 'the list shows it at once');

  const chargeRequest = chargeOf(await tokenOf('pm_card_authenticationRequired'));
  const outcome = await charge(chargeRequest, returnLink);
  const link = typeof outcome === 'object' ? outcome.link : '';
  say(link !== '' && stripeOrigins.includes(new URL(link).origin), `the bank is asked, here: ${link}`);
  say((await hosted.cancel(chargeRequest)) === 'declined', 'a charge left at the bank is given up');
}

/** With Twilio's magic numbers of test credentials, which send nothing. */
async function checkTwilio(): Promise<void> {
  const { TWILIO_ACCOUNT_SID: accountSid = '', TWILIO_AUTH_TOKEN: authToken = '' } = process.env;
  if (accountSid === '' || authToken === '') {
    throw new Error('Set TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN to test credentials.');
  }
  const outcomeOf = async (from: string, to: string, token = authToken) => {
    const account = { accountSid, authToken: token, from, whatsappFrom: '', texts: {}, whatsappTexts: {} };
    const apiBase = process.env.TWILIO_API_BASE ?? '';
    const [gateway] = createTwilioGateways(
      { ...account, apiBase },
      () => 'https://example.com/webhooks/twilio',
      { error: (_message, fields) => process.stdout.write(`     ${JSON.stringify(fields)}\n`) },
    );
    const values = { code: '123456', appName: 'Llano', amount: '', originLine: '' };
    const text = 'Llano: su código es 123456.';
    const about = { purpose: 'registration', language: 'es', text, values } as const;
    return gateway?.send({ messageId: randomUUID(), to, ...about });
  };
  const [good, number] = ['+15005550006', '+14155550100'];
  const outcome = await outcomeOf(good, number);
  say(outcome?.outcome === 'accepted', `a message is taken: ${outcome?.gatewayMessageId}`);
  say((await outcomeOf(good, '+15005550001'))?.outcome === 'not-sent', 'a wrong number is refused');
  say((await outcomeOf('+15005550008', number))?.outcome === 'not-sent', 'a full queue is no yes');
  say((await outcomeOf(good, number, 'wrong'))?.outcome === 'not-sent', 'a wrong token is refused');
}

function say(isRight: boolean, what: string): void {
  process.stdout.write(`${isRight ? 'ok ' : 'NOT'}  ${what}\n`);
  if (!isRight) process.exitCode = 1;
}
