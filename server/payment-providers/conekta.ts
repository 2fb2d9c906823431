import { createConektaReferences } from '#providers/conekta/references.ts';
import { companiesOf } from '../companies.ts';
import type { Settings } from '../settings.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Cash and SPEI in Mexico. */
export const conekta: PaymentProvider = {
  name: 'conekta',
  channels: { MX: ['bank-transfer', 'store'] },
  cardMarkets: [],
  keys: ({ conekta }, market) =>
    market === 'MX'
      ? { CONEKTA_PRIVATE_KEY: conekta.privateKey, CONEKTA_WEBHOOK_KEY: conekta.webhookKey }
      : null,
  productionProblems: ({ conekta }) =>
    conekta.apiBase === ''
      ? []
      : [['CONEKTA_API_BASE', 'is for development only: its references take no money']],
  origins: () => [],
  references: async (settings) => createConektaReferences(optionsOf(settings)),
};

function optionsOf(settings: Settings) {
  const { conekta, mode } = settings;
  const { lenderName: name, email, telephone } = companiesOf(settings).MX;
  return {
    account: conekta,
    apiBase: conekta.apiBase,
    isLive: mode === 'production',
    payer: { name, email, telephone: telephone.replaceAll(/[^+\d]/g, '') },
  };
}
