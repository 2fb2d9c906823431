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

/** The loan terms and conditions in English (LEGAL-2). */
export function loanTermsEn({ company, figures, product }: LegalContext): LegalText {
  const { documentSet } = company;
  const isOwn = documentSet !== 'specification';
  return {
    title: 'Loan terms and conditions',
    summary: 'Who can ask for a loan, for how long, how it is paid, and what happens when a payment is late.',
    sections: [
      {
        id: 'parties',
        heading: 'The parties',
        blocks: [
          paragraph(
            `These terms govern the loans that ${company.lenderName}, the lender, offers through ${company.appName} to whoever accepts them, the borrower, that is, you.`,
          ),
          companyBlock(company, 'en'),
        ],
      },
      {
        id: 'applicant',
        heading: 'Who can ask for a loan',
        blocks:
          documentSet === 'specification'
            ? [
                list(
                  'Persons of Filipino nationality.',
                  `Over ${figures.applicantAgeYears} of age.`,
                  'Who give true and complete details and ask for the loan for themselves.',
                ),
              ]
            : [
                paragraph('You can ask for one if all of this is true:'),
                list(
                  marketText(documentSet, 'en').applicant,
                  `You are ${figures.applicantAgeYears} of age or older.`,
                  'You give true and complete details and ask for the loan for yourself.',
                ),
              ],
      },
      {
        id: 'term',
        heading: 'Amount and term',
        blocks: [
          paragraph(
            `The term runs from ${figures.minimumTermDays} to ${figures.maximumTermDays}. Before you accept you see the amount you receive, what you pay in total, each payment with its date and what a day of delay adds. That is what you accept.`,
          ),
        ],
      },
      {
        id: 'decision',
        heading: 'Application and decision',
        blocks: [
          paragraph(
            `We answer your application within ${figures.decisionDays} of its being complete. We may decline it, and you may decline what we offer.`,
          ),
          paragraph('Applying costs nothing. We never ask for deposits in advance.'),
        ],
      },
      {
        id: 'crediting',
        heading: 'Disbursal',
        blocks: [
          paragraph(
            `The money reaches your account ${figures.minimumCreditingDays} to ${figures.maximumCreditingDays} after you accept. The term starts on the day of disbursal.`,
          ),
        ],
      },
      {
        id: 'cost',
        heading: 'What it costs',
        blocks: [
          paragraph(
            `A loan costs interest, a fee and ${taxNameIn(company, 'en')} on ${taxedWords(taxedChargesIn(company), 'en', 'both')}${isOwn ? '' : ` (${figures.vatPpm})`}. The rates stand in the loan agreement. Beyond that, only what these terms say about a delay or an extension you decide on is charged.`,
          ),
        ],
      },
      {
        id: 'payment',
        heading: 'How it is paid',
        blocks: [
          paragraph(
            `Each payment is made by its date, in one of the ways we show when you pay. What we receive covers the oldest payment first and, within it, penalties, fee, ${taxNameIn(company, 'en')}, interest and principal, in that order. What you pay beyond all that you owe is kept for you.`,
          ),
        ],
      },
      {
        id: 'prepayment',
        heading: 'Early repayment',
        blocks: [
          paragraph(
            isOwn
              ? earlyClause(product, 'en')
              : `You can pay off the whole loan early once at least half of the term (${figures.prepaymentTermSharePpm}) has passed and not before ${figures.prepaymentWaitDays} after disbursal.`,
          ),
        ],
      },
      {
        id: 'extension',
        heading: 'Extending a payment',
        blocks: [
          paragraph(
            isOwn
              ? extensionClause(product, 'en')
              : `If your product allows it, you can extend a payment by up to ${figures.maximumExtensionDays}. Before you decide you see what it costs to extend and what it costs to pay today.`,
          ),
        ],
      },
      {
        id: 'late',
        heading: 'If a payment is late',
        blocks: [
          paragraph('A payment is late from the day after its date.'),
          ...(isOwn
            ? [
                paragraph(
                  'Each day of delay adds the penalty that your agreement states and, where it states one, a late fee charged once. The screen on which you accept your loan tells you what a day of delay adds.',
                ),
              ]
            : [
                table(
                  'Late penalty, charged once and not every day',
                  ['Borrower', 'Penalty'],
                  ['New', figures.lateFeeNewMinor],
                  ['Who has settled a loan before', figures.lateFeeRepeatMinor],
                ),
                table(
                  'Daily interest on what is unpaid',
                  ['Day of delay', 'Per day'],
                  ...figures.latePenaltyBands.map(({ days, dailyPenalty }) => [days, dailyPenalty]),
                ),
                paragraph(
                  `In products that do not use these bands, the daily penalty is that of the loan agreement (${figures.overduePenaltyDailyPpm}). The same day never carries both. The screen on which you accept your loan tells you what a day of delay adds.`,
                ),
              ]),
        ],
      },
      {
        id: 'judgment',
        heading: 'Payment after a judgment',
        blocks: [
          paragraph(
            `If a judgment orders you to pay, payment is made within ${figures.judgmentPaymentDays} of the judgment.`,
          ),
        ],
      },
      {
        id: 'assignment',
        heading: 'Assignment of the loan',
        blocks: [
          paragraph(
            `The lender may assign your loan to another party and gives you notice within ${figures.assignmentNoticeBusinessDays}. The assignment does not change what you owe, the dates or your rights.`,
          ),
        ],
      },
      {
        id: 'details',
        heading: 'Change of your details',
        blocks: [
          paragraph(
            `If your personal details change, such as your address or mobile number, tell us within ${figures.detailsChangeNoticeDays}.`,
          ),
        ],
      },
      {
        id: 'complaints',
        heading: 'Complaints',
        blocks: [
          paragraph(
            `If something is wrong, including how whoever collects treats you, report it in the app, under Complaints, even if you have late payments. You can also ${contactPhrase(company, 'en')}.`,
          ),
          ...complaintWaysBlock(company, 'en'),
        ],
      },
      {
        id: 'changes',
        heading: 'Changes to these terms',
        blocks: [
          paragraph(
            'The version you accepted governs your loan until you settle it. A change applies only to loans accepted after it. Nothing in these terms takes away a right that the law gives you.',
          ),
        ],
      },
    ],
  };
}
