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

/** The loan agreement in English (LEGAL-3). */
export function loanAgreementEn(context: LegalContext): LegalText {
  const { company, figures, product } = context;
  const { documentSet, coolingOffDays } = company;
  const isOwn = documentSet !== 'specification';
  const authorisation = bureauAuthorisation(company, 'en');
  const tax = taxNameIn(company, 'en');
  const interestTax = withTaxWords(product?.taxOn ?? taxedChargesIn(company), tax, 'en');
  return {
    title: 'Loan agreement',
    summary: 'What the lender and you agree on: rates, disbursal, payments and penalties.',
    sections: [
      {
        id: 'parties',
        heading: 'The parties',
        blocks: [
          paragraph(
            `This agreement is made between ${company.lenderName}, the lender, and you, the borrower. Your name and address, the amounts and the dates of your loan stand in the table of your agreement, which is part of it together with the loan terms and conditions.`,
          ),
          companyBlock(company, 'en'),
        ],
      },
      {
        id: 'object',
        heading: 'What is agreed',
        blocks: [
          paragraph(
            `The lender gives you the amount that the table states. You pay it back with interest, the fee and ${tax}, in the payments and on the dates you accepted.`,
          ),
        ],
      },
      {
        id: 'rates',
        heading: 'Rates',
        blocks: [
          rates(context),
          paragraph(
            'The interest of each payment is worked out with the annual rate, on the principal outstanding and for the days of the period. The daily rate is stated separately and does not enter that calculation.',
          ),
          paragraph(
            product?.isPaidInOne
              ? 'The fee is the amount that the table of your agreement states and is paid with the one payment.'
              : 'The fee is the amount that the table of your agreement states and is spread evenly over the payments.',
          ),
        ],
      },
      {
        id: 'disbursal',
        heading: 'Disbursal',
        blocks: [
          paragraph(
            `The lender pays the money into the account you named, ${figures.minimumCreditingDays} to ${figures.maximumCreditingDays} after you accept. You receive the whole amount you accepted: the fee is paid later and not deducted.`,
          ),
          paragraph(
            'The dates of your payments count from the day of disbursal: if the money arrives after the date of disbursal used in the plan, each of them moves by as many days. The amounts do not change.',
          ),
        ],
      },
      {
        id: 'payment',
        heading: 'Payments',
        blocks: [
          paragraph(
            `What we receive covers the oldest payment first and, within it, penalties, fee, ${taxNameIn(company, 'en')}, interest and principal, in that order. ${isOwn ? 'A payment counts from the day on which you made it, as the bank, shop or company that receives it for us tells us.' : 'A payment counts from the day on which, according to whoever collects it for us, you made it.'}`,
          ),
        ],
      },
      {
        id: 'overdue',
        heading: 'Delay',
        blocks: [
          paragraph(
            isOwn
              ? 'What is not paid on its date adds, for each day of delay, the penalty that this agreement states, worked out on what is overdue without earlier penalties, and, where this agreement states one, a late fee charged once. The screen on which you accept your loan tells you what a day of delay adds.'
              : `What is not paid on its date adds a penalty of ${figures.overduePenaltyDailyPpm} for each day of delay, worked out on what is overdue without earlier penalties. If your product uses the bands of the terms and conditions, they apply instead of this penalty. The screen on which you accept your loan tells you what a day of delay adds.`,
          ),
          ...(isOwn
            ? [
                paragraph(
                  `What you pay covers the penalty first. ${company.creditBureaus === null ? '' : 'The delay may be reported to credit bureaus and stay on your record. '}Nobody may collect by threats, or speak of your debt to other people.`,
                ),
                ...(company.recoveryAgents ? [paragraph(`Collects for us: ${company.recoveryAgents}.`)] : []),
              ]
            : []),
        ],
      },
      {
        id: 'early-and-late',
        heading: 'Paying early or extending',
        blocks: [
          ...(isOwn
            ? [
                paragraph(earlyClause(product, 'en')),
                paragraph(extensionClause(product, 'en')),
                paragraph('Assignment and notices are governed by the loan terms and conditions.'),
              ]
            : [
                paragraph(
                  'Early repayment, extensions, assignment and notices are governed by the loan terms and conditions.',
                ),
              ]),
        ],
      },
      ...(isOwn && coolingOffDays
        ? [
            {
              id: 'cooling-off',
              heading: 'Giving the loan back',
              blocks: [
                paragraph(
                  `Up to ${quoteDays(coolingOffDays, 'en')} after the disbursal you can give the loan back without giving reasons. You pay the principal and the interest of those days${interestTax}: no fee and no penalty. The page of your loan shows until which day, and how much it is.`,
                ),
              ],
            },
          ]
        : []),
      ...(authorisation
        ? [
            {
              id: 'credit-record',
              heading: 'Authorisation to consult your credit record',
              blocks: [
                paragraph(authorisation),
                paragraph('You give it by a box apart from that of the agreement.'),
              ],
            },
          ]
        : []),
      {
        id: 'acceptance',
        heading: 'Acceptance by electronic means',
        blocks: [
          paragraph(
            'You accept this agreement by ticking the box and pressing the button that says so. We store the text you accepted with its version and a digital fingerprint, the date and the time.',
          ),
        ],
      },
      ...(isOwn
        ? [
            {
              id: 'complaints',
              heading: 'Complaints',
              blocks: [
                paragraph('You complain in the app, under Complaints, and get a number. Besides:'),
                ...complaintWaysBlock(company, 'en'),
              ],
            },
          ]
        : []),
      {
        id: 'end',
        heading: 'End of the agreement',
        blocks: [
          paragraph(
            `The agreement ends when everything is paid. For any clarification, ${contactPhrase(company, 'en')}. Nothing in this agreement takes away a right that the law gives you.`,
          ),
        ],
      },
    ],
  };
}

