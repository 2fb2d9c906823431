/** The message never contains the refused value. */
export class StoreReferenceError extends Error {
  readonly code = 'not-fifteen-digits';

  constructor() {
    super('store reference refused: not fifteen digits');
    this.name = 'StoreReferenceError';
  }
}

/** Luhn sum (ISO/IEC 7812-1, annex B) modulo 10, check digit included; 0 if valid. */
function luhnRemainder(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10;
}

/**
 * Reference for convenience stores: fifteen digits and their Luhn check digit.
 * @throws StoreReferenceError for anything but fifteen digits.
 */
export function buildStoreReference(fifteenDigits: string): string {
  if (!/^\d{15}$/.test(fifteenDigits)) throw new StoreReferenceError();
  return fifteenDigits + ((10 - luhnRemainder(`${fifteenDigits}0`)) % 10);
}

export function isStoreReference(text: string): boolean {
  return /^\d{16}$/.test(text) && luhnRemainder(text) === 0;
}

/**
 * Groups of digits with spaces, for reading aloud and copying.
 * @param size above 0; the last group may be shorter.
 */
export function groupDigits(text: string, size: number): string {
  const groups: string[] = [];
  for (let start = 0; start < text.length; start += size) groups.push(text.slice(start, start + size));
  return groups.join(' ');
}
