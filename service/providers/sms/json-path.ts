/** What stands at a path such as `messages.0.id` in parsed JSON, as text; null for nothing, an object or a list. */
export function textAt(value: unknown, path: string): string | null {
  const item = valueAt(value, path);
  return typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
    ? String(item)
    : null;
}

/** What stands at a path; the whole for an empty one, undefined for nothing. Inherited names are nothing. */
export function valueAt(value: unknown, path: string): unknown {
  let item = value;
  for (const step of path === '' ? [] : path.split('.')) {
    if (typeof item !== 'object' || item === null || !Object.hasOwn(item, step)) return undefined;
    item = (item as Readonly<Record<string, unknown>>)[step];
  }
  return item;
}
