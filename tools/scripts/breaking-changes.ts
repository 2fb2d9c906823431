type Part = { readonly [name: string]: unknown };

/**
 * Lists what a later OpenAPI document breaks for integrators: removed calls, fields, parameters, enum values or named schemas, newly
 * required fields, and answer or event fields that became optional. References are followed.
 */
export function breakingChanges(earlier: Part, later: Part): string[] {
  const [before, after] = [withoutReferences(earlier), withoutReferences(later)];
  return [
    ...operationChanges(partAt(before, 'paths'), partAt(after, 'paths')),
    ...eventChanges(partAt(before, 'webhooks'), partAt(after, 'webhooks')),
    ...Object.entries(schemasOf(before)).flatMap(([name, schema]) => {
      const now = schemasOf(after)[name] as Part | undefined;
      return isBody(name) || !now ? schemaChanges(name, schema as Part, now) : [];
    }),
  ];
}

const isBody = (schemaName: string): boolean => /(Request|Data|Success|Refusal)$/.test(schemaName);

/** The document with the schema or parameter in place of each reference, and parts of `allOf` as one schema. */
function withoutReferences(document: Part): Part {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...own } = value as Part;
    const part = typeof $ref === 'string' ? partAt(document, ...$ref.slice('#/'.length).split('/')) : {};
    const whole = Object.entries({ ...part, ...own }).map(([name, each]) => [name, visit(each)]);
    return asOneSchema(Object.fromEntries(whole));
  };
  return visit(document) as Part;
}

function asOneSchema({ allOf, ...own }: Part): Part {
  if (!Array.isArray(allOf)) return own;
  const parts = allOf as readonly Part[];
  return {
    ...own,
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  };
}

const partAt = (of: Part | undefined, ...names: readonly string[]): Part =>
  names.reduce<Part>((part, name) => (part[name] as Part | undefined) ?? {}, of ?? {});

const schemasOf = (document: Part): Part => partAt(document, 'components', 'schemas');

function operationChanges(before: Part, after: Part): string[] {
  return Object.entries(before).flatMap(([path, item]) =>
    Object.entries(item as Part).flatMap(([method, operation]) => {
      const now = partAt(after, path)[method] as Part | undefined;
      const place = `${method.toUpperCase()} ${path}`;
      if (!now) return [`${place} is gone`];
      return parameterChanges(place, operation as Part, now);
    }),
  );
}

function eventChanges(before: Part, after: Part): string[] {
  const schemaOf = (item: Part) =>
    partAt(item, 'post', 'requestBody', 'content', 'application/json', 'schema');
  return Object.entries(before).flatMap(([name, item]) => {
    const now = after[name] as Part | undefined;
    return now
      ? schemaChanges(`event ${name}`, schemaOf(item as Part), schemaOf(now))
      : [`event ${name} is gone`];
  });
}

function parameterChanges(place: string, before: Part, after: Part): string[] {
  const parametersByName = (operation: Part) =>
    new Map(
      ((operation.parameters ?? []) as Part[]).map((parameter) => [
        `${parameter.in} ${parameter.name}`,
        parameter,
      ]),
    );
  const [was, is] = [parametersByName(before), parametersByName(after)];
  const gone = [...was].flatMap(([name, parameter]) => {
    const now = is.get(name);
    return now
      ? narrowings(`${place} ${name}`, partAt(parameter, 'schema'), partAt(now, 'schema'))
      : [`${place}: ${name} is gone`];
  });
  const required = [...is].flatMap(([name, parameter]) =>
    parameter.required && !was.get(name)?.required ? [`${place}: ${name} is newly required`] : [],
  );
  return [...gone, ...required];
}

function schemaChanges(name: string, before: Part, after: Part | undefined): string[] {
  if (!after) return [`${name} is gone`];
  const isGiven = /^(event |host\.\w+Data\b)/.test(name);
  const properties = partAt(before, 'properties');
  const requiredOf = (schema: Part) => (schema.required ?? []) as readonly string[];
  return [
    ...narrowings(name, before, after),
    ...Object.entries(properties).flatMap(([field, schema]) => {
      const now = partAt(after, 'properties')[field] as Part | undefined;
      return now ? schemaChanges(`${name}.${field}`, schema as Part, now) : [`${name}.${field} is gone`];
    }),
    ...(before.items && after.items
      ? schemaChanges(`${name}[]`, before.items as Part, after.items as Part)
      : []),
    ...kindChanges(name, (before.anyOf ?? []) as readonly Part[], (after.anyOf ?? []) as readonly Part[]),
    ...(isGiven
      ? missing(requiredOf(before), requiredOf(after)).map(
          (field) => `${name}.${field} is no longer always given`,
        )
      : missing(requiredOf(after), requiredOf(before)).map((field) => `${name}.${field} is newly required`)),
  ];
}

function kindChanges(name: string, before: readonly Part[], after: readonly Part[]): string[] {
  if (after.length < before.length) return [];
  return before.flatMap((kind, index) => schemaChanges(name, kind, after[index]));
}

/** Values that the later schema no longer allows. */
function narrowings(place: string, before: Part, after: Part): string[] {
  const changes: string[] = [];
  const types = (schema: Part) => [schema.type ?? []].flat() as string[];
  if (after.type !== undefined) {
    const allowed = new Set(
      types(after).flatMap((type) => (type === 'number' ? ['number', 'integer'] : [type])),
    );
    const lost = types(before).filter((type) => !allowed.has(type));
    if (before.type === undefined && before.anyOf === undefined && before.enum === undefined)
      lost.push('any');
    if (lost.length > 0) changes.push(`${place} is no longer ${lost.join(', ')}`);
  }
  if (Array.isArray(after.enum)) {
    const values = Array.isArray(before.enum)
      ? before.enum
      : ['const' in before ? before.const : 'any value'];
    const lost = missing(values, after.enum);
    if (lost.length > 0) changes.push(`${place} no longer takes ${lost.map(String).join(', ')}`);
  }
  if ('const' in after && after.const !== before.const) changes.push(`${place} is now only ${after.const}`);
  for (const [limit, isTighter] of limits) {
    const [was, is] = [before[limit], after[limit]];
    if (typeof is === 'number' && (typeof was !== 'number' || isTighter(is, was))) {
      changes.push(`${place} has a tighter ${limit}`);
    }
  }
  if (after.pattern !== undefined && after.pattern !== before.pattern)
    changes.push(`${place} has another pattern`);
  const kinds = (schema: Part) => (schema.anyOf ?? [schema]) as readonly Part[];
  if (kinds(before).length > kinds(after).length) changes.push(`${place} takes fewer kinds of values`);
  return changes;
}

const limits: readonly (readonly [string, (is: number, was: number) => boolean])[] = [
  ['maxLength', (is, was) => is < was],
  ['maximum', (is, was) => is < was],
  ['maxItems', (is, was) => is < was],
  ['minLength', (is, was) => is > was],
  ['minimum', (is, was) => is > was],
  ['minItems', (is, was) => is > was],
];

function missing<Value>(from: readonly Value[], among: readonly Value[]): Value[] {
  return from.filter((value) => !among.includes(value));
}
