import type { MouseEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { copyOnClick } from './copy-on-click.ts';

/** A document whose copy command asks its listeners what to copy, as browsers do. */
function stubDocument({ allowsCopy = true } = {}) {
  const listeners = new Set<(event: unknown) => void>();
  const setData = vi.fn();
  vi.stubGlobal('document', {
    addEventListener: (_name: string, listener: (event: unknown) => void) => listeners.add(listener),
    removeEventListener: (_name: string, listener: (event: unknown) => void) => listeners.delete(listener),
    execCommand(command: string) {
      if (command !== 'copy' || !allowsCopy) return false;
      for (const listener of listeners) listener({ clipboardData: { setData }, preventDefault() {} });
      return true;
    },
  });
  return { setData, listeners };
}

function click(dataset: Record<string, string> | null, tell: (text: string) => void): void {
  const target = { closest: () => dataset && { dataset } };
  copyOnClick(tell)({ target } as unknown as MouseEvent);
}

const button = { copy: '032180000118359719', copied: 'CLABE copiada', notCopied: 'No se pudo copiar' };

test('[REPAY-3] the copy button writes the digits without spaces and says so', () => {
  const { setData, listeners } = stubDocument();
  const tell = vi.fn();
  click(button, tell);
  expect(setData.mock.calls).toEqual([['text/plain', '032180000118359719']]);
  expect(tell.mock.calls).toEqual([['CLABE copiada']]);
  expect(listeners.size).toBe(0);
});

test('where copying is not allowed the borrower is told how else to do it', () => {
  stubDocument({ allowsCopy: false });
  const tell = vi.fn();
  click(button, tell);
  expect(tell.mock.calls).toEqual([['No se pudo copiar']]);
});

test('a click on anything else does nothing', () => {
  stubDocument();
  const tell = vi.fn();
  click(null, tell);
  expect(tell).not.toHaveBeenCalled();
});
