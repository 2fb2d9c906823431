/** The number a borrower reads on a receipt: the end of the payment's id, which no other payment of a loan shares. */
export function receiptNumber(paymentId: string): string {
  return `RC-${paymentId
    .replace(/[^0-9a-z]/gi, '')
    .slice(-10)
    .toUpperCase()}`;
}

/** Letters and figures that are read aloud and typed without being taken for another: no I, L, O or U. */
const checkLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const checkLength = 10;

/** The code of a receipt as read: ten letters and figures in two groups, 50 bits of a hash in hexadecimal. */
export function checkCodeOf(hash: string): string {
  const bits = BigInt(`0x${hash.slice(0, 16)}`) >> 14n;
  const letters = Array.from({ length: checkLength }, (_, place) => {
    return checkLetters[Number((bits >> BigInt(5 * (checkLength - 1 - place))) & 31n)];
  }).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** A code as somebody typed it: no blanks or hyphens, and what looks alike made alike. */
export function typedCheckCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
