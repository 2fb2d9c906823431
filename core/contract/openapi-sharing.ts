import { z } from 'zod';
import { complaintStates } from '#domain/complaint/complaint.ts';
import { chargeKinds, disputeStates } from '#domain/loan/charge-dispute.ts';
import { loanStatuses } from '#domain/loan/loan-status.ts';
import { allCurrencies, allMarkets } from '#domain/market.ts';
import { eventMessage } from './events.ts';
import { fieldDescriptions, hostFieldDescriptions } from './field-descriptions.ts';
import { actorName, nextCursor, orderNumber, pageFields, systemName } from './host-call.ts';
import { wireLoanStatus } from './loan-status.ts';
import type { JsonObject } from './openapi-envelope.ts';

const idValue = z.union([z.string().max(64), z.int()]);
const meaningOf = (field: string): string => hostFieldDescriptions[field] ?? '';

/** Simple values that are named in the document. */
export const namedValues = {
  Day: z.iso.date(),
  Instant: z.iso.datetime(),
  InstantWithOffset: z.iso.datetime({ offset: true }),
  Uuid: z.uuid(),
  Integer: z.int(),
  NaturalNumber: z.int().min(0),
  IntegerOrDigits: z.union([z.int(), z.string().regex(/^-?\d{1,16}$/)]),
  Id: idValue,
} as const satisfies Readonly<Record<string, z.ZodType>>;

export const describedValues = {
  Currency: z.enum(allCurrencies).describe(hostFieldDescriptions.currency ?? ''),
  Market: z.enum(allMarkets).describe(hostFieldDescriptions.market ?? ''),
  LoanStatus: z.enum(loanStatuses).describe('Status of the loan'),
  LoanStatusNumber: wireLoanStatus,
  OrderNumber: orderNumber.describe(hostFieldDescriptions.orderNumber ?? ''),
  Actor: actorName.describe(hostFieldDescriptions.actor ?? ''),
  Reason: systemName(300),
  Cursor: pageFields.cursor,
  NextCursor: nextCursor.describe(hostFieldDescriptions.nextCursor ?? ''),
  EventTime: eventMessage.shape.timestamp,
  EventSequence: eventMessage.shape.sequence,
  EventVersion: z.literal(1).describe('Version'),
  LoanNumber: z.string().describe(meaningOf('orderNumber')),
  OptionalLoanNumber: z.string().nullable().describe(meaningOf('orderNumber')),
  BorrowerId: z.string().describe(meaningOf('borrowerId')),
  BorrowerUuid: z.uuid().describe(meaningOf('borrowerId')),
  LenderBorrowerId: z.string().nullable().describe("The lender's own id of the borrower; null for none"),
  OrderId: idValue.describe(fieldDescriptions.orderId ?? ''),
  OptionalProductId: idValue.nullable().describe(fieldDescriptions.productId ?? ''),
  MoneyEventId: systemName(128).describe(meaningOf('eventId')),
  MoneySource: systemName(32).describe(meaningOf('provider')),
  MoneySourceName: z.string().describe(meaningOf('provider')),
  PageLimit: pageFields.limit.unwrap().describe('50 when absent'),
  PartsPerMillion: z.int().describe('Parts per million: 180000 is 18 %'),
  AmountMinor: z.int().describe('Amount in minor units'),
  NaturalAmountMinor: z.int().min(0).describe('Amount in minor units'),
  EventAmount: z.int().min(0).describe('In minor units of `currency`'),
  SumMinor: z.string().describe('Minor units as digits, since a sum may be any size'),
  MarketDay: z.iso.date().describe("A day of the loan's market"),
  ChargeKind: z.enum(chargeKinds).describe('Kind of charge'),
  ComplaintState: z.enum(complaintStates).describe('State'),
  DisputeState: z.enum(disputeStates).describe('State'),
  Folio: z.string().describe(meaningOf('folio')),
  LenderReason: systemName(300).describe(meaningOf('reason')),
  LenderReasonText: z.string().describe(meaningOf('reason')),
  OptionalCurrency: z
    .enum(allCurrencies)
    .nullable()
    .describe('Optional: ISO 4217 code of all amounts (MONEY-4)'),
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** Keywords that hold values, not schemas. */
const ofValues: readonly string[] = ['example', 'examples', 'enum', 'const', 'default'];

/**
 * Replaces schemas within `parts` by references to equal named ones; a name without description fits any description. Also
 * gives the named schemas in use.
 * @param at JSON pointer, without `#`, of the named schemas.
 */
export function shareSchemas(
  parts: JsonObject,
  named: Readonly<Record<string, JsonObject>>,
  at: string,
): { readonly parts: JsonObject; readonly named: JsonObject } {
  const formOf = formReader();
  const nameByForm = new Map(
    Object.entries(named).map(([name, schema]) => [formOf(schema, schema.description), name]),
  );
  const used = new Set<string>();
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit);
    if (!isObject(part)) return part;
    return referenceTo(part) ?? childrenOf(part);
  };
  const referenceTo = ({
    description,
    default: otherwise,
    ...schema
  }: JsonObject): JsonObject | undefined => {
    const same = nameByForm.get(formOf(schema, description));
    const name = same ?? nameByForm.get(formOf(schema, undefined));
    if (name === undefined) return undefined;
    used.add(name);
    return {
      $ref: `#${at}/${name}`,
      ...(same === undefined && { description }),
      ...(otherwise !== undefined && { default: otherwise }),
    };
  };
  const childrenOf = (part: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(part).map(([name, each]) => [name, ofValues.includes(name) ? each : visit(each)]),
    );
  const shared = childrenOf(parts);
  const bodies: Record<string, JsonObject> = {};
  // A set gives what is added while it is read: named schemas refer to others.
  for (const name of used) bodies[name] = childrenOf(named[name] ?? {});
  return {
    parts: shared,
    named: Object.fromEntries(
      Object.keys(named).flatMap((name) => (bodies[name] ? [[name, bodies[name]]] : [])),
    ),
  };
}

/** Returns a function that gives equal schemas the same text, whatever the order of their keywords. */
function formReader() {
  const known = new WeakMap<object, string>();
  const textOf = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const text =
      known.get(value) ??
      (Array.isArray(value) ? `[${value.map(textOf)}]` : entriesText(value as JsonObject));
    known.set(value, text);
    return text;
  };
  const entriesText = (object: JsonObject): string =>
    Object.keys(object)
      .sort()
      .map((name) => `${name}:${textOf(object[name])}`)
      .join();
  return ({ description: _, default: _default, ...schema }: JsonObject, description: unknown): string =>
    `${description ?? ''}\n${entriesText(schema)}`;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
