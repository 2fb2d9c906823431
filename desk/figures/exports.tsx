import { exportJournal, readAging } from '#contract/host/accounting.ts';
import { exportComplaints } from '#contract/host/complaint.ts';
import { readPromotionFigures } from '#contract/host/promotion-figures.ts';
import { listRegistrations } from '#contract/host/registration.ts';
import type { HostCall } from '#contract/host-call.ts';
import { csvRow } from '#domain/csv.ts';
import { CodedError } from '#domain/error-code.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { requestedCurrency } from './figures.tsx';
import { requestedPromotionDays } from './promotions.tsx';

const pageSize = 100;

/** A part of a file, and where the next one begins; null on the last. */
interface Piece {
  readonly text: string;
  readonly nextCursor: string | null;
}

/** Reads a part of a file; the first without a cursor. */
type Pieces = (cursor: string | undefined) => Promise<Piece>;

/** The files there are: each reads its list page by page. */
const files: Readonly<Record<string, (desk: OpenDesk) => Pieces>> = {
  'journal.csv': (desk) => {
    const days = { fromDay: desk.parameter('from'), throughDay: desk.parameter('through') };
    const of = { ...days, currency: requestedCurrency(desk), format: 'csv' };
    return (cursor) => readPart(desk, exportJournal, { ...of, cursor }, cursor);
  },
  'aging.csv': (desk) => async (cursor) => {
    const currency = requestedCurrency(desk);
    const { day, buckets } = await readPart(desk, readAging, { currency }, cursor);
    const rows = buckets.map(({ bucket, loanCount, owedMinor, overdueMinor }) =>
      csvRow([day, bucket, loanCount, owedMinor, overdueMinor, currency]),
    );
    const head = csvRow(['day', 'bucket', 'loanCount', 'owedMinor', 'overdueMinor', 'currency']);
    return { text: [head, ...rows].join(''), nextCursor: null };
  },
  'promotions.csv': (desk) => {
    const of = { ...requestedPromotionDays(desk), by: 'channel', limit: pageSize };
    return async (cursor) => {
      const { figures, nextCursor } = await readPart(desk, readPromotionFigures, { ...of, cursor }, cursor);
      const columns = [
        ...(['templateId', 'appFrom', 'utmTag'] as const),
        ...(['visitCount', 'sendCount', 'registrationCount'] as const),
      ] as const;
      return pieceOf(columns, figures, cursor, nextCursor);
    };
  },
  'registrations.csv': (desk) => async (cursor) => {
    const of = { limit: pageSize, cursor };
    const { registrations, nextCursor } = await readPart(desk, listRegistrations, of, cursor);
    const columns = [
      ...([
        'registrationId',
        'registeredAt',
        'mobilePhone',
        'templateId',
        'appName',
        'merchantNumber',
      ] as const),
      ...(['inviteCode', 'appFrom', 'userFrom', 'utmTag'] as const),
    ] as const;
    return pieceOf(columns, registrations, cursor, nextCursor);
  },
  'complaints.csv': (desk) => async (cursor) => {
    const of = { limit: pageSize, cursor };
    const { complaints, nextCursor } = await readPart(desk, exportComplaints, of, cursor);
    const columns = [
      ...(['folio', 'state', 'orderNumber', 'typeId', 'subtypeId', 'filedAt', 'reviewedAt'] as const),
      ...(['answeredAt', 'closedAt', 'score', 'content', 'reply'] as const),
    ] as const;
    return pieceOf(columns, complaints, cursor, nextCursor);
  },
};

/** What names a person is not for those who may not see personal data. */
const personalFiles: ReadonlySet<string> = new Set(['registrations.csv', 'complaints.csv']);

/** A file of CSV, written while it is read, so that none is too long; that it was taken is logged. */
export const exports = deskScreen({
  path: deskPaths.exports,
  needs: 'export',
  async load(desk): Promise<Response> {
    const file = desk.part('file');
    const pieces = Object.hasOwn(files, file) ? files[file]?.(desk) : undefined;
    if (!pieces) throw new CodedError('not-found', 'file');
    if (personalFiles.has(file)) await desk.require('see-personal-data');
    const first = await pieces(undefined);
    return new Response(streamOf(first, pieces), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${file}"`,
        'Cache-Control': 'no-store',
      },
    });
  },
  title: () => '',
  page: () => null,
});

/** By which spreadsheets know that letters are in UTF-8. */
const byteOrderMark = '\ufeff';

/** The first part and those after it, each read when the one before was taken; a fault breaks the download off. */
function streamOf(first: Piece, pieces: Pieces): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: Piece | null = { ...first, text: byteOrderMark + first.text };
  return new ReadableStream({
    async pull(controller) {
      if (next === null) return controller.close();
      const { text, nextCursor }: Piece = next;
      controller.enqueue(encoder.encode(text));
      next = nextCursor === null ? null : await pieces(nextCursor);
    },
  });
}

/** Makes the call of one part; the first one says in the log that the file was taken. */
function readPart<Request, Answer>(
  desk: OpenDesk,
  call: HostCall<Request, Answer>,
  fields: Readonly<Record<string, unknown>>,
  cursor: string | undefined,
): Promise<Answer> {
  const logged = cursor === undefined && {
    subject: `file:${desk.part('file')}`,
    loggedAs: 'exported' as const,
  };
  return desk.service.ask(desk.person, call, fields, { messageId: desk.newId(), ...logged });
}

function pieceOf<Name extends string>(
  columns: readonly Name[],
  rows: readonly Readonly<Record<Name, string | number | null>>[],
  cursor: string | undefined,
  nextCursor: string | null,
): Piece {
  const head = cursor === undefined ? csvRow(columns) : '';
  return {
    text: head + rows.map((row) => csvRow(columns.map((name) => row[name]))).join(''),
    nextCursor,
  };
}
