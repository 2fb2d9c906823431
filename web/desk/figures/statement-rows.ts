import type { readLoanStatement } from '#contract/host/loan.ts';
import type { HostCall } from '#contract/host-call.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { type AccountBalance, accountPeriod } from '#domain/loan/account-statement.ts';
import { dayIn } from '#domain/market.ts';
import { decimalOf } from '#domain/money/amount-input.ts';
import type { Component } from '#domain/repayment/allocation.ts';

type LoanStatement = typeof readLoanStatement extends HostCall<infer _Request, infer Result> ? Result : never;

/** Columns of a statement for the borrower, without staff's reasons. Amounts are in major units of the loan's currency. */
export const statementColumns = [
  'orderNumber',
  'day',
  'valueDay',
  'kind',
  'moneyIn',
  'owedChange',
  'principal',
  'interest',
  'fee',
  'vat',
  'penalty',
  'owedAfter',
  'heldAfter',
  'currency',
  'transactionId',
] as const;

export type StatementRow = Readonly<Record<(typeof statementColumns)[number], string>>;

/** The lines of a loan's statement for some booking days: the opening balance, each movement, the closing balance. */
export function statementRows(
  { loan, entries }: LoanStatement,
  { from, through }: { readonly from: LocalDate; readonly through: LocalDate },
): StatementRow[] {
  const { orderNumber, currency, market } = loan;
  const amount = (minor: number) => decimalOf(String(minor), currency);
  const dayOf = (instant: string) => dayIn(market, new Date(instant));
  const afterOf = ({ owedMinor, heldMinor }: AccountBalance) => ({
    owedAfter: amount(owedMinor),
    heldAfter: amount(heldMinor),
  });
  const balance = (kind: 'opening' | 'closing', day: LocalDate, after: AccountBalance): StatementRow => {
    return { ...emptyRow, orderNumber, currency, kind, day, ...afterOf(after) };
  };
  const { opening, movements, closing } = accountPeriod(
    entries.map((entry) => ({ ...entry, bookedOn: dayOf(entry.bookedAt) })),
    { from, through },
  );
  const lines = movements.map(({ transactionId, kind, occurredAt, bookedOn, postings, ...after }) => {
    const sum = (of: typeof postings) => of.reduce((total, { amountMinor }) => total + amountMinor, 0);
    const owed = postings.filter(({ account }) => account === 'receivable');
    const part = (name: Component) => amount(sum(owed.filter(({ component }) => component === name)));
    const money = postings.filter(({ account }) => account === 'cash' || account.startsWith('clearing:'));
    return {
      orderNumber,
      day: bookedOn,
      valueDay: dayOf(occurredAt),
      kind,
      moneyIn: amount(sum(money)),
      owedChange: amount(sum(owed)),
      principal: part('principal'),
      interest: part('interest'),
      fee: part('fee'),
      vat: part('vat'),
      penalty: part('penalty'),
      ...afterOf({ owedMinor: after.owedAfterMinor, heldMinor: after.heldAfterMinor }),
      currency,
      transactionId,
    };
  });
  return [balance('opening', from, opening), ...lines, balance('closing', through, closing)];
}

const emptyRow = Object.fromEntries(statementColumns.map((name) => [name, ''])) as StatementRow;
