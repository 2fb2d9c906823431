import { currencyOf, marketOfChannel } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import { bankCodeOf } from '#domain/repayment/payment-identity.ts';
import type { CsvSource, SettlementKind } from '#domain/settlement/settlement.ts';
import type { SettledLine } from '../ports/settlement-file.ts';
import {
  codeIn,
  currencyNamed,
  dayNamed,
  FieldError,
  minorOfMajor,
  minorOfMinor,
  nameIn,
  ownIds,
} from './line-fields.ts';

/** Reads a column by name; empty for a missing column. */
type Row = (column: string) => string;

/** How to read a source's CSV (docs/providers/settlement-files.md names the sources of the column names). */
export interface Columns {
  readonly required: readonly string[];
  /** Unit of its amounts, unless the settings give another. */
  readonly unit: AmountUnit;
  read(row: Row, amountOf: AmountReader): Omit<SettledLine, 'lineNumber'>;
}

export type AmountUnit = 'major' | 'minor';

/** Amount in minor units; 0 for an empty field. @throws FieldError */
type AmountReader = (text: string, currency: Currency) => number;

export function amountReader(unit: AmountUnit): AmountReader {
  return (text, currency) => {
    if (text.trim() === '') return 0;
    return unit === 'minor' ? minorOfMinor(text) : minorOfMajor(text, currency);
  };
}

const sentKinds = (kinds: Readonly<Record<string, SettlementKind>>, type: string): SettlementKind =>
  kinds[type.trim().toLowerCase()] ?? 'other';

function lineOf(
  row: Row,
  of: Pick<SettledLine, 'kind' | 'amountMinor' | 'feeMinor' | 'currency'> & {
    readonly identity: string;
    readonly keys: readonly string[];
    readonly day: string;
    readonly reference?: string;
    readonly payout?: string;
    readonly payerBank?: string | null;
    readonly operatingDay?: string;
    readonly metadata?: readonly string[];
  },
): Omit<SettledLine, 'lineNumber'> {
  const { kind, amountMinor, feeMinor, currency } = of;
  const identity = nameIn(of.identity);
  const keys = [...new Set([...of.keys, of.identity, ...ownIds((of.metadata ?? []).map(row))].map(nameIn))];
  return {
    kind,
    amountMinor,
    feeMinor,
    currency,
    identity,
    keys: keys.filter((key) => key !== ''),
    reference: codeIn(of.reference ?? ''),
    day: dayNamed(of.day, currency),
    payerBank: of.payerBank ?? null,
    operatingDay: of.operatingDay ? dayNamed(of.operatingDay, currency) : null,
    payout: nameIn(of.payout ?? '') || null,
  };
}

const stripeKinds = {
  charge: 'payment',
  payment: 'payment',
  refund: 'taken-back',
  refund_failure: 'taken-back',
  dispute: 'taken-back',
  dispute_reversal: 'taken-back',
  partial_capture_reversal: 'taken-back',
  fee: 'fee',
  network_cost: 'fee',
  payout: 'payout',
  payout_reversal: 'payout',
} as const;

const conektaKinds = {
  capture: 'payment',
  capture_reversal: 'taken-back',
  refund: 'taken-back',
  refund_reversal: 'taken-back',
  chargeback: 'taken-back',
  chargeback_reversal: 'taken-back',
  won_chargeback: 'taken-back',
  rounding_adjustment: 'fee',
  liquidation: 'payout',
  liquidation_reversal: 'payout',
  payout: 'payout',
  payout_reversal: 'payout',
  transferred: 'payout',
} as const;

const razorpayKinds = {
  payment: 'payment',
  refund: 'taken-back',
  dispute: 'taken-back',
  reversal: 'taken-back',
  settlement: 'payout',
} as const;

/** @throws FieldError for an empty field. */
function written(text: string, amountOf: AmountReader, currency: Currency): number {
  if (text.trim() === '') throw new FieldError('amount');
  return amountOf(text, currency);
}

