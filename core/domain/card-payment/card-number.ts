/** Fewest digits of a whole card number (ISO/IEC 7812). */
const wholeNumberMinLength = 12;

/** Whether a backend gave a card's number whole, which no page may show or send on (PAYWAY-2). */
export function isWholeCardNumber(shown: string): boolean {
  return /^\d+$/.test(shown.replace(/[\s-]/g, '')) && shown.replace(/\D/g, '').length >= wholeNumberMinLength;
}

/**
 * A card number as a backend shows it, digits and masked places, in groups of 4: `4152 •••• •••• 4417` (PAYWAY-1,
 * PAYWAY-6). Of one that came whole only the last 4 digits are left.
 */
export function groupedCardNumber(shown: string): string {
  const masked = shown.replace(/[^\d*xX•●]/g, '').replace(/[*xX●]/g, '•');
  const places = isWholeCardNumber(shown) ? masked.slice(-4).padStart(masked.length, '•') : masked;
  return places.replace(/.{4}(?=.)/gu, '$& ');
}
