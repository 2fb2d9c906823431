import { addDays, type LocalDate } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import { penaltyMaxOfLoan } from '#domain/loan/penalty-cap.ts';
import { marketOf, supervisorOf } from '#domain/market.ts';
import { addMinor, type MinorAmount, subtractMinor } from '#domain/money/money.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import { taxedChargesOf } from '#domain/money/tax.ts';
import { annualCostOf, formatPercent } from '#domain/offer/annual-cost.ts';
import {
  lateFeeOf,
  lateToleranceOf,
  type ProductTerms,
  prepaymentRuleOf,
  termDays,
} from '#domain/offer/product-terms.ts';
import type { Schedule } from '#domain/offer/schedule.ts';
import { loanTermsFigures } from '#domain/site/legal-figures.ts';
import type { PaperFact, PaperForm, PaperPart, PaperRow } from '#markets/definition.ts';
import { marketText, paymentWords } from '../market-words.ts';
import { confirmText } from '../messages/confirm.ts';
import { extensionTermsWords } from '../messages/extension-terms.ts';
import { keyFactsText } from '../messages/key-facts.ts';
import { fill } from '../text-pack.ts';
import type { CompanyFacts } from './company-facts.ts';
import { complaintWays } from './complaint-ways.ts';
import {
  type LegalBlock,
  type LegalDocument,
  type LegalSection,
  type LegalText,
  paragraph,
  plainText,
  table,
} from './document.ts';

/** An offer as stored; amounts in minor units. */
export interface Proposal {
  readonly proposalNumber: string;
  /** Last day for acceptance. */
  readonly validThrough: LocalDate;
  readonly productName: string;
  readonly terms: ProductTerms;
  readonly schedule: Schedule;
  readonly isRepeatBorrower: boolean;
}

/** What a paper contains besides the offer. */
export interface KeyFactsContext {
  readonly company: CompanyFacts;
  readonly language: Language;
  readonly style: AmountStyle;
  /** The agreement accepted with it. */
  readonly agreement: Pick<LegalDocument, 'sections'>;
}

/**
 * The paper that a market's law requires before signing, row by row (LEGAL-6): plain text in one fixed form that ends with a line feed.
 * Dates count from the payout, so the paper stays equal from day to day. Rows about facts that the lender has not stated are left out.
 */
export function keyFactsOf(proposal: Proposal, context: KeyFactsContext): string {
  const head = `key-facts ${proposal.proposalNumber} ${proposal.validThrough} ${context.language}`;
  return plainText(head, keyFactsSections(formOf(proposal, context), proposal, context));
}

/** Summary box of the agreement; none where the market's form has none. */
export function keyFactsSummary(proposal: Proposal, context: KeyFactsContext): LegalSection[] {
  const { language } = context;
  const { parts, summary } = formOf(proposal, context);
  const rows = parts.flatMap((part) => part.rows);
  const facts = summary.flatMap((fact) => rows.find((row) => row.fact === fact) ?? []);
  if (facts.length === 0) return [];
  const { acceptedPaper, paper } = marketText(proposal.terms.market, language);
  const heading = fill(keyFactsText[language].summaryBox, { paper: acceptedPaper || paper });
  return [{ id: 'key-facts', heading, blocks: [rowsBlock(facts, proposal, context)] }];
}

/** The market's form with the rows of the lender's supervisor. */
function formOf({ terms: { market } }: Proposal, { company }: KeyFactsContext): PaperForm {
  const form: PaperForm = marketOf[market].proposal.paper;
  const own = supervisorOf(market, company.supervisor)?.own?.rows;
  const ownRows = ({ rows }: PaperPart) => rows.map((row) => ({ ...row, ...own?.[row.fact] }));
  return { ...form, parts: form.parts.map((part) => ({ ...part, rows: ownRows(part) })) };
}

function rowsBlock(rows: readonly PaperRow[], proposal: Proposal, context: KeyFactsContext): LegalBlock {
  const values = factsOf(proposal, context);
  const facts = rows
    .map((row) => ({ name: row[context.language], value: values[row.fact] }))
    .filter(({ value }) => value !== '');
  return { kind: 'facts', facts };
}

function keyFactsSections(form: PaperForm, proposal: Proposal, context: KeyFactsContext): LegalText {
  const { language } = context;
  const text = keyFactsText[language];
  const { proposalNumber: number, validThrough: day, terms } = proposal;
  const warnings = form.warnings[language];
  return {
    title: marketText(terms.market, language).paper,
    summary: fill(text.summary, { number, day }),
    sections: [
      ...form.parts.map((part, place) => ({
        id: `part-${place + 1}`,
        heading: part[language],
        blocks: [rowsBlock(part.rows, proposal, context)],
      })),
      { id: 'payments', heading: text.table, blocks: [paymentsTable(proposal, context)] },
      ...(warnings.length > 0
        ? [{ id: 'warnings', heading: text.warnings, blocks: warnings.map(paragraph) }]
        : []),
    ],
  };
}

