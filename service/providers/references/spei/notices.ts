import { createHash } from 'node:crypto';
import { z } from 'zod';
import { typedDay } from '#domain/calendar.ts';
import { currencyOf, marketOfChannel } from '#domain/market.ts';
import { type MinorAmount, minorAmountFromText } from '#domain/money/money.ts';
import { bankCodeOf } from '#domain/repayment/payment-identity.ts';
import { isTimely, rsaVerifier } from '../../message-proof.ts';
import type { Deposit, DepositNotifier } from '../../ports/payment-references.ts';
import { WebhookRefused, WebhookUnreadable } from '../../ports/webhook.ts';

/** Fields as text, by the names of STP's deposit notice (`abono`). */
const notice = z.record(z.string(), z.unknown()).transform((said) => {
  const textOf = (name: string): string => {
    const value = said[name];
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText
      ? String(value)
          .replace(/\p{Cc}/gu, ' ')
          .trim()
      : '';
  };
  return {
    id: textOf('id'),
    key: textOf('claveRastreo').slice(0, 64),
    /** Pesos. */
    amount: textOf('monto'),
    code: textOf('cuentaBeneficiario').replace(/[\s-]/g, ''),
    payer: textOf('cuentaOrdenante').slice(0, 40),
    institution: textOf('institucionOrdenante'),
    operatingDay: textOf('fechaOperacion'),
    /** Time of settlement in milliseconds since 1970. */
    settledAt: textOf('tsLiquidacion'),
  };
});

/**
 * Notices of SPEI deposits to the lender's own CLABEs, from its bank or SPEI participant. Headers: `Timestamp`, seconds since 1970,
 * and `Signature`, RSA-SHA256 over `<timestamp>.<body>` in base64.
 * @param publicKey SubjectPublicKeyInfo in base64.
 */
export function createSpeiNotices(publicKey: string, now: () => Date = () => new Date()): DepositNotifier {
  const isSigned = rsaVerifier(publicKey);
  return {
    name: 'spei',
    async verify({ headers, body }) {
      const timestamp = headers.get('Timestamp') ?? '';
      const isRecent = /^\d{1,12}$/.test(timestamp) && isTimely(Number(timestamp) * 1000, now());
      const signature = headers.get('Signature') ?? '';
      if (!isRecent || !isSigned(`${timestamp}.${body}`, signature)) throw new WebhookRefused();
      const deposit = depositOf(body);
      return { id: deposit.id, notice: [deposit], acknowledgement: { mensaje: 'confirmar' } };
    },
  };
}

/**
 * Needs a readable CLABE and amount. Without a readable time staff book the deposit; without an id the hash of the text replaces it.
 * @throws WebhookUnreadable
 */
function depositOf(body: string): Deposit {
  const read = notice.safeParse(parsed(body));
  if (!read.success) throw new WebhookUnreadable(['body']);
  const { id, key, amount, code, payer, institution, operatingDay, settledAt } = read.data;
  const amountMinor = centsOf(amount);
  const isClabe = /^\d{18}$/.test(code);
  if (amountMinor === null || !isClabe) {
    const places = [...(amountMinor === null ? ['monto'] : []), ...(isClabe ? [] : ['cuentaBeneficiario'])];
    throw new WebhookUnreadable(places);
  }
  const isNamed = /^[\w-]{1,64}$/.test(id);
  return {
    id: isNamed ? id : `unnamed:${createHash('sha256').update(body).digest('hex').slice(0, 32)}`,
    referenceId: null,
    providerReference: null,
    code,
    amountMinor,
    currency: currencyOf(marketOfChannel('bank-transfer')),
    paidAt: timeOf(settledAt),
    ...(key !== '' && { trackingKey: key }),
    // Banks write 0 or leave it out where they do not know.
    payerAccount: /^0*$/.test(payer) ? null : payer,
    payerBank: bankCodeOf(institution, payer),
    operatingDay: typedDay(operatingDay.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')),
  };
}

/** Reads pesos, with or without thousands separators, as centavos; null for zero and for no amount. */
function centsOf(pesos: string): MinorAmount | null {
  const plain = pesos.replace(/[\s$]/g, '');
  const [, whole = '', cents = ''] =
    /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2})0*)?$/.exec(plain) ?? [];
  const digits = whole.replaceAll(',', '') + cents.padEnd(2, '0');
  return whole === '' || Number(digits) === 0 ? null : minorAmountFromText(digits);
}

function timeOf(text: string): Date | null {
  const time = new Date(/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN);
  return Number.isNaN(time.getTime()) || time.getTime() === 0 ? null : time;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
