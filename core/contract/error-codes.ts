import type { ErrorCode } from '#domain/error-code.ts';

interface WireError {
  readonly wireCode: string;
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 422 | 429 | 500 | 503 | 504;
}

/** Wire code and HTTP status of each error, the same for all calls (specification, section 8). */
export const errorCodes: Readonly<Record<ErrorCode, WireError>> = {
  'request-malformed': { wireCode: '400', status: 400 },
  'session-required': { wireCode: '401', status: 401 },
  'signature-invalid': { wireCode: '401001', status: 401 },
  'borrower-blocked': { wireCode: '403001', status: 403 },
  'not-found': { wireCode: '404', status: 404 },
  'offer-unavailable': { wireCode: '404001', status: 404 },
  'method-not-allowed': { wireCode: '405', status: 405 },
  'status-conflict': { wireCode: '409', status: 409 },
  'quote-expired': { wireCode: '409001', status: 409 },
  'quote-mismatch': { wireCode: '409002', status: 409 },
  'open-loan-exists': { wireCode: '409003', status: 409 },
  'version-conflict': { wireCode: '409005', status: 409 },
  'payment-doubtful': { wireCode: '409006', status: 409 },
  'body-too-slow': { wireCode: '408', status: 408 },
  'body-too-large': { wireCode: '413', status: 413 },
  'request-invalid': { wireCode: '422', status: 422 },
  'too-many-requests': { wireCode: '429', status: 429 },
  'submission-repeated': { wireCode: '800005', status: 409 },
  'sms-code-wrong': { wireCode: '800006', status: 422 },
  'sms-code-spent': { wireCode: '422010', status: 422 },
  'sms-too-soon': { wireCode: '429001', status: 429 },
  'sms-limit-reached': { wireCode: '429002', status: 429 },
  'sms-unavailable': { wireCode: '503001', status: 503 },
  'card-declined': { wireCode: '422011', status: 422 },
  'credit-card-refused': { wireCode: '422012', status: 422 },
  'extension-unavailable': { wireCode: '409010', status: 409 },
  'captcha-wrong': { wireCode: '101', status: 422 },
  'already-registered': { wireCode: '11', status: 409 },
  'collection-unsupported': { wireCode: '409004', status: 409 },
  'complaint-empty': { wireCode: '422001', status: 422 },
  'complaint-too-long': { wireCode: '422002', status: 422 },
  'complaint-images-exceeded': { wireCode: '422003', status: 422 },
  'complaint-image-unknown': { wireCode: '422004', status: 422 },
  'image-type': { wireCode: '422005', status: 422 },
  'image-pixels-exceeded': { wireCode: '422006', status: 422 },
  'image-damaged': { wireCode: '422007', status: 422 },
  'image-too-large': { wireCode: '413001', status: 413 },
  internal: { wireCode: '500', status: 500 },
  'timed-out': { wireCode: '504', status: 504 },
  'service-unavailable': { wireCode: '503', status: 503 },
};

const codesByWireCode = new Map(
  Object.entries(errorCodes).map(([code, { wireCode }]) => [wireCode, code as ErrorCode]),
);

/** Undefined for a wire code that only a lender's own backend knows. */
export function errorCodeOf(wireCode: string): ErrorCode | undefined {
  return codesByWireCode.get(wireCode);
}

/** `Retry-After` of a request that the service cannot take at the moment. */
export const retryAfterSeconds = 5;
