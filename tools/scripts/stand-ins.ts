import { randomBytes } from 'node:crypto';
import { demoBorrowers } from '#fixtures/demo-data.ts';
import { createHostClient } from '#host-client/host-client.ts';
import { startConektaStandIn } from '#tests/providers/conekta-stand-in.ts';
import { startRazorpayStandIn } from '#tests/providers/razorpay-stand-in.ts';
import { startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';

export interface StandIns {
  readonly variables: Readonly<Record<string, string>>;
  /** Gives the Mexican demo borrower a Stripe card whose bank requires confirmation. The server must be ready. */
  handInCard(): Promise<void>;
  close(): Promise<unknown>;
}

/**
 * Starts stand-ins for Stripe, Conekta and Razorpay: cards can be saved and confirmed, vouchers paid at a counter and UPI codes in an app,
 * without any money. New cards use Conekta in Mexico and Razorpay in India.
 * @param llanoOrigin returns the address for webhooks; called only after Llano has started.
 */
export async function startStandIns(
  llanoOrigin: () => string,
  hostSecret = `whsec_${randomBytes(32).toString('base64')}`,
): Promise<StandIns> {
  const webhookUrl = (provider: string) => () => `${llanoOrigin()}/webhooks/${provider}`;
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
    async handInCard() {
      await createHostClient({ origin: llanoOrigin(), secret: hostSecret }).call('/host/saved-cards', {
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
      CARD_PROVIDER_MX: 'conekta',
      CARD_PROVIDER_IN: 'razorpay',
      RAZORPAY_KEY_ID: india.keyId,
      RAZORPAY_KEY_SECRET: india.keySecret,
      RAZORPAY_WEBHOOK_SECRET: india.webhookSecret,
      RAZORPAY_API_BASE: razorpay.origin,
      UPI_PROVIDER: 'razorpay',
    },
  };
}
