import { expect, test } from 'vitest';
import { promotionErrorText } from './promotion-error.ts';

test('[LANG-5] whatever the calls of a promotion page refuse has words in Chinese', () => {
  const refusals = [
    'request-invalid',
    'captcha-wrong',
    'sms-too-soon',
    'sms-limit-reached',
    'sms-unavailable',
    'sms-code-wrong',
    'sms-code-spent',
    'already-registered',
    'too-many-requests',
    'not-found',
    'service-unavailable',
    'internal',
  ] as const;
  for (const code of refusals) expect(promotionErrorText.zh[code], code).toMatch(/\p{Script=Han}/u);
});

test('[PROMO-3] [PROMO-5] [PROMO-6] the specification’s own words are kept to the letter', () => {
  expect(promotionErrorText.zh['request-invalid']).toBe('请正确输入手机号！');
  expect(promotionErrorText.zh['sms-too-soon']).toBe('请勿重复发送验证码!');
  expect(promotionErrorText.zh['already-registered']).toBe('您已注册,请直接下载APP登录！');
});
