import { marketText } from '../market-words.ts';
import { taxedWords } from '../messages/tax.ts';
import {
  companyBlock,
  contactPhrase,
  type LegalContext,
  taxedChargesIn,
  taxNameIn,
} from './company-facts.ts';
import { complaintWaysBlock } from './complaint-ways.ts';
import { type LegalText, list, paragraph, table } from './document.ts';
import { earlyClause, extensionClause } from './product-clauses.ts';

/** The loan terms and conditions in Spanish (LEGAL-2). */
export function loanTermsEs({ company, figures, product }: LegalContext): LegalText {
  const { documentSet } = company;
  const isOwn = documentSet !== 'specification';
  return {
    title: 'Términos y condiciones del préstamo',
    summary: 'Quién puede pedir un préstamo, a qué plazo, cómo se paga y qué pasa si un pago se atrasa.',
    sections: [
      {
        id: 'parties',
        heading: 'Quiénes participan',
        blocks: [
          paragraph(
            `Estos términos rigen los préstamos que ${company.lenderName}, el prestamista, ofrece por medio de ${company.appName} a quien los acepta, el prestatario, es decir, usted.`,
          ),
          companyBlock(company, 'es'),
        ],
      },
      {
        id: 'applicant',
        heading: 'Quién puede pedir un préstamo',
        blocks:
          documentSet === 'specification'
            ? [
                list(
                  'Personas de nacionalidad filipina.',
                  `Mayores de ${figures.applicantAgeYears}.`,
                  'Que dan datos verdaderos y completos, y piden el préstamo para sí mismas.',
                ),
              ]
            : [
                paragraph('Puede pedirlo quien cumple todo esto:'),
                list(
                  marketText(documentSet, 'es').applicant,
                  `Tiene ${figures.applicantAgeYears} cumplidos o más.`,
                  'Da datos verdaderos y completos, y pide el préstamo para sí.',
                ),
              ],
      },
      {
        id: 'term',
        heading: 'Monto y plazo',
        blocks: [
          paragraph(
            `El plazo va de ${figures.minimumTermDays} a ${figures.maximumTermDays}. Antes de aceptar usted ve el monto que recibe, lo que paga en total, cada pago con su fecha y lo que suma un día de atraso. Eso es lo que acepta.`,
          ),
        ],
      },
      {
        id: 'decision',
        heading: 'Solicitud y decisión',
        blocks: [
          paragraph(
            `Respondemos su solicitud en ${figures.decisionDays} desde que está completa. Podemos no aprobarla, y usted puede no aceptar lo que le ofrecemos.`,
          ),
          paragraph('Solicitar no cuesta nada. Nunca pedimos depósitos por adelantado.'),
        ],
      },
      {
        id: 'crediting',
        heading: 'Depósito',
        blocks: [
          paragraph(
            `El dinero llega a su cuenta de ${figures.minimumCreditingDays} a ${figures.maximumCreditingDays} después de que acepta. El plazo empieza a contar el día del depósito.`,
          ),
        ],
      },
      {
        id: 'cost',
        heading: 'Lo que cuesta',
        blocks: [
          paragraph(
            `Un préstamo cuesta intereses, una comisión y el ${taxNameIn(company, 'es')} de ${taxedWords(taxedChargesIn(company), 'es', 'both')}${isOwn ? '' : ` (${figures.vatPpm})`}. Las tasas están en el contrato de préstamo. Fuera de eso solo se cobra lo que estos términos dicen para un atraso o un pago que usted decide aplazar.`,
          ),
        ],
      },
      {
        id: 'payment',
        heading: 'Cómo se paga',
        blocks: [
          paragraph(
            `Cada pago se hace a más tardar en su fecha, por los medios que mostramos al pagar. Lo recibido cubre primero el pago más antiguo y, dentro de él, recargos, comisión, ${taxNameIn(company, 'es')}, intereses y capital, en ese orden. Lo que pague por encima de todo lo que debe queda a su favor.`,
          ),
        ],
      },
      {
        id: 'prepayment',
        heading: 'Pago anticipado',
        blocks: [
          paragraph(
            isOwn
              ? earlyClause(product, 'es')
              : `Puede pagar todo el préstamo antes de tiempo cuando haya pasado al menos la mitad del plazo (${figures.prepaymentTermSharePpm}) y nunca antes de ${figures.prepaymentWaitDays} desde el depósito.`,
          ),
        ],
      },
      {
        id: 'extension',
        heading: 'Aplazar un pago',
        blocks: [
          paragraph(
            isOwn
              ? extensionClause(product, 'es')
              : `Si su producto lo permite, puede aplazar un pago hasta ${figures.maximumExtensionDays}. Antes de decidir ve lo que cuesta aplazar y lo que cuesta pagar hoy.`,
          ),
        ],
      },
      {
        id: 'late',
        heading: 'Si un pago se atrasa',
        blocks: [
          paragraph('Un pago está atrasado desde el día siguiente a su fecha.'),
          ...(isOwn
            ? [
                paragraph(
                  'Cada día de atraso suma el recargo que indica su contrato y, si el contrato indica uno, un recargo único. La pantalla en que acepta su préstamo le dice cuánto suma un día de atraso.',
                ),
              ]
            : [
                table(
                  'Recargo único, se cobra una sola vez y no cada día',
                  ['Prestatario', 'Recargo'],
                  ['Nuevo', figures.lateFeeNewMinor],
                  ['Que ya liquidó un préstamo', figures.lateFeeRepeatMinor],
                ),
                table(
                  'Interés diario sobre lo no pagado',
                  ['Día de atraso', 'Por día'],
                  ...figures.latePenaltyBands.map(({ days, dailyPenalty }) => [days, dailyPenalty]),
                ),
                paragraph(
                  `En los productos que no usan estos tramos, el recargo diario es el del contrato de préstamo (${figures.overduePenaltyDailyPpm}). Un mismo día nunca lleva los dos. La pantalla en que acepta su préstamo le dice cuánto suma un día de atraso.`,
                ),
              ]),
        ],
      },
      {
        id: 'judgment',
        heading: 'Cobro por sentencia',
        blocks: [
          paragraph(
            `Si una sentencia lo condena a pagar, el pago se hace dentro de ${figures.judgmentPaymentDays} desde la sentencia.`,
          ),
        ],
      },
      {
        id: 'assignment',
        heading: 'Cesión del préstamo',
        blocks: [
          paragraph(
            `El prestamista puede ceder su préstamo a otra persona y se lo avisa dentro de ${figures.assignmentNoticeBusinessDays}. La cesión no cambia lo que usted debe, ni las fechas, ni sus derechos.`,
          ),
        ],
      },
      {
        id: 'details',
        heading: 'Cambio de sus datos',
        blocks: [
          paragraph(
            `Si cambian sus datos personales, como su domicilio o su celular, avísenos dentro de ${figures.detailsChangeNoticeDays}.`,
          ),
        ],
      },
      {
        id: 'complaints',
        heading: 'Quejas',
        blocks: [
          paragraph(
            `Si algo no está bien, incluido el trato de quien le cobra, repórtelo en la app, en Quejas, aunque tenga pagos atrasados. También ${contactPhrase(company, 'es')}.`,
          ),
          ...complaintWaysBlock(company, 'es'),
        ],
      },
      {
        id: 'changes',
        heading: 'Cambios a estos términos',
        blocks: [
          paragraph(
            'La versión que usted aceptó rige su préstamo hasta que lo liquida. Un cambio solo vale para préstamos que se acepten después. Nada de lo que dicen estos términos le quita un derecho que la ley le da.',
          ),
        ],
      },
    ],
  };
}
