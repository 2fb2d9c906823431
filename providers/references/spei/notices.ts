import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { z } from 'zod';
import { currencyOf, marketOfChannel } from '#domain/market.ts';
import { type MinorAmount, minorAmountFromText } from '#domain/money/money.ts';
import type { Deposit, DepositNotifier } from '../../ports/payment-references.ts';
import { WebhookRefused } from '../../ports/webhook.ts';

/** How old a notice may be, and how far its sender's clock may run ahead. */
const toleranceMs = 5 * 60_000;

/** What of a notice counts; the names are those of STP's notice of a deposit (`abono`). */
const notice = z.object({
  id: z.union([z.int().positive(), z.string().regex(/^[\w-]{1,64}$/)]),
  claveRastreo: z.string().min(1).max(30),
  /** Pesos. */
  monto: z.union([z.number().transform(String), z.string()]).pipe(z.string().regex(/^\d{1,12}(\.\d{1,2})?$/)),
  cuentaBeneficiario: z.string().regex(/^\d{18}$/),
  /** Banks write 0 or leave it out where they do not know. */
  cuentaOrdenante: z.coerce.string().max(40).nullish(),
  /** When it was settled, ms since 1970. */
  tsLiquidacion: z.coerce.number().int().positive(),
});

/**
 * Notices of SPEI deposits to CLABEs of the lender's own, from its bank or participant: `Timestamp`, seconds since 1970, and
 * `Signature`, base64 of RSA-SHA256 over `<timestamp>.<body>`.
 * @param publicKey the sender's, base64 of its SubjectPublicKeyInfo.
 */
export function createSpeiNotices(publicKey: string, now: () => Date = () => new Date()): DepositNotifier {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return {
    name: 'spei',
    async verify({ headers, body }) {
      const timestamp = headers.get('Timestamp') ?? '';
      const ageMs = Math.abs(now().getTime() - Number(timestamp) * 1000);
      const signature = Buffer.from(headers.get('Signature') ?? '', 'base64');
      const isTimely = /^\d{1,12}$/.test(timestamp) && ageMs <= toleranceMs;
      const isSigned =
        isTimely && verifySignature('sha256', Buffer.from(`${timestamp}.${body}`), key, signature);
      if (!isSigned) throw new WebhookRefused();
      const deposit = depositOf(body);
      return {
        id: deposit?.id ?? '',
        notice: deposit && [deposit],
        acknowledgement: { mensaje: 'confirmar' },
      };
    },
  };
}

/** The deposit of a notice; null for one that cannot be read, which is refused for want of an id. */
function depositOf(body: string): Deposit | null {
  const read = notice.safeParse(parsed(body));
  const amountMinor = read.success ? centsOf(read.data.monto) : 0;
  if (!read.success || amountMinor === 0) return null;
  const {
    id,
    cuentaBeneficiario: code,
    tsLiquidacion,
    cuentaOrdenante,
    claveRastreo: trackingKey,
  } = read.data;
  const paidAt = new Date(tsLiquidacion);
  return {
    ...{ id: String(id), referenceId: null, providerReference: null, code },
    ...{ amountMinor, currency: currencyOf(marketOfChannel('bank-transfer')), paidAt, trackingKey },
    payerAccount: /^0*$/.test(cuentaOrdenante ?? '') ? null : (cuentaOrdenante ?? null),
  };
}

/** Pesos as `notice` takes them, in centavos. */
function centsOf(pesos: string): MinorAmount {
  const [whole = '', cents = ''] = pesos.split('.');
  return minorAmountFromText(whole + cents.padEnd(2, '0'));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
