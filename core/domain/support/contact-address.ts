import { telephoneAddress } from '../bridge/actions.ts';

const mailAddress = /^[^\s@<>"',;:\\()[\]]+@[^\s@<>"',;:\\()[\]]+$/;

/** Null for a text that is no mail address (SERVICE-1, BRIDGE-4). */
export function mailtoAddress(text: string): string | null {
  return mailAddress.test(text) ? `mailto:${encodeURIComponent(text).replace('%40', '@')}` : null;
}

/** The `wa.me` address of a number with its country code, at least 8 digits; null for any other text (SERVICE-1). */
export function whatsappAddress(number: string): string | null {
  const digits = telephoneAddress(number)?.replace(/\D/g, '') ?? '';
  return digits.length >= 8 ? `https://wa.me/${digits}` : null;
}
