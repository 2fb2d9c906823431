import { textPack } from '../text-pack.ts';

/** Joint login failure (FAIL-1). */
export const failureText = textPack({
  es: {
    title: 'Fracaso',
    what: 'No pudimos abrir su sesión. No es por algo que usted hizo, y su préstamo sigue igual.',
    contact: 'Si no logra entrar, {contact}.',
    note: 'Le ofrecemos servicios profesionales y el pago de préstamos.',
    login: 'Entrar otra vez',
    home: 'Ir al inicio',
  },
  en: {
    title: 'Failure',
    what: 'We could not open your session. It is nothing you did, and your loan is as it was.',
    contact: 'If you cannot get in, {contact}.',
    note: 'We offer professional services and loan payment.',
    login: 'Sign in again',
    home: 'Go to the start',
  },
});
