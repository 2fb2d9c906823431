import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { smsCodes } from '#db/schema/sms.ts';
import type { SecretState, SecretVerdict } from '#domain/sms/one-time-secret.ts';
import { isCode, judgeCode } from '#domain/sms/sms-code.ts';
import { isSameHash } from './keyed-hash.ts';
import { type CodeSubject, codeHash } from './send-code.ts';

/** What a guess came to; `none` when no code is out, `malformed` for a text that could be no code and costs no try. */
export type GuessVerdict = SecretVerdict | 'none' | 'malformed';

/**
 * Judges one guess at the code of a subject, in a transaction that the caller has to commit whatever the verdict: the
 * try counts. Guesses at one code wait for each other, so at most five are ever compared.
 * @param now real time.
 */
export async function guessCode(
  tx: Database,
  { binding, subject }: CodeSubject,
  guess: string,
  { secret, now }: { readonly secret: string; readonly now: Date },
): Promise<GuessVerdict> {
  if (!isCode(guess)) return 'malformed';
  const isThisCode = and(eq(smsCodes.purpose, binding.purpose), eq(smsCodes.subject, subject));
  const [kept] = await tx.select().from(smsCodes).where(isThisCode).for('update');
  if (!kept) return 'none';
  const { verdict, state } = judgeCode(
    kept,
    () => isSameHash(kept.codeHash, codeHash(secret, binding, guess)),
    now,
  );
  await tx.update(smsCodes).set({ guessCount: state.guessCount, usedAt: state.usedAt }).where(isThisCode);
  return verdict;
}

/** The life of the code that is out for a subject; null when there is none. */
export async function codeStateOf(
  database: Database,
  purpose: CodeSubject['binding']['purpose'],
  subject: string,
): Promise<SecretState | null> {
  const [kept] = await database
    .select({ issuedAt: smsCodes.issuedAt, guessCount: smsCodes.guessCount, usedAt: smsCodes.usedAt })
    .from(smsCodes)
    .where(and(eq(smsCodes.purpose, purpose), eq(smsCodes.subject, subject)));
  return kept ?? null;
}
