/** Receipt number: the end of the payment's id, unique among the payments of a loan. */
export function receiptNumber(paymentId: string): string {
  return `RC-${paymentId
    .replace(/[^0-9a-z]/gi, '')
    .slice(-10)
    .toUpperCase()}`;
}

/** No I, L, O or U, which are confused when read aloud or typed. */
const checkLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const checkLength = 10;

/** Check code of a receipt: ten characters in two groups, 50 bits of a hexadecimal hash. */
export function checkCodeOf(hash: string): string {
  const bits = BigInt(`0x${hash.slice(0, 16)}`) >> 14n;
  const letters = Array.from({ length: checkLength }, (_, place) => {
    return checkLetters[Number((bits >> BigInt(5 * (checkLength - 1 - place))) & 31n)];
  }).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** A typed check code without blanks and hyphens, and with look-alike characters replaced. */
export function typedCheckCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
