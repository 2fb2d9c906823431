import { textPack } from '../text-pack.ts';

/** Every loan page: bar, dialogs and forms. */
export const pageText = textPack({
  es: {
    ...{
      back: 'Volver',
      help: 'Ayuda',
      close: 'Cerrar',
      sending: 'Enviando',
      copy: 'Copiar',
      copied: 'Copiado',
    },
    notCopied: 'No se pudo copiar. Deje presionado el código para elegirlo.',
  },
  en: {
    back: 'Back',
    help: 'Help',
    close: 'Close',
    sending: 'Sending',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Could not copy. Press and hold the code to select it.',
  },
});
