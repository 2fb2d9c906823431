import type { ContractClientOptions } from '#contract/client.ts';
import type { LendingDependencies } from '#lending/dependencies.ts';
import type { Metrics } from './metrics.ts';
import type { RequestScope } from './request-scope.ts';

/** What the parts of a node tell of what they do. */
export interface Observation {
  readonly lending: Pick<LendingDependencies, 'jobEnded' | 'booksCompared' | 'aroundCall'>;
  readonly aroundPageCall: NonNullable<ContractClientOptions['around']>;
}

/** Passes on what happens to the metrics, where there are any, and learns which path pattern answers a request. */
export function createObservation(requestScope: RequestScope, metrics: Metrics | null): Observation {
  return {
    lending: {
      ...(metrics && { jobEnded: metrics.jobEnded, booksCompared: metrics.booksCompared }),
      async aroundCall({ name, path }, answer) {
        requestScope.setRoute(path);
        const startedAt = performance.now();
        const response = await answer();
        metrics?.callAnswered({
          call: name,
          outcome: outcomeOf(response.status),
          durationSeconds: secondsSince(startedAt),
          isSigned: path.startsWith('/host/'),
        });
        return response;
      },
    },
    async aroundPageCall(call, make) {
      const startedAt = performance.now();
      const result = await make();
      const outcome = result.success ? 'done' : result.failure;
      metrics?.callMade({ call, outcome, durationSeconds: secondsSince(startedAt) });
      return result;
    },
  };
}

/** What came of a call: `unavailable` is to be tried again. */
function outcomeOf(status: number): 'done' | 'refused' | 'unavailable' | 'failed' {
  if (status < 400) return 'done';
  if (status < 500) return 'refused';
  return status === 503 ? 'unavailable' : 'failed';
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
