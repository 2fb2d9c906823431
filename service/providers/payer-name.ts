export interface PayerNameRule {
  /** Pattern of an allowed character, for the flag `u`. */
  readonly character: string;
  /** Minimum of words, and of letters in each. */
  readonly words: number;
  readonly letters: number;
}

/** Conekta's rules as its API enforces them (`parameter_validation.name`), OXXO's as Stripe documents them. */
export const payerNameRules = {
  conekta: { character: "[\\p{Script=Latin}\\p{M} .'-]", words: 1, letters: 2 },
  oxxo: { character: '[^\\p{Cc}]', words: 2, letters: 2 },
} as const satisfies Readonly<Record<string, PayerNameRule>>;

const standIn = ['Cliente', 'Llano'] as const;

const apostrophes = /[\u2018\u2019\u02bc\u00b4`]/g;

/**
 * A name that the provider accepts: removes forbidden characters and adds a word to a short name. The name is only a label; the
 * reference identifies the payment.
 */
export function payerName(name: string, { character, words, letters }: PayerNameRule): string {
  const allowed = new RegExp(character, 'u');
  const taken = [...name.normalize('NFC').replace(apostrophes, "'")]
    .filter((each) => allowed.test(each))
    .join('');
  const parts = taken.split(/\s+/).filter((part) => /\p{L}/u.test(part));
  const isLong = (part: string) => (part.match(/\p{L}/gu)?.length ?? 0) >= letters;
  const missing = Math.max(0, words - parts.filter(isLong).length);
  const before = standIn.slice(0, missing);
  return [...before, ...parts].join(' ');
}
