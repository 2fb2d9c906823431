/** The number a borrower reads on a receipt: the end of the payment's id, which no other payment of a loan shares. */
export function receiptNumber(paymentId: string): string {
  return `RC-${paymentId
    .replace(/[^0-9a-z]/gi, '')
    .slice(-10)
    .toUpperCase()}`;
}
