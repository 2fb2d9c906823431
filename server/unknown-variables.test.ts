import { expect, test } from 'vitest';
import { unknownVariables } from './unknown-variables.ts';

test('[CONF-2] a variable that is nearly ours is named with the one that was probably meant', () => {
  expect(
    unknownVariables({
      BRAND_COLOUR: '#0b5f68',
      BRAND_COLRO: '#0b5f68',
      MARKET: 'MX',
      PATH_REPAYMENT: '/repay',
      BRIDGE_ACTION_SOMETHING_ELSE: 'x',
    }),
  ).toEqual([
    { variable: 'BRAND_COLOUR', suggestion: 'BRAND_COLOR' },
    { variable: 'BRAND_COLRO', suggestion: 'BRAND_COLOR' },
    { variable: 'MARKET', suggestion: 'MARKETS' },
    { variable: 'PATH_REPAYMENT', suggestion: null },
    { variable: 'BRIDGE_ACTION_SOMETHING_ELSE', suggestion: null },
  ]);
});

test('what is ours, and what others set, is left alone', () => {
  const others = ['PATH', 'HOME', 'NODE', 'NODE_ENV', 'NODE_OPTIONS', 'HOSTNAME', 'TERM', 'LOGNAME', 'SHELL'];
  const ours = ['MODE', 'BRAND_COLOR', 'PATH_REPAY'];
  expect(unknownVariables(Object.fromEntries([...others, ...ours].map((name) => [name, 'x'])))).toEqual([]);
});
