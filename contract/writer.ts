import { z } from 'zod';

/** Stands for a value that the contract forbids. */
const forbidden = Symbol('forbidden');

/** Gives what stands on the wire for a value of ours, or `forbidden`. */
type Write = (value: unknown) => unknown;

type Schema = z.core.$ZodType;
type Checks = readonly z.core.$ZodCheck[];

/**
 * Writes values as `z.encode` does with this schema, and refuses those that it refuses. How is worked out once, here: `z.encode` looks at
 * the schema anew with each value, and leaves the way that zod compiles for reading. Made when the service starts.
 */
export function writerOf<Ours>(schema: z.ZodType<Ours>): (ours: Ours) => unknown {
  const write = writeOf(schema);
  return (ours) => {
    const written = write(ours);
    // What the contract forbids is told by zod, which also tells where it stands.
    return written === forbidden ? z.encode(schema, ours) : written;
  };
}

function writeOf(schema: Schema): Write {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const checks: Checks = def.checks ?? [];
  switch (def.type) {
    case 'string':
      return def.coerce ? asZod(schema) : leafOf(schema, (value) => typeof value === 'string');
    case 'number':
      return def.coerce ? asZod(schema) : numberOf(schema, def);
    case 'boolean':
      return def.coerce ? asZod(schema) : leafOf(schema, (value) => typeof value === 'boolean');
    case 'enum':
    case 'literal':
      return leafOf(schema, (value) => schema._zod.values?.has(value as z.core.util.Primitive) === true);
    case 'null':
      return leafOf(schema, (value) => value === null);
  }
  if (def.type === 'union') return unionOf(schema, def);
  // What is checked beside its parts is checked before these are written.
  if (checks.length > 0) return asZod(schema);
  switch (def.type) {
    case 'unknown':
      return (value) => value;
    case 'nullable': {
      const write = writeOf(def.innerType);
      return (value) => (value === null ? null : write(value));
    }
    case 'optional': {
      if (def.innerType._zod.optin === 'defaulted') return asZod(schema);
      const write = writeOf(def.innerType);
      return (value) => (value === undefined ? value : write(value));
    }
    // They say what is read in place of a value, and nothing of what is written.
    case 'catch':
    case 'default':
      return writeOf(def.innerType);
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
    return written.success ? written.data : forbidden;
  };
}

/** Checks that look at a value and leave it as it is. */
const lookingChecks = new Set<string>([
  ...['custom', 'string_format', 'number_format', 'max_length', 'min_length', 'length_equals'],
  ...['greater_than', 'less_than'],
]);

/** Whether a value passes checks; undefined where one of them is of a kind that may change it. */
function passOf(checks: Checks): ((value: unknown) => boolean) | undefined {
  if (!checks.every(({ _zod: { def } }) => lookingChecks.has(def.check))) return undefined;
  return (value) => {
    for (const { _zod: check } of checks) {
      const payload: z.core.ParsePayload = { value, issues: [] };
      if (check.check(payload as never) instanceof Promise || payload.issues.length > 0) return false;
    }
    return true;
  };
}

/** A value that stands on the wire as it is; a check that is the schema itself, as of its format, is among its own. */
function leafOf(schema: Schema, isOfType: (value: unknown) => boolean): Write {
  const { def, traits } = schema._zod;
  const isFormat = traits.has('$ZodCheck');
  const checks = [...(isFormat ? [schema as unknown as z.core.$ZodCheck] : []), ...(def.checks ?? [])];
  if (checks.length === 0) return (value) => (isOfType(value) ? value : forbidden);
  const passes = passOf(checks);
  if (passes === undefined) return asZod(schema);
  return (value) => (isOfType(value) && passes(value) ? value : forbidden);
}

function numberOf(schema: Schema, { checks = [], ...def }: z.core.$ZodNumberDef): Write {
  const isWhole = (def as { format?: string }).format === 'safeint';
  if (!isWhole || checks.length > 0) return leafOf(schema, (value) => Number.isFinite(value));
  return (value) => (Number.isSafeInteger(value) ? value : forbidden);
}

function unionOf(schema: Schema, { options, inclusive, checks = [] }: z.core.$ZodUnionDef): Write {
  const passes = passOf(checks);
  // Checks of a union look at what is written only where that is the value itself.
  const isOfLeaves = options.every(({ _zod: { def } }) => def.type === 'string' || def.type === 'number');
  if (inclusive === false || passes === undefined || (checks.length > 0 && !isOfLeaves)) return asZod(schema);
  const writes = options.map(writeOf);
  return (value) => {
    for (const write of writes) {
      const written = write(value);
      if (written !== forbidden) return checks.length === 0 || passes(value) ? written : forbidden;
    }
    return forbidden;
  };
}

function listOf(write: Write): Write {
  return (value) => {
    if (!Array.isArray(value)) return forbidden;
    const written = new Array<unknown>(value.length);
    for (let place = 0; place < value.length; place += 1) {
      const part = write(value[place]);
      if (part === forbidden) return forbidden;
      written[place] = part;
    }
    return written;
  };
}

interface Part {
  readonly name: string;
  readonly write: Write;
  /** What is written where it is absent: nothing, what its schema makes of that, or an error. */
  readonly absent: 'left-out' | 'written' | 'forbidden';
  readonly isKept: boolean;
}

function objectOf(shape: Readonly<Record<string, Schema>>): Write {
  const parts = Object.entries(shape).map(([name, schema]): Part => {
    const { optin, optout } = schema._zod;
    const isLeftOut = optin === 'optional' && optout === 'optional';
    return {
      name,
      write: writeOf(schema),
      absent: isLeftOut ? 'left-out' : optin === undefined ? 'forbidden' : 'written',
      isKept: optin === 'defaulted' && optout !== 'optional',
    };
  });
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return forbidden;
    const record = value as Readonly<Record<string, unknown>>;
    const written: Record<string, unknown> = {};
    for (const { name, write, absent, isKept } of parts) {
      const given = record[name];
      const isPresent = given !== undefined || name in record;
      if (!isPresent && absent !== 'written') {
        if (absent === 'forbidden') return forbidden;
        continue;
      }
      const part = write(given);
      if (part === forbidden) return forbidden;
      if (part !== undefined || isPresent || isKept) written[name] = part;
    }
    return written;
  };
}

function codecOf(schema: Schema, def: z.core.$ZodPipeDef): Write {
  const { reverseTransform: encode } = def as Partial<z.core.$ZodCodecDef>;
  const { def: ours } = def.out._zod;
  const isOurs = ours.type === 'unknown' && (ours.checks ?? []).length === 0;
  // One that asks for a second argument tells zod what it finds.
  if (!encode || !isOurs || encode.length > 1) return asZod(schema);
  const write = writeOf(def.in);
  return (value) => write(encode(value, undefined as never));
}
