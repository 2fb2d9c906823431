import type { SupportContact } from '#contract/calls/support.ts';
import { telephoneAddress } from '#domain/bridge/actions.ts';

/** One way to reach a person. */
export interface ContactRow {
  readonly label: string;
  readonly value: string;
  /** Null where the value is no address that may be followed. */
  readonly link: string | null;
}

const mailAddress = /^[^\s@<>"',;:\\()[\]]+@[^\s@<>"',;:\\()[\]]+$/;

/** The ways that the backend names, each checked before it becomes a link (SERVICE-1, BRIDGE-4). */
export function contactRows(
  { phone, whatsapp, email }: SupportContact,
  text: { readonly telephone: string; readonly whatsapp: string; readonly email: string },
): ContactRow[] {
  const rows: ContactRow[] = [
    { label: text.telephone, value: phone, link: telephoneAddress(phone) },
    { label: text.whatsapp, value: whatsapp, link: whatsappAddress(whatsapp) },
    {
      label: text.email,
      value: email,
      link: mailAddress.test(email) ? `mailto:${encodeURIComponent(email).replace('%40', '@')}` : null,
    },
  ];
  return rows.filter(({ value }) => value !== '');
}

/** The `wa.me` address of a number with its country code; null for any other text. */
function whatsappAddress(number: string): string | null {
  const digits = telephoneAddress(number)?.replace(/\D/g, '') ?? '';
  return digits.length >= 8 ? `https://wa.me/${digits}` : null;
}
