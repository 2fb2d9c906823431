import { expect, test } from 'vitest';
import { phoneInputs } from '#tests/setup/phone-inputs.ts';
import { phoneRuleOf } from './phone-rule.ts';
import { readPhone } from './read-phone.ts';

test.each(phoneInputs)('[PROMO-8] in $market "$typed" says $says', ({ market, typed, says }) => {
  const reading = readPhone(phoneRuleOf(market), typed);
  if (reading.kind === 'number') expect(reading.digits).toBe(says);
  else if (reading.kind === 'foreign') expect({ foreign: reading.country }).toEqual(says);
  else expect(reading.kind).toBe(says);
});

test('[PROMO-2] template CN ignores what stands beyond eleven digits, and takes no other country’s number', () => {
  const own = phoneRuleOf(null);
  for (const typed of [
    '138 0013 8000 99',
    '+86 138 0013 8000',
    '086 138 0013 8000',
    '１３８００１３８０００',
  ]) {
    expect(readPhone(own, typed)).toMatchObject({ kind: 'number', digits: '13800138000' });
  }
  expect(readPhone(own, '+1 380 013 8000')).toMatchObject({ kind: 'foreign', callingCode: '1' });
  expect(readPhone(own, '12800138000')).toEqual({ kind: 'not-a-mobile' });
});
