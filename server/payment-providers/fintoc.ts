import { homeMarketOf } from '#domain/market.ts';
import { isLiveFintocKey } from '#providers/references/fintoc/account.ts';
import type { Settings } from '../settings.ts';
import type { PaymentProvider } from './payment-provider.ts';

export const fintoc: PaymentProvider = {
  name: 'fintoc',
  keys: ({ fintoc: { secretKey, webhookSecret, accountId } }) => ({
    FINTOC_SECRET_KEY: secretKey,
    FINTOC_WEBHOOK_SECRET: webhookSecret,
    FINTOC_ACCOUNT_ID: accountId,
  }),
  productionProblems({ markets, fintoc: { secretKey, apiBase } }) {
    const isTest =
      markets.includes(homeMarketOf('fintoc')) && secretKey !== '' && !isLiveFintocKey(secretKey);
    const keys = isTest ? [['FINTOC_SECRET_KEY', 'must be a live key in production'] as const] : [];
    return apiBase === ''
      ? keys
      : [['FINTOC_API_BASE', 'is for development only: no money moves there'], ...keys];
  },
  origins: () => [],
  async references({ fintoc: { apiBase, ...account } }: Settings) {
    const { createFintocReferences } = await import('#providers/references/fintoc/provider.ts');
    return createFintocReferences({ account, apiBase });
  },
  cards: () => Promise.reject(new Error('Fintoc takes no cards.')),
};
