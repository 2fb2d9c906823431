import { z } from 'zod';

interface Field<Ours = unknown> {
  /** Wire name, after the names of the objects around it. */
  readonly path: readonly string[];
  readonly codec: z.ZodType<Ours>;
  readonly isLeftOut: (value: unknown) => boolean;
}

/** Fields of an object by our names. A codec alone has the same name on the wire; nested fields are flat on the wire. */
export interface Fields {
  readonly [name: string]: z.ZodType | Field | Fields;
}

export type OursOf<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name] extends z.ZodType
    ? z.output<Of[Name]>
    : Of[Name] extends Field<infer Ours>
      ? Ours
      : Of[Name] extends Fields
        ? OursOf<Of[Name]>
        : never;
};

/**
 * A field with the wire name `name`; `object.name` is nested on the wire only. `description`: meaning, unit, when it is empty.
 */
export function field<Ours>(name: string, codec: z.ZodType<Ours>, description?: string): Field<Ours> {
  return {
    path: name.split('.'),
    codec: description === undefined ? codec : codec.describe(description),
    isLeftOut: () => false,
  };
}

/** A field that encoding leaves out when its value equals that of a missing one. */
export function optionalField<Ours>(name: string, codec: z.ZodType<Ours>, description?: string): Field<Ours> {
  const missing = z.decode(codec, undefined as never);
  return { ...field(name, codec, description), isLeftOut: (value) => value === missing };
}

/** A codec that accepts more than `schema`, the narrower JSON Schema that the document asks backends to give. */
export function provided<Wire extends z.ZodType>(
  wire: Wire,
  schema: Readonly<Record<string, unknown>>,
): Wire {
  return wire.meta({ provided: schema });
}

/**
 * A value that is checked as `wire`, read as `decode` says and written as `encode` says, or unchanged; undefined stays
 * undefined, so that a field can be left out. Our side is what the types say and is not checked again.
 */
export function wireValue<Wire extends z.ZodType, Ours extends z.output<Wire>>(
  wire: Wire,
  decode: (value: z.output<Wire>) => Ours,
): z.ZodType<Ours, z.input<Wire>>;
export function wireValue<Wire extends z.ZodType, Ours>(
  wire: Wire,
  decode: (value: z.output<Wire>) => Ours,
  encode: (value: Ours) => z.output<Wire>,
): z.ZodType<Ours, z.input<Wire>>;
export function wireValue(
  wire: z.ZodType,
  decode: (value: never) => unknown,
  encode: (value: never) => unknown = (value) => value,
): z.ZodType {
  return z.codec(wire, z.unknown(), {
    decode: (value) => decode(value as never),
    encode: (value) => (value === undefined ? value : encode(value as never)),
  });
}

/** Wire fields that repeat or fix a value; decoding ignores them. */
type AlsoSent<Ours> = Readonly<Record<string, readonly [z.ZodType, (value: Ours) => unknown]>>;

/** Codec between an object's wire names and ours, from one list of fields. Unknown wire fields are dropped. */
export function wireObject<const Of extends Fields>(
  fields: Of,
  alsoSent: AlsoSent<OursOf<Of>> = {},
): z.ZodType<OursOf<Of>, Tree> {
  const leaves = leavesOf(fields);
  const sent = Object.entries(alsoSent);
  const wire = z.object(shapeOf([...leaves, ...sent.map(([name, [codec]]) => ({ path: [name], codec }))]));
  const encode = (value: unknown) => {
    if (value === undefined) return value;
    const record = {};
    for (const { path, oursPath, isLeftOut } of leaves) {
      const part = at(value, oursPath);
      if (part !== undefined && !isLeftOut(part)) put(record, path, part);
    }
    for (const [name, [, of]] of sent) put(record, [name], of(value as OursOf<Of>));
    return record;
  };
  const codec: z.ZodType = z.codec(wire, z.unknown(), {
    decode: (record) => {
      const decoded = {};
      for (const { path, oursPath } of leaves) {
        const part = at(record, path);
        if (part !== undefined) put(decoded, oursPath, part);
      }
      return decoded;
    },
    encode: encode as never,
  });
  return codec as z.ZodType<OursOf<Of>, Tree>;
}

interface Leaf extends Field {
  readonly oursPath: readonly string[];
}

function leavesOf(fields: Fields): Leaf[] {
  return Object.entries(fields).flatMap(([name, value]): Leaf[] => {
    if (value instanceof z.ZodType) return [{ ...field(name, value), oursPath: [name] }];
    if (value.codec instanceof z.ZodType) return [{ ...(value as Field), oursPath: [name] }];
    return leavesOf(value as Fields).map((leaf) => ({ ...leaf, oursPath: [name, ...leaf.oursPath] }));
  });
}

function shapeOf(parts: readonly Pick<Field, 'path' | 'codec'>[]): Record<string, z.ZodType> {
  const byName = Map.groupBy(parts, ({ path }) => path[0] ?? '');
  const codecOf = (group: typeof parts) =>
    group[0]?.path.length === 1
      ? group[0].codec
      : z.object(shapeOf(group.map((part) => ({ ...part, path: part.path.slice(1) }))));
  return Object.fromEntries([...byName].map(([name, group]) => [name, codecOf(group)]));
}

type Tree = Record<string, unknown>;

/** Value at the end of a path; undefined where the path ends before. */
function at(tree: unknown, path: readonly string[]): unknown {
  let branch = tree;
  for (const name of path) branch = (branch as Tree | undefined)?.[name];
  return branch;
}

function put(tree: Tree, path: readonly string[], value: unknown): void {
  const last = path.length - 1;
  let branch = tree;
  for (let place = 0; place < last; place += 1) {
    const name = path[place] as string;
    branch[name] ??= {};
    branch = branch[name] as Tree;
  }
  branch[path[last] as string] = value;
}
