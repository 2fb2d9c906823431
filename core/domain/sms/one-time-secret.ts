export interface SecretLimits {
  readonly guessesMax: number;
  readonly lifetimeSeconds: number;
}

export interface SecretState {
  readonly issuedAt: Date;
  readonly guessCount: number;
  readonly usedAt: Date | null;
}

/**
 * Result of a guess. Only `accepted` and `wrong` compare the guess with the secret; the other three are equal for right and wrong guesses
 * and reveal nothing.
 */
export type SecretVerdict = 'accepted' | 'wrong' | 'used' | 'expired' | 'exhausted';

export interface Judgement {
  readonly verdict: SecretVerdict;
  readonly state: SecretState;
}

export function secretExpiresAt(limits: SecretLimits, issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + limits.lifetimeSeconds * 1000);
}

/** Why a guess may not be compared with the secret; null if it may. */
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
 * Judges one guess. Calls `matches` only while the secret is valid, so that at most `guessesMax` guesses are compared; right and wrong
 * ones count.
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
