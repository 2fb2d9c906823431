import pg from 'pg';

/** How often a statement is asked before it is prepared: what is asked once or twice is not worth it. */
const asksBefore = 4;
/** Most statements that are prepared, those that came first: each session keeps the plans of what it was asked. */
export const mostPrepared = 300;
/** Most texts that are counted at once; all are counted anew when there are more. */
const mostCounted = 2000;

/** What is worth preparing; what opens and ends transactions has no plan. */
const isPlanned = /^\s*(?:select|insert|update|delete|with)\b/i;

/**
 * Gives what prepares a session's statements that are asked again and again, under a name for each text, so that the server
 * parses them once a session, and plans them no more once one plan is as good for all values (decision 092). The counts are those of all
 * its sessions together.
 */
export function createRepeatedStatements(): (session: pg.PoolClient) => void {
  const named = new Map<string, NamedText>();
  const asks = new Map<string, number>();
  const namedOf = (text: string): NamedText | undefined => {
    const known = named.get(text);
    if (known !== undefined || named.size === mostPrepared || !isPlanned.test(text)) return known;
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
  return (session) => {
    const ask = session.query.bind(session) as (...given: unknown[]) => unknown;
    session.query = ((statement: unknown, values: unknown, ...given: unknown[]) => {
      const known = isUnnamed(statement) && areSimple(values) ? namedOf(statement.text) : undefined;
      if (known === undefined) return ask(statement, values, ...given);
      return ask({ ...(statement as object), ...known }, values, ...given);
    }) as typeof session.query;
  };
}

/** A statement's text and its name. The driver keeps the text for each session, so it is given the same one each time. */
interface NamedText {
  readonly name: string;
  readonly text: string;
}

function isUnnamed(statement: unknown): statement is { readonly text: string } {
  if (typeof statement !== 'object' || statement === null || statement instanceof pg.Query) return false;
  const { text, name } = statement as { readonly text?: unknown; readonly name?: unknown };
  return typeof text === 'string' && name === undefined;
}

/** A value that the driver cannot write has it close the statement and take it for prepared all the same; it can write all but objects. */
function areSimple(values: unknown): boolean {
  return Array.isArray(values) && values.every((value) => typeof value !== 'object' || value === null);
}
