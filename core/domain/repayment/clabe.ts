import { groupDigits } from './store-reference.ts';

/** The message never contains the refused value. */
export class ClabeError extends Error {
  readonly code = 'wrong-digits';

  constructor() {
    super('CLABE refused: wrong digits');
    this.name = 'ClabeError';
  }
}

const weights = [3, 7, 1] as const;

/**
 * Weights 3, 7, 1 over the first 17 digits, each product modulo 10 (Asociación de Bancos de México, CLABE standard).
 * @throws ClabeError for anything but 17 digits.
 */
export function clabeCheckDigit(first17: string): string {
  if (!/^\d{17}$/.test(first17)) throw new ClabeError();
  let sum = 0;
  for (let index = 0; index < first17.length; index += 1) {
    sum += (Number(first17[index]) * (weights[index % 3] ?? 0)) % 10;
  }
  return String((10 - (sum % 10)) % 10);
}

/** 18 digits with the right check digit. */
export function isClabe(text: string): boolean {
  return /^\d{18}$/.test(text) && clabeCheckDigit(text.slice(0, 17)) === text[17];
}

/**
 * Whether a text can start a lender's CLABEs: 6 to 12 digits of bank (3), plaza (3) and the bank's number for the lender. At least 5
 * digits remain to identify loans.
 */
export function isClabePrefix(text: string): boolean {
  return /^\d{6,12}$/.test(text);
}

/**
 * The CLABE of a prefix and an account, 17 digits together.
 * @throws ClabeError when they are not.
 */
export function buildClabe(prefix: string, account: string): string {
  const first17 = prefix + account;
  return first17 + clabeCheckDigit(first17);
}

/** `999 180 0100 2345 6788`. */
export function formatClabe(clabe: string): string {
  return `${groupDigits(clabe.slice(0, 6), 3)} ${groupDigits(clabe.slice(6), 4)}`;
}
