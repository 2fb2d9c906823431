import { textPack } from '../text-pack.ts';

/** The host app refused a request (BRIDGE-3). */
export const nativeBridgeText = textPack({
  es: { failed: 'La app no respondió. Puede seguir en esta página.' },
  en: { failed: 'The app did not answer. You can go on with this page.' },
});
