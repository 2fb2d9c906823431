import type { DatabaseProbe } from '#db/readiness.ts';

/** What a node can be without: it is ending, its database, the schema, or the lender's backend; or nothing can be written for want of room. */
export const allLacks = ['draining', 'database', 'migrations', 'backend', 'writes'] as const;
export type Lack = (typeof allLacks)[number];

/** Whether a node should be sent borrowers: one that cannot write still lets them read, and no other node could. */
export function servesWithout(lacks: readonly Lack[]): boolean {
  return lacks.every((lack) => lack === 'writes');
}

/** Whether a node should be sent borrowers. */
export interface Readiness {
  /** What is wanting; empty when nothing is. Answers within about two seconds. */
  lacks(): Promise<readonly Lack[]>;
  /** Says from now on that it is ending. */
  drain(): void;
}

const limitMs = 2_000;
/** Many may ask at once; what they learn is this old at most. */
const rememberedMs = 1_000;
/** Answers of a proxy whose backend is not there. */
const unreachable: readonly number[] = [502, 503, 504];

/** The readiness of a node with the built-in service on a database, or with a lender's own backend at `apiBase`. */
export function createReadiness(parts: {
  readonly database: Pick<DatabaseProbe, 'lack'> | null;
  /** Whether writes fail for want of room. */
  readonly areWritesFailing: () => boolean;
  /** Empty for none. */
  readonly apiBase: string;
}): Readiness {
  let isDraining = false;
  let latest: { readonly at: number; readonly answer: Promise<readonly Lack[]> } | undefined;
  return {
    async lacks() {
      if (isDraining) return ['draining'];
      if (!latest || performance.now() - latest.at > rememberedMs) {
        latest = { at: performance.now(), answer: lacksOf(parts) };
      }
      const lacks = await latest.answer;
      if (isDraining) return ['draining'];
      return parts.areWritesFailing() ? [...lacks, 'writes'] : lacks;
    },
    drain() {
      isDraining = true;
    },
  };
}

async function lacksOf({
  database,
  apiBase,
}: Parameters<typeof createReadiness>[0]): Promise<readonly Lack[]> {
  const [databaseLack, isReached] = await Promise.all([
    database?.lack() ?? null,
    apiBase === '' || isReachable(apiBase),
  ]);
  return [...(databaseLack ? [databaseLack] : []), ...(isReached ? [] : (['backend'] as const))];
}

/**
 * Whether an address can be asked at all; one that is only not there yet can.
 * A port that no client may use, or credentials in the address, never can.
 */
export async function isFetchable(address: string): Promise<boolean> {
  try {
    await headOf(address);
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) return true;
    return error.cause instanceof Error && 'code' in error.cause;
  }
}

/** Any answer of its own will do: which paths a backend has beside the calls is its own matter. */
async function isReachable(address: string): Promise<boolean> {
  try {
    return !unreachable.includes((await headOf(address)).status);
  } catch {
    return false;
  }
}

function headOf(address: string): Promise<Response> {
  return fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(limitMs) });
}
