import { groupDigits } from './store-reference.ts';

/** The three parts of a CLABE, digits only. */
export interface ClabeParts {
  /** 3 digits. */
  readonly bank: string;
  /** 3 digits. */
  readonly plaza: string;
  /** 11 digits. */
  readonly account: string;
}

/** A CLABE that cannot be built. The message never carries the refused value. */
export class ClabeError extends Error {
  readonly code = 'wrong-digits';

  constructor() {
    super('CLABE refused: wrong digits');
    this.name = 'ClabeError';
  }
}

const weights = [3, 7, 1] as const;

/**
 * The check digit of a CLABE: weights 3, 7, 1 over the first 17 digits, each product modulo 10 (Asociación de Bancos
 * de México, CLABE standard).
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

/** Whether a text is 18 digits whose last is the right check digit. */
export function isClabe(text: string): boolean {
  return /^\d{18}$/.test(text) && clabeCheckDigit(text.slice(0, 17)) === text[17];
}

/** Whether a text can be the bank or the plaza of a CLABE: 3 digits. */
export function isClabePart(text: string): boolean {
  return /^\d{3}$/.test(text);
}

/**
 * The 18-digit CLABE of a bank, plaza and account.
 * @throws ClabeError when a part does not have its 3, 3 or 11 digits.
 */
export function buildClabe(parts: ClabeParts): string {
  if (!isClabePart(parts.bank) || !isClabePart(parts.plaza) || !/^\d{11}$/.test(parts.account)) {
    throw new ClabeError();
  }
  const first17 = parts.bank + parts.plaza + parts.account;
  return first17 + clabeCheckDigit(first17);
}

/** A CLABE for display, bank and plaza apart and the rest in fours: `999 180 0100 2345 6788`. */
export function formatClabe(clabe: string): string {
  return `${groupDigits(clabe.slice(0, 6), 3)} ${groupDigits(clabe.slice(6), 4)}`;
}
