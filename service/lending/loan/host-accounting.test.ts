import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { exportJournal, readTrialBalance, reconcileProviders } from '#contract/host/accounting.ts';
import { readLoanStatement, writeOffLoan } from '#contract/host/loan.ts';
import { recordPayment, requestRefund, reversePayment, waiveCharge } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { allRows } from '#tests/setup/all-rows.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();
const reason = 'for the =books, "of" the year';
const bounced = newId();

function at(day: string): void {
  service.setTime(`${day}T12:00:00-06:00`);
}

async function newLoan(): Promise<TestLoan> {
  return paidOutLoan(service, await newBorrower(service));
}

// Loans of the same day: on time, late, late for a while, written off, settled by a payment that bounces; and one in India.
at('2026-11-20');
const [onTime, late, recovering, lost, settled] = [
  await newLoan(),
  await newLoan(),
  await newLoan(),
  await newLoan(),
  await newLoan(),
];
const indian = await paidOutLoan(service, await newBorrower(service, 'IN'), 'in-120');
at('2026-12-10');
await pay(service, onTime, 300_000);
await pay(service, settled, 556_252, { eventId: bounced });
await pay(service, recovering, 10_000);
await service.tell(recordPayment, {
  ...{ provider: 'spei', eventId: newId(), reference: 'nobody', amountMinor: minorAmount(5_000) },
  currency: 'MXN',
});
at('2026-12-30');
for (const { orderNumber } of [onTime, late, recovering, lost])
  await service.tell(readLoanStatement, { orderNumber });
await service.tell(waiveCharge, { orderNumber: late.orderNumber, component: 'penalty', reason });
at('2027-01-10');
for (const { orderNumber } of [onTime, late, recovering])
  await service.tell(readLoanStatement, { orderNumber });
await service.tell(writeOffLoan, { orderNumber: lost.orderNumber, reason });
await pay(service, recovering, 300_000);
await service.tell(reversePayment, { provider: 'sandbox', eventId: bounced, reason });
const bouncedInIndia = newId();
await pay(service, indian, 2_000_000, { eventId: bouncedInIndia });
await service.tell(reversePayment, { provider: 'sandbox', eventId: bouncedInIndia, reason });
const refunded = await paidOutLoan(service, await newBorrower(service, 'IN'), 'in-120');
await pay(service, refunded, 2_000_000);
await service.tell(requestRefund, {
  ...{ orderNumber: refunded.orderNumber, refundKey: newId(), amountMinor: minorAmount(1_000), reason },
});

const november = {
  currency: 'MXN' as const,
  fromDay: localDate('2026-11-20'),
  throughDay: localDate('2026-11-30'),
};
const winter = { ...november, throughDay: localDate('2027-01-31') };

async function journal(
  format: 'csv' | 'ledger',
  limit: number,
  currency: 'MXN' | 'INR' = 'MXN',
): Promise<string> {
  const texts = await allRows(
    (next) => service.tell(exportJournal, { ...winter, ...{ currency, format, limit, ...next } }),
    ({ text }) => [text],
  );
  return texts.join('');
}

test('a trial balance sums to zero, each account from what stood before to what stands after', async () => {
  for (const days of [november, winter, { ...winter, fromDay: localDate('2026-12-01') }]) {
    const { accounts, closingMinor } = await service.tell(readTrialBalance, days);
    expect(closingMinor).toBe('0');
    for (const { openingMinor, debitMinor, creditMinor, closingMinor: after } of accounts) {
      expect(BigInt(openingMinor) + BigInt(debitMinor) - BigInt(creditMinor)).toBe(BigInt(after));
    }
  }
  const { accounts } = await service.tell(readTrialBalance, november);
  expect(accounts.find(({ account }) => account === 'cash')).toEqual({
    ...{
      account: 'cash',
      openingMinor: '0',
      debitMinor: '0',
      creditMinor: '2500000',
      closingMinor: '-2500000',
    },
  });
  const after = await service.tell(readTrialBalance, { ...winter, fromDay: localDate('2026-12-01') });
  expect(after.accounts.find(({ account }) => account === 'cash')).toMatchObject({
    openingMinor: '-2500000',
  });
  for (const { throughDay, fromDay } of [
    { fromDay: '2026-12-02', throughDay: '2026-12-01' },
    { fromDay: '2025-01-01', throughDay: '2026-12-01' },
  ]) {
    const body = { currency: 'MXN', fromDay, throughDay };
    expect((await service.host('/host/accounting/trial-balance', body)).status).toBe(422);
  }
});

test('the journal as plain text balances entry by entry and comes to the trial balance, whatever the page', async () => {
  const text = await journal('ledger', 7);
  expect(text).toBe(await journal('ledger', 1000));
  const totals = new Map<string, bigint>();
  const entries = text.trimEnd().split('\n\n');
  for (const entry of entries) {
    const [head = '', ...lines] = entry.split('\n');
    expect(head).toMatch(/^\d{4}-\d\d-\d\d (?:[a-z-]+ \| LL-\d{4}-\d+|earning|receipt|assignment)$/);
    const postings = lines.filter((line) => !line.startsWith('    ;'));
    let sum = 0n;
    for (const line of postings) {
      const [, account = '', amount = ''] = /^ {4}([a-z:-]+) {2}MXN (-?\d+\.\d\d)$/.exec(line) ?? [];
      const minor = BigInt(amount.replace('.', ''));
      sum += minor;
      const top = account.split(':').slice(0, 2).join(':');
      totals.set(top, (totals.get(top) ?? 0n) + minor);
    }
    expect(postings.length).toBeGreaterThan(1);
    expect(sum).toBe(0n);
  }
  const { accounts } = await service.tell(readTrialBalance, winter);
  expect([...totals.values()].map(String).sort()).toEqual(closingByAccount(accounts).sort());
  expect(text).toContain(`; reason: ${reason}`);
  askedOf('hledger', ['check'], text);
});

