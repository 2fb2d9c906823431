import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { printKeptText } from './print-kept-text.ts';
import { renderPdf } from './render-pdf.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('the same text is written as the same bytes', async () => {
  const kept = {
    kind: 'key-facts',
    language: 'en',
    market: 'IN',
    ...{ hash: 'a'.repeat(64), orderNumber: 'LL-1' },
    ...{ text: 'key-facts KFS-1 2026-11-25 en\n\nKey Facts Statement\n\nSummary\n', acceptedAt: new Date(0) },
    lender: { name: 'Lender', registration: '' },
  } as const;
  const print = async () => sha256(await printKeptText(kept, renderPdf));
  expect(await print()).toBe(await print());
});
