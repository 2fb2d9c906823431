import { expect, test } from 'vitest';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { contractDocument } from './contract-document.ts';
import { readEnvironment } from './environment.ts';

test.each([
  ['development', {}, true, true],
  ['development', { OPENAPI_HOST_CALLS: 'off' }, true, false],
  ['development over a backend', {}, false, false],
  ['production', productionVariables, true, false],
  ['production', { ...productionVariables, OPENAPI_HOST_CALLS: 'on' }, true, true],
])(
  'in %s with %o the document tells anyone of the lender’s calls as the setting says',
  (_mode, variables, isBuiltIn, isShown) => {
    const document = contractDocument(readEnvironment(variables), { version: '1', isBuiltIn });
    const text = JSON.stringify(document);
    expect(text).toContain('"/v3/');
    for (const word of ['"/host/', '"/webhooks/', 'payment.received', 'HOST_SIGNING_SECRET']) {
      expect([word, text.includes(word)]).toEqual([word, isShown]);
    }
  },
);
