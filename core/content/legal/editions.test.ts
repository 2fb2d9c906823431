import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { marketOf } from '#domain/market.ts';
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
  complaintsUnit: '',
  complaintsTelephone: '',
  complaintsEmail: '',
  coolingOffDays: 3,
  lateFeeBesidePenalties: true,
  documentSet: 'specification',
};

/** What each edition says, as a hash of its text. A text that changes is a new edition: raise its version and date. */
const editionHashes: Readonly<Record<string, string>> = {
  'about-us 2026-11 en': '810ef7615ebebee2',
  'about-us 2026-11 es': '840b279c26a3ee2c',
  'loan-agreement 2026-11.4 en': '02b903e8b88bc777',
  'loan-agreement 2026-11.4 es': '756d0fcb2d8d5aaf',
  'loan-terms 2026-11.2 en': 'fd5d6cbfba99284f',
  'loan-terms 2026-11.2 es': 'dcba52592a8df597',
  'period-agreement 2026-11.1 en': 'bb8442460b057ca7',
  'period-agreement 2026-11.1 es': '0650523ae4a8e85d',
  'privacy-notice 2026-11.5 en': 'a8456cd28794d709',
  'privacy-notice 2026-11.5 es': '0eba32a28713a5a5',
};

/** The same of the documents of each market, outside a loan. */
const marketEditionHashes: Readonly<Record<'MX' | 'IN', Readonly<Record<string, string>>>> = {
  MX: {
    'about-us 2026-11 en': '810ef7615ebebee2',
    'about-us 2026-11 es': '840b279c26a3ee2c',
    'loan-agreement 2026-11.5 en': 'd0e4e4f3b85d2721',
    'loan-agreement 2026-11.5 es': 'ad29475a2f1d0ac4',
    'loan-terms 2026-11.3 en': '0dfb5c5cfc2e3826',
    'loan-terms 2026-11.3 es': '2f0c629f242d7653',
    'period-agreement 2026-11.2 en': 'e421595b1b7ad5c2',
    'period-agreement 2026-11.2 es': '4d42c538b23bb85e',
    'privacy-notice 2026-11.5 en': 'f2b6b523d18591f3',
    'privacy-notice 2026-11.5 es': 'dd3999e5c4d576c8',
  },
  IN: {
    'about-us 2026-11 en': '810ef7615ebebee2',
    'about-us 2026-11 es': '840b279c26a3ee2c',
    'loan-agreement 2026-11.6 en': '7fbead2c777b7ccb',
    'loan-agreement 2026-11.6 es': 'b8580969464b75f0',
    'loan-terms 2026-11.4 en': '7a72a1c2bd71d2d4',
    'loan-terms 2026-11.4 es': '9c706f96c7dfd5a5',
    'period-agreement 2026-11.3 en': '4ed2daa0d14ea722',
    'period-agreement 2026-11.3 es': '6affdc871985c00c',
    'privacy-notice 2026-11.5 en': 'c246b77eaa971d7e',
    'privacy-notice 2026-11.5 es': '7c7defdf0355d6e9',
  },
};

function hashesOf(documentSet: LegalDocumentSet): Readonly<Record<string, string>> {
  const coolingOffDays = documentSet === 'specification' ? 3 : marketOf[documentSet].coolingOff.usualDays;
  const hashes = Object.keys(editions).flatMap((id) =>
    (['es', 'en'] as const).map((language) => {
      const context = {
        company: { ...company, coolingOffDays, documentSet },
        figures: quoteFigures(language, 'dot'),
      };
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
