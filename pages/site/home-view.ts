import { contactPhrase } from '#content/legal/company-facts.ts';
import { quoteFigures } from '#content/legal/quoted-figures.ts';
import { marketText } from '#content/market-words.ts';
import { homeText } from '#content/messages/site.ts';
import { taxRateWords } from '#content/messages/tax.ts';
import { fill } from '#content/text-pack.ts';
import { linkParameters } from '#contract/page-query.ts';
import { marketOf } from '#domain/market.ts';
import type { OpenScreen } from '../open-screen.ts';
import { sitePaths } from './site-paths.ts';
import { workedExample } from './worked-example.ts';

/** Everything the home page shows, in the page's language, with its figures in place (SITE-1). */
export type HomeView = ReturnType<typeof homeView>;

/** The home page's words and figures. */
export function homeView({ language, market, company, config, now, link, query, parameter }: OpenScreen) {
  const text = homeText[language];
  const own = marketText(market, language);
  const figures = quoteFigures(language, config.amountStyle);
  const isOwn = company.documentSet !== 'specification';
  const asked = { amount: parameter('amount').trim(), payments: parameter('payments') };
  const example = workedExample(market, language, config.amountStyle, now(), asked);
  const { days, count } = example;
  return {
    text,
    example,
    summary: fill(own.summary, { appName: company.appName, ...figures }),
    registerLink: link(sitePaths.register),
    exampleLine: fill(text.exampleLine, { days, count }),
    calculator: {
      keptFields: [...linkParameters(query)],
      hint: fill(text.amountHint, { least: example.least, most: example.most }),
      error: example.isRefused
        ? fill(text.amountWrong, { least: example.least, most: example.most })
        : undefined,
      terms: example.terms.map(
        ({ count, days }) => [String(count), fill(text.term, { count, days })] as const,
      ),
    },
    charges: [
      { label: fill(text.interest, { rate: example.interestRate }), value: example.interest },
      { label: fill(text.fee, { rate: example.feeRate }), value: example.fee },
      { label: taxRateWords(market, language, example.vatRate), value: example.vat },
    ],
    annualCost: fill(marketOf[market].annualCost === 'cat' ? text.annualCostCat : text.annualCostApr, {
      rate: example.annualCost,
    }),
    seePayments: fill(text.seePayments, { count }),
    payments: example.payments.map(({ sequence, ...payment }) => ({
      ...payment,
      note: fill(text.payment, { sequence }),
    })),
    steps: [
      { title: text.registerStep, line: text.registerStepLine },
      { title: text.costStep, line: fill(text.costStepLine, figures) },
      { title: text.moneyStep, line: fill(text.moneyStepLine, figures) },
      { title: text.payStep, line: fill(own.waysToPay, figures) },
    ],
    questions: [
      {
        question: text.lateQuestion,
        answer: fill(text.lateAnswer, {
          rate: example.penaltyRate,
          payment: example.payments[0]?.amount ?? example.total,
          penalty: example.penalty,
        }),
      },
      {
        question: text.earlyQuestion,
        answer: isOwn ? text.earlyAnswerAnyDay : fill(text.earlyAnswer, figures),
      },
      { question: text.faceQuestion, answer: fill(text.faceAnswer, figures) },
      { question: text.collectionQuestion, answer: text.collectionAnswer },
      { question: text.declinedQuestion, answer: text.declinedAnswer },
    ],
    complaintContact: fill(text.complaintContact, { contact: contactPhrase(company, language) }),
  };
}
