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
  /** Whether it changes nothing, so that it is answered anew each time; its id belongs to its path all the same. */
  readonly isRead?: true;
  /** HTTP statuses of its answers; 200 alone unless given. 202 has kept what was told for later. */
  readonly statuses?: readonly (200 | 202)[];
  readonly request: z.core.$ZodType<Request, RequestBody>;
  readonly response: z.core.$ZodType<Response, ResponseBody>;
}

/** Declares a host call; only checks the types. */
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

/** The request of a host call. */
export type HostRequestOf<C> = C extends HostCall<infer Request, infer _Response> ? Request : never;

/** An object that has a name in the OpenAPI document, and so a type of that name in the host client. */
export const namedObject = <Shape extends z.core.$ZodShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id });

/** Whether an amount is within what may come in of its currency. */
export function isBoundedMoney({
  amountMinor,
  currency,
}: {
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
}): boolean {
  return isWithinBound(amountMinor, currency);
}

/** What is said of one that is not. */
export const boundRefusal = { path: ['amountMinor'], message: 'more than may come in' };

/** Text that names something in another system, of 1 to `maxLength` characters; no control characters. */
export function systemName(maxLength: number): z.ZodType<string, string> {
  return z.string().regex(new RegExp(`^[^\\p{Cc}]{1,${maxLength}}$`, 'u'));
}

/** A person's name: without blanks around it, and without the marks that turn the direction of what follows. */
export function personName(maxLength: number): z.ZodType<string, string> {
  return z
    .string()
    .overwrite(withoutTurns)
    .regex(new RegExp(`^[^\\p{Cc}]{1,${maxLength}}$`, 'u'));
}

/** The number a borrower knows a loan by. */
export const orderNumber = systemName(32);

/** Who in the lender's house acts, as the books name them; optional in every request that changes something. */
export const actorName = systemName(64);

const pageMax = 100;

/** Where a page of a list goes on and how long it is at most. */
export const pageFields = {
  cursor: z.string().optional().describe('What the page before gave; the first page when absent'),
  limit: z.int().min(1).max(pageMax).optional().describe('50 when absent'),
};

/** Where the next page of a list begins; null on the last. */
export const nextCursor = z.string().nullable();

/** A day as `YYYY-MM-DD`. */
export const hostDay = wireValue(z.iso.date(), localDate);

const longestRangeDays = 366;

/** Whether two days are in order and at most 366 apart, both counted. */
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

/** What is said of days that are no range. */
export const dayRangeRefusal = { path: ['throughDay'], message: 'from fromDay on, at most 366 days' };
