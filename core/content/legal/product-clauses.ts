import type { Language } from '#domain/language.ts';
import type { QuotedProduct } from './quoted-figures.ts';

/** Cost of paying early and of an extension, as each document describes the product's. */
const clauses = {
  es: {
    earlyElsewhere:
      'Si puede pagar todo el préstamo, o una parte, antes de sus fechas, y cuánto es entonces, lo dice el contrato de su producto.',
    notEarly:
      'Este producto se paga en las fechas de su plan: no ofrece el pago anticipado. Lo que se recibe antes de su fecha se abona al pago más antiguo.',
    early: 'Puede pagar todo el préstamo, o una parte, el día que quiera y sin cargo.',
    'whole-plan': 'Pagar antes no cambia los montos del plan.',
    kept: 'Si lo paga todo antes de sus fechas, los intereses son solo los de los días que usó el dinero; la comisión se cobra entera.',
    'days-used':
      'Si lo paga todo antes de sus fechas, los intereses y la comisión son solo los de los días que usó el dinero.',
    'next-payments': 'Una parte cubre primero el pago más antiguo y no baja los intereses del plan.',
    shortens:
      'Lo que pague además de lo atrasado y del pago siguiente se abona ese día al capital: los últimos pagos ya no se hacen, y no paga intereses sobre eso por los días que siguen.',
    lowers:
      'Lo que pague además de lo atrasado y del pago siguiente se abona ese día al capital: los pagos que siguen conservan sus fechas y bajan, y no paga intereses sobre eso por los días que siguen.',
    toldThatDay: 'La página de su préstamo le dice cuánto es ese día.',
    extensionElsewhere:
      'Si su producto lo permite, puede aplazar un pago. Lo que cuesta por día con su impuesto, los días y cuándo no se ofrece están en el contrato de su producto y en el documento que ve antes de aceptar.',
    notExtended: 'Este producto no permite aplazar pagos.',
    extension: (terms: string) =>
      `Puede aplazar un pago: ${terms}. El monto del pago no cambia. Antes de decidir ve lo que cuesta aplazar y lo que cuesta pagar hoy.`,
  },
  en: {
    earlyElsewhere:
      'Whether you can pay all of the loan, or a part of it, before its dates, and how much it then is, stands in the agreement of your product.',
    notEarly:
      'This product is paid on the dates of its plan: it does not offer early repayment. What is received before its date goes to the oldest payment.',
    early: 'You can pay off the whole loan, or a part of it, on any day and at no charge.',
    'whole-plan': 'Paying early does not change the amounts of the plan.',
    kept: 'If you pay all of it before its dates, the interest is only that of the days you used the money; the fee is charged in full.',
    'days-used':
      'If you pay all of it before its dates, the interest and the fee are only those of the days you used the money.',
    'next-payments': 'A part covers the oldest payment first and does not lower the interest of the plan.',
    shortens:
      'What you pay beyond what is late and the next payment goes to the principal on that day: the last payments fall away, and you pay no interest on it for the days after.',
    lowers:
      'What you pay beyond what is late and the next payment goes to the principal on that day: the payments after it keep their dates and are lower, and you pay no interest on it for the days after.',
    toldThatDay: 'The page of your loan tells how much it is on that day.',
    extensionElsewhere:
      'If your product allows it, you can extend a payment. What it costs a day with its tax, the days and when it is not offered stand in the agreement of your product and in the statement that you see before you accept.',
    notExtended: 'This product does not allow payments to be extended.',
    extension: (terms: string) =>
      `You can extend a payment: ${terms}. The amount of the payment does not change. Before you decide you see what it costs to extend and what it costs to pay today.`,
  },
} as const;

/** @param product null outside a loan. */
export function earlyClause(product: QuotedProduct | null, language: Language): string {
  const text = clauses[language];
  if (!product) return text.earlyElsewhere;
  const { allowsPrepayment, earlyRepayment, earlyRepaymentFee, prepayment } = product;
  if (!allowsPrepayment) return text.notEarly;
  return earlyRepayment === 'whole-plan'
    ? `${text.early} ${text['whole-plan']}`
    : [text.early, text[earlyRepaymentFee], text[prepayment], text.toldThatDay].join(' ');
}

/**
 * Cost, length and limits of an extension.
 * @param product null outside a loan.
 */
export function extensionClause(product: QuotedProduct | null, language: Language): string {
  const text = clauses[language];
  if (!product) return text.extensionElsewhere;
  return product.extension === null ? text.notExtended : text.extension(product.extension);
}
