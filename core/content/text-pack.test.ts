import { expect, test } from 'vitest';
import { fill, textPack } from './text-pack.ts';

const pack = textPack({
  es: { pay: 'Pagar {amount}', close: 'Cerrar' },
  en: { pay: 'Pay {amount}', close: 'Close' },
});

test('a text is filled with its parameters', () => {
  expect(fill(pack.es.pay, { amount: '$ 1,00' })).toBe('Pagar $ 1,00');
  expect(fill(pack.en.pay, { amount: '$& {amount}' })).toBe('Pay $& {amount}');
});

test('[LANG-3] a key or parameter missing in one language is a type error', () => {
  // @ts-expect-error: English lacks `close`.
  textPack({ es: { pay: 'Pagar', close: 'Cerrar' }, en: { pay: 'Pay' } });
  // @ts-expect-error: English has another parameter.
  textPack({ es: { pay: 'Pagar {amount}' }, en: { pay: 'Pay {sum}' } });
  // @ts-expect-error: English has a key of its own.
  textPack({ es: { pay: 'Pagar' }, en: { pay: 'Pay', more: 'More' } });
  // @ts-expect-error: the parameter is not given.
  fill(pack.es.pay, {});
  expect(Object.keys(pack)).toEqual(['es', 'en']);
});
