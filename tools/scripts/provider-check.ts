// `npm run provider-check -- stripe` (test key in `STRIPE_SECRET_KEY_MX` or `_IN`), `-- conekta` (test key in `CONEKTA_PRIVATE_KEY`), `--
// razorpay` (test key) or `-- twilio` (test credentials) runs against the provider what tests run against its stand-in, and prints for each
// step whether the adapter's assumptions hold.
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
import { stripeClients } from '#providers/cards/stripe/client.ts';
import { createStripeCards } from '#providers/cards/stripe/provider.ts';
import { conektaOrigins, createConektaCards } from '#providers/conekta/cards.ts';
import type { ConektaOptions } from '#providers/conekta/client.ts';
import { createConektaReferences } from '#providers/conekta/references.ts';
import type { ReferenceProvider } from '#providers/ports/payment-references.ts';
import { ProviderUnavailableError } from '#providers/ports/provider-unavailable.ts';
import { isLiveFintocKey } from '#providers/references/fintoc/account.ts';
import { createFintocReferences } from '#providers/references/fintoc/provider.ts';
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
const whereKeys = {
  stripe: 'dashboard.stripe.com/test/apikeys',
  conekta: 'panel.conekta.com, Developers, API keys, in test mode',
  fintoc: 'dashboard.fintoc.com, Developers, API keys, in test mode',
  razorpay: 'dashboard.razorpay.com, Account & Settings, API keys, in test mode',
  twilio: 'console.twilio.com, Account, API keys & tokens, test credentials',
};
const checks: Readonly<Record<string, () => Promise<void>>> = {
  conekta: checkConekta,
  fintoc: checkFintoc,
  razorpay: checkRazorpay,
  spei: checkSpei,
  stripe: checkStripe,
  'stripe-references': checkStripeReferences,
  twilio: checkTwilio,
};
/** Why a check cannot run: the variable, what is wrong with it, and where to get it. */
class CheckProblem extends Error {}

/** Reads a variable that a check needs. @throws CheckProblem */
function needed(variable: string, where: string, isRight: (value: string) => boolean = () => true): string {
  const value = process.env[variable] ?? '';
  if (value === '') throw new CheckProblem(`${variable} is not set: ${where}`);
  if (!isRight(value))
    throw new CheckProblem(`${variable} is not of test mode, and this check makes payments: ${where}`);
  return value;
}

const [name = ''] = process.argv.slice(2);
const check = checks[name];
if (check) await check().catch(sayProblem);
else sayProblem(new CheckProblem(`name a provider: ${Object.keys(checks).join(', ')}`));

/** Describes a failure in one line. Of a provider's answer it prints only the kind, since the text may repeat a key. */
function sayProblem(error: unknown): void {
  say(false, problemOf(error).split('\n', 1)[0] ?? '');
}

function problemOf(error: unknown): string {
  if (error instanceof CheckProblem) return error.message;
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return `STRIPE_SECRET_KEY_… is refused by Stripe (${error.statusCode}): ${whereKeys.stripe}`;
  if (isUnreachable(error)) return `${name} cannot be reached: is its address, or ${base(name)}, right?`;
  const message = error instanceof Error ? error.message : String(error);
  const key = {
    conekta: 'CONEKTA_PRIVATE_KEY',
    fintoc: 'FINTOC_SECRET_KEY',
    razorpay: 'RAZORPAY_KEY_SECRET',
  }[name];
  if (key && /answered 401/.test(message))
    return `${key} is refused (401): ${whereKeys[name as keyof typeof whereKeys]}`;
  return message;
}

function isUnreachable(error: unknown): boolean {
  const isSilent = error instanceof ProviderUnavailableError && error.cause !== undefined;
  return isSilent || error instanceof Stripe.errors.StripeConnectionError;
}

function base(provider: string): string {
  return `${provider.split('-')[0]?.toUpperCase()}_API_BASE`;
}

async function checkStripe(): Promise<void> {
  const markets = (['MX', 'IN'] as const).filter((market) => process.env[`STRIPE_SECRET_KEY_${market}`]);
  if (markets.length === 0) {
    throw new CheckProblem(`STRIPE_SECRET_KEY_MX or STRIPE_SECRET_KEY_IN is not set: ${whereKeys.stripe}`);
  }
  for (const market of markets) {
    const isTest = (key: string) => !isLiveKey(key);
    await checkStripeIn(market, needed(`STRIPE_SECRET_KEY_${market}`, whereKeys.stripe, isTest));
  }
}

/** Reads a SPEI deposit notice from a file, as the bank sent it, and signs it with a key of its own. */
async function checkSpei(): Promise<void> {
  const [, file] = process.argv.slice(2);
  if (!file)
    throw new CheckProblem(
      'name the file of a notice as it came: npm run provider-check -- spei notice.json',
    );
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const body = await readFile(file, 'utf8');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createSign('sha256').update(`${timestamp}.${body}`).sign(privateKey, 'base64');
  const headers = new Headers({ Timestamp: timestamp, Signature: signature });
  const { notice } = await createSpeiNotices(key).verify({ headers, body });
  const [deposit] = notice ?? [];
  say(deposit !== undefined, `the notice is read: ${JSON.stringify(deposit)}`);
  say(isClabe(deposit?.code ?? ''), 'its account is a CLABE');
}

