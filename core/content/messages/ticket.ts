import { textPack } from '../text-pack.ts';

/** Page between a single-use link and its target, for browsers that do not say who opened it. */
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
