import { textPack } from '../text-pack.ts';

/** What a page says when the host app did not take a request (BRIDGE-3). */
export const nativeBridgeText = textPack({
  es: { failed: 'La app no respondió. Puede seguir en esta página.' },
  en: { failed: 'The app did not answer. You can go on with this page.' },
});
