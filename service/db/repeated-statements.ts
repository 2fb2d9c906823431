const asksBefore = 4;
export const mostPrepared = 300;
const mostCounted = 2000;

const isPlanned = /^\s*(?:select|insert|update|delete|with)\b/i;

/** A statement's text and name. The driver keeps the text for each session, so each use passes the same string. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export type StatementNaming = (text: string, values: readonly unknown[]) => NamedText | undefined;

/**
 * Names repeated statements, one name for each text, so that the server parses them once a session and stops planning once a generic plan
 * is as good (decision 116). Counts are shared by all sessions.
 */
export function nameRepeated(): StatementNaming {
  const named = new Map<string, NamedText>();
  const asks = new Map<string, number>();
  return (text, values) => {
    if (!values.every(isSimple)) return undefined;
    const statement = named.get(text);
    if (statement !== undefined || named.size === mostPrepared || !isPlanned.test(text)) return statement;
    const count = (asks.get(text) ?? 0) + 1;
    if (count > asksBefore) {
      const first = { name: `repeated-${named.size + 1}`, text };
      named.set(text, first);
      asks.delete(text);
      return first;
    }
    if (asks.size === mostCounted) asks.clear();
    asks.set(text, count);
    return undefined;
  };
}

/** When the driver cannot write a value, it closes the statement yet takes it for prepared; of objects it can certainly write dates. */
function isSimple(value: unknown): boolean {
  return typeof value !== 'object' || value === null || value instanceof Date;
}
