export type DeskRefusalCode =
  | 'not-allowed'
  /** The effect changed since it was shown. */
  | 'stale'
  | 'needs-second-person'
  | 'own-request'
  /** The person made the offer of the loan that they approve. */
  | 'own-offer'
  /** The person imported its file, unmatched its payment, or requested its refund. */
  | 'own-part'
  | 'decided';

export class DeskRefusal extends Error {
  /** By name too, since built pages contain their own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'DeskRefusal';
  }

  readonly code: DeskRefusalCode;

  constructor(code: DeskRefusalCode) {
    super(code);
    this.name = 'DeskRefusal';
    this.code = code;
  }
}
