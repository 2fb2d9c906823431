import { textPack } from '../text-pack.ts';

/** What the tax on interest and fee is called in each market. */
export const taxText = textPack({
  es: { MX: 'IVA', IN: 'GST' },
  en: { MX: 'VAT on interest and fee', IN: 'GST on interest and fee' },
});
