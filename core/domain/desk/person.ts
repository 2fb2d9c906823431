import type { Language } from '../language.ts';
import type { DeskRole } from './role.ts';

export interface DeskPerson {
  readonly personId: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly language: Language;
}

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly groups: readonly string[];
}
