import { z } from 'zod';
import { allCurrencies } from '#domain/market.ts';
import { anyAmountMaxMinor } from '#domain/money/amount-bound.ts';
import { type Currency, type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { field, provided, wireObject, wireValue } from './wire.ts';

type Otherwise<Ours, Missing> = z.ZodType<Missing extends null ? Ours | null : Ours>;

/** Reads null or an absent value as `missing`. */
export function orElse<Ours, Missing extends Ours | null>(
  schema: z.ZodType<Ours>,
  missing: Missing,
): Otherwise<Ours, Missing> {
  return withDefault(schema.nullish(), missing);
}

/** Like `orElse`, but also reads an invalid value as `missing`. For fields that we added to the original contract. */
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

/** Accepts any value where an integer is expected but not needed. */
export const integerAtBest = provided(z.unknown().optional(), integerSchema);

/** An integer, or its digits as text; never rounded, within 2^53-1. */
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

export const integer = wireValue(wireInteger, Number);

/** An amount in minor units (MONEY-1, MONEY-3). */
export const amount = amountAs(wireInteger.describe('Amount in minor units'));

/** Amount that a borrower sends: from 0 to the highest limit of any currency. */
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

/** Currency of an answer's amounts. Null for none or an unknown one: then the language decides (MONEY-4). */
export const currency: z.ZodType<Currency | null> = tolerated(z.enum(allCurrencies), null);

const wireFlag = provided(z.union([z.int(), z.string(), z.boolean()]).nullish(), { enum: [0, 1, null] });

/** True for 1; the wire has numbers, digits and booleans. */
export const flag = wireValue(
  wireFlag,
  (value) => Number(value) === 1,
  (isSet) => (isSet ? 1 : 0),
);

/** True for any number but zero. */
export const flagUnlessZero = wireValue(
  wireFlag,
  (value) => Boolean(Number(value)),
  (isSet) => (isSet ? 1 : 0),
);

/** Text; empty when missing or blank. */
export const text = wireValue(
  provided(z.union([z.string(), z.number()]).nullish(), { type: ['string', 'null'] }),
  (value) => (String(value ?? '').trim() === '' ? '' : String(value)),
);

/** Marks an address of an image or a page, `x-address` in the document. */
export function addressOf<Ours>(shows: 'image' | 'link', codec: z.ZodType<Ours>): z.ZodType<Ours> {
  return codec.meta({ 'x-address': shows });
}

/** Image address, shown where its origin is allowed; empty for none. */
export const imageAddress = addressOf('image', text);

/** Marks a day or an instant, `x-date` in the document. Any other text is shown unchanged. */
export function dateOf<Ours>(codec: z.ZodType<Ours>): z.ZodType<Ours> {
  return codec.meta({ 'x-date': true });
}

/** A day or an instant; empty when missing. */
export const dateText = dateOf(text);

export const dateString = dateOf(z.string());

/** Page address, linked where its origin is allowed; empty for none. */
export const linkAddress = addressOf('link', text);

const wireId = z.union([z.string().max(64), z.int()]);

/** Identifier that the pages send back: text or integer, at most 64 characters. */
export const id = wireValue(wireId, String);

/** Identifier; empty when missing. */
export const idOrEmpty = wireValue(wireId.nullish(), (value) => String(value ?? ''));

/** Identifier; null when missing or empty, as an unfilled form field is. */
export const idOrNull = wireValue(wireId.nullish(), (value) => String(value ?? '') || null);

export function listOf<Ours>(schema: z.ZodType<Ours>): z.ZodType<readonly Ours[]> {
  return wireValue(
    z.array(schema),
    (values): readonly Ours[] => values,
    (values) => [...values],
  );
}

/** A list; empty when missing. */
export function list<Ours>(schema: z.ZodType<Ours>): z.ZodType<readonly Ours[]> {
  return orElse(listOf(schema), []);
}

export interface DetailRow {
  readonly label: string;
  readonly value: string;
}

/** Rows of a detail list, without those that have no value. */
export const detailRows: z.ZodType<readonly DetailRow[]> = wireValue(
  list(wireObject({ label: field('text', text), value: text })),
  (rows) => rows.filter(({ value }) => value !== ''),
);

/** An answer that is one address, `{ url }` or bare text (the specification names no field). Not yet safe to follow. */
export const addressAnswer = (shows: 'image' | 'link') => {
  const address = addressOf(shows, z.string().max(2048));
  return wireValue(
    z.union([z.object({ url: address }), address]),
    (wire) => ({ link: typeof wire === 'string' ? wire : wire.url }),
    ({ link }) => ({ url: link }),
  );
};
