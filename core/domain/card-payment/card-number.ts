/** ISO/IEC 7812. */
const wholeNumberMinLength = 12;

/** Whether a backend sent a complete card number, which no page may show or send on (PAYWAY-2). */
export function isWholeCardNumber(shown: string): boolean {
  return /^\d+$/.test(shown.replace(/[\s-]/g, '')) && shown.replace(/\D/g, '').length >= wholeNumberMinLength;
}

/** A masked card number in groups of 4: `4152 •••• •••• 4417` (PAYWAY-1, PAYWAY-6). Of a complete number only the last 4 digits remain. */
export function groupedCardNumber(shown: string): string {
  const masked = shown.replace(/[^\d*xX•●]/g, '').replace(/[*xX●]/g, '•');
  const places = isWholeCardNumber(shown) ? masked.slice(-4).padStart(masked.length, '•') : masked;
  return places.replace(/.{4}(?=.)/gu, '$& ');
}
