import type { HostCall } from '#contract/host-call.ts';
import type { DeskPerson, Identity } from '#domain/desk/person.ts';
import type { Language } from '#domain/language.ts';

/** What somebody does, beside the fields of the call. */
export interface Step {
  /** The id of the form, so that sending it twice has one effect. */
  readonly messageId: string;
  /** What it is done to, such as `loan:LL100001`. */
  readonly subject?: string;
  readonly reason?: string;
}

/** An entry of the audit log. */
export interface AuditEntry {
  readonly serialNumber: number;
  readonly at: Date;
  readonly personId: string | null;
  readonly name: string | null;
  readonly act: string;
  readonly subject: string | null;
  readonly outcome: 'done' | 'refused';
  readonly reason: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** The service behind the desk: whatever it does is done in somebody's name, by their roles, and logged. */
export interface DeskService {
  readonly people: {
    /** Gives the secret of a new session; null for somebody whose groups make them nothing here. */
    signIn(identity: Identity, language: Language): Promise<string | null>;
    find(token: string): Promise<DeskPerson | null>;
    signOut(token: string): Promise<void>;
    speak(token: string, language: Language): Promise<void>;
  };
  /** Makes a call of the lender's systems for somebody. @throws DeskRefusal, CodedError. */
  ask<Wanted, Given>(
    person: DeskPerson,
    call: HostCall<Wanted, Given>,
    fields: Readonly<Record<string, unknown>>,
    step: Step,
  ): Promise<Given>;
  /** Logs that somebody looked at something; `fields` names what was shown and never holds it. */
  saw(
    person: DeskPerson,
    act: 'opened' | 'shown' | 'searched' | 'exported',
    of: {
      readonly subject: string;
      readonly reason?: string | undefined;
      readonly fields?: readonly string[];
    },
  ): Promise<void>;
  /** A page of the audit log, newest first. */
  audit(of: {
    readonly subject?: string | undefined;
    readonly personId?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  }): Promise<{ readonly entries: readonly AuditEntry[]; readonly nextCursor: string | null }>;
}

/** How people sign in: with the lender's identity provider, or as one of a few made-up people in development. */
export type SignInWay =
  | {
      readonly kind: 'provider';
      begin(): Promise<{ readonly address: string; readonly seed: string }>;
      finish(address: URL, seed: string): Promise<Identity | null>;
    }
  | { readonly kind: 'local'; readonly people: readonly Identity[] };

/** What the desk's screens run on, beside what all pages do. */
export interface DeskDependencies {
  readonly service: DeskService;
  readonly signIn: SignInWay;
  /** A new id for a form that changes something. */
  readonly newId: () => string;
  /** Whether the desk is reached over HTTPS, so that its cookies are bound to it. */
  readonly isHttps: boolean;
}
