import type { Logger } from 'pino';
import { errorText } from '#content/messages/errors.ts';
import { v3Envelope } from '#contract/envelope.ts';
import { errorCodes, retryAfterSeconds } from '#contract/error-codes.ts';
import type { Refusals } from './listen.ts';
import type { Admission, LoadGate } from './load-gate.ts';
import type { ServerObservation } from './observation.ts';
import { requestIdOf } from './request-scope.ts';
import { isServicePath, isSignedPath } from './reserved-paths.ts';
import { discardUnread } from './unread-body.ts';

/** A refusal as it is sent: headers in turn with their values, and the text. */
interface Prepared {
  readonly headers: readonly string[];
  readonly text: string;
}

/** What costs next to nothing to send, in both languages since nothing is known of who asks; a page asks again by itself. */
const page = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>503</title>${(
  ['es', 'en'] as const
)
  .map((language) => `<p lang="${language}">${errorText[language]['service-unavailable']}</p>`)
  .join('')}`;

const envelope = JSON.stringify(
  v3Envelope.refuse(errorCodes['service-unavailable'].wireCode, errorText.es['service-unavailable']),
);

const prepared = {
  call: prepare(envelope, ['Content-Type', 'application/json']),
  page: preparePage('Refresh', String(retryAfterSeconds)),
  form: preparePage(),
} as const satisfies Readonly<Record<string, Prepared>>;

function preparePage(...headers: readonly string[]): Prepared {
  const standing = [
    'Content-Type',
    'text/html; charset=utf-8',
    'Content-Security-Policy',
    "default-src 'none'",
  ];
  return prepare(page, [...standing, ...headers]);
}

function prepare(text: string, headers: readonly string[]): Prepared {
  const length = String(Buffer.byteLength(text));
  const standing = ['Retry-After', String(retryAfterSeconds), 'Cache-Control', 'no-store'];
  return { text, headers: [...standing, ...headers, 'Content-Length', length] };
}

/** How often the log is told of refusals, in milliseconds. */
const toldEveryMs = 1000;

/**
 * Refusals by a gate. A full node refuses several times as often as it answers, so nothing is done for a refusal that can be done
 * before: it is sent what was written once, and counted, and the log tells each second how many there were.
 * @param freePaths what is always answered.
 */
export function createRefusals({
  loadGate,
  freePaths,
  observation,
  logger,
}: {
  readonly loadGate: Pick<LoadGate, 'enter'>;
  readonly freePaths: ReadonlySet<string>;
  readonly observation: Pick<ServerObservation, 'requestAnswered'>;
  readonly logger: Pick<Logger, 'warn'>;
}): Refusals {
  let count = 0;
  const tell = () => {
    logger.warn({ count }, 'the node is full and refused requests');
    count = 0;
  };
  return {
    takeOn(request, response, standing) {
      const { method = '', url = '' } = request;
      const [path = ''] = url.split('?', 1);
      const isRead = method === 'GET' || method === 'HEAD';
      if (isRead && freePaths.has(path)) return free;
      const isSigned = isSignedPath(path);
      const isCall = isSigned || isServicePath(path);
      const admission = loadGate.enter(!isRead && (isSigned || !isCall));
      if (admission) return admission;
      if (count === 0) setTimeout(tell, toldEveryMs).unref();
      count += 1;
      const { headers, text } = prepared[isCall ? 'call' : method === 'GET' ? 'page' : 'form'];
      const id = requestIdOf(request.headers['x-request-id'] as string | undefined);
      response.writeHead(503, [...standing, ...headers, 'X-Request-Id', id]);
      discardUnread(request, response);
      response.end(text);
      observation.requestAnswered({ method, route: 'none', status: 503, durationSeconds: 0 });
      return null;
    },
  };
}

const free: Admission = { turn: null, leave: () => undefined };
