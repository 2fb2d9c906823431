import process from 'node:process';
import { expect, test } from 'vitest';
import { documentText } from '#content/legal/document.ts';
import { legalDocument } from '#content/legal/legal-documents.ts';
import { quoteFigures, quoteProduct } from '#content/legal/quoted-figures.ts';
import { localDate } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import { allMarkets, currencyOf, marketOf } from '#domain/market.ts';
import { type MinorAmount, minorAmount, zeroMinor } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { checkProductTerms, type ProductTerms } from '#domain/offer/product-terms.ts';
import { buildSchedule } from '#domain/offer/schedule.ts';
import { acceptedKeyFactsOf } from '#lending/offer/accepted-key-facts.ts';
import { agreementFiguresOf, agreementTextOf } from '#lending/offer/agreement-text.ts';
import { offerView } from '#lending/offer/confirm-offer.ts';
import { CorrectedLoanModel, type ModelTerms } from '#tests/setup/corrected-loan-model.ts';
import { testConfiguration } from '#tests/setup/lending-service.ts';
import { openPage } from '#tests/setup/open-page.ts';
import {
  extensionPriceIn,
  minorIn,
  type Promised,
  plainText,
  promisedByAgreement,
  promisedByConfirmation,
  promisedByPaper,
  promisedByTerms,
} from '#tests/setup/promised-terms.ts';
import { shiftedSeed } from '#tests/setup/seeded-random.ts';
import { type Chance, chanceOf, drawnTerms, walkToldLoan } from './loan-walk.ts';

// Whatever a product says, confirmation, agreement, terms, the market's paper and home tell of it what the ledger does. PROMISES_SEED=N repeats
// what a failure names, with PROMISES=1 that product alone.

const firstSeed = Number(process.env.PROMISES_SEED ?? shiftedSeed(1));
const products = Number(process.env.PROMISES ?? 12);
const firstDay = localDate('2026-11-20');
const now = new Date('2026-11-20T18:00:00Z');
const languages = ['es', 'en'] as const;

interface Sold {
  readonly terms: ProductTerms;
  readonly isRepeatBorrower: boolean;
  readonly principal: MinorAmount;
}

/** A product as the oracle draws it that may be sold, in words and figures that its market has. */
function soldProduct(chance: Chance): Sold {
  const { isOneIn, oneOf, below } = chance;
  const terms = drawnTerms(chance);
  const { tax, allowsWholePlan, coolingOff } = marketOf[terms.market];
  const sold = {
    ...{ ...terms, taxOn: tax.on, allowsPrepayment: !isOneIn(5) },
    ...{ coolingOffDays: oneOf([0, 3, 40].filter((days) => days >= coolingOff.leastDays)) },
    ...(!allowsWholePlan && { earlyRepayment: 'days-used' as const }),
    ...{ stepMinor: minorAmount(1), minimumMinor: minorAmount(1), maximumMinor: minorAmount(2_000_000) },
    ...{
      penaltyMaxOfPaymentPpm: terms.penaltyMaxOfPaymentPpm ?? 1_000_000,
      penaltyMaxOfLoanPpm: terms.penaltyMaxOfLoanPpm ?? 1_000_000,
    },
  };
  if (checkProductTerms(sold).length > 0) return soldProduct(chance);
  return { terms: sold, isRepeatBorrower: isOneIn(2), principal: minorAmount(100_000 + below(1_900_000)) };
}

/** Everything that is said of a product before it is accepted, as the service and the pages write it. */
async function everyText({ terms, isRepeatBorrower, principal }: Sold, language: Language) {
  const { market } = terms;
  const { coolingOffDays = 0 } = terms;
  const company = { ...testConfiguration.companies[market], coolingOffDays };
  const companies = { ...testConfiguration.companies, [market]: company };
  const configuration = { ...testConfiguration, companies };
  const borrower = { name: 'Prueba Pérez', address: 'Calle Uno 1' };
  const context = { configuration, language, now, borrower };
  const schedule = buildSchedule(terms, principal, firstDay);
  const agreed = { productName: 'Llano', schedule, agreedAt: now, market };
  const quote = {
    ...{ id: 'quote-1', terms, schedule, isRepeatBorrower, amountMinor: principal, termDays: 120 },
    ...{ proposalNumber: 'CA-2026-1', expiresAt: new Date('2026-11-26T06:00:00Z') },
  };
  const money = (amountMinor: MinorAmount) => formatMoney(amountMinor, language, 'dot', currencyOf(market));
  const view = offerView(
    { configuration, language, now, money } as never,
    {
      offer: { depositAccountEnding: '4821', couponCount: 0 },
      product: { name: 'Llano', logo: '' },
    } as never,
    quote as never,
    false,
  );
  const lang = language === 'es' ? 2 : 1;
  const confirmation = await openPage(`/confirmLoan?productId=p&sessionId=s-1&deviceId=d-1&lang=${lang}`, {
    answers: { readOffer: view },
    dependencies: { companies },
  });
  const figures = quoteFigures(language, 'dot');
  const legal = { company, figures, product: quoteProduct(terms, language, 'dot') };
  return {
    confirmation: confirmation.text,
    agreement: agreementTextOf(
      context as never,
      agreementFiguresOf(context as never, agreed),
      { quote, schedule: quote.schedule },
      undefined,
    ).agreement.text,
    terms: documentText(legalDocument('loan-terms', language, legal)),
    paper: acceptedKeyFactsOf(context as never, quote as never, 'Llano', undefined)?.paperText ?? '',
  };
}