/** Repayment schedule: each instalment with the principal owed before it (Annex C of India's form). */
function paymentsTable({ schedule, terms }: Proposal, { language, style }: KeyFactsContext): LegalBlock {
  const text = keyFactsText[language];
  const money = (amountMinor: MinorAmount): string =>
    formatMoney(amountMinor, language, style, schedule.currency);
  let owedMinor = schedule.principalMinor;
  const rows = schedule.instalments.map((instalment) => {
    const { sequence, principalMinor, interestMinor, feeMinor, vatMinor, totalMinor } = instalment;
    const amounts = [owedMinor, principalMinor, interestMinor, addMinor(feeMinor, vatMinor), totalMinor];
    owedMinor = subtractMinor(owedMinor, principalMinor);
    return [String(sequence), ...amounts.map(money)];
  });
  const { taxName: tax } = marketText(terms.market, language);
  const columns = [text.number, text.outstanding, text.principal, text.interest];
  return table(text.table, [...columns, fill(text.feeAndTax, { tax }), text.instalment], ...rows);
}

function factsOf(proposal: Proposal, context: KeyFactsContext): Readonly<Record<PaperFact, string>> {
  const { proposalNumber, validThrough, productName, terms, schedule } = proposal;
  const { company, language, style } = context;
  const { market, instalmentDays: days } = terms;
  const text = keyFactsText[language];
  const words = { ...paymentWords(market, language), tax: marketText(market, language).taxName };
  const money = (amountMinor: MinorAmount): string =>
    formatMoney(amountMinor, language, style, schedule.currency);
  const percent = (ppm: number, decimals: number | 'exact' = 'exact'): string =>
    formatPercent(ppm, decimals, language, style);
  const { instalments, startDate: day } = schedule;
  const amounts = instalments.map(({ totalMinor }) => totalMinor);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)].map((each) =>
    money(each as MinorAmount),
  );
  const cost = annualCostOf(schedule, market);
  const rate = percent(terms.annualInterestPpm);
  const isInOne = instalments.length === 1;
  const fee = { ...words, amount: money(schedule.feeMinor), rate: percent(terms.feePpm) };
  const isTaxed = taxedChargesOf(terms).includes('interest');
  const lateFee = lateFeeOf(terms, proposal.isRepeatBorrower);
  const { coolingOffDays = company.coolingOffDays } = terms;
  const clause = (id: string): string => clauseOf(context, id) ?? text.inAgreement;
  return {
    product: fill(text.personal, { product: productName }),
    'proposal-number': proposalNumber,
    'valid-through': fill(text.throughDay, { day: validThrough }),
    amount: money(schedule.principalMinor),
    disbursal: text.atOnce,
    term: fill(text.days, { count: termDays(terms) }),
    'instalment-kind': isInOne ? fill(text.oneAt, { ...words, days }) : fill(text.each, { ...words, days }),
    'instalment-count': String(instalments.length),
    'instalment-amounts':
      least === most ? (least ?? '') : fill(text.amountsFrom, { least: least ?? '', most: most ?? '' }),
    'first-instalment': fill(text.after, { days }),
    'cut-off': fill(text.noCutOff, words),
    'due-dates': isInOne
      ? fill(text.onceAfter, { days, day, first: addDays(day, days) })
      : fill(text.everyAfter, {
          days,
          day,
          first: addDays(day, days),
          last: addDays(day, days * instalments.length),
        }),
    'interest-rate': isTaxed ? fill(text.fixedPlus, { rate, tax: words.tax }) : fill(text.fixed, { rate }),
    'fixed-rate': text.noFloating,
    interest: money(schedule.interestMinor),
    fee: isInOne ? fill(text.feeInOne, fee) : fill(text.feeOnce, fee),
    tax: fill(text.taxOf, { amount: money(schedule.vatMinor), rate: percent(terms.vatPpm) }),
    total: money(schedule.totalMinor),
    'annual-cost': fill(cost.measure === 'cat' ? text.catOf : text.aprOf, { rate: percent(cost.ppm, 1) }),
    penalty: lateRateOf(proposal, context),
    'late-fee': lateFee > 0 ? fill(text.lateOnce, { ...words, amount: money(lateFee) }) : text.none,
    'penalty-cap': penaltyCapOf(proposal, context),
    'early-repayment': earlyRepaymentOf(proposal, context),
    extension: terms.extensionMaxDays > 0 ? extensionTermsWords(terms, language, percent) : text.none,
    'capitalised-interest': text.none,
    none: text.none,
    'recovery-clause': clause('overdue'),
    'recovery-agents': company.recoveryAgents ?? '',
    'service-provider': company.serviceProvider ?? '',
    'grievance-clause': clause('complaints'),
    'complaint-unit': reachedBy(complaintWays(company, market, language)[0]),
    regulator: reachedBy(complaintWays(company, market, language)[1]),
    transfer: fill(text.transfer, { days: loanTermsFigures.assignmentNoticeBusinessDays }),
    'funding-partners': company.fundingPartners ?? '',
    'cooling-off': coolingOffDays > 0 ? fill(text.coolingOff, { days: coolingOffDays }) : text.none,
    statement: text.statement,
    'contract-register': company.contractRegister ?? '',
  };
}

