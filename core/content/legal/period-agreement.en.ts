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

/** The agreement on a loan that is paid in periods, in English (LEGAL-4). */
export function periodAgreementEn({ company, figures, product }: LegalContext): LegalText {
  const isOwn = company.documentSet !== 'specification';
  return {
    title: 'Period loan agreement',
    summary: 'How a loan is divided into periods, what is paid in each and how a payment is extended.',
    sections: [
      {
        id: 'scope',
        heading: 'What it applies to',
        blocks: [
          paragraph(
            `This agreement completes the loan agreement between ${company.lenderName}, the lender, and you, the borrower, when the loan is paid in several periods.`,
          ),
          companyBlock(company, 'en'),
        ],
      },
      {
        id: 'periods',
        heading: 'The periods',
        blocks: [
          paragraph(
            `The term, from ${figures.minimumTermDays} to ${figures.maximumTermDays}, is divided into periods of the same number of days. The first starts on the day of disbursal. Each period ends on the date of its payment.`,
          ),
          paragraph(
            'The number of periods, the dates and the amounts are those of the payment plan you accepted.',
          ),
        ],
      },
      {
        id: 'instalments',
        heading: 'What is paid in each period',
        blocks: [
          table(
            'Parts of a payment',
            ['Part', 'How it is worked out'],
            ['Principal', 'Amount of the loan divided evenly among the periods'],
            [
              'Interest',
              isOwn
                ? 'Principal outstanding times the annual rate of your agreement for the days of the period'
                : `Principal outstanding times the annual rate (${figures.annualInterestPpm}) for the days of the period`,
            ],
            ['Fee', 'Whole fee divided evenly among the periods'],
            [
              taxNameIn(company, 'en'),
              isOwn
                ? `The rate of your agreement on ${taxedWords(taxedChargesIn(company), 'en', 'sum')}`
                : `${figures.vatPpm} of the sum of interest and fee`,
            ],
          ),
          paragraph(
            'What is left over from dividing goes into the last payment. As the principal outstanding falls, each payment carries less interest than the one before.',
          ),
        ],
      },
      {
        id: 'order',
        heading: 'What your payment covers',
        blocks: [
          paragraph(
            `The oldest period with a balance and, within it, penalties, fee, ${taxNameIn(company, 'en')}, interest and principal, in that order. You may pay a part: the rest stays due.`,
          ),
        ],
      },
      {
        id: 'extension',
        heading: 'Extending the payment of a period',
        blocks: [
          paragraph(
            isOwn
              ? extensionClause(product, 'en')
              : `If your product allows it, you can extend a payment by up to ${figures.maximumExtensionDays}. The payment is extended when you pay the cost of the extension and any penalty it already has. The amount of the payment does not change.`,
          ),
        ],
      },
      {
        id: 'overdue',
        heading: 'Overdue period',
        blocks: [
          paragraph(
            isOwn
              ? 'An unpaid period adds the penalty that your agreement states for each day of delay. The other periods keep their dates.'
              : `An unpaid period adds ${figures.overduePenaltyDailyPpm} of what is overdue for each day of delay, or what the bands of the terms and conditions say if your product uses them. The other periods keep their dates.`,
          ),
        ],
      },
      {
        id: 'prepayment',
        heading: 'Paying all periods early',
        blocks: [
          paragraph(
            isOwn
              ? earlyClause(product, 'en')
              : `This is possible once at least half of the term (${figures.prepaymentTermSharePpm}) has passed and not before ${figures.prepaymentWaitDays} after disbursal.`,
          ),
        ],
      },
      {
        id: 'information',
        heading: 'Information and clarifications',
        blocks: [
          paragraph(
            `The detail of your loan shows each period, what is paid and what is due. For any clarification, ${contactPhrase(company, 'en')}.`,
          ),
        ],
      },
    ],
  };
}
