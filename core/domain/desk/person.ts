import type { Language } from '../language.ts';
import type { DeskRole } from './role.ts';

/** A signed-in member of staff. */
export interface DeskPerson {
  readonly personId: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly language: Language;
}

/** A person as the identity provider knows them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly groups: readonly string[];
}
