import type { ChangedDetail } from '#domain/borrower/borrower-change.ts';
import type { DeskPerson } from '#domain/desk/person.ts';

export interface ChangeKey {
  readonly borrowerId: string;
  readonly changeId: string;
}

/** Changes of borrowers. Methods throw DeskRefusal 'not-allowed' without permission. */
export interface DeskBorrowers {
  /** Both values and the proof of a change; logs that they were shown. Null for an unknown one. */
  showChange(
    person: DeskPerson,
    key: ChangeKey & { readonly kind: ChangedDetail },
  ): Promise<{ readonly before: string; readonly after: string; readonly proofReference: string } | null>;
  /**
   * Sends a code to the new number of a change.
   * @throws CodedError 'sms-too-soon', 'sms-limit-reached', 'sms-unavailable' when none was sent; 'status-conflict' for a confirmed one.
   */
  sendCode(person: DeskPerson, key: ChangeKey): Promise<void>;
  /** Checks the code that the borrower read out. The right one lets the change wait for approval. */
  confirm(person: DeskPerson, key: ChangeKey, typed: string): Promise<'accepted' | 'wrong' | 'spent'>;
}
