import { z } from 'zod';
import { isReadDate } from '#domain/date-format.ts';
import { anyAmountMaxMinor } from '#domain/money/amount-bound.ts';
import { termUnitOf } from '#domain/offer/term-unit.ts';
import { placeInAnswer, placeOf } from './answer-place.ts';
import type { Call } from './call.ts';
import examples from './call-examples.json' with { type: 'json' };
import { exactJson } from './exact-json.ts';
import { wireLoanStatuses } from './loan-status.ts';
import { wireSchema } from './openapi-schema.ts';
import { isRecord, missingFields, schemaProblems } from './schema-problems.ts';
import type { TakenTolerance, ToleranceId } from './tolerances.ts';

type Schema = Readonly<Record<string, unknown>>;
type Row = Omit<TakenTolerance, 'call'>;

/** Lists what the pages drop, substitute or assume in a call's data: encodes what was read again and compares it with the answer. */
export function answerTolerances<Data>(
  call: Call<unknown, Data>,
  {
    data,
    rest,
    decoded,
    leftOut,
  }: {
    readonly data: unknown;
    readonly rest: unknown;
    readonly decoded: Data;
    /** Dotted paths in `data` of the parts that could not be read. */
    readonly leftOut: readonly string[];
  },
): TakenTolerance[] {
  if (call.envelope === null || call.response instanceof z.ZodUnknown) return [];
  const schema = wireSchema(call.response);
  const written = z.safeEncode(call.response, decoded);
  const rows: Row[] = [
    ...leftOut.map(placeOf).map((place): Row => {
      const [row] = /^.*\]/.exec(place) ?? [];
      const [says = `${place} cannot be read`] = schemaProblems(data, schema).filter((problem) =>
        problem.startsWith(place),
      );
      return { id: row ? 'row-left-out' : 'field-left-out', field: row ?? place, says };
    }),
    ...missingOf(call, data),
    ...assumedOf(call, data, schema),
    ...[
      ...(written.success ? differences(rest, written.data, schema, '') : []),
      ...unusedValues(rest, schema, ''),
    ].map(({ id, field, says }) => {
      const place = placeInAnswer(field, leftOut);
      return { id, field: place, says: says.replace(field, () => place) };
    }),
  ];
  return rows.map((each) => ({ ...each, call: call.name }));
}

/** Paths of integers beyond 2^53-1 in the text of an answer, relative to its data. */
export function keptDigits(text: string): string[] {
  if (!/\d{16}/.test(text)) return [];
  const places = (exact: unknown, rounded: unknown, path: string): string[] => {
    if (typeof exact === 'string') return typeof rounded === 'number' ? [path] : [];
    if (Array.isArray(exact)) {
      return exact.flatMap((each, index) => places(each, (rounded as unknown[])[index], `${path}[${index}]`));
    }
    if (!isRecord(exact)) return [];
    return Object.entries(exact).flatMap(([name, each]) =>
      places(each, (rounded as typeof exact)[name], path ? `${path}.${name}` : name),
    );
  };
  return places(exactJson(text), JSON.parse(text), '').map((place) => place.replace(/^data\./, ''));
}

