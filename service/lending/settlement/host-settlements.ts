import { hash } from 'node:crypto';
import { listSettlementFiles, readSettlementFile, showSettlementFile } from '#contract/host/settlement.ts';
import { CodedError } from '#domain/error-code.ts';
import { settlementFileMaxBytes } from '#domain/settlement/settlement.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { usualPageSize } from '../keyset.ts';
import { answeredClosing } from './close-day.ts';
import { answeredLineCorrection } from './correct-line.ts';
import { answeredLineDecision } from './decide-line.ts';
import { hostFileOf, hostLineOf } from './host-names.ts';
import { requireFile } from './require-file.ts';
import {
  closingsOf,
  countLines,
  daysOf,
  type FileRecord,
  filePage,
  findFileByDigest,
  insertFile,
  linePage,
  listMissingThere,
  viewCounts,
} from './store.ts';

const fileBodyLimitBytes = 2 * settlementFileMaxBytes;

export const answeredSettlements: readonly AnsweredHostCall[] = [
  answerHost(
    readSettlementFile,
    async (context, { source, name, text }) => {
      const { transaction, now, random, actor } = context;
      const digest = hash('sha256', text);
      const before = await findFileByDigest(transaction, { source, digest });
      const { id } = before ?? (await read());
      await requireFile({ database: transaction, locking: transaction }, id);
      return {
        data: { file: hostFileOf(await countLines(transaction, id)), isRepeated: before !== undefined },
      };

      async function read(): Promise<FileRecord> {
        const reading = context.readSettlement(source, text);
        if ('fault' in reading) {
          const place = reading.lineNumber === null ? '' : `:${reading.lineNumber}`;
          throw new CodedError('request-invalid', `text:${reading.fault}${place}`);
        }
        const days = reading.lines.map(({ day }) => day).sort();
        const [first] = reading.lines;
        const [fromDay] = days;
        const throughDay = days.at(-1);
        if (!first || !fromDay || !throughDay) throw new CodedError('request-invalid', 'text:empty');
        const record: FileRecord = {
          id: random.id(),
          source,
          name,
          digest,
          currency: first.currency,
          fromDay,
          throughDay,
          lineCount: reading.lines.length,
          openCount: 0,
          closedCount: 0,
          readAt: now,
          readBy: actor,
        };
        if (await insertFile(transaction, record, reading.lines)) return record;
        const other = await findFileByDigest(transaction, { source, digest });
        if (!other) throw new Error('A settlement file is neither new nor known.');
        return other;
      }
    },
    { limitBytes: fileBodyLimitBytes },
  ),
  answerHost(listSettlementFiles, async ({ transaction }, { limit = usualPageSize, cursor }) => {
    const { rows, nextCursor } = await filePage(transaction, { cursor, limit });
    return { data: { files: rows.map(hostFileOf), nextCursor } };
  }),
  answerHost(
    showSettlementFile,
    async ({ transaction }, { fileId, show, lineNumber, cursor, limit = usualPageSize }) => {
      const file = await requireFile({ database: transaction, locking: null }, fileId);
      const days = await daysOf(transaction, file);
      const closings = new Map(
        (await closingsOf(transaction, file)).map(({ day, figures, ...closed }) => [
          day,
          { ...figures, ...closed },
        ]),
      );
      const { rows, nextCursor } = await linePage(transaction, fileId, { show, lineNumber, cursor, limit });
      return {
        data: {
          file: hostFileOf(file),
          counts: await viewCounts(transaction, file),
          days: days.map((row) => ({ ...row, closing: closings.get(row.day) ?? null })),
          lines: rows.map(hostLineOf),
          missingThere: show === 'missing-there' ? await listMissingThere(transaction, file) : [],
          nextCursor,
        },
      };
    },
  ),
  answeredLineDecision,
  answeredLineCorrection,
  answeredClosing,
];
