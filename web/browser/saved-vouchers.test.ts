// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { ownerMark, savedVouchersMax } from '#domain/site/saved-voucher.ts';
import { forgetVouchers, forgetVouchersOfOthers, type VoucherStorage } from './kept-vouchers.ts';
import { keepVoucher, showVouchers, showVouchersOffline } from './saved-vouchers.ts';

const day = 86_400_000;
let store: Map<string, string>;
let storage: VoucherStorage;
beforeEach(() => {
  store = new Map();
  storage = {
    getItem: (key) => store.get(key) ?? null,
    setItem: (key, value) => store.set(key, value),
    removeItem: (key) => store.delete(key),
  };
});

function see(id: string, { owner = 'u-1', value = id, at = 0 } = {}): void {
  const root = document.createElement('div');
  root.dataset.owner = owner;
  root.dataset.keep = JSON.stringify({ id, title: `CLABE ${id}`, rows: [{ label: 'Código', value }] });
  keepVoucher(root, storage, at);
}

function shown(at = 0, search = ''): string[] {
  document.body.innerHTML = `<div hidden><template><article><b data-part="title"></b><i data-part="instructions"></i><i data-part="until"></i>
    <img data-part="image" hidden><p data-part="code"></p></article></template>
    <template><section><h3></h3><dl></dl></section></template></div>`;
  const root = document.body.firstElementChild as HTMLElement;
  showVouchers(root, { storage, now: at, search });
  const texts = [...root.querySelectorAll('section, article')].map(({ textContent }) => textContent ?? '');
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

test('[REPAY-5] a receipt ends the slips of its loan, and no others', () => {
  const slip = { instructions: '', amount: '', image: '', imageText: '', groups: [], until: '', note: '' };
  const keep = (voucher: object) => {
    const root = document.createElement('div');
    root.dataset.owner = 'u-1';
    root.dataset.keep = JSON.stringify({ title: 'T', rows: [], ...voucher });
    keepVoucher(root, storage, 0);
  };
  keep({ id: 'code 1', title: 'Ficha 1', loan: 'loan-1', slip });
  keep({ id: 'code 2', title: 'Ficha 2', loan: 'loan-2', slip });
  keep({ id: 'receipt 1', title: 'Recibo', loan: 'loan-1' });
  expect(shown()).toEqual([expect.stringContaining('Recibo'), expect.stringContaining('Ficha 2')]);
});

test('it is gone with the session, and after a week', () => {
  see('A');
  expect(shown(6 * day)).toHaveLength(1);
  expect(shown(8 * day)).toEqual([]);
  forgetVouchers(storage);
  expect([shown(), store.size]).toEqual([[], 0]);
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

test('[REPAY-5] a slip is whole: picture, digits in groups, until when; the one of the address comes first', () => {
  const slip = {
    ...{
      instructions: 'Pague en caja. ',
      amount: '$ 1',
      image: 'data:image/svg+xml,%3Csvg/%3E',
      imageText: 'Código 48216000',
    },
    ...{ groups: ['4821', '6000'], until: 'Vence el jueves 24 de diciembre.', note: '' },
  };
  const root = document.createElement('div');
  root.dataset.owner = 'u-1';
  root.dataset.keep = JSON.stringify({ id: 'code 48216000', title: 'OXXO', rows: [], slip });
  keepVoucher(root, storage, 0);
  see('A');
  expect(shown(0, '?payCode=48216000&sessionId=s')).toEqual([
    expect.stringMatching(/^OXXOPague en caja\. Vence el jueves 24 de diciembre\.\s*48216000$/),
    'CLABE ACódigoA',
  ]);
  const [picture, ...digits] = document.querySelectorAll<HTMLElement>('img, [data-part=code] > span');
  expect(picture?.getAttribute('src')).toBe(slip.image);
  expect([picture?.hidden, digits.map(({ textContent }) => textContent)]).toEqual([false, ['4821', '6000']]);
  expect(shown()[0]).toBe('CLABE ACódigoA');
});

test('[REPAY-5] a picture that would need a connection, or is none, is not shown', () => {
  for (const image of ['https://evil.example/a.png', 'javascript:alert(1)', '']) {
    const slip = { instructions: '', amount: '', image, imageText: '', groups: [], until: '', note: '' };
    store.set(
      'vouchers',
      JSON.stringify({ owner: '', vouchers: [{ id: 'x', title: '', rows: [], slip, seenAt: 0 }] }),
    );
    shown();
    expect(document.querySelector('img')?.getAttribute('src')).toBeNull();
  }
});

test('a page of another borrower forgets what was kept, one of the same or of nobody leaves it', () => {
  see('A');
  forgetVouchersOfOthers(ownerMark('u-1'), storage);
  forgetVouchersOfOthers(undefined, storage);
  expect(shown()).toEqual(['CLABE ACódigoA']);
  forgetVouchersOfOthers(ownerMark('u-2'), storage);
  expect(shown()).toEqual([]);
});

test.each([
  ['/offline', 'answers', false],
  ['/offline', 'does not answer', true],
  ['/repay', 'answers', true],
])('at %s, where the server %s, slips are shown: %s', async (path, how, isShown) => {
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('fetch', () =>
    how === 'answers' ? Promise.resolve(new Response('ok')) : Promise.reject(new TypeError('lost')),
  );
  history.replaceState(null, '', path);
  see('A', { at: Date.now() });
  document.body.innerHTML =
    '<div hidden><template><b></b></template><template><section><h3></h3><dl></dl></section></template></div>';
  const root = document.body.firstElementChild as HTMLElement;
  await showVouchersOffline(root);
  expect(root.hidden).toBe(!isShown);
  vi.unstubAllGlobals();
});
