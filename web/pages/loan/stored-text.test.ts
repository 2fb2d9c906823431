import { expect, test } from 'vitest';
import { parseStoredText } from './stored-text.ts';

test('[CONTRACT-1] a kept text is laid out: heading, list, table and names with their values', () => {
  const text = [
    ...[
      'loan-agreement 2026-11 2026-11-20 es',
      '1. Las partes',
      'Llano: y usted.',
      'Tasas\nConcepto | Tasa\nInterés | 18 %',
    ],
    ...[
      '- Uno\n- Dos',
      '2. Datos del contrato',
      'Prestamista: Llano\nMonto: $ 5.000,00',
      '2. Otra\nlínea',
      '7. Nada\n',
    ],
  ].join('\n\n');
  const { edition, blocks } = parseStoredText(text);
  expect(edition).toEqual({ version: '2026-11', effectiveDate: '2026-11-20', language: 'es' });
  expect(blocks).toEqual([
    { kind: 'heading', text: '1. Las partes' },
    { kind: 'paragraph', text: 'Llano: y usted.' },
    {
      ...{ kind: 'table', caption: 'Tasas', columns: ['Concepto', 'Tasa'], rows: [['Interés', '18 %']] },
      hasTotal: false,
    },
    { kind: 'list', items: ['Uno', 'Dos'] },
    { kind: 'heading', text: '2. Datos del contrato' },
    {
      kind: 'rows',
      rows: [
        { label: 'Prestamista', value: 'Llano' },
        { label: 'Monto', value: '$ 5.000,00' },
      ],
    },
    { kind: 'paragraph', text: '2. Otra\nlínea' },
    { kind: 'paragraph', text: '7. Nada' },
  ]);
});

test.each(['loan-agreement 2026-11', 'Contrato 2026-11 2026-11-20 es'])(
  'a first line that names no edition, %j, is shown as it stands',
  (line) => {
    expect(parseStoredText(`${line}\n\n1. Las partes\n`)).toEqual({
      edition: null,
      blocks: [
        { kind: 'paragraph', text: line },
        { kind: 'heading', text: '1. Las partes' },
      ],
    });
  },
);
