/** Why the desk refuses somebody, beside what a call refuses. */
export type DeskRefusalCode =
  | 'not-allowed'
  /** What it would do is not what was shown. */
  | 'stale'
  | 'needs-second-person'
  | 'own-request'
  /** It approves a loan of an offer that the same person made. */
  | 'own-offer'
  /** The same person read its file, put its payment with the unmatched ones, or asked for its refund. */
  | 'own-part'
  /** Somebody has decided it already. */
  | 'decided';

/** A refusal of the desk; what to say of it stands in its texts. */
export class DeskRefusal extends Error {
  /** Also by name, since built pages carry a copy of this class of their own. */
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
