import { taxedWords, withTaxWords } from '../messages/tax.ts';
import {
  bureauAuthorisation,
  companyBlock,
  contactPhrase,
  type LegalContext,
  taxedChargesIn,
  taxNameIn,
} from './company-facts.ts';
import { complaintWaysBlock } from './complaint-ways.ts';
import { type LegalBlock, type LegalText, paragraph, table } from './document.ts';
import { earlyClause, extensionClause } from './product-clauses.ts';
import { quoteDays } from './quoted-figures.ts';

/** The loan agreement in Spanish (LEGAL-3). */
export function loanAgreementEs(context: LegalContext): LegalText {
  const { company, figures, product } = context;
  const { documentSet, coolingOffDays } = company;
  const isOwn = documentSet !== 'specification';
  const authorisation = bureauAuthorisation(company, 'es');
  const tax = taxNameIn(company, 'es');
  const interestTax = withTaxWords(product?.taxOn ?? taxedChargesIn(company), tax, 'es');
  return {
    title: 'Contrato de préstamo',
    summary: 'Lo que el prestamista y usted acuerdan: tasas, depósito, pagos y recargos.',
    sections: [
      {
        id: 'parties',
        heading: 'Las partes',
        blocks: [
          paragraph(
            `Celebran este contrato ${company.lenderName}, el prestamista, y usted, el prestatario. Su nombre y domicilio, los montos y las fechas de su préstamo están en la tabla de su contrato, que forma parte de él junto con los términos y condiciones del préstamo.`,
          ),
          companyBlock(company, 'es'),
        ],
      },
      {
        id: 'object',
        heading: 'Lo que se acuerda',
        blocks: [
          paragraph(
            `El prestamista le entrega el monto que indica la tabla. Usted lo devuelve y paga los intereses, la comisión y el ${tax}, en los pagos y las fechas que aceptó.`,
          ),
        ],
      },
      {
        id: 'rates',
        heading: 'Tasas',
        blocks: [
          rates(context),
          paragraph(
            'El interés de cada pago se calcula con la tasa anual, sobre el capital pendiente y por los días del periodo. La tasa diaria se informa aparte y no entra en ese cálculo.',
          ),
          paragraph(
            product?.isPaidInOne
              ? 'La comisión es el monto que indica la tabla de su contrato y se paga con el único pago.'
              : 'La comisión es el monto que indica la tabla de su contrato y se reparte por igual entre los pagos.',
          ),
        ],
      },
      {
        id: 'disbursal',
        heading: 'Depósito',
        blocks: [
          paragraph(
            `El prestamista deposita el dinero en la cuenta que usted indicó, de ${figures.minimumCreditingDays} a ${figures.maximumCreditingDays} después de que acepta. Usted recibe completo el monto que aceptó: la comisión se paga después y no se descuenta.`,
          ),
          paragraph(
            'Las fechas de sus pagos cuentan desde el día del depósito: si el dinero llega después de la fecha de depósito usada en el plan, cada una se recorre los mismos días. Los montos no cambian.',
          ),
        ],
      },
      {
        id: 'payment',
        heading: 'Pagos',
        blocks: [
          paragraph(
            `Lo recibido cubre primero el pago más antiguo y, dentro de él, recargos, comisión, ${taxNameIn(company, 'es')}, intereses y capital, en ese orden. ${isOwn ? 'Un pago cuenta desde el día en que usted lo hizo, según el banco, la tienda o la empresa que lo recibe por nosotros.' : 'Un pago cuenta desde el día en que, según quien lo cobra por nosotros, usted lo hizo.'}`,
          ),
        ],
      },
      {
        id: 'overdue',
        heading: 'Atraso',
        blocks: [
          paragraph(
            isOwn
              ? 'Lo que no se paga en su fecha suma por cada día de atraso el recargo que indica este contrato, calculado sobre lo vencido sin contar recargos anteriores, y, si este contrato indica uno, un recargo único. La pantalla en que acepta su préstamo le dice cuánto suma un día de atraso.'
              : `Lo que no se paga en su fecha suma un recargo de ${figures.overduePenaltyDailyPpm} por cada día de atraso, calculado sobre lo vencido sin contar recargos anteriores. Si su producto usa los tramos de los términos y condiciones, se aplican ellos en lugar de este recargo. La pantalla en que acepta su préstamo le dice cuánto suma un día de atraso.`,
          ),
          ...(isOwn
            ? [
                paragraph(
                  `Lo que pague cubre primero el recargo. ${company.creditBureaus === null ? '' : 'El atraso puede informarse a las sociedades de información crediticia y quedar en su historial. '}Nadie puede cobrarle con amenazas ni hablar de su deuda con otras personas.`,
                ),
                ...(company.recoveryAgents
                  ? [paragraph(`Cobra por nosotros: ${company.recoveryAgents}.`)]
                  : []),
              ]
            : []),
        ],
      },
      {
        id: 'early-and-late',
        heading: 'Pagar antes o aplazar',
        blocks: [
          ...(isOwn
            ? [
                paragraph(earlyClause(product, 'es')),
                paragraph(extensionClause(product, 'es')),
                paragraph('La cesión y los avisos se rigen por los términos y condiciones del préstamo.'),
              ]
            : [
                paragraph(
                  'El pago anticipado, los pagos aplazados, la cesión y los avisos se rigen por los términos y condiciones del préstamo.',
                ),
              ]),
        ],
      },
      ...(isOwn && coolingOffDays
        ? [
            {
              id: 'cooling-off',
              heading: 'Devolver el préstamo',
              blocks: [
                paragraph(
                  `Hasta ${quoteDays(coolingOffDays, 'es')} después del depósito puede devolver el préstamo sin dar razones. Paga el capital y los intereses de esos días${interestTax}: ni comisión ni recargo. La página de su préstamo le dice hasta qué día y cuánto es.`,
                ),
              ],
            },
          ]
        : []),
      ...(authorisation
        ? [
            {
              id: 'credit-record',
              heading: 'Autorización para consultar su historial crediticio',
              blocks: [
                paragraph(authorisation),
                paragraph('La da con una casilla aparte de la del contrato.'),
              ],
            },
          ]
        : []),
      {
        id: 'acceptance',
        heading: 'Aceptación por medios electrónicos',
        blocks: [
          paragraph(
            'Usted acepta este contrato al marcar la casilla y pulsar el botón que lo dice. Guardamos el texto que aceptó con su versión y una huella digital, la fecha y la hora.',
          ),
        ],
      },
      ...(isOwn
        ? [
            {
              id: 'complaints',
              heading: 'Quejas',
              blocks: [
                paragraph('Una queja se pone en la app, en Quejas, y recibe un folio. Además:'),
                ...complaintWaysBlock(company, 'es'),
              ],
            },
          ]
        : []),
      {
        id: 'end',
        heading: 'Fin del contrato',
        blocks: [
          paragraph(
            `El contrato termina cuando todo está pagado. Para cualquier aclaración, ${contactPhrase(company, 'es')}. Nada de lo que dice este contrato le quita un derecho que la ley le da.`,
          ),
        ],
      },
    ],
  };
}

