import { expect, test } from 'vitest';
import type { Paper } from '#pages/paper/paper.ts';
import { readPdf } from '#tests/setup/pdf-text.ts';
import { renderPdf } from './render-pdf.ts';

const paper: Paper = {
  ...{ language: 'es', market: 'MX', title: 'Recibo', madeAt: new Date('2026-11-20T18:00:00Z') },
  issuer: { name: 'Llano Servicios, S.A. de C.V.', note: 'Registro 00000' },
  blocks: [
    { kind: 'amount', label: 'Recibimos', amount: '₹ 1.234,56', note: '2026-11-20, señal ñandú' },
    { kind: 'heading', text: 'Lo que cubrió' },
    { kind: 'rows', rows: [{ label: 'Intereses', value: '₹ 55,48' }] },
    {
      kind: 'table',
      caption: 'Pago 2 de 4',
      columns: ['Concepto', 'Era', 'Cubrió'],
      rows: [
        ['Capital', '₹ 10,00', '₹ 4,00'],
        ['Total', '₹ 10,00', '₹ 4,00'],
      ],
      hasTotal: true,
    },
    { kind: 'list', items: ['Uno', 'Dos'] },
    { kind: 'paragraph', text: 'Fin.' },
    { kind: 'hint', text: 'Nota.' },
  ],
  footer: 'Llano. Préstamo LL-1',
};

test('a paper is a small tagged PDF that is read in order, with its rupees, accents and language', async () => {
  const bytes = await renderPdf(paper);
  expect(bytes.length).toBeLessThan(60_000);
  const { info, tags, text } = await readPdf(bytes);
  for (const said of [
    'Llano Servicios, S.A. de C.V. Registro 00000 Recibo Recibimos ₹ 1.234,56 2026-11-20, señal ñandú',
    'Lo que cubrió Intereses ₹ 55,48 Pago 2 de 4 Concepto Era Cubrió Capital ₹ 10,00 ₹ 4,00 Total ₹ 10,00 ₹ 4,00',
    'Fin. Nota.',
    'Llano. Préstamo LL-1 · 1 / 1',
  ]) {
    expect(text).toContain(said);
  }
  expect(info).toMatchObject({ Title: 'Recibo', Author: 'Llano Servicios, S.A. de C.V.', Language: 'es-MX' });
  for (const tag of ['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'L', 'LI']) {
    expect(tags).toContain(tag);
  }
});

test('no heading of a table of many columns breaks inside a word', async () => {
  const table = {
    kind: 'table' as const,
    ...{
      caption: '',
      hasTotal: false,
      columns: ['No.', 'Outstanding', 'Principal', 'Interest', 'Fee + GST', 'Total'],
    },
    rows: [['1', '₹ 12.000,00', '₹ 3.000,00', '₹ 177,53', '₹ 212,40', '₹ 3.389,93']],
  };
  const { text } = await readPdf(await renderPdf({ ...paper, blocks: [table] }));
  expect(text).toContain('No. Outstanding Principal Interest Fee + GST Total');
});

test('a long paper is split into numbered pages and loses no row', async () => {
  const rows = Array.from({ length: 120 }, (_, row) => ({
    label: `Fila ${row + 1}`,
    value: `${row + 1},00`,
  }));
  const long = { ...paper, market: 'IN' as const, blocks: [{ kind: 'rows' as const, rows }] };
  const { pageCount, text } = await readPdf(await renderPdf(long));
  expect(pageCount).toBeGreaterThan(2);
  for (const { label, value } of rows) expect(text).toContain(`${label} ${value}`);
  expect(text).toContain(`2 / ${pageCount}`);
});

test('a table that fits on a page is not parted: its sum stands below what it sums', async () => {
  const rows = Array.from({ length: 24 }, (_, row) => ({ label: `Fila ${row + 1}`, value: '1,00' }));
  const [table] = paper.blocks.filter(({ kind }) => kind === 'table');
  if (table?.kind !== 'table') throw new Error('the paper has a table');
  const parts = Array.from({ length: 5 }, (_, part) => [`Parte ${part + 1}`, '1,00', '1,00']);
  const tall = { ...table, rows: [...parts, ['Suma', '5,00', '5,00']] };
  const { pages } = await readPdf(await renderPdf({ ...paper, blocks: [{ kind: 'rows', rows }, tall] }));
  expect(pages).toHaveLength(2);
  const together = pages.find((page) => page.includes('Suma')) ?? '';
  for (const [name] of parts) expect(together).toContain(name);
  expect(together).toContain('Pago 2 de 4 Concepto Era Cubrió');
});

test('a table that most of a page is left for begins there, however long it is', async () => {
  const [table] = paper.blocks.filter(({ kind }) => kind === 'table');
  if (table?.kind !== 'table') throw new Error('the paper has a table');
  for (const [count, words] of [
    [15, 'Recargo'],
    [20, 'Recargo por atraso del 2026-12-21, de un pago que venció el 2026-12-20'],
  ] as const) {
    const rows = Array.from({ length: count }, (_, row) => [`${row + 1} ${words}`, '1,00', '1,00']);
    const { pages } = await readPdf(
      await renderPdf({ ...paper, blocks: [...paper.blocks.slice(0, 2), { ...table, rows }] }),
    );
    expect(pages[0]).toContain(`1 ${words}`);
    for (const [name = ''] of rows) expect(pages.join(' ')).toContain(name);
  }
});
