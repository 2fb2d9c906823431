/** Why the desk refuses somebody, beside what a call refuses. */
export type DeskRefusalCode =
  | 'not-allowed'
  /** What it would do is not what was shown. */
  | 'stale'
  | 'needs-second-person'
  | 'own-request'
  /** Somebody has decided it already. */
  | 'decided';

/** A refusal of the desk; what to say of it stands in its texts. */
export class DeskRefusal extends Error {
  readonly code: DeskRefusalCode;

  constructor(code: DeskRefusalCode) {
    super(code);
    this.name = 'DeskRefusal';
    this.code = code;
  }
}
