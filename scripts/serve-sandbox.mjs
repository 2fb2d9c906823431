// Starts the server as `npm start` does: in development, and without a provider of payments of its own, with stand-ins for
// Stripe, Conekta and Razorpay beside it, so that a card can be saved and confirmed with a bank, a voucher paid at a counter, and a UPI
// code with an app, where no money moves.
import { startConektaStandIn } from '#tests/providers/conekta-stand-in.ts';
import { startRazorpayStandIn } from '#tests/providers/razorpay-stand-in.ts';
import { startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import { runChild } from './child.mjs';

const {
  MODE,
  API_BASE,
  HOST,
  PORT,
  STRIPE_SECRET_KEY_MX,
  STRIPE_SECRET_KEY_IN,
  RAZORPAY_KEY_ID,
  CONEKTA_PRIVATE_KEY,
} = process.env;
const hasProvider = Boolean(
  API_BASE || STRIPE_SECRET_KEY_MX || STRIPE_SECRET_KEY_IN || RAZORPAY_KEY_ID || CONEKTA_PRIVATE_KEY,
);
const standIns = (MODE || 'development') === 'development' && !hasProvider ? await startStandIns() : null;
process.exitCode = await runChild(process.execPath, process.argv.slice(2), {
  ...process.env,
  ...standIns?.variables,
});
await standIns?.close();

async function startStandIns() {
  const webhookUrl = (provider) => () =>
    `http://${HOST || '127.0.0.1'}:${PORT || '3000'}/webhooks/${provider}`;
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
    close: () => Promise.all([stripe.close(), conekta.close(), razorpay.close()]),
    variables: {
      STRIPE_SECRET_KEY_MX: secretKey,
      STRIPE_WEBHOOK_SECRET_MX: webhookSecret,
      STRIPE_SECRET_KEY_IN: secretKey,
      STRIPE_WEBHOOK_SECRET_IN: webhookSecret,
      STRIPE_API_BASE: stripe.origin,
      STORE_PROVIDER: 'stripe',
      CONEKTA_PRIVATE_KEY: privateKey,
      CONEKTA_WEBHOOK_KEY: conekta.webhookKey,
      CONEKTA_API_BASE: conekta.origin,
      CARD_PROVIDER_MX: 'conekta',
      CARD_PROVIDER_IN: 'stripe',
      RAZORPAY_KEY_ID: india.keyId,
      RAZORPAY_KEY_SECRET: india.keySecret,
      RAZORPAY_WEBHOOK_SECRET: india.webhookSecret,
      RAZORPAY_API_BASE: razorpay.origin,
      UPI_PROVIDER: 'razorpay',
    },
  };
}