/** What texts leave open: it is for the lender alone, or for other tests. */
function modelTold(said: Promised, { terms }: Sold): ModelTerms {
  const { bands = [], extension, early, coolingOffDays = 0 } = said;
  const { pausesPenaltyOnClaim, pausesPenaltyOnDispute } = terms;
  const { earlyRepayment, earlyRepaymentFee, prepayment } = early ?? terms;
  const has = <Name extends keyof Promised>(name: Name) => said[name] as NonNullable<Promised[Name]>;
  return {
    ...{ instalmentCount: has('instalmentCount'), instalmentDays: has('instalmentDays') },
    ...{ annualInterestPpm: has('annualInterestPpm'), feePpm: has('feePpm'), vatPpm: has('taxPpm') },
    taxOn: [
      ...(said.isInterestTaxed ? (['interest'] as const) : []),
      'fee',
      ...(extension?.taxPpm ? (['extension-fee'] as const) : []),
    ],
    ...{ penaltyBands: bands, lateFee: has('lateFee'), lateToleranceMinor: has('lateTolerance') },
    ...{ penaltyMaxOfPaymentPpm: has('maxOfPaymentPpm'), penaltyMaxOfLoanPpm: has('maxOfLoanPpm') },
    ...{ extensionDailyPpm: extension?.dailyPpm ?? 0, extensionMaxDays: extension?.maxDays ?? 0 },
    extensionCostMaxPpm: extension?.costMaxPpm ?? 0,
    ...{ coolingOffDays, namesCoolingOffDays: true, pausesPenaltyOnClaim, pausesPenaltyOnDispute },
    ...(earlyRepayment && { earlyRepayment }),
    ...(earlyRepaymentFee && { earlyRepaymentFee }),
    ...(prepayment && { prepayment }),
  };
}

/** What of one text another says too is the same. */
function expectAgrees(named: string, said: Promised, paper: Promised): void {
  const both = Object.keys(said).filter((name) => paper[name as keyof Promised] !== undefined);
  expect(both.length, named).toBeGreaterThanOrEqual(2);
  const of = (promised: Promised) =>
    Object.fromEntries(both.map((name) => [name, promised[name as keyof Promised]]));
  const { payments: own, ...rest } = of(said) as Promised;
  const { payments: papers, ...others } = of(paper) as Promised;
  expect(rest, named).toEqual(others);
  if (own) expect(papers, named).toMatchObject(own);
}

const parts = ['penalty', 'fee', 'vat', 'interest', 'principal'] as const;

/** The plan of a loan as the model has it that knows only what was told. */
function planOf(told: ModelTerms, principal: number) {
  const model = new CorrectedLoanModel(told, principal, firstDay);
  model.approve();
  model.disburse('T1', firstDay);
  return model.instalments.map(({ dueDate, slots }) => {
    const total = parts.reduce((sum, part) => sum + slots[part].charged, 0);
    const { charged } = slots.principal;
    return { dueDate, payment: { principal: charged, charges: total - charged, total } };
  });
}

