import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTrialBalance } from '#contract/host/accounting.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { listUnmatchedPayments, recordPayment, reversePayment } from '#contract/host/repayment.ts';
import {
  closeSettlementDay,
  correctSettlementLine,
  decideSettlementLine,
  listSettlementFiles,
  readSettlementFile,
  showSettlementFile,
} from '#contract/host/settlement.ts';
import { inTransaction, queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, rowCounts } from '#tests/setup/lending-journeys.ts';
import { reconcileEvents, reconcileLoan } from '../ledger/reconcile.ts';
import { receivePayment } from '../repayment/receive-payment.ts';

const service = await testLendingService();
service.setTime('2026-11-20T12:00:00-06:00');
const loan = await paidOutLoan(service, await newBorrower(service));
const day = localDate('2026-11-20');
const days = { currency: 'MXN', fromDay: day, throughDay: day } as const;
const reason = 'as the provider said';

interface Line {
  readonly id: string;
  readonly key: string;
  readonly amount: number;
  readonly fee: number;
  readonly type?: string;
}

/** A file of Conekta's transactions. */
const fileOf = (lines: readonly Line[]) =>
  [
    'id,charge,amount,fee,currency,created_at,type',
    ...lines.map(
      ({ id, key, amount, fee, type = 'capture' }) => `${id},${key},${amount},${fee},MXN,1795197600,${type}`,
    ),
    '',
  ].join('\n');

const read = (text: string, name = 'liq.csv') =>
  service.tell(readSettlementFile, { source: 'conekta', name, text });
const shown = (
  fileId: string,
  show: 'open' | 'different' | 'matched' | 'missing-there' | 'repeated' = 'open',
) => service.tell(showSettlementFile, { fileId, show, limit: 100 });

const report = (eventId: string, amount: number, isKnown = true) =>
  service.tell(recordPayment, {
    ...{ provider: 'conekta', eventId, trackingKey: eventId, currency: 'MXN', anotherPayment: true },
    ...(isKnown ? { orderNumber: loan.orderNumber } : { reference: `nobody ${eventId}` }),
    amountMinor: minorAmount(amount),
  });

async function standing(): Promise<Record<string, number>> {
  const { accounts, closingMinor } = await service.tell(readTrialBalance, days);
  expect(closingMinor).toBe('0');
  return Object.fromEntries(accounts.map(({ account, closingMinor: sum }) => [account, Number(sum)]));
}

async function changeSince(before: Record<string, number>): Promise<Record<string, number>> {
  const after = await standing();
  return Object.fromEntries(
    ['cash', 'clearing:conekta', 'provider-fee', 'unmatched'].map((name) => [
      name,
      (after[name] ?? 0) - (before[name] ?? 0),
    ]),
  );
}

/** Files whose counts are not those of their lines. */
const miscounted = () =>
  queryRows(
    service.database,
    sql`select file.id from settlement_files as file join settlement_lines as line on line.file_id = file.id
      group by file.id having file.closed_count <> count(line.closed_at) or file.open_count <> count(*) filter (
        where line.closed_at is null and line.decision is null and line.state in ('different', 'missing-here', 'fee'))`,
  );

