import type { SupportContact } from '#contract/calls/support.ts';
import { telephoneAddress } from '#domain/bridge/actions.ts';
import { mailtoAddress, whatsappAddress } from '#domain/support/contact-address.ts';
import { hostAction } from '#ui/bridge/links.tsx';

export interface ContactRow {
  readonly label: string;
  readonly value: string;
  /** Link attributes; null if the value is no address that may be followed. */
  readonly link: { readonly href: string } | null;
}

/** The backend's contact data, each checked before it becomes a link (SERVICE-1, BRIDGE-4). */
export function contactRows(
  { phone, whatsapp, email }: SupportContact,
  text: { readonly telephone: string; readonly whatsapp: string; readonly email: string },
): ContactRow[] {
  const call = telephoneAddress(phone);
  const chat = whatsappAddress(whatsapp);
  const mail = mailtoAddress(email);
  const rows: ContactRow[] = [
    {
      label: text.telephone,
      value: phone,
      link: call ? { href: call, ...hostAction({ name: 'callTelephone', telephone: phone }) } : null,
    },
    { label: text.whatsapp, value: whatsapp, link: chat ? { href: chat } : null },
    { label: text.email, value: email, link: mail ? { href: mail } : null },
  ];
  return rows.filter(({ value }) => value !== '');
}
