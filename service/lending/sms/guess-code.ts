import type { Transaction } from '#db/database.ts';
import type { SecretVerdict } from '#domain/sms/one-time-secret.ts';
import { codeLengths, isCode, judgeCode, typedCode } from '#domain/sms/sms-code.ts';
import { isHashOf, type Secrets } from '../secrets.ts';
import { type CodeSubject, codeHash, codeKeyOf } from './send-code.ts';
import { lockCode, updateCode } from './store.ts';

/** The result of a guess; `none` when no code is out, `malformed` for a text that cannot be a code and costs no try. */
export type GuessVerdict = SecretVerdict | 'none' | 'malformed';

/**
 * Checks a guess at a subject's code, in a transaction that the caller must commit in any case: the try counts. Concurrent guesses wait for
 * each other, so at most five are ever compared. @param now real time.
 */
export async function guessCode(
  transaction: Transaction,
  subject: CodeSubject,
  typed: string,
  { secrets, now }: { readonly secrets: Secrets; readonly now: Date },
): Promise<GuessVerdict> {
  const guess = typedCode(typed, codeLengths);
  if (!isCode(guess)) return 'malformed';
  const key = codeKeyOf(subject);
  const code = await lockCode(transaction, key);
  if (!code) return 'none';
  const isRight = () =>
    isHashOf(code.codeHash, secrets, (secret) => codeHash(secret, subject.binding, guess));
  const { verdict, state } = judgeCode(code, isRight, now);
  updateCode(transaction, key, state);
  return verdict;
}
