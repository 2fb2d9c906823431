// Starts the server as `npm start` does: in development, and without a provider of cards of its own, with a stand-in for
// Stripe beside it, so that a card can be saved and confirmed with a bank, and a
// voucher paid at a counter, where no money moves.
import { startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import { runChild } from './child.mjs';

const { MODE, API_BASE, HOST, PORT, STRIPE_SECRET_KEY_MX, STRIPE_SECRET_KEY_IN } = process.env;
const hasProvider = Boolean(API_BASE || STRIPE_SECRET_KEY_MX || STRIPE_SECRET_KEY_IN);
const standIn = (MODE || 'development') === 'development' && !hasProvider ? await startStandIn() : null;
process.exitCode = await runChild(process.execPath, process.argv.slice(2), {
  ...process.env,
  ...standIn?.variables,
});
await standIn?.close();

async function startStandIn() {
  const secretKey = 'sk_test_sandboxofllano';
  const webhookSecret = 'whsec_sandboxofllano0001';
  const { origin, close } = await startStripeStandIn({
    secretKey,
    webhookSecret,
    webhookUrl: () => `http://${HOST || '127.0.0.1'}:${PORT || '3000'}/webhooks/stripe`,
  });
  return {
    close,
    variables: {
      STRIPE_SECRET_KEY_MX: secretKey,
      STRIPE_WEBHOOK_SECRET_MX: webhookSecret,
      STRIPE_SECRET_KEY_IN: secretKey,
      STRIPE_WEBHOOK_SECRET_IN: webhookSecret,
      STRIPE_API_BASE: origin,
      STORE_PROVIDER: 'stripe',
    },
  };
}
