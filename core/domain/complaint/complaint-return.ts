import type { ComplaintReturn } from '#markets/definition.ts';
import { addDays, type LocalDate, localDate } from '../calendar.ts';
import { dayIn, type Market, marketOf, supervisorOf } from '../market.ts';
import { type ComplaintTypeId, collectionTypeId, complaintTypeIds } from './complaint.ts';

export interface ReturnedComplaint {
  readonly folio: string;
  readonly typeId: ComplaintTypeId;
  readonly orderNumber: string | null;
  readonly filedAt: string;
  readonly answeredAt: string | null;
}

/**
 * First and last day of a period that starts with a month, `YYYY-MM`.
 * @throws CalendarError for no month.
 */
export function periodOf(
  month: string,
  months: number,
): { readonly from: LocalDate; readonly through: LocalDate } {
  const from = localDate(`${month}-01`);
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + months, 1));
  return { from, through: addDays(localDate(next.toISOString().slice(0, 10)), -1) };
}

/**
 * Returns that the lender's supervisor requires.
 * @param supervisor absent for the market's usual one.
 */
export function returnsAskedBy(market: Market, supervisor: string | undefined): readonly ComplaintReturn[] {
  return supervisorOf(market, supervisor)?.own?.complaintReturns ?? marketOf[market].complaintReturns;
}

export function returnOf(id: string) {
  for (const [market, { complaintReturns }] of Object.entries(marketOf)) {
    const found = complaintReturns.find((each) => each.id === id);
    if (found) return { market: market as Market, ...found };
  }
  return undefined;
}

type Return = NonNullable<ReturnType<typeof returnOf>>;

export function isReturned({ of }: Pick<Return, 'of'>, typeId: ComplaintTypeId): boolean {
  return of === 'all' || (of === 'collection') === (typeId === collectionTypeId);
}

function dayWritten(market: Market, instant: string | null): string {
  if (instant === null) return '';
  const [year, month, day] = dayIn(market, new Date(instant)).split('-');
  return `${day}/${month}/${year}`;
}

type Given = (name: string) => string;

export function returnRow(
  { market, fields }: Return,
  complaint: ReturnedComplaint | null,
  { from }: { readonly from: LocalDate },
  given: Given,
): string[] {
  return fields.map(({ name, from: fact }) => {
    if (fact === 'lender') return given(name);
    if (fact === 'month') return String(Number(from.slice(5, 7)));
    if (fact === 'quarter') return String(Math.ceil(Number(from.slice(5, 7)) / 3));
    if (fact === 'one') return complaint ? '1' : '0';
    if (!complaint) return '';
    const { folio, typeId, orderNumber, filedAt, answeredAt } = complaint;
    const facts: Readonly<Record<string, string>> = {
      folio,
      type: typeId,
      order: orderNumber ?? '',
      status: answeredAt === null ? '1' : '2',
      'filed-day': dayWritten(market, filedAt),
      'answered-day': dayWritten(market, answeredAt),
    };
    return facts[fact] ?? '';
  });
}

type CountFact = 'pending-before' | 'received' | 'answered' | 'pending-after' | 'pending-beyond';
type Counts = Record<CountFact, number>;

export function complaintCounts(
  { market, fields }: Return,
  { from, through }: { readonly from: LocalDate; readonly through: LocalDate },
) {
  const counts = new Map<ComplaintTypeId, Counts>(
    complaintTypeIds.map((typeId) => [
      typeId,
      { 'pending-before': 0, received: 0, answered: 0, 'pending-after': 0, 'pending-beyond': 0 },
    ]),
  );
  const longAgo = addDays(through, -marketOf[market].complaints.answerDays);
  return {
    add({ typeId, filedAt, answeredAt }: ReturnedComplaint): void {
      const of = counts.get(typeId);
      const filedOn = dayIn(market, new Date(filedAt));
      if (!of || filedOn > through) return;
      const answeredOn = answeredAt === null ? null : dayIn(market, new Date(answeredAt));
      const isPendingAt = (day: LocalDate) => answeredOn === null || answeredOn > day;
      const isBefore = filedOn < from;
      if (isBefore && (answeredOn === null || answeredOn >= from)) of['pending-before'] += 1;
      if (!isBefore) of.received += 1;
      if (answeredOn !== null && answeredOn >= from && answeredOn <= through) of.answered += 1;
      if (isPendingAt(through)) of['pending-after'] += 1;
      if (isPendingAt(through) && filedOn < longAgo) of['pending-beyond'] += 1;
    },
    rows: (nameOf: (typeId: ComplaintTypeId) => string, given: Given): string[][] =>
      [...counts].map(([typeId, of]) =>
        fields.map(({ name, from: fact }) => {
          if (fact === 'lender') return given(name);
          return fact === 'type' ? nameOf(typeId) : String(of[fact as CountFact]);
        }),
      ),
  };
}
