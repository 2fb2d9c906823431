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
  'loan-agreement 2026-11.3 en': '9bd159da74e0dfef',
  'loan-agreement 2026-11.3 es': '70da9852e8b75fba',
  'loan-terms 2026-11.1 en': '06195b49cea93e26',
  'loan-terms 2026-11.1 es': '7b0c0a36019d34e1',
  'period-agreement 2026-11.1 en': 'bb8442460b057ca7',
  'period-agreement 2026-11.1 es': '0650523ae4a8e85d',
  'privacy-notice 2026-11.2 en': '9789d0f0818a43aa',
  'privacy-notice 2026-11.2 es': 'aeccea30d6a62121',
};

/** The same of the documents of each market, outside a loan. */
const marketEditionHashes: Readonly<Record<'MX' | 'IN', Readonly<Record<string, string>>>> = {
  MX: {
    'about-us 2026-11 en': '810ef7615ebebee2',
    'about-us 2026-11 es': '840b279c26a3ee2c',
    'loan-agreement 2026-11.3 en': '46be97652c63f1f2',
    'loan-agreement 2026-11.3 es': '59933dd5b1953f61',
    'loan-terms 2026-11.1 en': '86beae8f59ef3c3d',
    'loan-terms 2026-11.1 es': '7e7cbd02766b1202',
    'period-agreement 2026-11.1 en': 'd49643ac80452e56',
    'period-agreement 2026-11.1 es': '13487c5cc3116d21',
    'privacy-notice 2026-11.2 en': '1cd604453071d180',
    'privacy-notice 2026-11.2 es': '3df8f2597a6ed004',
  },
  IN: {
    'about-us 2026-11 en': '810ef7615ebebee2',
    'about-us 2026-11 es': '840b279c26a3ee2c',
    'loan-agreement 2026-11.4 en': 'bd8741d53bb439f6',
    'loan-agreement 2026-11.4 es': '13c7468e5e4ee01b',
    'loan-terms 2026-11.2 en': '80129a22d7d09930',
    'loan-terms 2026-11.2 es': '8b7354546a1469e4',
    'period-agreement 2026-11.2 en': 'aef46c10c7477e2c',
    'period-agreement 2026-11.2 es': '628e1792d73d3463',
    'privacy-notice 2026-11.2 en': '7b82e22229a1726b',
    'privacy-notice 2026-11.2 es': '24b497dc90734d6e',
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
