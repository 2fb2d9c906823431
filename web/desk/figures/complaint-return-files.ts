import { complaintTypeText } from '#content/messages/complaint-types.ts';
import { exportComplaints } from '#contract/host/complaint.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { isDataRequest } from '#domain/complaint/complaint.ts';
import {
  complaintCounts,
  isReturned,
  periodOf,
  returnOf,
  returnRow,
} from '#domain/complaint/complaint-return.ts';
import { csvRow } from '#domain/csv.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOf, startOfDayIn } from '#domain/market.ts';
import type { DeskFile, FilePage } from '../desk-file.ts';
import type { OpenDesk } from '../open-desk.ts';

type Return = NonNullable<ReturnType<typeof returnOf>>;

/** Returns of complaints to regulators. `month` begins the period; fields that only the lender knows come from the address. */
export const complaintReturnFiles: readonly DeskFile[] = Object.values(marketOf)
  .flatMap(({ complaintReturns }) => complaintReturns.flatMap(({ id }) => returnOf(id) ?? []))
  .map((complaintReturn) => ({
    name: `complaints-${complaintReturn.id}.csv`,
    needs: 'see-complaints',
    filters: { month: 'text' },
    pages: (desk, read) =>
      complaintReturn.kind === 'counts'
        ? () => countPage(complaintReturn, desk, read)
        : complaintPages(complaintReturn, desk, read),
  }));

const pageSize = 100;

/** @throws CodedError 'request-invalid' without a month. */
function requestOf({ market, months }: Return, desk: OpenDesk) {
  const month = desk.parameter('month');
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) throw new CodedError('request-invalid', 'month');
  const period = periodOf(month, months);
  const startOf = (day: LocalDate) => startOfDayIn(market, day).toISOString();
  const before = { market, limit: pageSize, filedBefore: startOf(addDays(period.through, 1)) };
  return { period, before, filedFrom: startOf(period.from) };
}

const headOf = ({ fields }: Return) => csvRow(fields.map(({ name }) => name));

/** Regulators count complaints, not data requests. */
const isComplaint = ({ subtypeId }: { readonly subtypeId: string | null }) => !isDataRequest(subtypeId);

async function countPage(complaintReturn: Return, desk: OpenDesk, read: OpenDesk['read']): Promise<FilePage> {
  const { period, before } = requestOf(complaintReturn, desk);
  const counts = complaintCounts(complaintReturn, period);
  let cursor: string | undefined;
  do {
    const page = await read(exportComplaints, { ...before, cursor });
    for (const complaint of page.complaints.filter(isComplaint)) counts.add(complaint);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const names = complaintTypeText[desk.language];
  const rows = counts.rows((typeId) => names[typeId], desk.parameter);
  return { text: headOf(complaintReturn) + rows.map(csvRow).join(''), nextCursor: null };
}

/** The pages of a return with a row for each complaint; a single row says that there were none. */
function complaintPages(complaintReturn: Return, desk: OpenDesk, read: OpenDesk['read']) {
  const { period, before, filedFrom } = requestOf(complaintReturn, desk);
  let rowCount = 0;
  return async (cursor: string | undefined): Promise<FilePage> => {
    const { complaints, nextCursor } = await read(exportComplaints, { ...before, filedFrom, cursor });
    const rows = complaints
      .filter((complaint) => isComplaint(complaint) && isReturned(complaintReturn, complaint.typeId))
      .map((complaint) => returnRow(complaintReturn, complaint, period, desk.parameter));
    rowCount += rows.length;
    if (nextCursor === null && rowCount === 0)
      rows.push(returnRow(complaintReturn, null, period, desk.parameter));
    const head = cursor === undefined ? headOf(complaintReturn) : '';
    return { text: head + rows.map(csvRow).join(''), nextCursor };
  };
}
