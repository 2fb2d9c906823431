/** A card number as a backend shows it, digits and masked places, in groups of 4: `4152 •••• •••• 4417` (PAYWAY-1, PAYWAY-6). */
export function groupedCardNumber(shown: string): string {
  const places = shown.replace(/[^\d*xX•●]/g, '').replace(/[*xX●]/g, '•');
  return places.replace(/.{4}(?=.)/gu, '$& ');
}
