import { textPack } from '../text-pack.ts';

/** What stands between a link that lets in once and the page behind it, where no browser said that somebody opened it. */
export const ticketText = textPack({
  es: {
    heading: 'Un paso más',
    line: 'Toque Continuar para entrar a su cuenta. Este enlace sirve una sola vez.',
    go: 'Continuar',
  },
  en: {
    heading: 'One more step',
    line: 'Tap Continue to enter your account. This link works once.',
    go: 'Continue',
  },
});
