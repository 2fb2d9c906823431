import { expect, test } from 'vitest';
import { languageOf, languageParameter, localeOf } from './language.ts';

test.each([
  ['1', 'en'],
  ['2', 'es'],
  ['', 'es'],
  ['0', 'es'],
  ['3', 'es'],
  ['11', 'es'],
  [' 1', 'es'],
  ['en', 'es'],
  [null, 'es'],
  [undefined, 'es'],
] as const)('[LANG-1] lang %j is language %s', (parameter, language) => {
  expect(languageOf(parameter)).toBe(language);
});

test('[LANG-1] the parameter written for a language reads back as it', () => {
  expect(languageParameter('es')).toBe('2');
  expect(languageParameter('en')).toBe('1');
  for (const language of ['es', 'en'] as const) {
    expect(languageOf(languageParameter(language))).toBe(language);
  }
});

test('[LANG-4] each language has the locale of its market', () => {
  expect(localeOf('es')).toBe('es-MX');
  expect(localeOf('en')).toBe('en-IN');
});

test('[LANG-4] a locale is of language and market: English in Mexico is not that of India', () => {
  expect(localeOf('en', 'MX')).toBe('en-MX');
  expect(localeOf('es', 'IN')).toBe('es-IN');
  expect(localeOf('es', 'MX')).toBe('es-MX');
  expect(localeOf('en', 'IN')).toBe('en-IN');
});