/** Rates of the product; the specification's own in its own document (LEGAL-5). */
function rates({ company, figures, product }: LegalContext): LegalBlock {
  const columns = ['Concepto', 'Tasa'];
  if (company.documentSet === 'specification') {
    return table(
      'Tasas de este contrato',
      columns,
      ['Interés anual', figures.annualInterestPpm],
      ['Interés diario', figures.dailyInterestPpm],
      ['IVA, sobre la suma de intereses y comisión', figures.vatPpm],
      ['Recargo por cada día de atraso', figures.overduePenaltyDailyPpm],
    );
  }
  if (!product) {
    return paragraph(
      `El interés anual y diario, el ${taxNameIn(company, 'es')} y los recargos de su préstamo están en el contrato que ve antes de aceptar.`,
    );
  }
  const { penaltyBands, lateFee } = product;
  const [, secondBand] = penaltyBands;
  return table(
    'Tasas de este contrato',
    columns,
    ['Interés anual', product.annualInterest],
    ['Interés diario', product.dailyInterest],
    [`${taxNameIn(company, 'es')}, sobre ${taxedWords(product.taxOn, 'es', 'sum')}`, product.vat],
    ...(product.taxOn.includes('extension-fee')
      ? [[`${taxNameIn(company, 'es')}, sobre el costo de aplazar`, product.vat]]
      : []),
    ...penaltyBands.map(({ days, dailyPenalty }) => [
      secondBand ? `Recargo por cada día de atraso, día ${days}` : 'Recargo por cada día de atraso',
      dailyPenalty,
    ]),
    ...(lateFee
      ? [
          ['Recargo único por cada pago atrasado, no más de lo que falte, prestatario nuevo', lateFee.new],
          [
            'Recargo único por cada pago atrasado, no más de lo que falte, quien ya liquidó un préstamo',
            lateFee.repeat,
          ],
        ]
      : []),
    ...(product.deadlinePlace
      ? [['Cada pago puede hacerse hasta la medianoche de su fecha', `hora de ${product.deadlinePlace}`]]
      : []),
    ...(product.lateTolerance ? [['Si le falta menos de esto, no hay atraso', product.lateTolerance]] : []),
    ...(product.penaltyMax
      ? [
          ['Tope de los recargos de un pago', `${product.penaltyMax.ofPayment} de ese pago`],
          ['Tope de los recargos del préstamo', `${product.penaltyMax.ofLoan} de lo prestado`],
        ]
      : []),
  );
}
