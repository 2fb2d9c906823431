import { createContext, use } from 'react';

/** A rejected form submission. Fields show its values again. */
export interface SentFields {
  /** Null if the page is not the response to a form submission. */
  readonly typed: FormData | null;
  /** Error message of each invalid field, by field name. */
  readonly faults: Readonly<Record<string, string>>;
}

export const SentContext = createContext<SentFields>({ typed: null, faults: {} });

/** What was typed into a field and why it was refused; undefined for a field that was not sent. The first refused field takes the focus. */
export function useSent(name: string | undefined): {
  readonly typed: string | undefined;
  readonly fault: string | undefined;
  readonly isFirstFault: boolean;
} {
  const { typed, faults } = use(SentContext);
  const value = name === undefined ? null : typed?.get(name);
  return {
    typed: typeof value === 'string' ? value : undefined,
    fault: name === undefined ? undefined : faults[name],
    isFirstFault: name !== undefined && Object.keys(faults)[0] === name,
  };
}
