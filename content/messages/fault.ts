import { textPack } from '../text-pack.ts';

/** The one message that travels with the script, for a page that breaks in the browser itself. */
export const faultText = textPack({
  es: { heading: 'La página falló', line: 'Vuelva a abrirla.', retry: 'Abrir otra vez' },
  en: { heading: 'The page failed', line: 'Open it again.', retry: 'Open again' },
});
