/** The part of a loader's data that only the server's rendering reads; in the browser it has no value. */
export interface ServerPart<Value> {
  readonly value: Value;
}

/**
 * Marks data that is needed only where the server writes the page, inside `import.meta.env.SSR && …`: it does not travel
 * to the browser beside the HTML that already says it. React Router sends an object's enumerable properties, and this
 * value is in none.
 */
export function serverPart<Value>(value: Value): ServerPart<Value> {
  return Object.defineProperty({}, 'value', { value }) as ServerPart<Value>;
}
