import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/call.ts';
import { wireSchema } from '#contract/openapi-schema.ts';
import { isRecord } from '#contract/schema-problems.ts';

/** One recorded answer. It contains no names, numbers, addresses or identifiers of a person. */
export interface RecordedAnswer {
  readonly call: string;
  readonly status: number;
  /** Null for an image or a body that is not JSON. */
  readonly body: unknown;
}

type Schema = Readonly<Record<string, unknown>>;

/** Finds the call of a request; undefined when the contract has none. */
export function callOf(method: string, path: string): Call | undefined {
  return allCalls.find((call) => call.path === path && call.method === method);
}

/**
 * Removes personal data from an answer. Amounts, flags, counts, dates, enumerated values and the structure stay; other text becomes letters
 * of the same length; fields outside of the contract are dropped.
 */
export function recordedAnswer(call: Call, status: number, body: unknown): RecordedAnswer {
  if (!call.envelope || !isRecord(body)) return { call: call.name, status, body: null };
  const { success, code, message, data } = body;
  const envelope = {
    ...('success' in body && { success: typeof success === 'boolean' ? success : veiled(success) }),
    ...('code' in body && { code: /^-?\d{1,6}$/.test(String(code)) ? code : veiled(code) }),
    ...('message' in body && { message: veiled(message) }),
    ...('data' in body && { data: redacted(data, wireSchema(call.response)) }),
  };
  return { call: call.name, status, body: envelope };
}

/** Removes personal data from request fields; structure, flags, amounts and dates stay. */
export function recordedRequest(call: Call, fields: Readonly<Record<string, unknown>>): unknown {
  return redacted(fields, wireSchema(call.request));
}

function redacted(value: unknown, schema: Schema | undefined): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (!schema) return null;
  const kinds = (schema.anyOf ?? schema.oneOf ?? [schema]) as readonly Schema[];
  if (Array.isArray(value)) {
    const items = kinds.find(({ items }) => items)?.items as Schema | undefined;
    return value.map((each) => redacted(each, items));
  }
  if (isRecord(value)) {
    const properties = (kinds.find(({ properties }) => properties)?.properties ?? {}) as Record<
      string,
      Schema
    >;
    const entries = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
    return Object.fromEntries(entries.map(([name, part]) => [name, redacted(part, properties[name])]));
  }
  const isNumber = kinds.every(({ type, enum: values }) => type === 'integer' || type === 'null' || values);
  if (isNumber && /^-?\d+(\.\d+)?$/.test(String(value))) return value;
  const isFixed = kinds.some(({ enum: values }) => Array.isArray(values) && values.includes(value));
  return isFixed ? value : veiled(value);
}

/** Masks a text or number: dates stay, digits become 9, letters x. */
function veiled(value: unknown): unknown {
  if (typeof value === 'number') return Number(String(value).replaceAll(/\d/g, '9'));
  if (typeof value !== 'string') return null;
  if (/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(value)) return value;
  return value.replaceAll(/\p{Nd}/gu, '9').replaceAll(/\p{L}/gu, 'x');
}

/** Returns a function that replays each call's answers in order and then repeats the last one; undefined for a call that was never made. */
export function replayOf(record: readonly RecordedAnswer[]): (call: string) => RecordedAnswer | undefined {
  const exchanges = Map.groupBy(record, ({ call }) => call);
  return (call) => {
    const answers = exchanges.get(call) ?? [];
    return answers.length > 1 ? answers.shift() : answers[0];
  };
}
