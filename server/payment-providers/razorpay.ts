import { homeMarketOf } from '#domain/market.ts';
import { isLiveKeyId, razorpayOrigins } from '#providers/references/razorpay/account.ts';
import type { Settings } from '../settings.ts';
import { type PaymentProvider, takesCreditBy } from './payment-provider.ts';

export const razorpay: PaymentProvider = {
  name: 'razorpay',
  keys: ({ razorpay: { keyId, keySecret, webhookSecret } }) => ({
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
  }),
  productionProblems({ markets, razorpay: { keyId, apiBase } }) {
    const isTest = markets.includes(homeMarketOf('razorpay')) && keyId !== '' && !isLiveKeyId(keyId);
    const keys = isTest ? [['RAZORPAY_KEY_ID', 'must be a live key in production'] as const] : [];
    return apiBase === ''
      ? keys
      : [['RAZORPAY_API_BASE', 'is for development only: no money moves there'], ...keys];
  },
  origins: ({ razorpay: { apiBase } }) => (apiBase === '' ? razorpayOrigins : [apiBase]),
  async references(settings) {
    const { createRazorpayReferences } = await import('#providers/references/razorpay/provider.ts');
    return createRazorpayReferences(optionsOf(settings));
  },
  async cards(settings) {
    const { createRazorpayCards } = await import('#providers/cards/razorpay/provider.ts');
    return createRazorpayCards({ ...optionsOf(settings), takesCredit: takesCreditBy(settings) });
  },
};

function optionsOf({ razorpay: { apiBase, ...account } }: Settings) {
  return { account, apiBase };
}