test('the texts of a random product match the ledger', async () => {
  for (let seed = firstSeed; seed < firstSeed + products; seed += 1) {
    const sold = soldProduct(chanceOf(seed));
    const { terms, principal } = sold;
    const days = terms.instalmentDays;
    const late = [1, 2, 11, 40, 95, 400].map((each) => days + each);
    for (const language of languages) {
      const texts = await everyText(sold, language);
      const named = (document: string) => `seed ${seed}, ${document} in ${language}`;
      const paper = promisedByPaper(texts.paper, terms.market, language);
      const confirmed = promisedByConfirmation(texts.confirmation);
      const agreed = promisedByAgreement(texts.agreement, sold.isRepeatBorrower);
      expectAgrees(named('confirmation'), confirmed, paper);
      expectAgrees(named('agreement'), agreed, paper);
      expectAgrees(named('confirmation against agreement'), confirmed, agreed);
      expectAgrees(named('terms'), promisedByTerms(texts.terms), { ...confirmed, ...paper });
      const told = modelTold({ ...agreed, ...paper }, sold);
      const plan = planOf(told, principal);
      expect(
        plan.map(({ payment }) => payment),
        named('payments'),
      ).toEqual(paper.payments);
      expect(
        plan.map(({ dueDate }) => dueDate),
        named('dates'),
      ).toEqual(confirmed.dueDates);
      expect(agreed.dueDates, named('dates of the agreement')).toEqual(confirmed.dueDates);
      if (language === 'en') continue;
      const penalties = walkToldLoan(seed, { ...sold, told }, [Math.floor(days / 2), days, ...late]);
      const highest = Math.max(...penalties.values());
      expect(highest, named('cap of the headline')).toBeLessThanOrEqual(confirmed.maxOfLoan ?? 0);
    }
  }
}, 120_000);

test.each(allMarkets)('what home says of its example is what the ledger does (%s)', async (market) => {
  const { language, tax } = marketOf[market];
  const { text } = await openPage(`/?lang=${language === 'es' ? 2 : 1}`, {
    dependencies: { companies: testConfiguration.companies },
  });
  const home = plainText(text);
  const say = (pattern: RegExp): string => {
    expect(home).toMatch(pattern);
    return pattern.exec(home)?.[1] ?? '';
  };
  const ppm = (percent: string) => Math.round(Number(percent.replace(',', '.')) * 10_000);
  const { dailyPpm, taxPpm } = extensionPriceIn(home);
  const principal = minorAmount(minorIn(say(/(?:Recibe|You receive) ([$₹] [\d.,]+)/)));
  const plan = [...home.matchAll(/(\d+) · (\d{4}-\d\d-\d\d) ([$₹] [\d.,]+)/g)];
  const bands = [{ fromDay: 1, dailyPpm: ppm(say(/(?:Atraso|Late) ([\d,]+) % (?:por día|a day)/)) }];
  const terms: ProductTerms = {
    ...{
      productId: 'home',
      deadlineZone: marketOf[market].timeZone,
      market,
      currency: currencyOf(market),
      instalmentDays: 30,
      taxOn: tax.on,
    },
    ...{
      annualInterestPpm: ppm(say(/(?:Interés|Interest) ([\d,]+) % (?:anual|a year)/)),
      dailyInterestPpm: 493,
    },
    ...{ feePpm: ppm(say(/(?:Comisión|Fee) ([\d,]+) %/)), vatPpm: taxPpm, instalmentCount: plan.length },
    ...{
      allowsPrepayment: true,
      pausesPenaltyOnClaim: true,
      pausesPenaltyOnDispute: true,
      penaltyBands: bands,
    },
    ...{
      lateFeeNewMinor: zeroMinor,
      lateFeeRepeatMinor: zeroMinor,
      extensionCostMaxPpm: 0,
      coolingOffDays: 0,
    },
    ...{
      extensionDailyPpm: dailyPpm,
      extensionMaxDays: Number(say(/: (\d) (?:días|days), (?:una vez|once)/)),
    },
    ...{ minimumMinor: principal, maximumMinor: principal, stepMinor: minorAmount(1) },
    ...{ penaltyMaxOfPaymentPpm: 1_000_000, penaltyMaxOfLoanPpm: 1_000_000, earlyRepayment: 'days-used' },
  };
  expect(say(/(?:IVA|GST|VAT) ([\d,]+) % (?:De|Of)/)).toBe(say(/(?:IVA|GST|VAT) (?:de|of) ([\d,]+) % \(/));
  const told: ModelTerms = { ...terms, lateFee: 0, coolingOffDays: 0 };
  expect(planOf(told, principal).map(({ payment }) => payment.total)).toEqual(
    plan.map(([, , , amount = '']) => minorIn(amount)),
  );
  const penalties = walkToldLoan(1, { terms, told, principal, isRepeatBorrower: false }, [30, 31]);
  expect(penalties.get(31)).toBe(minorIn(say(/(?:Si se atrasa|If late) ([$₹] [\d.,]+) (?:por día|a day)/)));
});