/** Creates a Stripe voucher and CLABE twice each and reads them back. */
async function checkStripeReferences(): Promise<void> {
  const secretKey = needed('STRIPE_SECRET_KEY_MX', whereKeys.stripe, (key) => !isLiveKey(key));
  await checkReferences(
    createStripeReferences({
      accounts: { MX: { secretKey, webhookSecret: 'whsec_notusedhere000000' } },
      apiBase: process.env.STRIPE_API_BASE ?? '',
      payerEmail: 'ayuda@example.com',
    }),
  );
}

function takesCredit(): boolean {
  return true;
}

/** Creates a Conekta voucher and CLABE twice each and a card form, and reads them back. */
async function checkConekta(): Promise<void> {
  const options = conektaOptions();
  await checkReferences(createConektaReferences(options));
  const { hosted } = createConektaCards({ ...options, takesCredit });
  const form = await hosted.startSaving({
    reference: randomUUID(),
    market: 'MX',
    language: 'es',
    savedTokens: [],
    borrower,
    returnLink,
    leaveLink: returnLink,
  });
  const isAllowed = [...conektaOrigins, options.apiBase].includes(new URL(form.link).origin);
  say(isAllowed, `the form for a card lies on an allowed origin: fill it in by hand, at ${form.link}`);
  say((await hosted.readSaving(form.id, 'MX')) === 'open', 'it is open until it is filled in');
}

function conektaOptions(): ConektaOptions {
  const privateKey = needed('CONEKTA_PRIVATE_KEY', whereKeys.conekta);
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const unused = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  return {
    account: { privateKey, webhookKey: process.env.CONEKTA_WEBHOOK_KEY || unused },
    // Orders of a live key are refused.
    isLive: false,
    apiBase: process.env.CONEKTA_API_BASE ?? '',
    payerEmail: 'ayuda@example.com',
  };
}

/** Creates a Fintoc CLABE twice, looks for payments on it, and closes it. */
async function checkFintoc(): Promise<void> {
  const secretKey = needed('FINTOC_SECRET_KEY', whereKeys.fintoc, (key) => !isLiveFintocKey(key));
  const accountId = needed('FINTOC_ACCOUNT_ID', 'dashboard.fintoc.com, the account that receives transfers');
  const account = { secretKey, accountId, webhookSecret: 'whsec_notusedhere000000' };
  const apiBase = process.env.FINTOC_API_BASE ?? '';
  await checkReferences(createFintocReferences({ account, apiBase }), ['bank-transfer']);
}

async function checkReferences(
  provider: ReferenceProvider,
  channelKinds: readonly ('store' | 'bank-transfer')[] = ['store', 'bank-transfer'],
): Promise<void> {
  for (const channelKind of channelKinds) {
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

/** Creates a UPI code and a virtual account, finds both again as after a lost answer, and closes them. */
async function checkRazorpay(): Promise<void> {
  const keyId = needed('RAZORPAY_KEY_ID', whereKeys.razorpay, (id) => !isLiveKeyId(id));
  const keySecret = needed('RAZORPAY_KEY_SECRET', whereKeys.razorpay);
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

async function checkRazorpayCards(options: Pick<RazorpayOptions, 'account'>): Promise<void> {
  const apiBase = process.env.RAZORPAY_API_BASE ?? '';
  const { charge, query, hosted } = createRazorpayCards({ ...options, apiBase, takesCredit });
  const { cardToken } = hosted.pageIn?.('IN') ?? { cardToken: '' };
  const order = {
    reference: randomUUID(),
    cardToken,
    amountMinor: minorAmount(15_000),
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
  const apiBase = process.env.STRIPE_API_BASE ?? '';
  const account = { secretKey, webhookSecret: 'whsec_notusedhere000000' };
  const options = { accounts: { [market]: account }, apiBase };
  const { charge, query, hosted } = createStripeCards({ ...options, takesCredit });
  const debitAlone = createStripeCards({ ...options, takesCredit: () => false });
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
  const isAllowed = (link: string) => [...stripeOrigins, apiBase].includes(new URL(link).origin);
  say(isAllowed(form.link), `a form for a card: ${form.link}`);
  say((await hosted.readSaving(form.id, market)) === 'open', 'it is open until it is filled in');

  const client = stripeClients(options).get(market);
  if (!client) throw new CheckProblem(`there is no account of Stripe in ${market}`);
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
  const credit = { ...good, reference: randomUUID() };
  say(
    (await debitAlone.charge(credit, returnLink)) === 'credit',
    'a credit card is refused where none is taken',
  );
  const debit = chargeOf(await tokenOf('pm_card_visa_debit'));
  say((await debitAlone.charge(debit, returnLink)) === 'approved', 'a debit card is charged there');
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
  say(link !== '' && isAllowed(link), `the bank is asked, here: ${link}`);
  say((await hosted.cancel(chargeRequest)) === 'declined', 'a charge left at the bank is given up');
}

/** Uses Twilio's magic numbers, which send nothing. */
async function checkTwilio(): Promise<void> {
  const accountSid = needed('TWILIO_ACCOUNT_SID', whereKeys.twilio);
  const authToken = needed('TWILIO_AUTH_TOKEN', whereKeys.twilio);
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
