import { textPack } from '../text-pack.ts';

/** What every loan page says: in its bar, its dialogs and its forms. */
export const pageText = textPack({
  es: { back: 'Volver', help: 'Ayuda', close: 'Cerrar', sending: 'Enviando' },
  en: { back: 'Back', help: 'Help', close: 'Close', sending: 'Sending' },
});
