import { expect, test } from 'vitest';
import {
  promotionLanguageOf,
  promotionLocaleOf,
  standingTemplateIds,
  templateIdOf,
} from './promotion-template.ts';

test('[LANG-5] a template that names no language has the specification’s own', () => {
  expect(promotionLanguageOf(null)).toBe('zh');
  expect(promotionLanguageOf('es')).toBe('es');
  expect(['zh', 'es', 'en'].map((language) => promotionLocaleOf(language as 'zh'))).toEqual([
    'zh-CN',
    'es-MX',
    'en-IN',
  ]);
});

test('an address names its template; without one the lang parameter chooses, and without that it is the own one', () => {
  expect(templateIdOf('7', '2')).toBe('7');
  expect(templateIdOf('', '2')).toBe(standingTemplateIds.es);
  expect(templateIdOf(null, '1')).toBe(standingTemplateIds.en);
  expect(templateIdOf(null, null)).toBe(standingTemplateIds.zh);
  expect(templateIdOf(null, 'zh')).toBe(standingTemplateIds.zh);
});