/** JSON pointer into openapi.json of a field; of all data for no field. */
export function documentPointer(call: string, field: string): string {
  const steps = field
    .replace(/^data\b\.?/, '')
    .split('.')
    .filter((step) => step !== '')
    .flatMap((step) => {
      const [, name = '', indices = ''] = /^([^[]*)(.*)$/.exec(step) ?? [];
      const rows = (indices.match(/\[/g) ?? []).map(() => 'items');
      return [...(name === '' ? [] : ['properties', name]), ...rows];
    });
  return ['#/components/schemas', `${call}Data`, ...steps].join('/');
}

/** As `documentPointer`, for the field that a problem names first; null where it names none of the call's. */
export function namedPointer(
  call: Pick<Call, 'name' | 'envelope' | 'response'>,
  problem: string,
): string | null {
  const [, field] = namedField.exec(problem) ?? [];
  if (field === undefined || call.envelope === null) return null;
  const steps = field.split(/[.[\]]+/).filter((step) => step !== '');
  let part: Schema | undefined = wireSchema(call.response);
  for (const step of steps) {
    part = /^\d+$/.test(step)
      ? (kindsOf(part).find(({ items }) => items)?.items as Schema | undefined)
      : propertiesOf(part)[step];
    if (part === undefined) return null;
  }
  return documentPointer(call.name, field);
}

export const namedField = /^([A-Za-z_]\w*(?:\.\w+|\[\d+\])*) (?:is|has|of|cannot)\b/;

function missingOf({ name }: Pick<Call, 'name'>, data: unknown): Row[] {
  const { minimalResponse } =
    (examples as Readonly<Record<string, { readonly minimalResponse?: unknown }>>)[name] ?? {};
  return missingFields(data, minimalResponse).map(({ field, spelling }) => ({
    id: 'field-missing',
    field,
    says: spelling ? `${field} is spelled ${spelling}` : `${field} is missing`,
  }));
}

/** Fields without which a page makes an assumption; `calls` limits them to some calls. */
const assumedFields: readonly {
  readonly id: ToleranceId;
  readonly field: string;
  readonly calls?: readonly string[];
}[] = [
  { id: 'currency-assumed', field: 'currency' },
  { id: 'market-assumed', field: 'market', calls: ['readPromotionTemplate'] },
  { id: 'open-payment-assumed', field: 'openPayment', calls: ['readSavedCards'] },
  { id: 'outcome-assumed', field: 'isPending', calls: ['payWithCard', 'confirmCardPayment'] },
  { id: 'status-unknown', field: 'orderStatus', calls: ['readLoan'] },
  { id: 'unit-assumed', field: 'termUnit', calls: ['readOffer'] },
];

function assumedOf({ name }: Pick<Call, 'name'>, data: unknown, schema: Schema): Row[] {
  const input = isRecord(data) ? data : {};
  const record = propertiesOf(schema);
  return assumedFields
    .filter(({ calls, field }) => (calls ? calls.includes(name) : field in record))
    .filter(({ field }) => (field === 'openPayment' ? input[field] === undefined : isEmpty(input[field])))
    .filter(({ id }) => id !== 'market-assumed' || input.language !== 'zh')
    .map(({ id, field }) => ({
      id,
      field,
      says: id === 'status-unknown' ? statusWords(field) : `${field} is not given`,
    }));
}

function differences(came: unknown, written: unknown, schema: Schema, path: string): Row[] {
  if (isEmpty(came)) return [];
  const kinds = kindsOf(schema);
  if (Array.isArray(came) && Array.isArray(written)) {
    const items = (kinds.find((kind) => kind.items)?.items ?? {}) as Schema;
    return rowPairs(came, written, items).flatMap(([row, read], index) => {
      const place = `${path}[${index}]`;
      if (read === undefined)
        return isEmptyRow(row)
          ? []
          : [{ id: 'row-left-out' as const, field: place, says: `${place} has nothing to show` }];
      return differences(row, read, items, place);
    });
  }
  if (isRecord(came) && isRecord(written)) {
    const record = propertiesOf(schema);
    return Object.entries(came).flatMap(([name, value]): Row[] => {
      const place = path ? `${path}.${name}` : name;
      const part = record[name];
      if (part) return differences(value, written[name], part, place);
      return [{ id: 'field-unread', field: place, says: `${place} is not in the contract` }];
    });
  }
  if (came === written || isSameText(came, written)) return [];
  const [problem] = schemaProblems(came, schema, path);
  // One form of several that the contract has, such as an address alone.
  if (problem === undefined && isRecord(written)) return [];
  const says = problem ?? `${path} is read as another value`;
  if (isEmpty(written)) return problem === undefined ? [] : [{ id: 'field-left-out', field: path, says }];
  if (isSameValue(came, written))
    return problem === undefined ? [] : [{ id: 'type-read', field: path, says }];
  if (isStatus(path)) return [{ id: 'status-unknown', field: path, says: statusWords(path) }];
  return [{ id: 'value-unknown', field: path, says }];
}

const statusWords = (path: string) => `${path} is none of ${Object.values(wireLoanStatuses).join(', ')}`;

const isStatus = (path: string) => /(^|\.)orderStatus$/.test(path);

const isSameText = (came: unknown, written: unknown) =>
  typeof came === 'string' && typeof written === 'string' && came.trim() === written.trim();

function isSameValue(came: unknown, written: unknown): boolean {
  if (typeof came === 'object' || typeof written === 'object') return Array.isArray(written);
  return String(came) === String(written) || Number(came) === Number(written);
}

/** Pairs each row with what was read of it; undefined for a dropped row. */
function rowPairs(
  came: readonly unknown[],
  written: readonly unknown[],
  schema: Schema,
): (readonly [unknown, unknown])[] {
  let next = 0;
  return came.map((row, index) => {
    const isLast = came.length - index <= written.length - next;
    const read = written[next];
    const isDropped = !isLast && (next >= written.length || !isAlike(row, read, schema));
    if (isDropped) return [row, undefined];
    next += 1;
    return [row, read];
  });
}

function isAlike(row: unknown, read: unknown, schema: Schema): boolean {
  if (!isRecord(row) || !isRecord(read)) return row === read;
  const named = Object.keys(row).filter((name) => name in propertiesOf(schema));
  return differences(row, read, schema, '').length < Math.max(named.length, 1);
}

function unusedValues(value: unknown, schema: Schema, path: string): Row[] {
  const kinds = kindsOf(schema);
  if (Array.isArray(value)) {
    const items = (kinds.find((kind) => kind.items)?.items ?? {}) as Schema;
    const sums = unaddable(value).map((name) => ({
      id: 'sum-left-out' as const,
      field: path,
      says: `${path} has more in ${name} than can be added`,
    }));
    return [...sums, ...value.flatMap((each, index) => unusedValues(each, items, `${path}[${index}]`))];
  }
  if (isRecord(value)) {
    return Object.entries(propertiesOf(schema)).flatMap(([name, part]) =>
      unusedValues(value[name], part, path ? `${path}.${name}` : name),
    );
  }
  if (isEmpty(value)) return [];
  if (kinds.some((kind) => kind['x-date']) && !isReadDate(String(value))) {
    return [
      {
        id: 'date-as-is',
        field: path,
        says: `${path} is no date: a date is not YYYY-MM-DD, of the calendar`,
      },
    ];
  }
  if (path === 'termUnit' && termUnitOf(String(value)) === null) {
    return [{ id: 'unit-left-out', field: path, says: `${path} is no day, week, fortnight or month` }];
  }
  return [];
}

function unaddable(rows: readonly unknown[]): string[] {
  const records = rows.filter(isRecord);
  const names = new Set(records.flatMap((row) => Object.keys(row)));
  return [...names].filter((name) => {
    const amounts = records.map((row) => row[name]).filter((value) => Number.isSafeInteger(value));
    const wholeOnes = amounts as number[];
    const sum = wholeOnes.reduce((sum, each) => sum + Math.abs(each), 0);
    return !Number.isSafeInteger(sum) || wholeOnes.some((each) => Math.abs(each) > anyAmountMaxMinor);
  });
}

function isEmptyRow(row: unknown): boolean {
  return isRecord(row) ? Object.values(row).every(isEmpty) : isEmpty(row);
}

/** An empty value counts as missing, not as dropped. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function kindsOf(schema: Schema): readonly Schema[] {
  return ((schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined) ?? [schema];
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return (kindsOf(schema).find(({ properties }) => properties)?.properties ?? {}) as Record<string, Schema>;
}
