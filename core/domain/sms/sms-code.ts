import type { MinorAmount } from '../money/money.ts';
import { plainText } from '../typed-text.ts';
import {
  type Judgement,
  judgeSecret,
  type SecretLimits,
  type SecretState,
  secretRefusal,
} from './one-time-secret.ts';

/** Digits of a code. */
export const codeLength = 6;

/** The same as bounds. */
export const codeLengths = { min: codeLength, max: codeLength } as const;

/** Fewest and most characters of a code that a lender's own backend sends for a card payment (PAYWAY-3). */
export const backendCodeLengths = { min: codeLength, max: 12 } as const;

/** A code serves 5 guesses within 5 minutes (DESIGN, Money). */
export const codeLimits: SecretLimits = { guessesMax: 5, lifetimeSeconds: 300 };

/** A new code may be asked for this long after the last one was sent (PAYWAY-2, PROMO-5). */
export const codeResendSeconds = 60;

/** What a code is for. It serves nothing else: another loan, amount or card needs another code. */
export type CodeBinding =
  | {
      readonly purpose: 'card-payment';
      readonly loanId: string;
      readonly amountMinor: MinorAmount;
      readonly cardId: string;
    }
  | { readonly purpose: 'registration'; readonly mobilePhone: string };

/** A binding as one text, different for different bindings: what is hashed together with the code. */
export function codeBindingText(binding: CodeBinding): string {
  return JSON.stringify(
    binding.purpose === 'card-payment'
      ? [binding.purpose, binding.loanId, binding.amountMinor, binding.cardId]
      : [binding.purpose, binding.mobilePhone],
  );
}

/** The code for a number drawn evenly from 0 to 999999, zeros in front kept. */
export function codeOfNumber(drawn: number): string {
  if (!Number.isInteger(drawn) || drawn < 0 || drawn >= 10 ** codeLength) throw new RangeError('not a code');
  return String(drawn).padStart(codeLength, '0');
}

/**
 * The code in what a person typed or pasted, a whole SMS perhaps: the first run of as many digits of any script as a code has, else the
 * first whose digits stand apart, `123-456`; else the text without blanks, for `isCode` or the backend to judge.
 */
export function typedCode(
  typed: string,
  { min, max }: { readonly min: number; readonly max: number },
): string {
  const text = plainText(typed);
  const joined = text.replace(/(\d)[\s.-]+(?=\d)/g, '$1');
  const run = [text, joined]
    .flatMap((each) => each.match(/\d+/g) ?? [])
    .find(({ length }) => length >= min && length <= max);
  return run ?? text.replace(/\s/g, '');
}

/** Whether a text could be a code; anything else is not even a guess (PAYWAY-3). */
export function isCode(text: string): boolean {
  return text.length === codeLength && /^\d+$/.test(text);
}

/** Judges one guess at a code under the rules of codes; `matches` compares hashes. */
export function judgeCode(state: SecretState, matches: () => boolean, now: Date): Judgement {
  return judgeSecret(codeLimits, state, matches, now);
}

/** Whether a code still waits for its guess. */
export function isCodeOpen(state: SecretState, now: Date): boolean {
  return secretRefusal(codeLimits, state, now) === null;
}

/** Whole seconds until another code may be asked for, 0 when it may; the same on every page that shows it (PAYWAY-2). */
export function resendWaitSeconds(lastSentAt: Date | null, now: Date): number {
  if (lastSentAt === null) return 0;
  const leftMs = lastSentAt.getTime() + codeResendSeconds * 1000 - now.getTime();
  return Math.min(codeResendSeconds, Math.max(0, Math.ceil(leftMs / 1000)));
}
