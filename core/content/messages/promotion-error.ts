import type { ErrorCode } from '#domain/error-code.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';

/**
 * Refusals on promotion pages that differ from other pages: in Chinese, and where registration needs its own words (PROMO-5, PROMO-6,
 * LANG-5).
 */
export const promotionErrorText: Readonly<
  Record<PromotionLanguage, Readonly<Partial<Record<ErrorCode, string>>>>
> = {
  zh: {
    'request-invalid': '请正确输入手机号！',
    'captcha-wrong': '图形验证码错误，请输入新图片中的字符。',
    'sms-too-soon': '请勿重复发送验证码!',
    'sms-limit-reached': '现在无法再发送短信验证码，请{field}再试。',
    'sms-unavailable': '短信发送失败，请过几分钟再试。',
    'sms-code-wrong': '短信验证码错误，请核对后重新输入。',
    'sms-code-spent': '该验证码已失效，请重新获取。',
    'already-registered': '您已注册,请直接下载APP登录！',
    'too-many-requests': '请求过多，请稍后再试。',
    'not-found': '页面打开时间过长，请输入新图片中的字符。',
    'service-unavailable': '系统繁忙，请过几秒钟再试。',
    internal: '系统出错，请过几分钟再试。',
  },
  es: {
    'request-invalid': 'Escriba su número de celular completo, con lada.',
    'not-found': 'La página estuvo abierta mucho tiempo. Escriba los caracteres de la imagen nueva.',
  },
  en: {
    'request-invalid': 'Enter your whole mobile number.',
    'not-found': 'The page was open for a long time. Enter the characters in the new image.',
  },
};
