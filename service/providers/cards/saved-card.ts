import type { SavedCardFacts } from '../ports/card-provider.ts';

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  mc: 'Mastercard',
  amex: 'American Express',
  american_express: 'American Express',
  carnet: 'Carnet',
  rupay: 'RuPay',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export function savedCard(cardToken: string, brand: string, last4: string): SavedCardFacts {
  return {
    cardToken,
    bankName: brandNames[brand.toLowerCase()] ?? 'Tarjeta',
    bankCode: '',
    maskedNumber: `************${last4}`,
  };
}