test('a file is read once, books nothing, and its day closes at zero once each line is decided', async () => {
  const before = await standing();
  await report('ch-a', 10_000);
  await report('ch-b', 20_000, false);
  await report('ch-d', 5_000);
  await report('ch-gone', 700);
  const text = fileOf([
    { id: 't-a', key: 'ch-a', amount: 10_000, fee: 300 },
    { id: 't-b', key: 'ch-b', amount: 20_000, fee: 600 },
    { id: 't-c', key: 'ch-c', amount: 1_500, fee: 50 },
    { id: 't-d', key: 'ch-d', amount: 4_500, fee: 0 },
    { id: 't-f', key: '', amount: -116, fee: 0, type: 'rounding_adjustment' },
  ]);
  const booked = await standing();
  const { file, isRepeated } = await read(text);
  expect([isRepeated, file.lineCount, file.openCount]).toEqual([false, 5, 3]);
  expect(await standing()).toEqual(booked);
  const rows = await rowCounts(service.database);
  const again = await read(text, 'again.csv');
  expect([again.isRepeated, again.file]).toEqual([true, file]);
  const { host_messages: _some, host_message_paths: _more, ...counts } = await rowCounts(service.database);
  const { host_messages: _a, host_message_paths: _b, ...countsBefore } = rows;
  expect(counts).toEqual(countsBefore);

  const view = await shown(file.fileId);
  expect(view.lines.map(({ identity, state }) => [identity, state])).toEqual([
    ['t-c', 'missing-here'],
    ['t-d', 'different'],
    ['t-f', 'fee'],
  ]);
  expect(view.counts).toEqual({
    ...{ open: 3, 'missing-here': 1, 'missing-there': 1, different: 1, fee: 1, matched: 2, repeated: 0 },
  });
  expect(view.days).toMatchObject([
    { day, bookedMinor: '35700', fileMinor: '36000', matchedCount: 2, openCount: 3, differenceMinor: '-300' },
  ]);
  const missing = await shown(file.fileId, 'missing-there');
  expect(missing.missingThere).toMatchObject([{ eventId: 'ch-gone', amountMinor: 700 }]);

  const close = () => service.tell(closeSettlementDay, { fileId: file.fileId, day });
  await expect(close()).rejects.toThrow('409');
  const decide = (lineNumber: number, decision: 'fee' | 'unmatched' | 'note') =>
    service.tell(decideSettlementLine, { fileId: file.fileId, lineNumber, decision, reason });
  await expect(decide(2, 'unmatched')).rejects.toThrow('409');
  await expect(decide(5, 'fee')).rejects.toThrow('409');
  const { line } = await decide(4, 'unmatched');
  expect(line).toMatchObject({ state: 'matched', bookedMinor: 1_500, provider: 'conekta', eventId: 't-c' });
  const { payments } = await service.tell(listUnmatchedPayments, {});
  expect(payments).toContainEqual(expect.objectContaining({ eventId: 't-c', amountMinor: 1_500 }));
  await decide(5, 'note');
  await decide(6, 'fee');
  const closed = await close();
  expect(closed).toMatchObject({ day, settledMinor: '30434', feeMinor: '1066', lineCount: 4 });
  expect(await close()).toMatchObject({ lineCount: 0, settledMinor: '0', feeMinor: '0' });
  expect((await shown(file.fileId)).days).toMatchObject([{ day, closableCount: 0 }]);
  expect(await changeSince(before)).toEqual({
    cash: 30_434,
    'provider-fee': 1_066,
    // The noted line's 5,000 and the 700 that are in no file are what is left.
    'clearing:conekta': 5_700,
    unmatched: -21_500,
  });
  expect(await reconcileEvents(service.database)).toEqual([]);
  const { files } = await service.tell(listSettlementFiles, {});
  expect(files[0]).toMatchObject({ fileId: file.fileId, openCount: 0, closedCount: 4 });
});

test('a payment that was taken back and its line end at zero too, and a report that comes later is met', async () => {
  const before = await standing();
  await report('ch-back', 3_000);
  await service.tell(reversePayment, { provider: 'conekta', eventId: 'ch-back', reason });
  const text = fileOf([
    { id: 't-p', key: 'ch-back', amount: 3_000, fee: 90 },
    { id: 't-r', key: 'ch-back', amount: -3_000, fee: 0, type: 'chargeback' },
    { id: 't-late', key: 'ch-late', amount: 800, fee: 0 },
  ]);
  const { file } = await read(text);
  expect(file.openCount).toBe(1);
  await report('ch-late', 800);
  expect((await read(text)).file.openCount).toBe(0);
  await service.tell(closeSettlementDay, { fileId: file.fileId, day });
  expect(await changeSince(before)).toMatchObject({ cash: 710, 'provider-fee': 90, 'clearing:conekta': 0 });
});

