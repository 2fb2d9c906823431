import { createContext, use } from 'react';

/** A form as it was sent, which the fields of the page show again. */
export interface SentFields {
  /** Null for a page that answers no form. */
  readonly typed: FormData | null;
  /** By the name of each refused field, what to do about it. */
  readonly faults: Readonly<Record<string, string>>;
}

export const SentContext = createContext<SentFields>({ typed: null, faults: {} });

/** What was typed into a field and why it was refused; undefined for a field that was not sent. */
export function useSent(name: string | undefined): {
  readonly typed: string | undefined;
  readonly fault: string | undefined;
} {
  const { typed, faults } = use(SentContext);
  const value = name === undefined ? null : typed?.get(name);
  return {
    typed: typeof value === 'string' ? value : undefined,
    fault: name === undefined ? undefined : faults[name],
  };
}
