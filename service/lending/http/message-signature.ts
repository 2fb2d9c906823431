import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isSignatureError, type SignatureParameters, verifySignature } from 'http-message-sig';
import { parseDictionary } from 'structured-headers';
import { keyIdOf, keyOf } from '#contract/signature.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Clock } from '../ports.ts';
import type { Secrets } from '../secrets.ts';
import { isMessageId, isNear, type MessageHead } from './signature.ts';

/** What a signature has to cover and to say. */
export interface Coverage {
  readonly components: readonly string[];
  readonly parameters: readonly string[];
}

/** Of a call: neither scheme nor authority, which differ behind a proxy that ends TLS. */
const callCoverage: Coverage = {
  components: ['@method', '@path', '@query', 'content-digest'],
  parameters: ['created', 'nonce', 'keyid', 'alg'],
};

const algorithm = 'hmac-sha256';

/** Digests that are checked (RFC 9530), by the name that Node has for them. */
const digestNames: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/**
 * What a message signed by RFC 9421 says of itself; the signature is good, before a byte of the body is read.
 * @throws CodedError 'signature-invalid'.
 */
export async function signedHead(request: Request, secrets: Secrets, clock: Clock): Promise<MessageHead> {
  const keys = new Map(secrets.map((secret) => [keyIdOf(secret), keyOf(secret)]));
  const { created, expires, nonce, keyid } = await verifiedParameters(request, keys, callCoverage);
  const isTimely = isNear(Number(created), clock) && !(Number(expires) * 1000 < clock.now().getTime());
  if (!isTimely || nonce === undefined || keyid === undefined || !isMessageId(nonce)) {
    throw new CodedError('signature-invalid');
  }
  const digest = request.headers.get('Content-Digest') ?? '';
  return {
    messageId: nonce,
    keyId: keyid,
    verify(body) {
      if (!isDigestOf(body, digest)) throw new CodedError('signature-invalid');
      return keyid;
    },
  };
}

/**
 * The parameters of a request's one signature, if one of the keys made it; its time is not looked at.
 * @param keys by the `keyid` that names them.
 * @throws CodedError 'signature-invalid'.
 */
export async function verifiedParameters(
  request: Request,
  keys: ReadonlyMap<string, Uint8Array>,
  coverage: Coverage,
): Promise<SignatureParameters> {
  const { method, url, headers } = request;
  const fields = [...headers].map(([name, value]) => ({ name, value }));
  try {
    const { parameters } = await verifySignature(
      { kind: 'request', method, targetUri: url, fields },
      {
        policy: {
          algorithms: [algorithm],
          requiredComponents: coverage.components,
          requiredParameters: coverage.parameters,
          // By whose clock a signature is old is the caller's question.
          clockSkew: Number.MAX_SAFE_INTEGER,
        },
        resolveVerifier({ parameters }) {
          const key = keys.get(parameters.keyid ?? '');
          if (!key) throw new CodedError('signature-invalid');
          return {
            algorithm,
            verify(base, signature) {
              const right = createHmac('sha256', key).update(base).digest();
              return right.length === signature.length && timingSafeEqual(right, signature);
            },
          };
        },
      },
    );
    return parameters;
  } catch (error) {
    throw isSignatureError(error) ? new CodedError('signature-invalid') : error;
  }
}

/** Whether bytes are those that a `Content-Digest` is of: by one that is checked at least, and by all of these. */
export function isDigestOf(bytes: Uint8Array, contentDigest: string): boolean {
  const input = [...digestsIn(contentDigest)].flatMap(([name, [digest]]) => {
    const algorithmName = digestNames[name];
    return algorithmName === undefined ? [] : [{ algorithmName, digest }];
  });
  return (
    input.length > 0 &&
    input.every(
      ({ algorithmName, digest }) =>
        digest instanceof ArrayBuffer &&
        createHash(algorithmName).update(bytes).digest().equals(new Uint8Array(digest)),
    )
  );
}

function digestsIn(contentDigest: string): ReturnType<typeof parseDictionary> {
  try {
    return parseDictionary(contentDigest);
  } catch {
    return new Map();
  }
}
