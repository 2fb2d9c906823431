import { expect, test } from 'vitest';
import { allMarkets, marketOf } from '#domain/market.ts';
import { wordParameters } from './market-words.ts';
import { plusTaxWords, taxedWords, taxRateWords } from './messages/tax.ts';

test.each(allMarkets)('[LANG-3] the words of %s take nothing but what fills them', (market) => {
  for (const words of Object.values(marketOf[market].words)) {
    for (const [key, text] of Object.entries<string>(words)) {
      const named = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const filled: readonly string[] = wordParameters[key as keyof typeof wordParameters] ?? [];
      expect(filled, key).toEqual(expect.arrayContaining(named));
    }
  }
});

test('[LANG-3] a tax is named with its rate and what it is on, from the data of its market', () => {
  expect(taxRateWords('MX', 'es', '16 %')).toBe('IVA, 16 % de intereses y comisión');
  expect(taxRateWords('MX', 'en', '16 %')).toBe('VAT, 16 % of interest and fee');
  expect(taxRateWords('IN', 'es', '18 %')).toBe('GST, 18 % de la comisión');
  expect(taxRateWords('IN', 'en', '18 %')).toBe('GST, 18 % of the fee');
  expect([plusTaxWords('MX', 'es'), plusTaxWords('MX', 'en')]).toEqual(['más IVA', 'plus VAT']);
  expect([plusTaxWords('IN', 'es'), plusTaxWords('IN', 'en')]).toEqual(['', '']);
  expect(taxedWords(['interest'], 'es', 'sum')).toBe('los intereses');
  expect(taxedWords(['interest', 'fee'], 'es', 'sum')).toBe('la suma de intereses y comisión');
});
