const dots = '•••';

/** How long a value stays unmasked for who had it shown. */
export const shownForMs = 900_000;

/** `Rosa Medina` becomes `R••• M•••`. */
export function maskedName(name: string): string {
  const [first, ...others] = name.trim().split(/\s+/);
  const shown = [first, others.at(-1)].filter((word): word is string => Boolean(word));
  return shown.map((word) => [...word][0] + dots).join(' ');
}

/** Shows two digits at each end, or none of fewer than eight. */
export function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (digits.length < 8) return dots;
  return `${digits.slice(0, 2)} •••• ••${digits.slice(-2)}`;
}

export function maskedText(text: string): string {
  return text === '' ? '' : dots;
}