test('a payment is corrected to the amount of its line, once: its loan is as if that had been paid, and its clearing ends at zero', async () => {
  const [corrected, plain] = [
    await paidOutLoan(service, await newBorrower(service)),
    await paidOutLoan(service, await newBorrower(service)),
  ];
  const paid = (eventId: string, { orderNumber }: typeof loan, amount: number) =>
    service.tell(recordPayment, {
      ...{ provider: 'conekta', eventId, trackingKey: eventId, currency: 'MXN', orderNumber },
      amountMinor: minorAmount(amount),
    });
  await paid('ch-wrong', corrected, 120_000);
  await paid('ch-plain', plain, 98_500);
  await report('ch-waits', 700, false);
  const before = await standing();
  const { file } = await read(
    fileOf([
      { id: 't-wrong', key: 'ch-wrong', amount: 98_500, fee: 0 },
      { id: 't-plain', key: 'ch-plain', amount: 98_500, fee: 0 },
      { id: 't-waits', key: 'ch-waits', amount: 650, fee: 0 },
    ]),
  );
  const { fileId } = file;
  const correct = (lineNumber: number) => service.tell(correctSettlementLine, { fileId, lineNumber, reason });
  const { orderNumber } = corrected;
  expect(await correct(2)).toMatchObject({ orderNumber, amountMinor: 98_500, bookedMinor: 120_000 });
  await expect(correct(2)).rejects.toThrow('409');
  await expect(correct(3)).rejects.toThrow('409');
  await expect(correct(9)).rejects.toThrow('404');
  expect(await correct(4)).toMatchObject({ orderNumber: null, amountMinor: 650, bookedMinor: 700 });
  const figures = async ({ orderNumber: number }: typeof loan) => {
    const { loan: of, instalments } = await service.tell(readLoanStatement, { orderNumber: number });
    return { owed: of.owedMinor, held: of.heldMinor, paid: instalments.map(({ paidMinor }) => paidMinor) };
  };
  expect(await figures(corrected)).toEqual(await figures(plain));
  const view = await shown(fileId);
  expect(view.counts).toMatchObject({ open: 0, different: 0, matched: 3 });
  const { missingThere } = await shown(fileId, 'missing-there');
  const left = missingThere.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  expect(missingThere.map(({ eventId }) => eventId)).not.toContain('ch-wrong');
  expect(view.days).toMatchObject([{ differenceMinor: String(left) }]);
  await service.tell(closeSettlementDay, { fileId, day });
  const { cash, 'clearing:conekta': clearing } = await changeSince(before);
  expect([cash, clearing]).toEqual([197_650, -219_200]);
  expect(await reconcileLoan(service.database, corrected.orderId)).toEqual([]);
  expect(await reconcileEvents(service.database)).toEqual([]);
  // What was corrected is undone as any payment is.
  const { lines } = await shown(fileId, 'matched');
  const [{ provider, eventId } = { provider: null, eventId: null }] = lines;
  await service.tell(reversePayment, { provider: provider ?? '', eventId: eventId ?? '', reason });
  expect((await figures(corrected)).owed).toBe((await figures(plain)).owed + 98_500);
});

test('one payment meets one line, whatever the provider calls a second one of it', async () => {
  const before = await standing();
  await report('ch-once', 600);
  const [first, second] = [newId(), newId()];
  const { file } = await read(
    fileOf([
      { id: first, key: 'ch-once', amount: 600, fee: 0 },
      { id: second, key: 'ch-once', amount: 600, fee: 0 },
    ]),
  );
  const { lines } = await shown(file.fileId);
  expect(lines.map(({ identity, state }) => [identity, state])).toEqual([[second, 'missing-here']]);
  const request = { fileId: file.fileId, lineNumber: 3, decision: 'note', reason } as const;
  await service.tell(decideSettlementLine, request);
  await service.tell(closeSettlementDay, { fileId: file.fileId, day });
  expect(await changeSince(before)).toMatchObject({ cash: 600, 'clearing:conekta': 0 });
});

const drawn = fc.record({
  amount: fc.integer({ min: 100, max: 90_000 }),
  fee: fc.nat(99),
  /** Whether the provider reported it, and how. */
  reported: fc.constantFrom('loan', 'nobody', 'never', 'other-amount'),
  /** Whether a person has it corrected to the amount of its line. */
  isCorrected: fc.boolean(),
  /** In which files it is: a gap where in none, a double where in both or twice in one. */
  files: fc.constantFrom('first', 'second', 'both', 'twice', 'none'),
});

