import type { DatabaseProbe } from '#db/readiness.ts';

/** What a node may miss, as `/ready` and the metrics name it; `writes` means that the disk of the database is full. */
export const missingParts = ['draining', 'database', 'migrations', 'backend', 'writes'] as const;
export type MissingPart = (typeof missingParts)[number];

/** Whether a load balancer should send requests. Without writes borrowers can still read, and other nodes share the database. */
export function servesWithout(lacks: readonly MissingPart[]): boolean {
  return lacks.every((lack) => lack === 'writes');
}

export interface Readiness {
  /** Empty for a ready node. Answers within about two seconds. */
  lacks(): Promise<readonly MissingPart[]>;
  drain(): void;
}

const limitMs = 2_000;
const rememberedMs = 1_000;
/** Statuses of a proxy whose backend is down. */
const unreachable: readonly number[] = [502, 503, 504];

export function createReadiness(parts: {
  readonly database: Pick<DatabaseProbe, 'lack'> | null;
  readonly areWritesFailing: () => boolean;
  readonly apiBase: string;
}): Readiness {
  let isDraining = false;
  let latest: { readonly at: number; readonly answer: Promise<readonly MissingPart[]> } | undefined;
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
}: Parameters<typeof createReadiness>[0]): Promise<readonly MissingPart[]> {
  const [databaseLack, isReached] = await Promise.all([
    database?.lack() ?? null,
    apiBase === '' || isReachable(apiBase),
  ]);
  return [...(databaseLack ? [databaseLack] : []), ...(isReached ? [] : (['backend'] as const))];
}

/** False for an address that `fetch` always refuses: a forbidden port or credentials in it. A server that is down counts as fetchable. */
export async function isFetchable(address: string): Promise<boolean> {
  try {
    await headOf(address);
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) return true;
    return error.cause instanceof Error && 'code' in error.cause;
  }
}

/** Any answer of the backend itself counts. */
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
