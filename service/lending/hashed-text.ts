import { createHash } from 'node:crypto';
import { documentText, type LegalDocument } from '#content/legal/document.ts';
import type { Language } from '#domain/language.ts';

export interface HashedText {
  readonly text: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string;
  readonly version: string;
  readonly language: Language;
}

export function hashedText(document: LegalDocument): HashedText {
  const text = documentText(document);
  return { text, hash: textHash(text), version: document.version, language: document.language };
}

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
