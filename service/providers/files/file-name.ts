import { randomBytes } from 'node:crypto';

const namePattern = /^[0-9a-f]{32}\.jpg$/;

/** A new name of 128 random bits for an image. */
export function newFileName(): string {
  return `${randomBytes(16).toString('hex')}.jpg`;
}

/** Whether a text is a name as `newFileName` gives it: no path, no trick with dots, capitals or other alphabets. */
export function isFileName(text: string): boolean {
  return namePattern.test(text);
}
