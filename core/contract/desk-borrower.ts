import type { ChangedDetail } from '#domain/borrower/borrower-change.ts';
import type { DeskPerson } from '#domain/desk/person.ts';

export interface ChangeKey {
  readonly borrowerId: string;
  readonly changeId: string;
  readonly kind: ChangedDetail;
}

/** Changes of borrowers. Methods throw DeskRefusal 'not-allowed' without permission. */
export interface DeskBorrowers {
  /** Both values and the proof of a change; logs that they were shown. Null for an unknown one. */
  showChange(
    person: DeskPerson,
    key: ChangeKey,
  ): Promise<{ readonly before: string; readonly after: string; readonly proofReference: string } | null>;
}
