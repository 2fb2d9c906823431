import { expect, test } from 'vitest';
import {
  defaultTemplateIds,
  phoneMarketOf,
  promotionLanguageOf,
  promotionLocaleOf,
  templateIdOf,
} from './promotion-template.ts';

const mexico = { lang: null, market: 'MX', defaultLanguage: 'market' } as const;
const india = { ...mexico, market: 'IN' } as const;

test('[LANG-5] a template’s language, else the address’s, else the market’s, and Chinese only where configured', () => {
  expect(promotionLanguageOf('zh', { ...mexico, lang: '2' })).toBe('zh');
  expect(promotionLanguageOf('es', { ...india, lang: '1', defaultLanguage: 'zh' })).toBe('es');
  expect(promotionLanguageOf(null, { ...mexico, lang: '1' })).toBe('en');
  expect(promotionLanguageOf(null, { ...india, lang: '2' })).toBe('es');
  expect(promotionLanguageOf(null, { ...india, lang: '7' })).toBe('es');
  expect(promotionLanguageOf(null, mexico)).toBe('es');
  expect(promotionLanguageOf(null, { ...india, lang: '' })).toBe('en');
  expect(promotionLanguageOf(null, { ...mexico, defaultLanguage: 'zh' })).toBe('zh');
  expect(promotionLanguageOf(null, { ...mexico, defaultLanguage: 'zh', lang: '1' })).toBe('en');
  expect((['zh', 'es', 'en'] as const).map((each) => promotionLocaleOf(each))).toEqual([
    'zh-CN',
    'es-MX',
    'en-IN',
  ]);
  expect(promotionLocaleOf('en', 'MX')).toBe('en-MX');
});

test('[PROMO-3] a template without a market takes the numbers of the page’s, but for a Chinese page', () => {
  expect(phoneMarketOf('IN', 'zh', ['MX'])).toBe('IN');
  expect(phoneMarketOf(null, 'zh', ['MX'])).toBeNull();
  expect(phoneMarketOf(null, 'es', ['IN', 'MX'])).toBe('MX');
  expect(phoneMarketOf(null, 'es', ['IN'])).toBe('IN');
});

test('[LANG-5] an address names its template; without one it is that of the page’s language', () => {
  expect(templateIdOf('7', { ...mexico, lang: '2' })).toBe('7');
  expect(templateIdOf('', { ...india, lang: '2' })).toBe(defaultTemplateIds.es);
  expect(templateIdOf(null, { ...mexico, lang: '1' })).toBe(defaultTemplateIds.en);
  expect(templateIdOf(null, india)).toBe(defaultTemplateIds.en);
  expect(templateIdOf(null, { ...india, defaultLanguage: 'zh' })).toBe(defaultTemplateIds.zh);
});