/** What stands after on each account, those of what providers hold together. */
function closingByAccount(accounts: readonly { account: string; closingMinor: string }[]): string[] {
  const byAccount = Map.groupBy(accounts, ({ account }) => account.split(':')[0]);
  return [...byAccount.values()].map((of) =>
    String(of.reduce((sum, { closingMinor }) => sum + BigInt(closingMinor), 0n)),
  );
}

/** What a program of plain text accounting says of a text; null where it is not installed. */
function askedOf(program: 'hledger' | 'ledger', words: readonly string[], text: string): string | null {
  const { error, status, stdout, stderr } = spawnSync(program, ['-f', '-', ...words], { input: text });
  if (error !== undefined) return null;
  expect([program, words, status, String(stderr)]).toEqual([program, words, 0, '']);
  return String(stdout);
}

test('hledger and ledger take both currencies with their corrections, and balance as the service does', async () => {
  const accounts = await readFile(new URL('../../../docs/accounts.journal', import.meta.url), 'utf8');
  const journals = await Promise.all((['MXN', 'INR'] as const).map((each) => journal('ledger', 100, each)));
  const text = [accounts, ...journals].join('\n');
  const booked = new Set(journals.join('').match(/(?<=^ {4})(?:assets|liabilities|income|expenses):\S+/gm));
  const declared = new Set([...accounts.matchAll(/^account (\S+)$/gm)].map(([, account]) => account));
  expect([...booked].filter((account) => !declared.has(account))).toEqual([]);
  expect(booked).toContain('liabilities:refund-payable');
  askedOf('hledger', ['check', '--strict', 'ordereddates'], [accounts, journals[0]].join('\n'));
  askedOf('hledger', ['check', '--strict'], text);
  askedOf('ledger', ['--strict', '--pedantic', 'balance'], text);
  for (const currency of ['MXN', 'INR'] as const) {
    const rows = askedOf(
      'hledger',
      ['balance', '--flat', '--depth', '2', '-N', '-O', 'csv', `cur:${currency}`],
      text,
    );
    if (rows === null) continue;
    const balances = [...rows.matchAll(/^"[a-z:-]+","[A-Z]{3} (-?\d+)\.(\d\d)"$/gm)];
    const { accounts: stand } = await service.tell(readTrialBalance, { ...winter, currency });
    const closingBalances = closingByAccount(stand).filter((closingMinor) => closingMinor !== '0');
    expect(balances.map(([, whole, cents]) => String(BigInt(`${whole}${cents}`))).sort()).toEqual(
      closingBalances.sort(),
    );
    expect(closingBalances.length).toBeGreaterThan(3);
  }
});

test('the journal as CSV has a header once, a row for each posting, and no formula', async () => {
  const rows = (await journal('csv', 5)).trimEnd().split('\n');
  expect(rows[0]).toBe(
    '"transactionId","bookedAt","day","kind","orderNumber","account","component","amountMinor","currency","actor","reason","reversesId","valueDay","provider","paymentId","amount"',
  );
  expect(rows.filter((row) => row.startsWith('"transactionId"'))).toHaveLength(1);
  const amounts = rows.slice(1).map((row) => /,"(-?\d+)","MXN",/.exec(row)?.[1] ?? 'none');
  expect(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)).toBe(0n);
  expect(rows.some((row) => row.includes(`,"for the =books, ""of"" the year",`))).toBe(true);
  const body = { ...winter, format: 'csv', cursor: 'x' };
  expect((await service.host('/host/accounting/journal', body)).status).toBe(422);
});

test('each provider and day says what was reported, posted, unmatched, reversed and booked', async () => {
  const { days } = await service.tell(reconcileProviders, winter);
  expect(days).toEqual([
    {
      ...{ provider: 'sandbox', day: '2026-12-10', count: 3, reportedMinor: '866252', postedMinor: '310000' },
      ...{ unmatchedMinor: '0', reversedMinor: '556252', bookedMinor: '310000', differenceMinor: '0' },
    },
    {
      ...{ provider: 'spei', day: '2026-12-10', count: 1, reportedMinor: '5000', postedMinor: '0' },
      ...{ unmatchedMinor: '5000', reversedMinor: '0', bookedMinor: '0', differenceMinor: '0' },
    },
    {
      ...{ provider: 'sandbox', day: '2027-01-10', count: 1, reportedMinor: '300000', postedMinor: '300000' },
      ...{ unmatchedMinor: '0', reversedMinor: '0', bookedMinor: '300000', differenceMinor: '0' },
    },
  ]);
});
