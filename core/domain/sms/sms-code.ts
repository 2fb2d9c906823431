import type { MinorAmount } from '../money/money.ts';
import { plainText } from '../typed-text.ts';
import {
  type Judgement,
  judgeSecret,
  type SecretLimits,
  type SecretState,
  secretRefusal,
} from './one-time-secret.ts';

export const codeLength = 6;

export const codeLengths = { min: codeLength, max: codeLength } as const;

/** Lengths of codes from a lender's own backend for card payments (PAYWAY-3). */
export const backendCodeLengths = { min: codeLength, max: 12 } as const;

/** 5 guesses in 5 minutes (DESIGN, Money). */
export const codeLimits: SecretLimits = { guessesMax: 5, lifetimeSeconds: 300 };

/** Wait before a new code can be requested (PAYWAY-2, PROMO-5). */
export const codeResendSeconds = 60;

/** What a code authorises. Another loan, amount or card needs another code. */
export type CodeBinding =
  | {
      readonly purpose: 'card-payment';
      readonly loanId: string;
      readonly amountMinor: MinorAmount;
      readonly cardId: string;
    }
  | { readonly purpose: 'registration' | 'phone-code'; readonly mobilePhone: string };

export function codeBindingText(binding: CodeBinding): string {
  return JSON.stringify(
    binding.purpose === 'card-payment'
      ? [binding.purpose, binding.loanId, binding.amountMinor, binding.cardId]
      : [binding.purpose, binding.mobilePhone],
  );
}

/** The code of an evenly drawn number from 0 to 999999, leading zeros kept. */
export function codeOfNumber(drawn: number): string {
  if (!Number.isInteger(drawn) || drawn < 0 || drawn >= 10 ** codeLength) throw new RangeError('not a code');
  return String(drawn).padStart(codeLength, '0');
}

/**
 * The code in typed or pasted text, such as a whole SMS: the first run of enough digits in any script, else the first with separated
 * digits, `123-456`; else the text without blanks, for `isCode` or the backend to judge.
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

/** Whether a text can be a code; others do not count as guesses (PAYWAY-3). */
export function isCode(text: string): boolean {
  return text.length === codeLength && /^\d+$/.test(text);
}

/** `matches` compares hashes. */
export function judgeCode(state: SecretState, matches: () => boolean, now: Date): Judgement {
  return judgeSecret(codeLimits, state, matches, now);
}

export function isCodeOpen(state: SecretState, now: Date): boolean {
  return secretRefusal(codeLimits, state, now) === null;
}

/** Seconds until another code can be requested; equal on every page (PAYWAY-2). */
export function resendWaitSeconds(lastSentAt: Date | null, now: Date): number {
  if (lastSentAt === null) return 0;
  const leftMs = lastSentAt.getTime() + codeResendSeconds * 1000 - now.getTime();
  return Math.min(codeResendSeconds, Math.max(0, Math.ceil(leftMs / 1000)));
}
