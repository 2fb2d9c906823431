import { homeMarketOf } from '#domain/market.ts';
import { conektaOrigins, createConektaCards } from '#providers/conekta/cards.ts';
import { createConektaReferences } from '#providers/conekta/references.ts';
import { companiesOf } from '../companies.ts';
import type { Settings } from '../settings.ts';
import { type PaymentProvider, takesCreditBy } from './payment-provider.ts';

export const conekta: PaymentProvider = {
  name: 'conekta',
  keys: ({ conekta }) => ({
    CONEKTA_PRIVATE_KEY: conekta.privateKey,
    CONEKTA_WEBHOOK_KEY: conekta.webhookKey,
  }),
  productionProblems: ({ conekta }) =>
    conekta.apiBase === '' ? [] : [['CONEKTA_API_BASE', 'is for development only: no money moves with it']],
  origins: ({ conekta }) => (conekta.apiBase === '' ? conektaOrigins : [conekta.apiBase]),
  references: async (settings) => createConektaReferences(optionsOf(settings)),
  cards: async (settings) =>
    createConektaCards({ ...optionsOf(settings), takesCredit: takesCreditBy(settings) }),
};

function optionsOf(settings: Settings) {
  const { conekta, mode } = settings;
  const { email: payerEmail } = companiesOf(settings)[homeMarketOf('conekta')];
  return {
    account: conekta,
    apiBase: conekta.apiBase,
    isLive: mode === 'production',
    payerEmail,
  };
}
