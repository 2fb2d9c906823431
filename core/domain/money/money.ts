import type { markets } from '#markets/markets.ts';

/** ISO 4217 codes; each market has its own. */
export type Currency = (typeof markets)[keyof typeof markets]['currency']['code'];

declare const brand: unique symbol;

/** An amount in minor units (centavos, paise): an integer within ±(2^53-1). MONEY-1, MONEY-3. */
export type MinorAmount = number & { readonly [brand]: 'MinorAmount' };

export type MoneyErrorCode = 'not-integer' | 'out-of-range' | 'not-a-number';

/** An amount that cannot be held exactly. The message never contains the refused value. */
export class MoneyError extends Error {
  readonly code: MoneyErrorCode;

  constructor(code: MoneyErrorCode) {
    super(`amount refused: ${code}`);
    this.name = 'MoneyError';
    this.code = code;
  }
}

const ppmPerUnit = 1_000_000;
const largestPartCount = 10_000;

/**
 * Brands an integer as minor units; -0 becomes 0.
 * @throws MoneyError for NaN, a fraction, or anything beyond ±(2^53-1) (MONEY-3).
 */
export function minorAmount(value: number): MinorAmount {
  if (Number.isSafeInteger(value)) return (value + 0) as MinorAmount;
  if (typeof value !== 'number' || Number.isNaN(value)) throw new MoneyError('not-a-number');
  throw new MoneyError(Math.abs(value) > Number.MAX_SAFE_INTEGER ? 'out-of-range' : 'not-integer');
}

/**
 * Reads minor units written as an optional minus sign and 1 to 16 digits.
 * @throws MoneyError (MONEY-3).
 */
export function minorAmountFromText(text: string): MinorAmount {
  if (/^-?\d{1,16}$/.test(text)) return minorAmount(Number(text));
  if (/^-?\d+$/.test(text)) throw new MoneyError('out-of-range');
  if (/^-?\d+\.\d+$/.test(text)) throw new MoneyError('not-integer');
  throw new MoneyError('not-a-number');
}

export const zeroMinor: MinorAmount = minorAmount(0);

/** @throws MoneyError when a running sum leaves ±(2^53-1) (MONEY-3). */
export function addMinor(...amounts: readonly MinorAmount[]): MinorAmount {
  let sum = zeroMinor;
  for (const amount of amounts) sum = minorAmount(sum + minorAmount(amount));
  return sum;
}

/** @throws MoneyError when the result leaves ±(2^53-1) (MONEY-3). */
export function subtractMinor(a: MinorAmount, b: MinorAmount): MinorAmount {
  return minorAmount(minorAmount(a) - minorAmount(b));
}

function exactInteger(value: number | bigint): bigint {
  return typeof value === 'bigint' ? value : BigInt(minorAmount(value));
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twiceRemainder = absolute(numerator % denominator) * 2n;
  const roundsAway = twiceRemainder > denominator || (twiceRemainder === denominator && quotient % 2n !== 0n);
  if (!roundsAway) return quotient;
  return numerator < 0n ? quotient - 1n : quotient + 1n;
}

function roundHalfEven(numerator: number, denominator: number): number {
  const remainder = numerator % denominator;
  const quotient = (numerator - remainder) / denominator;
  const twiceRemainder = Math.abs(remainder) * 2;
  const roundsAway = twiceRemainder > denominator || (twiceRemainder === denominator && quotient % 2 !== 0);
  return roundsAway ? quotient + Math.sign(numerator) : quotient;
}

/**
 * amount × numerator / denominator in minor units, exact inside and rounded half-even once (DESIGN, Money). The denominator must be
 * positive.
 * @throws MoneyError for a ratio that is not made of integers, or a result beyond ±(2^53-1) (MONEY-3).
 */
export function multiplyRatio(
  amountMinor: MinorAmount,
  numerator: bigint | number,
  denominator: bigint | number,
): MinorAmount {
  if (typeof numerator === 'number' && typeof denominator === 'number') {
    const product = amountMinor * numerator;
    const isExact = [amountMinor, numerator, product, denominator, denominator * 2].every(
      Number.isSafeInteger,
    );
    if (isExact && denominator > 0) return minorAmount(roundHalfEven(product, denominator));
  }
  const divisor = exactInteger(denominator);
  if (divisor <= 0n) throw new MoneyError('out-of-range');
  return minorAmount(Number(divideHalfEven(exactInteger(amountMinor) * exactInteger(numerator), divisor)));
}

/**
 * amount × ppm / 1 000 000 in minor units, rounded half-even (DESIGN, Money).
 * @throws MoneyError for a fractional ratio or a result beyond ±(2^53-1) (MONEY-3).
 */
export function applyPpm(amountMinor: MinorAmount, ppm: number): MinorAmount {
  return multiplyRatio(amountMinor, ppm, ppmPerUnit);
}

/**
 * Splits a total into equal whole shares, rounded towards zero; the last share takes the remainder (DESIGN, Money).
 * @param parts 1 to 10 000.
 * @throws MoneyError for a number of parts outside that range.
 */
export function distributeMinor(totalMinor: MinorAmount, parts: number): MinorAmount[] {
  if (Number.isNaN(parts)) throw new MoneyError('not-a-number');
  if (!(parts >= 1 && parts <= largestPartCount)) throw new MoneyError('out-of-range');
  if (!Number.isInteger(parts)) throw new MoneyError('not-integer');
  const total = minorAmount(totalMinor);
  const remainder = total % parts;
  const share = minorAmount((total - remainder) / parts);
  return Array.from({ length: parts }, (_, index) =>
    index === parts - 1 ? minorAmount(share + remainder) : share,
  );
}
