import { z } from 'zod';
import { asItIs, at, type ObjectEncoding } from './wire.ts';

/** Stands for a value that the contract forbids. */
const forbidden = Symbol('forbidden');

/** What of a value stands on the wire, as JSON; undefined for what JSON leaves out. */
type Written = string | undefined | typeof forbidden;
type Write = (value: unknown) => Written;

type Schema = z.core.$ZodType;
type Checks = readonly z.core.$ZodCheck[];

/**
 * Writes values of a schema as JSON: what `z.encode` makes of them, and refused where that refuses. How is worked out once, here. `z.encode`
 * looks at the schema anew with each value, and leaves the way that zod compiles for reading.
 */
export function writerOf<Ours>(schema: z.ZodType<Ours>): (ours: Ours) => string | undefined {
  const write = writeOf(schema);
  return (ours) => {
    const written = write(ours);
    // What the contract forbids is told by zod, which also tells where it stands.
    return written === forbidden ? JSON.stringify(z.encode(schema, ours)) : written;
  };
}

function writeOf(schema: Schema): Write {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const hasChecks = (def.checks ?? []).length > 0;
  switch (def.type) {
    case 'string':
      return def.coerce ? asZod(schema) : leafOf(schema, (value) => typeof value === 'string');
    case 'number': {
      if (def.coerce) return asZod(schema);
      const isWhole = 'format' in def && def.format === 'safeint' && !hasChecks;
      return isWhole ? wholeNumber : leafOf(schema, (value) => Number.isFinite(value));
    }
    case 'boolean':
      return def.coerce ? asZod(schema) : leafOf(schema, (value) => typeof value === 'boolean');
    case 'enum':
    case 'literal': {
      const values: ReadonlySet<unknown> = schema._zod.values ?? new Set();
      return leafOf(schema, (value) => values.has(value));
    }
    case 'null':
      return leafOf(schema, (value) => value === null);
  }
  // What is checked beside its parts is left to zod.
  if (hasChecks) return asZod(schema);
  switch (def.type) {
    case 'unknown':
      return (value) => JSON.stringify(value);
    case 'nullable': {
      const write = writeOf(def.innerType);
      return (value) => (value === null ? 'null' : write(value));
    }
    case 'optional': {
      if (def.innerType._zod.optin === 'defaulted') return asZod(schema);
      const write = writeOf(def.innerType);
      return (value) => (value === undefined ? undefined : write(value));
    }
    // They say what is read in place of a value, and nothing of what is written.
    case 'catch':
    case 'default':
      return writeOf(def.innerType);
    case 'union':
      return def.inclusive === false ? asZod(schema) : firstOf(def.options.map(writeOf));
    case 'array':
      return listOf(writeOf(def.element));
    case 'object':
      return def.catchall ? asZod(schema) : objectOf(def.shape);
    case 'pipe':
      return codecOf(schema, def);
    default:
      return asZod(schema);
  }
}

/** What is rare is left to zod. */
function asZod(schema: Schema): Write {
  return (value) => {
    const written = z.safeEncode(schema as z.ZodType, value);
    return written.success ? JSON.stringify(written.data) : forbidden;
  };
}

const wholeNumber: Write = (value) => (Number.isSafeInteger(value) ? String(value) : forbidden);

/** Checks that look at a value and leave it as it is. */
const lookingChecks = new Set<string>([
  ...['custom', 'string_format', 'number_format', 'max_length', 'min_length', 'length_equals'],
  ...['greater_than', 'less_than'],
]);

/** A value that stands on the wire as it is. */
function leafOf(schema: Schema, isOfType: (value: unknown) => boolean): Write {
  const { def, traits } = schema._zod;
  // A schema of a format is a check too.
  const own = traits.has('$ZodCheck') ? [schema as unknown as z.core.$ZodCheck] : [];
  const checks: Checks = [...own, ...(def.checks ?? [])];
  if (checks.length === 0) return (value) => (isOfType(value) ? JSON.stringify(value) : forbidden);
  if (!checks.every((check) => lookingChecks.has(check._zod.def.check))) return asZod(schema);
  return (value) => (isOfType(value) && passes(checks, value) ? JSON.stringify(value) : forbidden);
}

