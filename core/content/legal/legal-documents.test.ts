import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Language } from '#domain/language.ts';
import type { CompanyFacts } from './company-facts.ts';
import { documentText, type LegalBlock, type LegalDocument, type LegalDocumentId } from './document.ts';
import { editions, legalDocument } from './legal-documents.ts';
import { type QuotedFigures, quoteFigures } from './quoted-figures.ts';

const company: CompanyFacts = {
  appName: 'Plana',
  lenderName: 'Plana Ejemplo SA',
  address: 'Calle Uno, Ciudad de México',
  registration: 'Registro de ejemplo',
  regulator: 'Autoridad de ejemplo',
  telephone: '+52 55 0000 0000',
  email: 'hola@plana.example',
  whatsapp: '',
  complaintsUnit: '',
  complaintsTelephone: '',
  complaintsEmail: '',
  coolingOffDays: 3,
  lateFeeBesidePenalties: true,
  documentSet: 'specification',
};
const documentIds = Object.keys(editions) as LegalDocumentId[];
const languages = ['es', 'en'] as const satisfies readonly Language[];

function filled(id: LegalDocumentId, language: Language): LegalDocument {
  return legalDocument(id, language, { company, figures: quoteFigures(language, 'dot'), product: null });
}

/** Every figure replaced by its name in braces, so that a text shows which figure it quotes where. */
function namedFigures(): QuotedFigures {
  const quoted = quoteFigures('es', 'dot');
  const names = Object.keys(quoted).map((name) => [name, `{${name}}`]);
  const latePenaltyBands = quoted.latePenaltyBands.map((_band, index) => ({
    days: `{days${index}}`,
    dailyPenalty: `{dailyPenalty${index}}`,
  }));
  return { ...(Object.fromEntries(names) as unknown as QuotedFigures), latePenaltyBands };
}

function namedFigureText(id: LegalDocumentId, language: Language): string {
  return documentText(legalDocument(id, language, { company, figures: namedFigures(), product: null }));
}

/** The shape of a block: its kind, its size and the figures quoted in each of its texts, in order. */
function shapeOf(block: LegalBlock): unknown {
  switch (block.kind) {
    case 'paragraph':
      return [block.kind, figuresIn(block.text)];
    case 'list':
      return [block.kind, block.items.map(figuresIn)];
    case 'table':
      return [block.kind, block.columns.length, block.rows.map((row) => row.map(figuresIn))];
    case 'facts':
      return [block.kind, block.facts.map(({ value }) => value)];
  }
}

function figuresIn(text: string): string[] {
  return text.match(/\{\w+\}/g) ?? [];
}

test.each(documentIds)('%s has the same sections and figures in the same places in both languages', (id) => {
  const [es, en] = languages.map((language) => {
    const { sections } = legalDocument(id, language, { company, figures: namedFigures(), product: null });
    return sections.map(({ id: section, blocks }) => [section, blocks.map(shapeOf)]);
  });
  expect(en).toEqual(es);
  expect(new Set(es?.map(([section]) => section)).size).toBe(es?.length);
});

test('[LEGAL-4] a lender whose app has their name is named once', () => {
  const named = { company: { ...company, lenderName: 'Llano', appName: 'Llano' }, product: null };
  const said = (language: Language) =>
    documentText(legalDocument('about-us', language, { ...named, figures: quoteFigures(language, 'dot') }));
  expect(said('es')).toContain('Llano presta dinero a personas, a plazos de');
  expect(said('en')).toContain('Llano lends money to people, for terms of');
  for (const language of languages) expect(said(language)).not.toMatch(/Llano .{5,40} Llano/);
});

test('no figure is left without a text that quotes it', () => {
  const { latePenaltyBands, ...others } = namedFigures();
  const names = [...Object.values(others), ...latePenaltyBands.flatMap((band) => Object.values(band))];
  const quoted = documentIds.flatMap((id) => figuresIn(namedFigureText(id, 'es')));
  expect(names.filter((name) => !quoted.includes(name))).toEqual([]);
});

