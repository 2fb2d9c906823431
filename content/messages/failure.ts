import { textPack } from '../text-pack.ts';

/** Joint login failure (FAIL-1). */
export const failureText = textPack({
  es: {
    title: 'Fracaso',
    what: 'No pudimos abrir su sesión.',
    note: 'Le ofrecemos servicios profesionales y el pago de préstamos.',
    login: 'Entrar otra vez',
    home: 'Ir al inicio',
  },
  en: {
    title: 'Failure',
    what: 'We could not open your session.',
    note: 'We offer professional services and loan payment.',
    login: 'Sign in again',
    home: 'Go to the start',
  },
});
