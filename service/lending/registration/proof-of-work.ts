import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { derivedKey, type Secrets } from '../secrets.ts';

const challengeMinutes = 60;

/** Each level doubles the work: a whole multiple by 16 times the tries, levels between by longer tries. */
const levelsPerDigit = 4;

export interface ProofBinding {
  readonly registrationId: string;
  /** When the registration's last code was sent; null before the first. Each code needs new work. */
  readonly lastSentAt: Date | null;
}

interface ProofRules {
  readonly secrets: Secrets;
  readonly iterations: number;
  readonly now: Date;
}

function boundTo({ registrationId, lastSentAt }: ProofBinding): string {
  return JSON.stringify([registrationId, lastSentAt?.getTime() ?? 0]);
}

/**
 * A challenge as JSON text, with PBKDF2, since a browser does its rounds as fast as any other program (`altcha-lib`). Level 0 takes 256
 * tries on average; each level doubles the work.
 */
export async function drawChallenge(
  binding: ProofBinding,
  level: number,
  { secrets: [secret], iterations, now }: ProofRules,
): Promise<string> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: iterations * 2 ** (level % levelsPerDigit),
    keyPrefix: '0'.repeat(2 + Math.floor(level / levelsPerDigit)),
    deriveKey,
    hmacSignatureSecret: derivedKey(secret, 'proof').toString('base64'),
    data: { level, boundTo: boundTo(binding), issuedAtMs: now.getTime() },
  });
  return JSON.stringify(challenge);
}

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      data: z.object({ level: z.int(), boundTo: z.string(), issuedAtMs: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

/** The level of work that a proof shows for its binding; null for an invalid proof. */
export async function provenLevel(proof: string | null, binding: ProofBinding, { secrets, now }: ProofRules) {
  const solution = payload.safeParse(parsed(proof));
  if (!solution.success) return null;
  const { level, boundTo: bound, issuedAtMs } = solution.data.challenge.parameters.data;
  if (bound !== boundTo(binding) || now.getTime() > issuedAtMs + challengeMinutes * 60_000) return null;
  for (const secret of secrets) {
    const { verified } = await verifySolution({
      ...(solution.data as unknown as Payload),
      deriveKey,
      hmacSignatureSecret: derivedKey(secret, 'proof').toString('base64'),
    });
    if (verified) return level;
  }
  return null;
}

function parsed(proof: string | null): unknown {
  try {
    return JSON.parse(Buffer.from(proof ?? '', 'base64').toString());
  } catch {
    return null;
  }
}
