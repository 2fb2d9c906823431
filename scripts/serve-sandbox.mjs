// Starts the server as `npm start` does: in development, and without a provider of payments of its own, with stand-ins for
// Stripe, Conekta and Razorpay beside it, so that a card can be saved and confirmed with a bank, a voucher paid at a counter, and a UPI
// code with an app, where no money moves. New cards are Conekta's in Mexico and Razorpay's in India; of Stripe's the Mexican borrower has one.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { demoBorrowers } from '#fixtures/demo-data.ts';
import { createHostClient } from '#host-client/host-client.ts';
import { startConektaStandIn } from '#tests/providers/conekta-stand-in.ts';
import { startRazorpayStandIn } from '#tests/providers/razorpay-stand-in.ts';
import { startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import { runChild } from './child.mjs';

const {
  MODE,
  API_BASE,
  HOST,
  PORT,
  HOST_SIGNING_SECRET,
  CARD_PROVIDER_MX,
  CARD_PROVIDER_IN,
  STRIPE_SECRET_KEY_MX,
  STRIPE_SECRET_KEY_IN,
  RAZORPAY_KEY_ID,
  CONEKTA_PRIVATE_KEY,
} = process.env;
const hasProvider = Boolean(
  API_BASE || STRIPE_SECRET_KEY_MX || STRIPE_SECRET_KEY_IN || RAZORPAY_KEY_ID || CONEKTA_PRIVATE_KEY,
);
const origin = `http://${HOST || '127.0.0.1'}:${PORT || '3000'}`;
const standIns = (MODE || 'development') === 'development' && !hasProvider ? await startStandIns() : null;
const ended = runChild(process.execPath, process.argv.slice(2), { ...process.env, ...standIns?.variables });
void standIns?.handInCard().catch(({ message }) => process.stderr.write(`${message}\n`));
const code = await ended;
await standIns?.close();
process.exit(code);

async function startStandIns() {
  const webhookUrl = (provider) => () => `${origin}/webhooks/${provider}`;
  const hostSecret = HOST_SIGNING_SECRET || `whsec_${randomBytes(32).toString('base64')}`;
  const secretKey = 'sk_test_sandboxofllano';
  const webhookSecret = 'whsec_sandboxofllano0001';
  const stripe = await startStripeStandIn({ secretKey, webhookSecret, webhookUrl: webhookUrl('stripe') });
  const india = {
    keyId: 'rzp_test_sandboxofllano',
    keySecret: 'secretofthesandbox',
    webhookSecret: 'webhooksofthesandbox',
  };
  const privateKey = 'key_sandboxofllano';
  const conekta = await startConektaStandIn({ privateKey, webhookUrl: webhookUrl('conekta') });
  const razorpay = await startRazorpayStandIn({ ...india, webhookUrl: webhookUrl('razorpay') });
  return {
    /** Gives the Mexican borrower a card that was saved with Stripe before, whose bank asks, once the server is ready. */
    async handInCard() {
      while (!(await fetch(`${origin}/ready`).catch(() => null))?.ok) await pause(500);
      await createHostClient({ origin, secret: hostSecret }).call('/host/saved-cards', {
        borrowerId: demoBorrowers.rosa.id,
        bankName: 'Visa',
        bankCode: '40002',
        maskedNumber: '************3184',
        cardToken: 'cus_sandboxofllano:pm_authenticates_1',
      });
    },
    close: () => Promise.all([stripe.close(), conekta.close(), razorpay.close()]),
    variables: {
      HOST_SIGNING_SECRET: hostSecret,
      STRIPE_SECRET_KEY_MX: secretKey,
      STRIPE_WEBHOOK_SECRET_MX: webhookSecret,
      STRIPE_SECRET_KEY_IN: secretKey,
      STRIPE_WEBHOOK_SECRET_IN: webhookSecret,
      STRIPE_API_BASE: stripe.origin,
      STORE_PROVIDER: 'stripe',
      CONEKTA_PRIVATE_KEY: privateKey,
      CONEKTA_WEBHOOK_KEY: conekta.webhookKey,
      CONEKTA_API_BASE: conekta.origin,
      CARD_PROVIDER_MX: CARD_PROVIDER_MX || 'conekta',
      CARD_PROVIDER_IN: CARD_PROVIDER_IN || 'razorpay',
      RAZORPAY_KEY_ID: india.keyId,
      RAZORPAY_KEY_SECRET: india.keySecret,
      RAZORPAY_WEBHOOK_SECRET: india.webhookSecret,
      RAZORPAY_API_BASE: razorpay.origin,
      UPI_PROVIDER: 'razorpay',
    },
  };
}
