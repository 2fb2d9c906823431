import { z } from 'zod';

/** A field of ours: where it stands on the wire and how its value is read and written. */
interface Field<Ours = unknown> {
  /** The wire's name, after those of the objects it stands in. */
  readonly path: readonly string[];
  readonly codec: z.ZodType<Ours>;
  /** Whether a value is not written at all. */
  readonly isLeftOut: (value: unknown) => boolean;
}

/**
 * The fields of an object by our names. A codec alone stands for a field that the wire calls the same; an object of
 * fields is nested in ours and flat on the wire.
 */
export interface Fields {
  readonly [name: string]: z.ZodType | Field | Fields;
}

/** What an object of fields is in our names. */
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
 * A field that the wire calls `name`; `object.name` stands in an object of the wire that ours does not have.
 * `description` says what it means, in which unit and when it is empty.
 */
export function field<Ours>(name: string, codec: z.ZodType<Ours>, description?: string): Field<Ours> {
  return {
    path: name.split('.'),
    codec: description === undefined ? codec : codec.describe(description),
    isLeftOut: () => false,
  };
}

/** A field that is left out when it says no more than a missing one. */
export function optionalField<Ours>(name: string, codec: z.ZodType<Ours>, description?: string): Field<Ours> {
  const missing = z.decode(codec, undefined as never);
  return { ...field(name, codec, description), isLeftOut: (value) => value === missing };
}

/** The same value; a backend that is written anew is told to give it as `schema` says, a JSON Schema narrower than it. */
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

/** Wire fields that repeat what ours says once, or say always the same; reading leaves them behind. */
type AlsoSent<Ours> = Readonly<Record<string, readonly [z.ZodType, (value: Ours) => unknown]>>;

/**
 * An object whose every field is said once: the codec between the wire's names and ours, and the type of ours.
 * Reading is as tolerant as the codecs of its values; what the contract does not know is left behind.
 */
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

/** An innermost field of ours: where it stands, by our names and by the wire's. */
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

/** What stands at the end of a path of names; undefined where it ends before. */
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
