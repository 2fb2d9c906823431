/** Reads the value at a path such as `messages.0.id` as text; null if there is nothing, an object or a list. */
export function textAt(value: unknown, path: string): string | null {
  const item = valueAt(value, path);
  return typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
    ? String(item)
    : null;
}

/**
 * Reads the value at a dotted path in parsed JSON. An empty path is the whole value; undefined if there is nothing. Ignores inherited
 * properties.
 */
export function valueAt(value: unknown, path: string): unknown {
  let item = value;
  for (const step of path === '' ? [] : path.split('.')) {
    if (typeof item !== 'object' || item === null || !Object.hasOwn(item, step)) return undefined;
    item = (item as Readonly<Record<string, unknown>>)[step];
  }
  return item;
}
