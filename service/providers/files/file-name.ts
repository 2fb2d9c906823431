import { randomBytes } from 'node:crypto';

const namePattern = /^[0-9a-f]{32}\.jpg$/;

/** A name of 128 random bits. */
export function newFileName(): string {
  return `${randomBytes(16).toString('hex')}.jpg`;
}

/** Accepts only names of `newFileName`, so never a path. */
export function isFileName(text: string): boolean {
  return namePattern.test(text);
}
