type Schema = Readonly<Record<string, unknown>>;

/** Lists in words where a value does not fit a JSON Schema; empty where it does. Paths use wire names. */
export function schemaProblems(value: unknown, schema: Schema, path = ''): string[] {
  const kinds = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (kinds) {
    const outcomes = kinds.map((kind) => schemaProblems(value, kind, path));
    if (outcomes.some((problems) => problems.length === 0)) return [];
    // The kind that fits best says most: one of another type says nothing but that.
    const alike = outcomes.filter((_, index) => isOfTypes(value, kinds[index]?.type));
    return alike[0] ?? outcomes[0] ?? [];
  }
  const place = path || 'data';
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !isOfTypes(value, schema.type)) {
    return [`${place} is ${kindOf(value)}, not ${types.join(' or ')}`];
  }
  const problems: string[] = [];
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) {
    problems.push(`${place} is none of ${schema.enum.map(String).join(', ')}`);
  }
  if ('const' in schema && value !== schema.const) problems.push(`${place} is not ${String(schema.const)}`);
  if (typeof value === 'string') problems.push(...textProblems(value, schema, place));
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    problems.push(`${place} is beyond 2^53-1, which most readers round`);
  } else if (typeof value === 'number') {
    if (typeof schema.minimum === 'number' && value < schema.minimum) problems.push(`${place} is too small`);
    if (typeof schema.maximum === 'number' && value > schema.maximum) problems.push(`${place} is too large`);
  }
  if (Array.isArray(value) && schema.items) {
    return [
      ...problems,
      ...value.flatMap((each, index) => schemaProblems(each, schema.items as Schema, `${path}[${index}]`)),
    ];
  }
  if (!isRecord(value)) return problems;
  const within = (name: string) => (path ? `${path}.${name}` : name);
  for (const name of (schema.required ?? []) as readonly string[]) {
    if (value[name] === undefined) problems.push(`${within(name)} is missing`);
  }
  for (const [name, part] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (value[name] !== undefined) problems.push(...schemaProblems(value[name], part, within(name)));
  }
  return problems;
}

function textProblems(value: string, schema: Schema, place: string): string[] {
  const { maxLength, minLength, pattern } = schema;
  if (typeof maxLength === 'number' && [...value].length > maxLength) return [`${place} is too long`];
  if (typeof minLength === 'number' && [...value].length < minLength) return [`${place} is too short`];
  return typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)
    ? [`${place} has another form`]
    : [];
}

/**
 * Lists fields of an example that an answer lacks, by wire names, each with a similarly spelled field of the answer if there is
 * one.
 */
export function missingFields(
  value: unknown,
  example: unknown,
  path = '',
): { readonly field: string; readonly spelling: string | null }[] {
  if (Array.isArray(example)) {
    return Array.isArray(value)
      ? value.flatMap((each, index) => missingFields(each, example[0], `${path}[${index}]`))
      : [];
  }
  if (!isRecord(example) || !isRecord(value)) return [];
  return Object.entries(example).flatMap(([name, part]) => {
    const field = path ? `${path}.${name}` : name;
    if (name in value) return missingFields(value[name], part, field);
    const spelling = Object.keys(value).find((other) => !(other in example) && isSpelledAlike(other, name));
    return [{ field, spelling: spelling ?? null }];
  });
}

/** Whether two names differ only in case, separators, or two letters at most. */
function isSpelledAlike(one: string, other: string): boolean {
  const [left, right] = [one, other].map((name) => name.toLowerCase().replaceAll(/[_-]/g, ''));
  return left === right || (other.length > 4 && distance(left ?? '', right ?? '') <= 2);
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, against] of [...other].entries()) {
      const changed = (row[column] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfTypes(value: unknown, types: unknown): boolean {
  return types === undefined || ([types].flat() as string[]).some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return isRecord(value);
  return kindOf(value) === type;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
