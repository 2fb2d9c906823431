import type { ContractClientOptions } from '#contract/client.ts';
import type { StatementHook } from '#db/session.ts';
import type { LendingDependencies } from '#lending/dependencies.ts';
import type { AnsweredRequest, Metrics } from './metrics.ts';
import type { RequestScope } from './request-scope.ts';
import { noSpan, type OpenSpan, type Tracing } from './tracing.ts';

/** Hooks of each part of a node that record metrics and traces. */
export interface Observation {
  readonly lending: Pick<
    LendingDependencies,
    'jobEnded' | 'booksCompared' | 'eventsFound' | 'mattersCounted' | 'providerHeard' | 'aroundCall'
  >;
  readonly aroundPageCall: NonNullable<ContractClientOptions['around']>;
  readonly server: ServerObservation;
}

export interface ServerObservation {
  requestAnswered(request: AnsweredRequest): void;
  /** Wraps a request, except for static files and health checks. */
  aroundRequest(work: () => Promise<Omit<AnsweredRequest, 'durationSeconds'>>): Promise<void>;
  /** Wraps the rendering of a page. `work` gets a function to report the route pattern. */
  aroundScreen<Result>(work: (routed: (pattern: string) => void) => Promise<Result>): Promise<Result>;
}

/** Traces each database statement; does nothing without tracing. */
export function statementsIn(tracing: Tracing | null): StatementHook {
  if (!tracing) return (_text, ask) => ask();
  return (text, ask) => {
    const [operation = ''] = /^[a-z]+/i.exec(text.trimStart()) ?? [];
    return tracing.span(`sql ${operation.toLowerCase()}`, 'outgoing', async (span) => {
      span.set({ 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, statementMaxLength) });
      return ask();
    });
  };
}

const statementMaxLength = 2_000;

/** Reports requests to metrics and traces, if enabled, and records the route pattern of each request. */
export function createObservation(
  requestScope: RequestScope,
  { metrics, tracing }: { readonly metrics: Metrics | null; readonly tracing: Tracing | null },
): Observation {
  const inSpan = <Result>(
    name: string,
    kind: 'request' | 'inside',
    work: (span: OpenSpan) => Promise<Result>,
  ) => (tracing ? tracing.span(name, kind, work) : work(noSpan));
  return {
    lending: {
      ...(metrics && {
        jobEnded: metrics.jobEnded,
        booksCompared: metrics.booksCompared,
        eventsFound: metrics.eventsFound,
        mattersCounted: metrics.mattersCounted,
        providerHeard: metrics.providerHeard,
      }),
      aroundCall({ name, path }, answer) {
        requestScope.setRoute(path);
        return inSpan(`answer ${name}`, 'inside', async (span) => {
          const startedAt = performance.now();
          const response = await answer();
          const outcome = outcomeOf(response.status);
          span.set({ 'llano.call': name, 'llano.outcome': outcome });
          if (outcome === 'failed' || outcome === 'unavailable') span.fail();
          metrics?.callAnswered({
            call: name,
            outcome,
            durationSeconds: secondsSince(startedAt),
            isSigned: /^\/(host|webhooks)\//.test(path),
          });
          return response;
        });
      },
    },
    aroundPageCall: (call, make) =>
      inSpan(`call ${call}`, 'inside', async (span) => {
        const startedAt = performance.now();
        const result = await make();
        const outcome = result.success ? 'done' : result.failure;
        span.set({ 'llano.call': call, 'llano.outcome': outcome });
        if (!result.success && result.failure !== 'refused') span.fail();
        metrics?.callMade({ call, outcome, durationSeconds: secondsSince(startedAt) });
        return result;
      }),
    server: {
      requestAnswered: (request) => metrics?.requestAnswered(request),
      aroundRequest: (work) =>
        inSpan('request', 'request', async (span) => {
          const { method, route, status } = await work();
          span.rename(`${method} ${route}`);
          span.set({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            'llano.request_id': requestScope.current()?.id ?? '',
          });
          if (status >= 500) span.fail();
        }),
      aroundScreen: (work) =>
        inSpan('screen', 'inside', (span) =>
          work((pattern) => {
            requestScope.setRoute(pattern);
            span.rename(`screen ${pattern}`);
          }),
        ),
    },
  };
}

function outcomeOf(status: number): 'done' | 'refused' | 'unavailable' | 'failed' {
  if (status < 400) return 'done';
  if (status < 500) return 'refused';
  return status === 503 ? 'unavailable' : 'failed';
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
