/** How often a secret may be guessed and how long it serves. */
export interface SecretLimits {
  readonly guessesMax: number;
  readonly lifetimeSeconds: number;
}

/** Where a secret stands. It serves once: a used one never serves again. */
export interface SecretState {
  readonly issuedAt: Date;
  readonly guessCount: number;
  readonly usedAt: Date | null;
}

/**
 * What a guess came to. Only `accepted` and `wrong` compared the guess with the secret; the other three are the same for
 * a right and a wrong guess, so they tell nothing about it.
 */
export type SecretVerdict = 'accepted' | 'wrong' | 'used' | 'expired' | 'exhausted';

/** The verdict on a guess and the state to keep. */
export interface Judgement {
  readonly verdict: SecretVerdict;
  readonly state: SecretState;
}

/** The moment from which a secret no longer serves. */
export function secretExpiresAt(limits: SecretLimits, issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + limits.lifetimeSeconds * 1000);
}

/** Whether a guess may still be compared with the secret; null when it may. */
export function secretRefusal(
  limits: SecretLimits,
  state: SecretState,
  now: Date,
): Exclude<SecretVerdict, 'accepted' | 'wrong'> | null {
  if (state.usedAt !== null) return 'used';
  if (now >= secretExpiresAt(limits, state.issuedAt)) return 'expired';
  return state.guessCount >= limits.guessesMax ? 'exhausted' : null;
}

/**
 * Judges one guess. `matches` compares it with the secret and is called only while the secret serves, so at most
 * `guessesMax` guesses are ever compared; each of them counts, right or wrong.
 */
export function judgeSecret(
  limits: SecretLimits,
  state: SecretState,
  matches: () => boolean,
  now: Date,
): Judgement {
  const refusal = secretRefusal(limits, state, now);
  if (refusal !== null) return { verdict: refusal, state };
  const isRight = matches();
  return {
    verdict: isRight ? 'accepted' : 'wrong',
    state: { ...state, guessCount: state.guessCount + 1, usedAt: isRight ? now : null },
  };
}