/** Rates of the product; the specification's own in its own document (LEGAL-5). */
function rates({ company, figures, product }: LegalContext): LegalBlock {
  const columns = ['Item', 'Rate'];
  if (company.documentSet === 'specification') {
    return table(
      'Rates of this agreement',
      columns,
      ['Annual interest', figures.annualInterestPpm],
      ['Daily interest', figures.dailyInterestPpm],
      ['VAT, on the sum of interest and fee', figures.vatPpm],
      ['Penalty for each day of delay', figures.overduePenaltyDailyPpm],
    );
  }
  if (!product) {
    return paragraph(
      `The annual and daily interest, ${taxNameIn(company, 'en')} and the penalties of your loan stand in the agreement that you see before you accept.`,
    );
  }
  const { penaltyBands, lateFee } = product;
  const [, secondBand] = penaltyBands;
  return table(
    'Rates of this agreement',
    columns,
    ['Annual interest', product.annualInterest],
    ['Daily interest', product.dailyInterest],
    [`${taxNameIn(company, 'en')}, on ${taxedWords(product.taxOn, 'en', 'sum')}`, product.vat],
    ...(product.taxOn.includes('extension-fee')
      ? [[`${taxNameIn(company, 'en')}, on the cost of extending`, product.vat]]
      : []),
    ...penaltyBands.map(({ days, dailyPenalty }) => [
      secondBand ? `Penalty for each day of delay, day ${days}` : 'Penalty for each day of delay',
      dailyPenalty,
    ]),
    ...(lateFee
      ? [
          ['Late fee, once for each late payment, not more than is unpaid, new borrower', lateFee.new],
          [
            'Late fee, once for each late payment, not more than is unpaid, who has settled a loan before',
            lateFee.repeat,
          ],
        ]
      : []),
    ...(product.deadlinePlace
      ? [['Each payment can be made until midnight of its date', `${product.deadlinePlace} time`]]
      : []),
    ...(product.lateTolerance
      ? [['Nothing is late while less than this is unpaid', product.lateTolerance]]
      : []),
    ...(product.penaltyMax
      ? [
          ['Cap on the penalties of a payment', `${product.penaltyMax.ofPayment} of that payment`],
          ['Cap on the penalties of the loan', `${product.penaltyMax.ofLoan} of what was lent`],
        ]
      : []),
  );
}
