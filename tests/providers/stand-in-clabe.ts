/** A CLABE with its check digit, as banks compute it. */
export function clabeOf(first17: string): string {
  const weights = '37137137137137137';
  const sum = [...first17].reduce(
    (total, digit, place) => total + ((Number(digit) * Number(weights[place])) % 10),
    0,
  );
  return first17 + ((10 - (sum % 10)) % 10);
}