export const columnsOf: Readonly<Record<CsvSource, Columns>> = {
  stripe: {
    unit: 'major',
    required: ['balance_transaction_id', 'created_utc', 'currency', 'gross', 'fee', 'reporting_category'],
    read(row, amountOf) {
      const currency = currencyNamed(row('currency'));
      const kind = sentKinds(stripeKinds, row('reporting_category'));
      return lineOf(row, {
        kind,
        currency,
        identity: row('balance_transaction_id'),
        day: row('created_utc'),
        keys: [row('source_id'), row('charge_id'), row('payment_intent_id')],
        amountMinor: written(row('gross'), amountOf, currency),
        feeMinor: amountOf(row('fee'), currency),
        payout: row('automatic_payout_id'),
        metadata: ['payment_metadata[payment]', 'payment_metadata[reference]', 'description'],
      });
    },
  },
  razorpay: {
    unit: 'major',
    required: ['entity_id', 'type', 'debit', 'credit', 'currency', 'created_at'],
    read(row, amountOf) {
      const currency = currencyNamed(row('currency'));
      const kind = sentKinds(razorpayKinds, row('type'));
      const feeMinor = row('fee (exclusive tax)')
        ? amountOf(row('fee (exclusive tax)'), currency) + amountOf(row('tax'), currency)
        : amountOf(row('fee'), currency);
      const netMinor = amountOf(row('credit'), currency) - amountOf(row('debit'), currency);
      return lineOf(row, {
        kind,
        currency,
        feeMinor,
        identity: row('entity_id'),
        day: row('created_at'),
        keys: [row('payment_id'), row('order_receipt')],
        amountMinor: netMinor + feeMinor,
        payout: row('settlement_utr') || row('settlement_id'),
        metadata: ['notes', 'description'],
      });
    },
  },
  conekta: {
    unit: 'minor',
    required: ['id', 'charge', 'amount', 'fee', 'currency', 'created_at', 'type'],
    read(row, amountOf) {
      const currency = currencyNamed(row('currency'));
      const kind = sentKinds(conektaKinds, row('type'));
      return lineOf(row, {
        kind,
        currency,
        identity: row('id'),
        day: row('created_at'),
        keys: [row('charge')],
        amountMinor: written(row('amount'), amountOf, currency),
        feeMinor: amountOf(row('fee'), currency),
      });
    },
  },
  spei: {
    unit: 'major',
    required: ['claveRastreo', 'monto'],
    read(row, amountOf) {
      const currency = currencyOf(marketOfChannel('bank-transfer'));
      const [clave, operatingDay] = [row('claveRastreo'), row('fechaOperacion')];
      const day = row('tsLiquidacion') || operatingDay;
      const payerBank = bankCodeOf(row('institucionOrdenante'), row('cuentaOrdenante'));
      return lineOf(row, {
        kind: 'payment',
        currency,
        day,
        payerBank,
        operatingDay,
        identity: row('id') || `${clave}:${payerBank ?? ''}:${dayNamed(operatingDay || day, currency)}`,
        keys: [clave, row('id')],
        reference: row('cuentaBeneficiario'),
        amountMinor: written(row('monto'), amountOf, currency),
        feeMinor: amountOf(row('comision'), currency),
      });
    },
  },
  'bank-csv': {
    unit: 'major',
    required: ['date', 'amount', 'currency', 'id'],
    read(row, amountOf) {
      const currency = currencyNamed(row('currency'));
      const amountMinor = written(row('amount'), amountOf, currency);
      return lineOf(row, {
        kind: amountMinor < 0 ? 'other' : 'payment',
        currency,
        amountMinor,
        feeMinor: 0,
        identity: row('id'),
        day: row('date'),
        reference: row('reference'),
        payout: row('id'),
        keys: [row('trackingKey'), row('reference')],
        payerBank: bankCodeOf(row('payerBank')),
        operatingDay: row('operatingDay'),
      });
    },
  },
};
