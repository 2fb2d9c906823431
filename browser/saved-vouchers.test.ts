// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { savedVouchersMax } from '#domain/site/saved-voucher.ts';
import { forgetVouchers, keepVoucher, showVouchers, type VoucherStorage } from './saved-vouchers.ts';

const day = 86_400_000;
let kept: Map<string, string>;
let storage: VoucherStorage;
beforeEach(() => {
  kept = new Map();
  storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
});

function see(id: string, { owner = 'u-1', value = id, at = 0 } = {}): void {
  const root = document.createElement('div');
  root.dataset.owner = owner;
  root.dataset.keep = JSON.stringify({ id, title: `CLABE ${id}`, rows: [{ label: 'Código', value }] });
  keepVoucher(root, storage, at);
}

function shown(at = 0): string[] {
  document.body.innerHTML = '<div hidden><template><section><h3></h3><dl></dl></section></template></div>';
  const root = document.body.firstElementChild as HTMLElement;
  showVouchers(root, storage, at);
  const texts = [...root.querySelectorAll('section')].map(({ textContent }) => textContent ?? '');
  expect(root.hidden).toBe(texts.length === 0);
  return texts;
}

test('what was seen last is shown first, each once, in the words it had', () => {
  see('A');
  see('B', { value: '<b>1</b>' });
  see('A', { value: '2' });
  expect(shown()).toEqual(['CLABE ACódigo2', 'CLABE BCódigo<b>1</b>']);
});

test('somebody else on the same telephone sees nothing of it, and it is gone', () => {
  see('A');
  see('B', { owner: 'u-2' });
  expect(shown()).toEqual(['CLABE BCódigoB']);
});

test('it is gone with the session, and after a week', () => {
  see('A');
  expect(shown(6 * day)).toHaveLength(1);
  expect(shown(8 * day)).toEqual([]);
  forgetVouchers(storage);
  expect([shown(), kept.size]).toEqual([[], 0]);
});

test('only the newest are kept, and a store that refuses is no error', () => {
  for (let each = 0; each < savedVouchersMax + 3; each += 1) see(String(each));
  expect(shown()).toHaveLength(savedVouchersMax);
  storage = {
    getItem: () => '{',
    setItem() {
      throw new Error('full');
    },
    removeItem() {
      throw new Error('refused');
    },
  };
  see('A');
  forgetVouchers(storage);
  expect(shown()).toEqual([]);
});
