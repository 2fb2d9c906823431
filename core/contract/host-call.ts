import { z } from 'zod';
import { localDate } from '#domain/calendar.ts';
import { isWithinBound } from '#domain/money/amount-bound.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { withoutTurns } from '#domain/typed-text.ts';
import { wireValue } from './wire.ts';

/**
 * A call of the lender's own systems, under `/host/`: a POST with a JSON body, signed by RFC 9421, answered in the v3
 * envelope. These are not among the calls the pages make.
 */
export interface HostCall<
  Request = unknown,
  Response = unknown,
  Path extends `/host/${string}` = `/host/${string}`,
  RequestBody = unknown,
  ResponseBody = unknown,
> {
  readonly name: string;
  readonly summary: string;
  readonly path: Path;
  /** Whether it changes nothing, so that a repeated message is answered anew. Its id still belongs to one path. */
  readonly isRead?: true;
  /** HTTP statuses of its answers; 200 unless given. 202: the report is stored for later. */
  readonly statuses?: readonly (200 | 202)[];
  readonly request: z.core.$ZodType<Request, RequestBody>;
  readonly response: z.core.$ZodType<Response, ResponseBody>;
}

/** Returns the call; only checks its types. */
export function defineHostCall<
  Request,
  Response,
  const Path extends `/host/${string}`,
  RequestBody,
  ResponseBody,
>(
  call: HostCall<Request, Response, Path, RequestBody, ResponseBody>,
): HostCall<Request, Response, Path, RequestBody, ResponseBody> {
  return call;
}

export type HostRequestOf<C> = C extends HostCall<infer Request, infer _Response> ? Request : never;

/** An object with a name in the OpenAPI document; the host client exports a type of that name. */
export const namedObject = <Shape extends z.core.$ZodShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id });

/** Whether an incoming amount is within the limit of its currency. */
export function isBoundedMoney({
  amountMinor,
  currency,
}: {
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
}): boolean {
  return isWithinBound(amountMinor, currency);
}

export const boundRefusal = { path: ['amountMinor'], message: 'more than may come in' };

/** Name from another system: 1 to `maxLength` characters, no control characters. */
export function systemName(maxLength: number): z.ZodType<string, string> {
  return z.string().regex(new RegExp(`^[^\\p{Cc}]{1,${maxLength}}$`, 'u'));
}

/** Person's name: no blanks around it, no direction marks. */
export function personName(maxLength: number): z.ZodType<string, string> {
  return z
    .string()
    .overwrite(withoutTurns)
    .regex(new RegExp(`^[^\\p{Cc}]{1,${maxLength}}$`, 'u'));
}

export const orderNumber = systemName(32);

/** Staff member who acts, as recorded in the books; optional in every request that changes something. */
export const actorName = systemName(64);

const pageMax = 100;

/** Cursor and length of a page. Lists are oldest first unless their comment names another order. */
export const pageFields = {
  cursor: z.string().optional().describe('nextCursor of the page before; the first page when absent'),
  limit: z.int().min(1).max(pageMax).optional().describe('50 when absent'),
};

/** Cursor of the next page; null on the last. */
export const nextCursor = z.string().nullable();

/** A day as `YYYY-MM-DD`. */
export const hostDay = wireValue(z.iso.date(), localDate);

export const longestRangeDays = 366;

/** Whether two days are in order and at most 366 days apart, both included. */
export function isDayRange({
  fromDay,
  throughDay,
}: {
  readonly fromDay: string;
  readonly throughDay: string;
}): boolean {
  const days = (Date.parse(throughDay) - Date.parse(fromDay)) / 86_400_000;
  return days >= 0 && days < longestRangeDays;
}

export const dayRangeRefusal = { path: ['throughDay'], message: 'from fromDay on, at most 366 days' };
