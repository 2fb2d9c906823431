/**
 * Parses JSON without rounding: a whole number beyond 2^53-1 becomes text, so that an identifier keeps its digits.
 * @throws SyntaxError
 */
export function exactJson(text: string): unknown {
  return /\d{16}/.test(text) ? JSON.parse(text, withDigits as never) : JSON.parse(text);
}

/** Reviver; Node before 22 gives no `source` and rounds. */
function withDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const { source = '' } = context ?? {};
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
}
