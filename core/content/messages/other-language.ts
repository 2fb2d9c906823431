import { textPack } from '../text-pack.ts';

/** The language switch of a loan page: in the language it leads to, except its errors. */
export const otherLanguageText = textPack({
  es: {
    name: 'English',
    short: 'EN',
    failed: 'No pudimos cambiar el idioma. Lo que escribió sigue aquí: vuelva a intentarlo.',
  },
  en: {
    name: 'Español',
    short: 'ES',
    failed: 'We could not change the language. What you typed is still here: try again.',
  },
});
