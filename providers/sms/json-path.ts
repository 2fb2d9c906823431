/** What stands at a path such as `messages.0.id` in parsed JSON, as text; null for nothing, an object or a list. */
export function textAt(value: unknown, path: string): string | null {
  const found = valueAt(value, path);
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
    ? String(found)
    : null;
}

/** What stands at a path; the whole for an empty one, undefined for nothing. Inherited names are nothing. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const step of path === '' ? [] : path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return found;
}
