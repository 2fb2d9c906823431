import { errorText } from '#content/messages/errors.ts';
import { v3Envelope } from '#contract/envelope.ts';
import { errorCodes, retryAfterSeconds } from '#contract/error-codes.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import { barePolicy, policyHeader } from '../content-security-policy.ts';

/** Headers as alternating names and values, and the body. */
interface Prepared {
  readonly headers: readonly string[];
  readonly text: string;
}

type PreparedRefusal = Readonly<Record<'call' | 'form', Prepared>>;

type EarlyCode = Extract<ErrorCode, 'service-unavailable' | 'too-many-requests' | 'body-too-slow'>;

const prepared: Readonly<Record<EarlyCode, PreparedRefusal>> = {
  'service-unavailable': prepareAll('service-unavailable', ['Retry-After', String(retryAfterSeconds)]),
  'too-many-requests': prepareAll('too-many-requests', []),
  'body-too-slow': prepareAll('body-too-slow', []),
};

/** Prepared answers that cost next to nothing to send, in both languages. */
export function preparedRefusal(code: EarlyCode): PreparedRefusal {
  return prepared[code];
}

function prepareAll(code: EarlyCode, retry: readonly string[]): PreparedRefusal {
  const { wireCode, status } = errorCodes[code];
  const words = (['es', 'en'] as const).map(
    (language) => `<p lang="${language}">${errorText[language][code]}</p>`,
  );
  const page = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title>${words.join('')}`;
  const ofPage = ['Content-Type', 'text/html; charset=utf-8', policyHeader, barePolicy];
  const call = JSON.stringify(v3Envelope.refuse(wireCode, errorText.es[code]));
  return {
    call: prepare(call, [...retry, 'Content-Type', 'application/json']),
    form: prepare(page, [...retry, ...ofPage]),
  };
}

function prepare(text: string, headers: readonly string[]): Prepared {
  const length = String(Buffer.byteLength(text));
  return { text, headers: [...headers, 'Cache-Control', 'no-store', 'Content-Length', length] };
}
