import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { documentText, type LegalDocumentId } from './document.ts';
import { editions, legalDocument } from './legal-documents.ts';
import { quoteFigures } from './quoted-figures.ts';

const company = {
  appName: 'Plana',
  lenderName: 'Plana Ejemplo SA',
  address: 'Calle Uno',
  registration: 'Registro de ejemplo',
  regulator: '',
  telephone: '55 0000 0000',
  email: 'hola@plana.example',
  whatsapp: '',
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
  'privacy-notice 2026-11 en': '694d9f1066cae77b',
  'privacy-notice 2026-11 es': '7b6e24625208605b',
};

test('a text that changed has a new version', () => {
  const hashes = Object.keys(editions).flatMap((id) =>
    (['es', 'en'] as const).map((language) => {
      const figures = quoteFigures(language, 'dot');
      const document = legalDocument(id as LegalDocumentId, language, { company, figures });
      const hash = createHash('sha256').update(documentText(document)).digest('hex').slice(0, 16);
      return [`${id} ${document.version} ${language}`, hash];
    }),
  );
  expect(Object.fromEntries(hashes)).toEqual(editionHashes);
});