function lateRateOf({ terms }: Proposal, { language, style }: KeyFactsContext): string {
  const text = keyFactsText[language];
  const { payment } = paymentWords(terms.market, language);
  const percent = (ppm: number): string => formatPercent(ppm, 'exact', language, style);
  const [first, ...later] = terms.penaltyBands;
  if (!first) return confirmText[language].noDailyPenalty;
  const ofYear = ({ dailyPpm }: typeof first) => ({
    rate: percent(dailyPpm),
    annual: percent(dailyPpm * 365),
  });
  return [
    fill(text.aDayLate, { ...ofYear(first), payment }),
    ...later.map((band) => fill(text.aDayLateFrom, { ...ofYear(band), day: band.fromDay })),
  ].join('');
}

function penaltyCapOf({ terms, schedule }: Proposal, { language, style }: KeyFactsContext): string {
  const text = keyFactsText[language];
  const { payment } = paymentWords(terms.market, language);
  const percent = (ppm: number): string => formatPercent(ppm, 'exact', language, style);
  const { penaltyMaxOfPaymentPpm: ofPaymentPpm, penaltyMaxOfLoanPpm: ofLoanPpm } = terms;
  const ofLoanMinor = penaltyMaxOfLoan({ terms, principalMinor: schedule.principalMinor, schedule });
  const caps = [
    ...(ofPaymentPpm === undefined
      ? []
      : [fill(text.capOfPayment, { rate: percent(ofPaymentPpm), payment })]),
    ...(ofLoanPpm === undefined || ofLoanMinor === null
      ? []
      : [
          fill(text.capOfLoan, {
            rate: percent(ofLoanPpm),
            amount: formatMoney(ofLoanMinor, language, style, schedule.currency),
          }),
        ]),
  ];
  const toleranceMinor = lateToleranceOf(terms);
  const amount = formatMoney(toleranceMinor, language, style, schedule.currency);
  const tolerance = toleranceMinor > 0 ? [fill(text.belowTolerance, { amount })] : [];
  return [...(caps.length > 0 ? caps : [text.noCap]), ...tolerance].join('; ');
}

function earlyRepaymentOf({ terms }: Proposal, { language }: KeyFactsContext): string {
  const text = keyFactsText[language];
  if (!terms.allowsPrepayment) return text.noEarly;
  if (terms.earlyRepayment !== 'days-used') return text.early;
  const early = terms.earlyRepaymentFee === 'days-used' ? text.earlyDaysFee : text.earlyDays;
  const rule = prepaymentRuleOf(terms);
  return rule === 'next-payments' ? early : `${early}. ${text[rule]}`;
}

function reachedBy(way: ReturnType<typeof complaintWays>[number] | undefined): string {
  return way ? [way.person, way.telephone, way.email, way.site].filter((each) => each !== '').join(', ') : '';
}

/** The section of the agreement; null in a lender's own text, whose sections have other names. */
function clauseOf({ agreement: { sections }, language }: KeyFactsContext, id: string): string | null {
  const place = sections.findIndex((section) => section.id === id);
  const section = sections[place];
  if (!section) return null;
  return fill(keyFactsText[language].section, { number: place + 1, heading: section.heading });
}

/** First line of a paper: its number, last day and language. */
export function keyFactsHead(
  text: string,
): { readonly proposalNumber: string; readonly validThrough: string } | null {
  const [, proposalNumber, validThrough] = /^key-facts (\S+) (\d{4}-\d\d-\d\d) (?:es|en)\n/.exec(text) ?? [];
  return proposalNumber && validThrough ? { proposalNumber, validThrough } : null;
}
