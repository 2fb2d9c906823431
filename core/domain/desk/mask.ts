const dots = '•••';

/** A person's name as lists show it: `Rosa Medina` is `R••• M•••`. */
export function maskedName(name: string): string {
  const [first, ...others] = name.trim().split(/\s+/);
  const shown = [first, others.at(-1)].filter((word): word is string => Boolean(word));
  return shown.map((word) => [...word][0] + dots).join(' ');
}

/** A telephone number of which two digits at each end are shown, or none where it is shorter than eight. */
export function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (digits.length < 8) return dots;
  return `${digits.slice(0, 2)} •••• ••${digits.slice(-2)}`;
}

/** Any other text of a person, of which nothing is shown. */
export function maskedText(text: string): string {
  return text === '' ? '' : dots;
}
