import { type CompanyFacts, contactPhrase } from '#content/legal/company-facts.ts';
import { complaintWays } from '#content/legal/complaint-ways.ts';
import { quoteFigures } from '#content/legal/quoted-figures.ts';
import { marketText } from '#content/market-words.ts';
import { homeText } from '#content/messages/site.ts';
import { taxedWords, taxRateWords } from '#content/messages/tax.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { linkParameters } from '#contract/page-query.ts';
import { marketOf } from '#domain/market.ts';
import type { OpenScreen } from '../open-screen.ts';
import type { CalculatorProperties } from './calculator.island.tsx';
import { sitePaths } from './site-paths.ts';
import { instalmentDays, type WorkedExample, workedExample } from './worked-example.ts';

export type HomeView = ReturnType<typeof homeView>;

/** Texts and figures of the home page, ready to show (SITE-1). */
export function homeView(open: OpenScreen) {
  const { language, market, company, config, now, link, parameter } = open;
  const text = homeText[language];
  const own = marketText(market, language);
  const { payment } = own;
  const figures = quoteFigures(language, config.amountStyle);
  const exampleRequest = { amount: parameter('amount').trim(), payments: parameter('payments') };
  const example = workedExample(market, language, config.amountStyle, now(), exampleRequest);
  return {
    text,
    example,
    summary: fill(own.summary, { appName: company.appName, ...figures }),
    registerLink: link(sitePaths.register),
    calculator: calculatorOf(open, example, text),
    late: fill(text.ofPayment, { payment, amount: example.payments[0]?.amount ?? example.total }),
    moreTime: fill(text.moreTime, { days: figures.maximumExtensionDays }),
    postponeOne: fill(text.postponeOne, { payment }),
    charges: chargesOf(open, example, text),
    steps: [
      { title: text.registerStep, line: text.registerStepLine },
      { title: text.costStep, line: fill(text.costStepLine, figures) },
      { title: text.moneyStep, line: fill(text.moneyStepLine, figures) },
      { title: text.payStep, line: fill(own.waysToPay, figures) },
    ],
    questions: [
      { question: text.faceQuestion, answer: fill(text.faceAnswer, figures) },
      { question: text.collectionQuestion, answer: text.collectionAnswer },
      { question: text.declinedQuestion, answer: text.declinedAnswer },
    ],
    lender: lenderOf(company, text),
    complaintContact: fill(text.complaintContact, { contact: contactPhrase(company, language) }),
    complaintWays: complaintWays(company, market, language),
  };
}

function calculatorOf(
  { language, market, query }: OpenScreen,
  example: WorkedExample,
  text: TextsIn<typeof homeText>,
): CalculatorProperties {
  const { payments } = marketText(market, language);
  const { count, least, most, receivedMinor } = example;
  return {
    heading: text.calculatorHeading,
    keptFields: [...linkParameters(query)],
    amount: {
      legend: text.amount,
      chips: example.amounts,
      chosen: example.chosenAmount,
      error: example.isRefused ? fill(text.amountWrong, { least, most }) : undefined,
    },
    payments: {
      legend: fill(text.terms, { payments }),
      chips: example.counts.map((each) => ({
        value: String(each),
        label: fill(text.payments, { count: each, payments }),
      })),
      chosen: String(count),
    },
    button: text.workOut,
    note: fill(text.ratesVary, { days: instalmentDays }),
    received: { size: receivedMinor, label: text.youReceive, amount: example.received },
    repaid: { size: receivedMinor, label: text.youRepay, amount: example.total },
    cost: { size: example.costMinor, label: text.cost, amount: example.cost },
    result: [
      { label: fill(text.paymentsUpTo, { count, payments }), value: example.dearest },
      { label: marketOf[market].annualCost === 'cat' ? text.cat : text.apr, value: example.annualCost },
    ],
    forInformation: text.forInformation,
    date: example.date,
    madeUpOf: text.madeUpOf,
    parts: [
      { label: fill(text.interest, { rate: example.interestRate }), value: example.interest },
      { label: fill(text.fee, { rate: example.feeRate }), value: example.fee },
      { label: taxRateWords(market, language, example.vatRate), value: example.vat },
      { label: text.cost, value: example.cost, isTotal: true },
      ...example.payments.map(({ sequence, date, amount }) => ({
        label: `${sequence} · ${date}`,
        value: amount,
      })),
    ],
  };
}

function chargesOf(
  { language, market, company, config }: OpenScreen,
  example: WorkedExample,
  text: TextsIn<typeof homeText>,
): readonly (readonly [charge: string, howMuch: string, when: string])[] {
  const { payment, payments, taxName } = marketText(market, language);
  const figures = quoteFigures(language, config.amountStyle);
  const taxed = taxedWords(marketOf[market].tax.on, language);
  return [
    [text.interestCharge, fill(text.aYear, { rate: example.interestRate }), text.interestWhen],
    [text.feeCharge, example.feeRate, fill(text.feeWhen, { payments })],
    [taxName, example.vatRate, fill(text.taxWhen, { charges: taxed })],
    [text.lateCharge, fill(text.lateRate, { rate: example.penaltyRate }), fill(text.lateWhen, { payment })],
    [
      text.postponeCharge,
      example.extensionPrice,
      fill(text.postponeWhen, { days: figures.maximumExtensionDays, payment }),
    ],
    [
      text.earlyCharge,
      text.free,
      company.documentSet === 'specification' ? fill(text.earlyLater, figures) : text.earlyAnyDay,
    ],
  ];
}

function lenderOf(
  { lenderName, registration, telephone, email }: CompanyFacts,
  text: TextsIn<typeof homeText>,
) {
  return {
    rows: [
      { label: text.lenderName, value: lenderName },
      { label: text.registration, value: registration },
    ].filter(({ value }) => value !== ''),
    telephone,
    email,
  };
}
