import { hash } from 'node:crypto';
import {
  closeSettlementDay,
  decideSettlementLine,
  type HostSettlementFile,
  type HostSettlementLine,
  listSettlementFiles,
  readSettlementFile,
  showSettlementFile,
} from '#contract/host/settlement.ts';
import type { Queryable } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { decisionsOn, providerOfSource, settlementFileMaxBytes } from '#domain/settlement/settlement.ts';
import { WordedError } from '../http/answer.ts';
import { type AnsweredHostCall, answerHost, type HostContext } from '../http/host-gate.ts';
import { usualPageSize } from '../keyset.ts';
import { bookCash } from '../ledger/cash-movements.ts';
import { receivePayment } from '../repayment/receive-payment.ts';
import { answeredLineCorrection } from './correct-line.ts';
import { timeOfLine } from './line-time.ts';
import {
  closeLines,
  compareLines,
  countLines,
  daysOf,
  decideLine,
  type FileRecord,
  filePage,
  findFile,
  findFileByDigest,
  findLine,
  insertFile,
  linePage,
  listMissingThere,
  openOn,
  type ShownLine,
  viewCounts,
} from './store.ts';

/** Room for a file in JSON and what stands around it. */
const fileBodyLimitBytes = 2 * settlementFileMaxBytes;

const answeredReading = answerHost(
  readSettlementFile,
  async (context, { source, name, text }) => {
    const { transaction, now, random, actor } = context;
    const digest = hash('sha256', text);
    const before = await findFileByDigest(transaction, { source, digest });
    const { id } = before ?? (await read());
    const file = await fileNamed(transaction, id, { isLocked: true });
    await compareLines(transaction, file);
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
        ...{ id: random.id(), source, name, digest, currency: first.currency, fromDay, throughDay },
        ...{ lineCount: reading.lines.length, openCount: 0, closedCount: 0, readAt: now, readBy: actor },
      };
      if (await insertFile(transaction, record, reading.lines)) return record;
      const other = await findFileByDigest(transaction, { source, digest });
      if (!other) throw new Error('A settlement file is neither new nor known.');
      return other;
    }
  },
  { limitBytes: fileBodyLimitBytes },
);

const answeredList = answerHost(
  listSettlementFiles,
  async ({ transaction }, { limit = usualPageSize, cursor }) => {
    const { rows, nextCursor } = await filePage(transaction, { cursor, limit });
    return { data: { files: rows.map(hostFileOf), nextCursor } };
  },
);

const answeredShow = answerHost(
  showSettlementFile,
  async ({ transaction }, { fileId, show, lineNumber, cursor, limit = usualPageSize }) => {
    const file = await fileNamed(transaction, fileId);
    const { rows, nextCursor } = await linePage(transaction, fileId, { show, lineNumber, cursor, limit });
    return {
      data: {
        file: hostFileOf(file),
        counts: await viewCounts(transaction, file),
        days: await daysOf(transaction, file),
        lines: rows.map(hostLineOf),
        missingThere: show === 'missing-there' ? await listMissingThere(transaction, file) : [],
        nextCursor,
      },
    };
  },
);

const answeredDecision = answerHost(decideSettlementLine, async (context, request) => {
  const { transaction, now, actor } = context;
  const { fileId, lineNumber, decision, reason } = request;
  const file = await fileNamed(transaction, fileId, { isLocked: true });
  await compareLines(transaction, file);
  const shown = await findLine(transaction, fileId, lineNumber);
  if (!shown) throw new CodedError('not-found', 'lineNumber');
  const { line } = shown;
  const isSame = line.decision === decision;
  const isPossible = line.closedAt === null && decisionsOn(line.state, line.kind).includes(decision);
  const isReported = line.state === 'matched' || line.state === 'different';
  if (!isPossible && !isSame) throw isReported ? reportedSince() : new CodedError('status-conflict');
  if (decision === 'unmatched' && !isSame) await receiveLine(context, file, shown);
  else await decideLine(transaction, line, { decision, reason, decidedAt: now, decidedBy: actor });
  await compareLines(transaction, file);
  await countLines(transaction, fileId);
  const after = await findLine(transaction, fileId, lineNumber);
  if (!after) throw new Error('A line of a settlement file is gone.');
  return { data: { line: hostLineOf(after) } };
});