test('files with gaps and doubles, read in any order and again, book each line once and leave what is in none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawn, { minLength: 2, maxLength: 8 }),
      fc.boolean(),
      async (moneys, isLater) => {
        const before = await standing();
        const lines = moneys.map((money) => ({ ...money, id: newId(), key: `ch-${newId()}` }));
        for (const { key, amount, reported } of lines) {
          if (reported !== 'never')
            await report(key, amount + (reported === 'other-amount' ? 45 : 0), reported !== 'nobody');
        }
        const inFile = (which: 'first' | 'second') =>
          lines.flatMap((line) => {
            const isThere = line.files === which || line.files === 'both' || line.files === 'twice';
            if (!isThere) return [];
            return line.files === 'twice' && which === 'first' ? [line, line] : [line];
          });
        const order = isLater ? (['second', 'first'] as const) : (['first', 'second'] as const);
        for (const which of order) {
          const some = inFile(which);
          if (some.length === 0) continue;
          const text = fileOf(some);
          const { file } = await read(text);
          await read(text);
          const { lines: open } = await shown(file.fileId);
          for (const { lineNumber, state, identity } of open) {
            const isCorrected = lines.find(({ id }) => id === identity)?.isCorrected;
            if (state === 'different' && isCorrected) {
              await service.tell(correctSettlementLine, { fileId: file.fileId, lineNumber, reason });
              continue;
            }
            const decision = state === 'missing-here' ? 'unmatched' : 'note';
            const request = { fileId: file.fileId, lineNumber, decision, reason } as const;
            await service.tell(decideSettlementLine, request);
          }
          const close = () => service.tell(closeSettlementDay, { fileId: file.fileId, day });
          expect(await miscounted()).toEqual([]);
          await Promise.all([close(), read(text), close()]);
          expect(await miscounted()).toEqual([]);
        }
        const settled = lines.filter(
          ({ files, reported, isCorrected }) =>
            files !== 'none' && (reported !== 'other-amount' || isCorrected),
        );
        const sum = (
          of: readonly { readonly amount: number; readonly fee: number }[],
          name: 'amount' | 'fee',
        ) => of.reduce((total, each) => total + each[name], 0);
        const left = lines
          .filter((line) => line.reported !== 'never' && !settled.includes(line))
          .reduce(
            (total, { amount, reported }) => total + amount + (reported === 'other-amount' ? 45 : 0),
            0,
          );
        const waiting = lines.filter(
          ({ reported, files }) => reported === 'nobody' || (reported === 'never' && files !== 'none'),
        );
        expect(await changeSince(before)).toEqual({
          cash: sum(settled, 'amount') - sum(settled, 'fee'),
          'provider-fee': sum(settled, 'fee'),
          'clearing:conekta': left,
          unmatched: 0 - sum(waiting, 'amount'),
        });
        expect(await reconcileEvents(service.database)).toEqual([]);
      },
    ),
    { numRuns: 20 },
  );
});

test.each([1_200, 1_150])(
  'a line whose payment is reported while it is decided, of %i for 1200, is refused, and the money is there once',
  async (amountMinor) => {
    const key = `ch-${newId()}`;
    const { file } = await read(fileOf([{ id: newId(), key, amount: 1_200, fee: 0 }]));
    const { fileId } = file;
    const line = { fileId, lineNumber: 2, decision: 'unmatched', reason } as const;
    const decided = () => service.host('/host/settlements/decide', line);
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const before = await standing();
    const { deciding } = await inTransaction(service.database, async (transaction) => {
      const context = { ...service.dependencies, now: service.dependencies.clock.now() };
      await receivePayment(
        transaction,
        {
          ...{ provider: 'conekta', eventId: key, trackingKey: key, currency: 'MXN', paidAt: context.now },
          ...{ loanName: { orderNumber: loan.orderNumber }, amountMinor: minorAmount(amountMinor) },
        },
        context,
      );
      const first = decided();
      await expect.poll(() => queryRows(service.database, waiting)).not.toEqual([]);
      return { deciding: first };
    });
    const refused = { status: 409, body: { message: expect.stringContaining('has been reported') } };
    expect(await deciding).toMatchObject(refused);
    expect((await changeSince(before)).unmatched).toBe(0);
    expect(await decided()).toMatchObject(refused);
    const { payments } = await service.tell(listUnmatchedPayments, {});
    expect(
      payments.filter((payment) => payment.amountMinor === amountMinor || payment.amountMinor === 1_200),
    ).toEqual([]);
    expect(await reconcileEvents(service.database)).toEqual([]);
  },
);

test('the same file read by two people at once is one', async () => {
  const text = fileOf([{ id: newId(), key: 'ch-none', amount: 900, fee: 0 }]);
  const readings = await Promise.all([read(text), read(text), read(text)]);
  expect(new Set(readings.map(({ file }) => file.fileId)).size).toBe(1);
});

test('a file that cannot be read is refused with its line, and nothing is kept', async () => {
  const body = { source: 'conekta', name: 'x.csv', text: 'id,charge\n1,2\n' };
  expect(await service.host('/host/settlements/read', body)).toMatchObject({ status: 422 });
  const bad = { ...body, text: fileOf([{ id: 't', key: 'k', amount: 1.5, fee: 0 }]) };
  expect(await service.host('/host/settlements/read', bad)).toMatchObject({ status: 422 });
  expect((await service.tell(listSettlementFiles, {})).files.map(({ name }) => name)).not.toContain('x.csv');
});
