import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { allocatePayment, type OutstandingInstalment } from './allocation.ts';

/** A row of a list that adds up; `received` is below zero. */
export interface RepaymentRow {
  readonly kind:
    | 'payment'
    | 'payment-and-penalty'
    | 'penalty'
    | 'penalty-by-day'
    | 'penalty-outstanding'
    | 'late-fee'
    | 'received'
    | 'principal'
    | 'charges'
    | 'interest'
    | 'fee'
    | 'vat'
    | 'beyond';
  readonly amountMinor: MinorAmount;
}

/** Amount due in minor units: charges and penalty less payments. */
export interface GrossDue {
  readonly chargedMinor: MinorAmount;
  readonly penaltyMinor: MinorAmount;
  /** At most `penaltyMinor`. */
  readonly lateFeeMinor: MinorAmount;
  readonly receivedMinor: MinorAmount;
}

export interface RepaymentRows {
  readonly open: readonly RepaymentRow[];
  readonly folded: readonly (readonly RepaymentRow[])[];
}

/**
 * Breakdowns of a payment (REPAY-2).
 * @param amountMinor above 0.
 * @param outstanding what it pays first, oldest first; the rest is beyond.
 * @param lateFeeMinor late fees in the outstanding penalties; 0 if unknown.
 * @param gross the instalments due, where the amount equals the amount due; null otherwise.
 */
export function repaymentRows(
  amountMinor: MinorAmount,
  outstanding: readonly OutstandingInstalment[],
  { lateFeeMinor, gross }: { readonly lateFeeMinor: MinorAmount; readonly gross: GrossDue | null },
): RepaymentRows {
  const { lines, suspenseMinor } = allocatePayment(amountMinor, outstanding);
  const sumOf = (component: (typeof lines)[number]['component']) =>
    addMinor(...lines.flatMap((line) => (line.component === component ? [line.amountMinor] : [])));
  const principal = sumOf('principal');
  const interest = sumOf('interest');
  const fee = sumOf('fee');
  const vat = sumOf('vat');
  const penalty = sumOf('penalty');
  const chargesMinor = addMinor(interest, fee, vat);
  const components = rows({
    principal,
    interest,
    fee,
    vat,
    // After a part payment the row shows the unpaid penalty beside the whole one.
    ...(gross !== null && penalty < gross.penaltyMinor
      ? { 'penalty-outstanding': penalty }
      : penaltyRows(penalty, lateFeeMinor)),
    beyond: suspenseMinor,
  });
  if (gross !== null && (gross.penaltyMinor > 0 || gross.receivedMinor > 0))
    return grossRows(gross, components);
  const single =
    rows({ interest, fee, vat }).length === 1 ? { interest, fee, vat } : { charges: chargesMinor };
  const sums = rows({ principal, ...single, penalty, beyond: suspenseMinor });
  const open =
    sums.length <= 2
      ? sums
      : suspenseMinor > 0
        ? rows({ payment: subtractMinor(amountMinor, suspenseMinor), beyond: suspenseMinor })
        : rows({ payment: addMinor(principal, chargesMinor), penalty });
  return { open, folded: components.length > open.length ? [components] : [] };
}

function grossRows(
  { chargedMinor, penaltyMinor, lateFeeMinor, receivedMinor }: GrossDue,
  components: readonly RepaymentRow[],
): RepaymentRows {
  const received = subtractMinor(zeroMinor, receivedMinor);
  const open =
    receivedMinor === 0
      ? rows({ payment: chargedMinor, penalty: penaltyMinor })
      : penaltyMinor === 0
        ? rows({ payment: chargedMinor, received })
        : rows({ 'payment-and-penalty': addMinor(chargedMinor, penaltyMinor), received });
  const whole = rows({ payment: chargedMinor, ...penaltyRows(penaltyMinor, lateFeeMinor), received });
  return { open, folded: [...(whole.length > open.length ? [whole] : []), components] };
}

function penaltyRows(penaltyMinor: MinorAmount, lateFeeMinor: MinorAmount) {
  const feeMinor = minorAmount(Math.min(lateFeeMinor, penaltyMinor));
  return { 'penalty-by-day': subtractMinor(penaltyMinor, feeMinor), 'late-fee': feeMinor };
}

function rows(amounts: Partial<Record<RepaymentRow['kind'], MinorAmount>>): RepaymentRow[] {
  return (Object.entries(amounts) as [RepaymentRow['kind'], MinorAmount][])
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([kind, amountMinor]) => ({ kind, amountMinor }));
}
