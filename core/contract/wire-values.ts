import { z } from 'zod';
import { allCurrencies } from '#domain/market.ts';
import { anyAmountMaxMinor } from '#domain/money/amount-bound.ts';
import { type Currency, type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { field, provided, wireObject, wireValue } from './wire.ts';

type Otherwise<Ours, Missing> = z.ZodType<Missing extends null ? Ours | null : Ours>;

/** A value that may be missing or null, which then reads as `missing`. */
export function orElse<Ours, Missing extends Ours | null>(
  schema: z.ZodType<Ours>,
  missing: Missing,
): Otherwise<Ours, Missing> {
  return withDefault(schema.nullish(), missing);
}

/** The same for what is our own addition: a backend's other use of its name reads as `missing` too. */
export function tolerated<Ours, Missing extends Ours | null>(
  schema: z.ZodType<Ours>,
  missing: Missing,
): Otherwise<Ours, Missing> {
  return withDefault(schema.nullish().catch(null), missing);
}

function withDefault<Ours, Missing>(schema: z.ZodType, missing: Missing): Otherwise<Ours, Missing> {
  return wireValue(schema, (value) => value ?? missing) as Otherwise<Ours, Missing>;
}

const integerSchema = {
  type: 'integer',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** Any value at all, where a whole number is to be given and none is needed. */
export const integerAtBest = provided(z.unknown().optional(), integerSchema);

/** A whole number, or its digits as text; never rounded, never beyond 2^53-1. */
const wireInteger = provided(
  z.union([
    z.int(),
    z
      .string()
      .regex(/^-?\d{1,16}$/)
      .refine((value) => Number.isSafeInteger(Number(value)), 'beyond 2^53-1'),
  ]),
  integerSchema,
);

/** A whole number. */
export const integer = wireValue(wireInteger, Number);

/** An amount in minor units (MONEY-1, MONEY-3). */
export const amount = amountAs(wireInteger.describe('Amount in minor units'));

/** An amount a borrower sends: not negative, and within what may come in of any currency. */
export const requestAmount = amountAs(
  provided(
    wireInteger
      .refine((value) => Number(value) >= 0, 'negative')
      .refine((value) => Number(value) <= anyAmountMaxMinor, 'more than may come in'),
    { type: 'integer', minimum: 0, maximum: anyAmountMaxMinor },
  ).describe('Amount in minor units, not negative'),
);

function amountAs(wire: typeof wireInteger): z.ZodType<MinorAmount> {
  return wireValue(wire, (value) => minorAmount(Number(value)));
}

/** The currency of an answer's amounts; a backend that names none, or one unknown here, leaves it to the language (MONEY-4). */
export const currency: z.ZodType<Currency | null> = tolerated(z.enum(allCurrencies), null);

const wireFlag = provided(z.union([z.int(), z.string(), z.boolean()]).nullish(), { enum: [0, 1, null] });

/** A flag that is 1 or not: numbers, digits and booleans all occur. */
export const flag = wireValue(
  wireFlag,
  (value) => Number(value) === 1,
  (isSet) => (isSet ? 1 : 0),
);

/** A flag that any number but zero sets. */
export const flagUnlessZero = wireValue(
  wireFlag,
  (value) => Boolean(Number(value)),
  (isSet) => (isSet ? 1 : 0),
);

/** A text that may be missing or null: then it is empty, as one of blanks only is. */
export const text = wireValue(
  provided(z.union([z.string(), z.number()]).nullish(), { type: ['string', 'null'] }),
  (value) => (String(value ?? '').trim() === '' ? '' : String(value)),
);

/** A value that is the address of an image or of a page, as the document says of it in `x-address`. */
export function addressOf<Ours>(shows: 'image' | 'link', codec: z.ZodType<Ours>): z.ZodType<Ours> {
  return codec.meta({ 'x-address': shows });
}

/** The address of an image that the pages show where its origin is allowed; empty for none. */
export const imageAddress = addressOf('image', text);

/** A value that is a day or a moment, as the document says of it in `x-date`; any other text is shown as it comes. */
export function dateOf<Ours>(codec: z.ZodType<Ours>): z.ZodType<Ours> {
  return codec.meta({ 'x-date': true });
}

/** A day or a moment that may be missing: then it is empty. */
export const dateText = dateOf(text);

/** A day or a moment. */
export const dateString = dateOf(z.string());

/** The address of a page that the pages link to where its origin is allowed; empty for none. */
export const linkAddress = addressOf('link', text);

const wireId = z.union([z.string().max(64), z.int()]);

/** An identifier the pages send back: text or number, at most 64 characters. */
export const id = wireValue(wireId, String);

/** An identifier that may be missing: then it is empty. */
export const idOrEmpty = wireValue(wireId.nullish(), (value) => String(value ?? ''));

/** An identifier that may be missing or empty, as an unfilled form field is: then it is null. */
export const idOrNull = wireValue(wireId.nullish(), (value) => String(value ?? '') || null);

/** Any number of values in their order. */
export function listOf<Ours>(schema: z.ZodType<Ours>): z.ZodType<readonly Ours[]> {
  return wireValue(
    z.array(schema),
    (values): readonly Ours[] => values,
    (values) => [...values],
  );
}

/** The same where a missing list has no values. */
export function list<Ours>(schema: z.ZodType<Ours>): z.ZodType<readonly Ours[]> {
  return orElse(listOf(schema), []);
}

/** A label and its value, both ready to show. */
export interface DetailRow {
  readonly label: string;
  readonly value: string;
}

/** The rows of a detail list, without those that have no value. */
export const detailRows: z.ZodType<readonly DetailRow[]> = wireValue(
  list(wireObject({ label: field('text', text), value: text })),
  (rows) => rows.filter(({ value }) => value !== ''),
);

/**
 * An address that is a call's whole answer, not yet safe to follow: `url`, or the bare text (the specification names no
 * field).
 */
export const addressAnswer = (shows: 'image' | 'link') => {
  const address = addressOf(shows, z.string().max(2048));
  return wireValue(
    z.union([z.object({ url: address }), address]),
    (wire) => ({ link: typeof wire === 'string' ? wire : wire.url }),
    ({ link }) => ({ url: link }),
  );
};
