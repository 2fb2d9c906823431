import { withoutTurns } from '#domain/typed-text.ts';

/** What a visitor writes on the contact page, every text trimmed and not empty. */
export interface ContactMessage {
  readonly name: string;
  readonly telephone: string;
  readonly email: string;
  readonly remark: string;
}

/** Where messages of the contact page go (SITE-4). */
export interface ContactInbox {
  /** Stores a message; rejects when it could not, with the CodedError 'too-many-requests' where the visitor has left too many. */
  keep(message: ContactMessage): Promise<void>;
}

/** The fields of the contact form in their order, with the most characters of each (SITE-4). */
export const contactFieldLimits = {
  name: 120,
  telephone: 64,
  email: 254,
  remark: 2000,
} as const satisfies Readonly<Record<keyof ContactMessage, number>>;

export type ContactFieldName = keyof typeof contactFieldLimits;

export const contactFieldNames = Object.keys(contactFieldLimits) as ContactFieldName[];

/** What was typed into the contact form, and which fields were left empty. */
export interface ContactEntry {
  readonly typed: ContactMessage;
  readonly missing: readonly ContactFieldName[];
}

/** Reads the contact form: texts trimmed and without marks of direction, what goes beyond a field's limit left off (SITE-4). */
export function readContactEntry(fieldOf: (name: ContactFieldName) => string): ContactEntry {
  const typed = Object.fromEntries(
    contactFieldNames.map((name) => [name, withoutTurns(fieldOf(name)).slice(0, contactFieldLimits[name])]),
  ) as unknown as ContactMessage;
  return { typed, missing: contactFieldNames.filter((name) => typed[name] === '') };
}
