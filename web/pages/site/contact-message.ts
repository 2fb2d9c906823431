import { withoutTurns } from '#domain/typed-text.ts';

export interface ContactMessage {
  readonly name: string;
  readonly telephone: string;
  readonly email: string;
  readonly remark: string;
}

export interface ContactInbox {
  /**
   * @throws if the message could not be stored; CodedError 'too-many-requests' if the visitor has sent too many.
   */
  keep(message: ContactMessage): Promise<void>;
}

/** Fields in order, with their longest texts (SITE-4). */
export const contactFieldLimits = {
  name: 120,
  telephone: 64,
  email: 254,
  remark: 2000,
} as const satisfies Readonly<Record<keyof ContactMessage, number>>;

export type ContactFieldName = keyof typeof contactFieldLimits;

export const contactFieldNames = Object.keys(contactFieldLimits) as ContactFieldName[];

export interface ContactEntry {
  readonly typed: ContactMessage;
  readonly missing: readonly ContactFieldName[];
}

/** Trims the fields, removes direction marks and cuts them to their limits (SITE-4). */
export function readContactEntry(fieldOf: (name: ContactFieldName) => string): ContactEntry {
  const typed = Object.fromEntries(
    contactFieldNames.map((name) => [name, withoutTurns(fieldOf(name)).slice(0, contactFieldLimits[name])]),
  ) as unknown as ContactMessage;
  return { typed, missing: contactFieldNames.filter((name) => typed[name] === '') };
}