function passes(checks: Checks, value: unknown): boolean {
  const payload: z.core.ParsePayload = { value, issues: [] };
  for (const { _zod: check } of checks) {
    if (check.check(payload as never) instanceof Promise || payload.issues.length > 0) return false;
  }
  return true;
}

function firstOf(writes: readonly Write[]): Write {
  return (value) => {
    for (const write of writes) {
      const written = write(value);
      if (written !== forbidden) return written;
    }
    return forbidden;
  };
}

function listOf(write: Write): Write {
  return (value) => {
    if (!Array.isArray(value)) return forbidden;
    let text = '[';
    for (let place = 0; place < value.length; place += 1) {
      const written = write(value[place]);
      if (written === forbidden) return forbidden;
      text += (place === 0 ? '' : ',') + (written ?? 'null');
    }
    return `${text}]`;
  };
}

/** A field as it is written. */
interface Part {
  readonly write: Write;
  /** Its name as JSON begins it. */
  readonly start: string;
  /** What comes of it where there is none: nothing, what its schema makes of that, or an error. */
  readonly absent: 'left-out' | 'written' | 'forbidden';
}

function partOf(name: string, schema: Schema): Part {
  const { optin, optout } = schema._zod;
  const isLeftOut = optin === 'optional' && optout === 'optional';
  return {
    write: writeOf(schema),
    start: `${JSON.stringify(name)}:`,
    absent: isLeftOut ? 'left-out' : optin === undefined ? 'forbidden' : 'written',
  };
}

/** An object with another field at its end. */
function withField(text: string, { write, start, absent }: Part, value: unknown, isThere: boolean): Written {
  if (!isThere && absent !== 'written') return absent === 'left-out' ? text : forbidden;
  const written = write(isThere ? value : undefined);
  if (typeof written !== 'string') return written === forbidden ? forbidden : text;
  return text === '{' ? text + start + written : `${text},${start}${written}`;
}

function objectOf(shape: Readonly<Record<string, Schema>>): Write {
  const parts = Object.entries(shape).map(([name, schema]) => ({ name, part: partOf(name, schema) }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return forbidden;
    const record = value as Readonly<Record<string, unknown>>;
    let text = '{';
    for (const { name, part } of parts) {
      const given = record[name];
      const next = withField(text, part, given, given !== undefined || name in record);
      if (typeof next !== 'string') return forbidden;
      text = next;
    }
    return `${text}}`;
  };
}

/** The same of an object whose fields are taken from ours one by one. */
function wireObjectOf({ leaves }: ObjectEncoding, shape: Readonly<Record<string, Schema>>): Write {
  const parts = leaves.map(({ path: [name = ''], oursPath: [first = '', ...others], isLeftOut }) => ({
    ...{ first, others, isLeftOut },
    part: partOf(name, shape[name] as Schema),
  }));
  return (value) => {
    let text = '{';
    for (const { first, others, isLeftOut, part } of parts) {
      const own = (value as Readonly<Record<string, unknown>> | null)?.[first];
      const given = others.length === 0 ? own : at(own, others);
      const next = withField(text, part, given, given !== undefined && !isLeftOut(given));
      if (typeof next !== 'string') return forbidden;
      text = next;
    }
    return `${text}}`;
  };
}

function codecOf(schema: Schema, def: z.core.$ZodPipeDef): Write {
  const { reverseTransform: encode } = def as Partial<z.core.$ZodCodecDef>;
  const { def: ours } = def.out._zod;
  const { def: wire } = (def.in as z.core.$ZodTypes)._zod;
  const isOurs = ours.type === 'unknown' && (ours.checks ?? []).length === 0;
  // One that asks for a second argument tells zod what it finds.
  if (!encode || !isOurs || encode.length > 1) return asZod(schema);
  if (encode === asItIs) return writeOf(def.in);
  const { leaves = [] } = encode as unknown as Partial<ObjectEncoding>;
  if (leaves.length > 0 && wire.type === 'object') {
    const writeObject = wireObjectOf({ leaves }, wire.shape);
    const writeNothing = writeOf(def.in);
    return (value) => (value === undefined ? writeNothing(value) : writeObject(value));
  }
  const write = writeOf(def.in);
  return (value) => write(encode(value, undefined as never));
}
