import type { Logger } from 'pino';
import { retryAfterSeconds } from '#contract/error-codes.ts';
import type { Refusals } from '../listen.ts';
import type { ServerObservation } from '../observation.ts';
import { requestIdOf } from '../request-scope.ts';
import { isServicePath, isSignedPath } from '../reserved-paths.ts';
import type { Admission, LoadGate } from './load-gate.ts';
import { preparedRefusal } from './prepared-refusal.ts';
import { type RefusalPages, refusalPageFor } from './refusal-pages.ts';
import type { Shares } from './shares.ts';
import { discardUnread } from './unread-body.ts';

const countedMs = 1000;

/**
 * Refuses requests that the gate does not admit. A full node refuses several times as often as it answers, so a refusal sends a
 * prepared answer, and the log gets one line a second.
 * @param freePaths always answered.
 * @param callerOf for a signed path gives the signer.
 */
export function createRefusals({
  loadGate,
  freePaths,
  callerOf,
  pages,
  observation,
  logger,
}: {
  readonly loadGate: Pick<LoadGate, 'enter'>;
  readonly freePaths: ReadonlySet<string>;
  readonly callerOf: Shares['callerOf'];
  readonly pages: RefusalPages;
  readonly observation: Pick<ServerObservation, 'requestAnswered'>;
  readonly logger: Pick<Logger, 'warn'>;
}): Refusals {
  const { call } = preparedRefusal('service-unavailable');
  const retry = ['Retry-After', String(retryAfterSeconds)];
  // A page reloads by itself, a form must not.
  const refresh = ['Refresh', String(retryAfterSeconds)];
  let count = 0;
  const tell = () => {
    logger.warn({ count }, 'the node is full and refused requests');
    count = 0;
  };
  return {
    takeOn(request, response, commonHeaders) {
      const { method = '', url = '' } = request;
      const [path = ''] = url.split('?', 1);
      const isRead = method === 'GET' || method === 'HEAD';
      if (isRead && freePaths.has(path)) return free;
      const isSigned = isSignedPath(path);
      const isCall = isSigned || isServicePath(path);
      const isBegun = !isRead && (isSigned || !isCall);
      const { name, isKnown } = callerOf(request, isSigned);
      const known = isBegun ? 'begun' : 'known';
      const isArriving = () => !request.complete && !request.socket.isPaused();
      const admission = loadGate.enter(isKnown ? known : 'stranger', name, isArriving);
      if (admission) return admission;
      if (count === 0) setTimeout(tell, countedMs).unref();
      count += 1;
      const { headers, text } = isCall ? call : refusalPageFor(pages, url);
      const ofPage = isCall ? [] : method === 'GET' ? [...retry, ...refresh] : retry;
      const id = requestIdOf(request.headers['x-request-id'] as string | undefined);
      response.writeHead(503, [...commonHeaders, ...headers, ...ofPage, 'X-Request-Id', id]);
      discardUnread(request, response);
      response.end(text);
      observation.requestAnswered({ method, route: 'none', status: 503, durationSeconds: 0 });
      return null;
    },
  };
}

const free: Admission = { turn: null, leave: () => undefined };
