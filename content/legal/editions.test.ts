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
  telephone: '55 0000 0000',
  email: 'hola@plana.example',
};

/** What each edition says, as a hash of its text. A text that changes is a new edition: raise its version and date. */
const editionHashes: Readonly<Record<string, string>> = {
  'about-us 2026-11 en': 'b9722063772175a1',
  'about-us 2026-11 es': '840b279c26a3ee2c',
  'loan-agreement 2026-11 en': '2e4d07faa60f69cd',
  'loan-agreement 2026-11 es': '6e2d3f83083a50ae',
  'loan-terms 2026-11 en': 'd2ccc1aafcd0385a',
  'loan-terms 2026-11 es': 'd86a62a99cbcebfe',
  'period-agreement 2026-11 en': '11cc21b0cd243989',
  'period-agreement 2026-11 es': 'd6fecaf69918895f',
  'privacy-notice 2026-11 en': '1eee36b7a3cc3a24',
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
