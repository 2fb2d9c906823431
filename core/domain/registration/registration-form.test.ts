import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phoneRuleOf } from './phone-rule.ts';
import { faultyField, registrationFields } from './registration-form.ts';

const own = phoneRuleOf(null);
const filled = { mobile: '13800138000', captcha: 'A7KX', smsCode: '071304' };

test('[PROMO-2] captcha and code hold at most 4 and 6 characters, the number is kept whole', () => {
  expect(
    registrationFields({ mobile: ' +91 98455 01276 ', captcha: 'a7 kxy', smsCode: 'Su código es 071 304.' }),
  ).toEqual({
    mobile: '+91 98455 01276',
    captcha: 'a7kx',
    smsCode: '071304',
  });
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (captcha, smsCode) => {
      const fields = registrationFields({ mobile: smsCode, captcha, smsCode });
      expect([...fields.captcha].length).toBeLessThanOrEqual(4);
    }),
  );
});

test('[PROMO-3] the mobile comes first, then the captcha, and the code only when applying', () => {
  expect(faultyField(own, { mobile: '', captcha: '', smsCode: '' }, 'apply')).toBe('mobile');
  expect(faultyField(own, { ...filled, mobile: '12800138000' }, 'send')).toBe('mobile');
  expect(faultyField(own, { ...filled, captcha: '' }, 'send')).toBe('captcha');
  expect(faultyField(own, { ...filled, smsCode: '' }, 'send')).toBeNull();
  expect(faultyField(own, { ...filled, smsCode: '' }, 'apply')).toBe('smsCode');
  expect(faultyField(own, filled, 'apply')).toBeNull();
  for (const smsCode of ['', 'mañana', '0713045'])
    expect(faultyField(own, { ...filled, smsCode }, 'apply')).toBe('smsCode');
  // The server reads what has more digits than a number of the country.
  expect(faultyField(phoneRuleOf('IN'), { ...filled, mobile: '+977 9841234567' }, 'apply')).toBeNull();
});
