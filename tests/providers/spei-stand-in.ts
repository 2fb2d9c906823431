import { createSign, generateKeyPairSync } from 'node:crypto';
import { dayIn } from '#domain/market.ts';

/** A stand-in for the lender's bank: it tells of SPEI deposits as STP's notices of deposits do, signed. */
export interface SpeiStandIn {
  /** What `SPEI_NOTICE_KEY` is set to. */
  readonly publicKey: string;
  /** A notice of a deposit, in pesos. */
  notice(of: { clabe: string; pesos: number; at: Date; id?: number }): Readonly<Record<string, unknown>>;
  /** A notice as a request; with another key or at another time where given. */
  request(notice: object, signing: { at: Date; isForged?: boolean }, url?: string): Request;
}

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

export function speiStandIn(): SpeiStandIn {
  const { publicKey, privateKey } = keys();
  const forger = keys().privateKey;
  let count = 26_000_000;
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    notice({ clabe, pesos, at, id }) {
      count += 1;
      return {
        id: id ?? count,
        fechaOperacion: Number(dayIn('MX', at).replaceAll('-', '')),
        institucionOrdenante: 40_012,
        institucionBeneficiaria: 90_646,
        claveRastreo: `MBAN0100${count}`,
        monto: pesos,
        nombreOrdenante: 'Rosa Medina',
        tipoCuentaOrdenante: 40,
        cuentaOrdenante: '012180015111111110',
        rfcCurpOrdenante: 'ND',
        nombreBeneficiario: 'Llano',
        tipoCuentaBeneficiario: 40,
        cuentaBeneficiario: clabe,
        conceptoPago: 'pago',
        referenciaNumerica: 1,
        empresa: 'LLANO',
        tsLiquidacion: String(at.getTime()),
      };
    },
    request(notice, { at, isForged = false }, url = 'http://lender.test/webhooks/spei') {
      const body = JSON.stringify(notice);
      const timestamp = String(Math.floor(at.getTime() / 1000));
      const signature = createSign('sha256')
        .update(`${timestamp}.${body}`)
        .sign(isForged ? forger : privateKey, 'base64');
      const headers = { 'Content-Type': 'application/json', Timestamp: timestamp, Signature: signature };
      return new Request(url, { method: 'POST', headers, body });
    },
  };
}
