import { promotionTextPack } from '../text-pack.ts';

/** SMS with a registration code. `originLine` is empty, or the line for automatic filling (origin-bound one-time codes). */
export const registrationSmsText = promotionTextPack({
  zh: { message: '【{appName}】注册验证码：{code}，5 分钟内有效，请勿告诉他人。{originLine}' },
  es: {
    message: '{appName}: su código para registrarse es {code}. Sirve 5 minutos. No lo comparta.{originLine}',
  },
  en: {
    message:
      '{appName}: your code to register is {code}. It works for 5 minutes. Do not share it.{originLine}',
  },
});
