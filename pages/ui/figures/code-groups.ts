import { formatClabe, isClabe } from '#domain/repayment/clabe.ts';
import { groupDigits } from '#domain/repayment/store-reference.ts';

/** A code as it is read: a CLABE in its own groups, other digits by four, anything else as it is. */
export function groupedCode(code: string): string {
  if (isClabe(code)) return formatClabe(code);
  return /^\d{6,}$/.test(code) ? groupDigits(code, 4) : code;
}
