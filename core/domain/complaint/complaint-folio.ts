/** The message never contains the refused value. */
export class FolioError extends Error {
  readonly code = 'out-of-range';

  constructor() {
    super('folio refused: out of range');
    this.name = 'FolioError';
  }
}

const largestSerial = 999_999_999;

/**
 * Reference number of a complaint: `QJ-2026-000123-38`. The last two digits are check digits (ISO/IEC 7064, MOD 97-10), which detect one
 * wrong or two swapped digits.
 * @param year 1000 to 9999.
 * @param serialNumber 1 to 999 999 999.
 * @throws FolioError outside these ranges.
 */
export function buildFolio(year: number, serialNumber: number): string {
  const isInRange =
    Number.isInteger(year) &&
    year >= 1000 &&
    year <= 9999 &&
    Number.isInteger(serialNumber) &&
    serialNumber >= 1 &&
    serialNumber <= largestSerial;
  if (!isInRange) throw new FolioError();
  const serial = String(serialNumber).padStart(6, '0');
  const check = 98 - (Number(`${year}${serial}00`) % 97);
  return `QJ-${year}-${serial}-${String(check).padStart(2, '0')}`;
}

export function isFolio(text: string): boolean {
  const parts = /^QJ-(\d{4})-(\d{6,9})-(\d{2})$/.exec(text);
  return parts !== null && Number(parts.slice(1).join('')) % 97 === 1;
}
