/** Reasons to refuse a request. The contract gives each its wire code and status. */
export type ErrorCode =
  | 'session-required'
  | 'signature-invalid'
  | 'not-found'
  | 'method-not-allowed'
  | 'request-malformed'
  | 'request-invalid'
  | 'body-too-large'
  | 'body-too-slow'
  | 'too-many-requests'
  | 'offer-unavailable'
  | 'quote-expired'
  | 'quote-mismatch'
  | 'open-loan-exists'
  | 'status-conflict'
  | 'version-conflict'
  | 'payment-doubtful'
  | 'borrower-blocked'
  | 'submission-repeated'
  | 'sms-code-wrong'
  | 'sms-code-spent'
  | 'sms-too-soon'
  | 'sms-limit-reached'
  | 'sms-unavailable'
  | 'card-declined'
  | 'credit-card-refused'
  | 'extension-unavailable'
  | 'captcha-wrong'
  | 'already-registered'
  | 'collection-unsupported'
  | 'complaint-empty'
  | 'complaint-too-long'
  | 'complaint-images-exceeded'
  | 'complaint-image-unknown'
  | 'image-type'
  | 'image-too-large'
  | 'image-pixels-exceeded'
  | 'image-damaged'
  | 'timed-out'
  | 'service-unavailable'
  | 'internal';

/** Identifies refusals across copies of this file: built pages contain their own. */
const isRefusal: unique symbol = Symbol.for('llano.coded-error') as never;

/** The first and last possible value of a refused field: minor units, a count, a day or an instant. */
export interface Bounds {
  readonly min?: number | string | Date | undefined;
  readonly max?: number | string | Date | undefined;
}

/**
 * A refusal; the message for people is chosen later, in their language. `field` names the invalid input, or the cause of a refusal that no
 * input can avoid.
 */
export class CodedError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && isRefusal in value;
  }

  readonly [isRefusal] = true;
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly bounds: Bounds | undefined;

  constructor(code: ErrorCode, field?: string, bounds?: Bounds) {
    super(field ? `${code}: ${field}` : code);
    this.name = 'CodedError';
    this.code = code;
    this.field = field;
    this.bounds = bounds;
  }
}

/** @throws CodedError 'not-found' for a missing value. */
export function orNotFound<Value>(value: Value, field?: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new CodedError('not-found', field);
  return value;
}
