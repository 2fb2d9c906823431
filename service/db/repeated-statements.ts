/** How often a statement is asked before it is prepared: what is asked once or twice is not worth it. */
const asksBefore = 4;
/** Most statements that are prepared, those that came first: each session keeps the plans of what it was asked. */
export const mostPrepared = 300;
/** Most texts that are counted at once; all are counted anew when there are more. */
const mostCounted = 2000;

/** What is worth preparing; what opens and ends transactions has no plan. */
const isPlanned = /^\s*(?:select|insert|update|delete|with)\b/i;

/** A statement's text and its name. The driver keeps the text for each session, so it is given the same one each time. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Names the statements that are asked again and again; undefined for one that is not, or not yet. */
export type StatementNaming = (text: string, values: readonly unknown[]) => NamedText | undefined;

/**
 * Gives what names statements that are asked again and again, one name for each text, so that the server parses them once a session, and
 * plans them no more once one plan is as good for all values (decision 116). The counts are those of all sessions together.
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

/** A value that the driver cannot write has it close the statement and take it for prepared all the same; of objects it surely can write moments. */
function isSimple(value: unknown): boolean {
  return typeof value !== 'object' || value === null || value instanceof Date;
}
