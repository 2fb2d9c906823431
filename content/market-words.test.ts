import { expect, test } from 'vitest';
import { allMarkets, marketOf } from '#domain/market.ts';
import { wordParameters } from './market-words.ts';

test.each(allMarkets)('[LANG-3] the words of %s take nothing but what fills them', (market) => {
  for (const words of Object.values(marketOf[market].words)) {
    for (const [key, text] of Object.entries<string>(words)) {
      const named = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const filled: readonly string[] = wordParameters[key as keyof typeof wordParameters] ?? [];
      expect(filled, key).toEqual(expect.arrayContaining(named));
    }
  }
});
