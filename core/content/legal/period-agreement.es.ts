import { taxedWords } from '../messages/tax.ts';
import {
  companyBlock,
  contactPhrase,
  type LegalContext,
  taxedChargesIn,
  taxNameIn,
} from './company-facts.ts';
import { type LegalText, paragraph, table } from './document.ts';
import { earlyClause, extensionClause } from './product-clauses.ts';

/** The agreement on a loan that is paid in periods, in Spanish (LEGAL-4). */
export function periodAgreementEs({ company, figures, product }: LegalContext): LegalText {
  const isOwn = company.documentSet !== 'specification';
  return {
    title: 'Contrato de préstamo por periodos',
    summary: 'Cómo se divide en periodos un préstamo, qué se paga en cada uno y cómo se aplaza.',
    sections: [
      {
        id: 'scope',
        heading: 'A qué se aplica',
        blocks: [
          paragraph(
            `Este contrato completa el contrato de préstamo entre ${company.lenderName}, el prestamista, y usted, el prestatario, cuando el préstamo se paga en varios periodos.`,
          ),
          companyBlock(company, 'es'),
        ],
      },
      {
        id: 'periods',
        heading: 'Los periodos',
        blocks: [
          paragraph(
            `El plazo, de ${figures.minimumTermDays} a ${figures.maximumTermDays}, se divide en periodos de igual número de días. El primero empieza el día del depósito. Cada periodo termina en la fecha de su pago.`,
          ),
          paragraph(
            'El número de periodos, las fechas y los montos son los del plan de pagos que usted aceptó.',
          ),
        ],
      },
      {
        id: 'instalments',
        heading: 'Lo que se paga en cada periodo',
        blocks: [
          table(
            'Partes de un pago',
            ['Parte', 'Cómo se calcula'],
            ['Capital', 'Monto del préstamo dividido por igual entre los periodos'],
            [
              'Intereses',
              isOwn
                ? 'Capital pendiente por la tasa anual de su contrato y los días del periodo'
                : `Capital pendiente por la tasa anual (${figures.annualInterestPpm}) y los días del periodo`,
            ],
            ['Comisión', 'Comisión total dividida por igual entre los periodos'],
            [
              taxNameIn(company, 'es'),
              isOwn
                ? `La tasa de su contrato sobre ${taxedWords(taxedChargesIn(company), 'es', 'sum')}`
                : `${figures.vatPpm} de la suma de intereses y comisión`,
            ],
          ),
          paragraph(
            'Los centavos que sobran al dividir van en el último pago. Como el capital pendiente baja, cada pago cuesta menos intereses que el anterior.',
          ),
        ],
      },
      {
        id: 'order',
        heading: 'A qué se aplica lo que paga',
        blocks: [
          paragraph(
            `Al periodo más antiguo con saldo y, dentro de él, a recargos, comisión, ${taxNameIn(company, 'es')}, intereses y capital, en ese orden. Puede pagar una parte: el resto sigue pendiente.`,
          ),
        ],
      },
      {
        id: 'extension',
        heading: 'Aplazar el pago de un periodo',
        blocks: [
          paragraph(
            isOwn
              ? extensionClause(product, 'es')
              : `Si su producto lo permite, puede aplazar un pago hasta ${figures.maximumExtensionDays}. El pago se aplaza cuando cubre el costo de aplazarlo y los recargos que ya tenga. El monto del pago no cambia.`,
          ),
        ],
      },
      {
        id: 'overdue',
        heading: 'Periodo vencido',
        blocks: [
          paragraph(
            isOwn
              ? 'Un periodo sin pagar suma el recargo que indica su contrato por cada día de atraso. Los demás periodos conservan sus fechas.'
              : `Un periodo sin pagar suma ${figures.overduePenaltyDailyPpm} de lo vencido por cada día de atraso, o lo que digan los tramos de los términos y condiciones si su producto los usa. Los demás periodos conservan sus fechas.`,
          ),
        ],
      },
      {
        id: 'prepayment',
        heading: 'Pagar todos los periodos antes',
        blocks: [
          paragraph(
            isOwn
              ? earlyClause(product, 'es')
              : `Es posible cuando haya pasado al menos la mitad del plazo (${figures.prepaymentTermSharePpm}) y nunca antes de ${figures.prepaymentWaitDays} desde el depósito.`,
          ),
        ],
      },
      {
        id: 'information',
        heading: 'Información y aclaraciones',
        blocks: [
          paragraph(
            `En el detalle de su préstamo ve cada periodo, lo pagado y lo pendiente. Para cualquier aclaración, ${contactPhrase(company, 'es')}.`,
          ),
        ],
      },
    ],
  };
}
