/**
 * Parses JSON without rounding: a whole number beyond 2^53-1 is its digits, as text, so that an identifier keeps all of them.
 * @throws SyntaxError for what is no JSON.
 */
export function exactJson(text: string): unknown {
  return /\d{16}/.test(text) ? JSON.parse(text, withDigits as never) : JSON.parse(text);
}

/** A reviver; Node before 22 gives no source, and rounds. */
function withDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const { source = '' } = context ?? {};
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
}
