import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CompanyFacts } from './company-facts.ts';
import { documentText, type LegalDocumentId, type LegalDocumentSet } from './document.ts';
import { editions, legalDocument } from './legal-documents.ts';
import { quoteFigures } from './quoted-figures.ts';

const company: CompanyFacts = {
  appName: 'Plana',
  lenderName: 'Plana Ejemplo SA',
  address: 'Calle Uno',
  registration: 'Registro de ejemplo',
  regulator: '',
  telephone: '55 0000 0000',
  email: 'hola@plana.example',
  whatsapp: '',
  documentSet: 'specification',
};

/** What each edition says, as a hash of its text. A text that changes is a new edition: raise its version and date. */
const editionHashes: Readonly<Record<string, string>> = {
  'about-us 2026-11 en': '810ef7615ebebee2',
  'about-us 2026-11 es': '840b279c26a3ee2c',
  'loan-agreement 2026-11 en': '28a1c03dbbb42402',
  'loan-agreement 2026-11 es': 'e05e202457c31b36',
  'loan-terms 2026-11 en': '9f93f8cdcf3bf4a7',
  'loan-terms 2026-11 es': 'd86a62a99cbcebfe',
  'period-agreement 2026-11 en': 'b14393596a3a55d9',
  'period-agreement 2026-11 es': 'd6fecaf69918895f',
  'privacy-notice 2026-11.1 en': '210ea5458f271732',
  'privacy-notice 2026-11.1 es': '26a315dcec2d705f',
};

/** The same of the documents of each market, outside a loan. */
const marketEditionHashes: Readonly<Record<'MX' | 'IN', Readonly<Record<string, string>>>> = {
  MX: {
    'about-us 2026-11 en': '810ef7615ebebee2',
    'about-us 2026-11 es': '840b279c26a3ee2c',
    'loan-agreement 2026-11 en': 'fae57cfbff2a8ce2',
    'loan-agreement 2026-11 es': '0512513d5a7bd6e8',
    'loan-terms 2026-11 en': '4e271b0151eb3026',
    'loan-terms 2026-11 es': '90a7b1da5a5f5767',
    'period-agreement 2026-11 en': '66ca868099ab673c',
    'period-agreement 2026-11 es': '684c3bee93332dee',
    'privacy-notice 2026-11.1 en': '5263988c61de5f2b',
    'privacy-notice 2026-11.1 es': 'b95eb9ef05765b54',
  },
  IN: {
    'about-us 2026-11 en': '810ef7615ebebee2',
    'about-us 2026-11 es': '840b279c26a3ee2c',
    'loan-agreement 2026-11 en': 'fae57cfbff2a8ce2',
    'loan-agreement 2026-11 es': '0512513d5a7bd6e8',
    'loan-terms 2026-11 en': 'e399c503d1b744dc',
    'loan-terms 2026-11 es': 'f139ed729206947c',
    'period-agreement 2026-11 en': '66ca868099ab673c',
    'period-agreement 2026-11 es': '684c3bee93332dee',
    'privacy-notice 2026-11.1 en': '3d4082b4a3a8db19',
    'privacy-notice 2026-11.1 es': 'a80609c99c1ad7d1',
  },
};

function hashesOf(documentSet: LegalDocumentSet): Readonly<Record<string, string>> {
  const hashes = Object.keys(editions).flatMap((id) =>
    (['es', 'en'] as const).map((language) => {
      const context = { company: { ...company, documentSet }, figures: quoteFigures(language, 'dot') };
      const document = legalDocument(id as LegalDocumentId, language, { ...context, product: null });
      const hash = createHash('sha256').update(documentText(document)).digest('hex').slice(0, 16);
      return [`${id} ${document.version} ${language}`, hash];
    }),
  );
  return Object.fromEntries(hashes);
}

test('a text that changed has a new version', () => {
  expect(hashesOf('specification')).toEqual(editionHashes);
});

test.each(['MX', 'IN'] as const)('a text of %s that changed has a new version', (market) => {
  expect(hashesOf(market)).toEqual(marketEditionHashes[market]);
});
