import { z } from 'zod';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';

const safeIntegerText = /^-?\d{1,16}$/;

/** An amount in minor units: an integer, or its digits as text; never rounded, never beyond 2^53-1 (MONEY-1, MONEY-3). */
export const wireAmount = z
  .union([z.int(), z.string().regex(safeIntegerText)])
  .refine((value) => Number.isSafeInteger(Number(value)), 'beyond 2^53-1')
  .meta({ description: 'Amount in minor units' });

/** An amount a borrower sends: not negative. */
export const wireAmountSent = wireAmount
  .refine((value) => Number(value) >= 0, 'negative')
  .meta({ description: 'Amount in minor units, not negative' });

/** The amount of a checked wire value. */
export function amountOf(value: number | string): MinorAmount {
  return minorAmount(Number(value));
}

/** A whole number, or its digits as text. */
export const wireInteger = z
  .union([z.int(), z.string().regex(safeIntegerText)])
  .refine((value) => Number.isSafeInteger(Number(value)), 'beyond 2^53-1');

/** A flag that is 1 or not: numbers, digits and booleans all occur. */
export const wireFlag = z.union([z.int(), z.string(), z.boolean()]).nullish();

/** Whether a wire flag is set. */
export function flagOf(value: z.infer<typeof wireFlag>): boolean {
  return value === true || Number(value) === 1;
}

/** A text that may be missing or null. */
export const wireText = z.union([z.string(), z.number()]).nullish();

/** The text, empty when missing. */
export function textOf(value: z.infer<typeof wireText>): string {
  return value === null || value === undefined ? '' : String(value);
}

/** An identifier the pages send back: text or number, at most 64 characters. */
export const wireId = z.union([z.string().max(64), z.int()]);

/** A row of a detail list as it travels. */
export const wireRow = z.object({ text: wireText, value: wireText });

/** A label and its value, both ready to show. */
export interface DetailRow {
  readonly label: string;
  readonly value: string;
}

/** The rows of a wire list, without empty ones. */
export function rowsOf(rows: readonly z.infer<typeof wireRow>[] | null | undefined): DetailRow[] {
  return (rows ?? [])
    .map((row) => ({ label: textOf(row.text), value: textOf(row.value) }))
    .filter((row) => row.label !== '' || row.value !== '');
}

/** Rows as they travel. */
export function wireRowsOf(rows: readonly DetailRow[]): { text: string; value: string }[] {
  return rows.map(({ label, value }) => ({ text: label, value }));
}

/** The decoded side of a codec whose shape is a TypeScript interface; the wire side is what is checked. */
export function ours<T>(): z.ZodType<T, T> {
  return z.custom<T>(() => true);
}

/** The identifier as text; null when missing, null or empty, as an unfilled form field is. */
export function optionalIdOf(value: z.infer<typeof wireId> | null | undefined): string | null {
  return value === null || value === undefined || value === '' ? null : String(value);
}

/** An address that is a call's whole answer: `url`, or the bare text (the specification names no field). */
export const wireLink = z.union([z.object({ url: z.string().max(2048) }), z.string().max(2048)]);

/** The address of a checked wire link, not yet safe to follow. */
export function linkOf(value: z.infer<typeof wireLink>): string {
  return typeof value === 'string' ? value : value.url;
}