/** The payment of a line was reported, also while the line was decided, and with another amount. */
const reportedSince = () =>
  new WordedError(
    new CodedError('status-conflict', 'lineNumber'),
    'The payment of this line has been reported. Read the line again.',
  );

/**
 * Takes in the payment of a line that was not reported, as its provider's report would be.
 * @throws CodedError 'status-conflict' where it was reported meanwhile.
 */
async function receiveLine(context: HostContext, file: FileRecord, { line }: ShownLine): Promise<void> {
  const { transaction, now } = context;
  const { isRepeated } = await receivePayment(
    transaction,
    {
      ...{ provider: providerOfSource(file.source), eventId: line.identity, currency: file.currency },
      loanName: { reference: (line.reference || line.identity).slice(0, 64) },
      amountMinor: minorAmount(line.amountMinor),
      ...timeOfLine(file, line, now),
      trackingKey: (line.keys[0] ?? line.identity).slice(0, 64),
    },
    context,
  ).catch((error: unknown) => {
    const isOther = error instanceof CodedError && error.code === 'submission-repeated';
    throw isOther ? reportedSince() : error;
  });
  if (isRepeated) throw reportedSince();
}

const answeredClose = answerHost(closeSettlementDay, async (context, { fileId, day }) => {
  const { transaction, now } = context;
  const file = await fileNamed(transaction, fileId, { isLocked: true });
  await compareLines(transaction, file);
  if ((await openOn(transaction, fileId, day)) > 0) throw new CodedError('status-conflict', 'day');
  const settled = await closeLines(transaction, { id: fileId, day, now });
  await countLines(transaction, fileId);
  const occurredAt = startOfDayIn(marketOfCurrency(file.currency), day);
  for (const { provider, settledMinor, feeMinor, firstLine } of settled) {
    const key = `${fileId}:${day}:${provider ?? ''}:${firstLine}`;
    const of = { key, occurredAt, currency: file.currency };
    const holder = provider ?? providerOfSource(file.source);
    bookCash(transaction, { kind: 'settlement', amountMinor: BigInt(settledMinor), ...of }, holder, context);
    bookCash(transaction, { kind: 'provider-fee', amountMinor: BigInt(feeMinor), ...of }, holder, context);
  }
  const sum = (name: 'settledMinor' | 'feeMinor') =>
    settled.reduce((total, each) => total + BigInt(each[name]), 0n);
  return {
    data: {
      day,
      lineCount: settled.reduce((total, { lineCount }) => total + lineCount, 0),
      settledMinor: String(sum('settledMinor') - sum('feeMinor')),
      feeMinor: String(sum('feeMinor')),
    },
  };
});

/** How the lender's people compare what providers settled with what was reported. */
export const answeredSettlements: readonly AnsweredHostCall[] = [
  answeredReading,
  answeredList,
  answeredShow,
  answeredDecision,
  answeredLineCorrection,
  answeredClose,
];

async function fileNamed(
  database: Queryable,
  id: string,
  options?: { isLocked: boolean },
): Promise<FileRecord> {
  const file = await findFile(database, id, options);
  if (!file) throw new CodedError('not-found', 'fileId');
  return file;
}

function hostFileOf({ id: fileId, readAt, ...file }: FileRecord): HostSettlementFile {
  return { fileId, ...file, readAt: readAt.toISOString() };
}

function hostLineOf({ line, ...payment }: ShownLine): HostSettlementLine {
  const { lineNumber, kind, state, identity, reference, day, amountMinor, feeMinor } = line;
  const { decision, reason, decidedBy, closedAt } = line;
  return {
    ...{ lineNumber, kind, state, identity, reference, day, amountMinor, feeMinor, ...payment },
    ...{ decision, reason, decidedBy, closedAt: closedAt?.toISOString() ?? null },
  };
}
