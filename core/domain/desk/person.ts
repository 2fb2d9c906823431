import type { Language } from '../language.ts';
import type { DeskRole } from './role.ts';

/** Somebody of the lender's house who is signed in at the desk. */
export interface DeskPerson {
  readonly personId: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly language: Language;
}

/** Somebody as the identity provider knows them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly groups: readonly string[];
}
