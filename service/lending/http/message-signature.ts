import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isSignatureError, type SignatureParameters, verifySignature } from 'http-message-sig';
import { parseDictionary } from 'structured-headers';
import { keyIdOf, keyOf } from '#contract/signature.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Clock } from '../ports.ts';
import type { Secrets } from '../secrets.ts';
import { isMessageId, isNear, type MessageHead } from './signature.ts';

export interface Coverage {
  readonly components: readonly string[];
  readonly parameters: readonly string[];
}

/** For host calls: neither scheme nor authority, which differ behind a proxy that ends TLS. */
const callCoverage: Coverage = {
  components: ['@method', '@path', '@query', 'content-digest'],
  parameters: ['created', 'nonce', 'keyid', 'alg'],
};

const algorithm = 'hmac-sha256';

/** Accepted digests (RFC 9530) with their names in Node. */
const digestNames: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' };

/** Verifies the RFC 9421 signature of a message before its body is read. @throws CodedError 'signature-invalid'. */
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
 * The parameters of a request's single signature, made by one of the keys; its time is not checked. @param keys by `keyid`. @throws
 * CodedError 'signature-invalid'.
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
          // The caller decides by which clock a signature is too old.
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

/** Whether bytes have this `Content-Digest`: it has at least one accepted digest, and all of these match. */
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
