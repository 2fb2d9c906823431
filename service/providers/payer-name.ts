/** What a provider takes as the name of a payer. */
export interface PayerNameRule {
  /** A character that it takes in a name, as a pattern with the flag `u`. */
  readonly character: string;
  /** How many words a name has at least, and letters each of these. */
  readonly words: number;
  readonly letters: number;
}

/** Known rules: of Conekta by what its API refuses (`parameter_validation.name`), of OXXO as Stripe documents it. */
export const payerNameRules = {
  conekta: { character: "[\\p{Script=Latin}\\p{M} .'-]", words: 1, letters: 2 },
  oxxo: { character: '[^\\p{Cc}]', words: 2, letters: 2 },
} as const satisfies Readonly<Record<string, PayerNameRule>>;

/** Stands before or for a name that is too short. */
const standIn = ['Cliente', 'Llano'] as const;

/** Apostrophes as keyboards write them. */
const apostrophes = /[\u2018\u2019\u02bc\u00b4`]/g;

/**
 * A borrower's name as a provider takes it: what it refuses is left out, and a customer's word stands for what is missing. The name is a
 * label at the provider; the payment is found by its reference.
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