test('no text holds a figure of its own', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /\.(es|en)\.ts$/.test(name));
  expect(files).toHaveLength(documentIds.length * languages.length);
  for (const file of files) {
    const source = readFileSync(`${import.meta.dirname}/${file}`, 'utf8').replace(/\(LEGAL-\d\)/g, '');
    expect(source.match(/\d/g), file).toBeNull();
  }
});

test('a text names the lender as configured, and leaves out what is not', () => {
  for (const id of documentIds) {
    for (const language of languages) {
      const text = documentText(filled(id, language));
      const {
        appName: _,
        documentSet: __,
        coolingOffDays: ___,
        lateFeeBesidePenalties: ____,
        ...details
      } = company;
      for (const detail of Object.values(details)) expect(text).toContain(detail);
      const bare = { ...company, address: '', registration: '', regulator: '', telephone: '', email: '' };
      const figures = quoteFigures(language, 'dot');
      const bareText = documentText(legalDocument(id, language, { company: bare, figures, product: null }));
      expect(bareText).not.toMatch(
        /undefined|write to|escriba a |(Domicilio|Registro|Teléfono|Address|Registration|Telephone): /,
      );
      expect(bareText).toMatch(language === 'es' ? /atención a clientes/ : /customer service page/);
    }
  }
});

test('the Spanish is written as the house writes it', () => {
  for (const id of documentIds) {
    const text = documentText(filled(id, 'es'));
    expect(text).not.toMatch(/[¡!]|\b(tú|tu|tus|crédito|créditos|penalización|prórroga|diferir|pedido)\b/i);
    expect(text).not.toMatch(/\bmóvil/i);
  }
});

test('documents have a version and a date, and their text begins with them', () => {
  for (const id of documentIds) {
    const document = filled(id, 'en');
    expect(document.version).toMatch(/^\d{4}-\d{2}(\.\d+)?$/);
    expect(documentText(document).split('\n')[0]).toBe(
      `${id} ${document.version} ${document.effectiveDate} en`,
    );
  }
});

test('the text of a document changes with any word, figure or detail and with nothing else', () => {
  const figures = quoteFigures('es', 'dot');
  const text = documentText(legalDocument('loan-agreement', 'es', { company, figures, product: null }));
  expect(
    documentText(legalDocument('loan-agreement', 'es', { company: { ...company }, figures, product: null })),
  ).toBe(text);
  const others = [
    legalDocument('loan-agreement', 'en', { company, figures: quoteFigures('en', 'dot'), product: null }),
    legalDocument('loan-agreement', 'es', {
      company: { ...company, address: 'Otra calle' },
      figures,
      product: null,
    }),
    legalDocument('loan-agreement', 'es', {
      company,
      figures: { ...figures, vatPpm: '17\u00a0%' },
      product: null,
    }),
    { ...legalDocument('loan-agreement', 'es', { company, figures, product: null }), version: '2026-12' },
  ].map(documentText);
  expect(new Set([text, ...others]).size).toBe(5);
});

test('every word of a document is in the text that is hashed', () => {
  const block = (kind: LegalBlock['kind']): LegalBlock | undefined =>
    filled('privacy-notice', 'es')
      .sections.flatMap(({ blocks }) => blocks)
      .find((candidate) => candidate.kind === kind);
  const text = documentText(filled('privacy-notice', 'es'));
  const kinds = ['paragraph', 'list', 'table', 'facts'] as const;
  const words = kinds.flatMap((kind) => wordsOf(block(kind)));
  expect(words.length).toBeGreaterThan(20);
  for (const word of words) expect(text).toContain(word);
});

function wordsOf(block: LegalBlock | undefined): readonly string[] {
  switch (block?.kind) {
    case 'paragraph':
      return [block.text];
    case 'list':
      return block.items;
    case 'table':
      return [block.caption, ...block.columns, ...block.rows.flat()];
    case 'facts':
      return block.facts.flatMap(({ name, value }) => [name, value]);
    default:
      return [];
  }
}
