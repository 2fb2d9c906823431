import assert from 'node:assert/strict';
import type { Language } from '#domain/language.ts';
import { type Market, marketOf } from '#domain/market.ts';
import type { PaperFact, PaperForm } from '#markets/definition.ts';

// What a borrower is told of a loan, read out of pages and papers by their words alone: rates in parts per million, amounts in minor units.

/** Penalty of each day late, from that day late on. */
interface PromisedBand {
  readonly fromDay: number;
  readonly dailyPpm: number;
}

/** What extending a payment takes; `taxPpm` 0 where no tax is on it. */
interface PromisedExtension {
  readonly dailyPpm: number;
  readonly taxPpm: number;
  readonly maxDays: number;
  readonly costMaxPpm: number;
}

/** What paying before the dates does; null where the product does not take it. */
type PromisedEarly = {
  readonly earlyRepayment: 'days-used' | 'whole-plan';
  readonly earlyRepaymentFee: 'kept' | 'days-used';
  readonly prepayment: 'next-payments' | 'shortens' | 'lowers';
} | null;

interface PromisedPayment {
  readonly principal: number;
  /** Interest, fee and tax together. */
  readonly charges: number;
  readonly total: number;
}

/** What a text says; `undefined` for what its document does not have to say. */
export interface Promised {
  readonly principal?: number;
  readonly interest?: number;
  readonly fee?: number;
  readonly tax?: number;
  readonly total?: number;
  readonly payments?: readonly Partial<PromisedPayment>[];
  readonly dueDates?: readonly string[];
  readonly instalmentCount?: number;
  readonly instalmentDays?: number;
  readonly annualInterestPpm?: number;
  readonly feePpm?: number;
  readonly taxPpm?: number;
  readonly isInterestTaxed?: boolean;
  readonly bands?: readonly PromisedBand[];
  readonly lateFee?: number;
  readonly lateTolerance?: number;
  readonly maxOfPaymentPpm?: number;
  readonly maxOfLoanPpm?: number;
  readonly maxOfLoan?: number;
  readonly extension?: PromisedExtension | null;
  readonly early?: PromisedEarly;
  readonly coolingOffDays?: number;
  readonly transferDays?: number;
}

export const plainText = (text: string): string => text.replaceAll('\u00a0', ' ');
export const minorIn = (money: string): number => Number(money.replace(/\D/g, ''));
const money = '[$₹] [\\d.]+,\\d\\d';
const ppmIn = (percent: string): number => Math.round(Number(percent.replace(',', '.')) * 10_000);

/** What a pattern finds; a text that lacks it fails, naming what it lacks. */
function found(what: string, text: string, pattern: RegExp | string): string[] {
  const match = new RegExp(pattern).exec(text);
  assert.ok(match, `a text does not say ${what} (${pattern}):\n${text}`);
  return match.map((group) => group ?? '');
}

const first = (what: string, text: string, pattern: RegExp | string): string =>
  found(what, text, pattern)[1] ?? '';

/** Bands that say something else than those before them. */
function changingBands(bands: readonly PromisedBand[]): PromisedBand[] {
  return bands.filter(({ dailyPpm }, place) => dailyPpm !== (bands[place - 1]?.dailyPpm ?? 0));
}

/** Rates of days late as `3 % …; from day 31, 4 % …` says them. */
function bandsIn(text: string): PromisedBand[] {
  if (/^(?:Sin recargo|No penalty)/.test(text)) return [];
  const later = [...text.matchAll(/(?:desde el día|from day) (\d+), ([\d,]+) %/g)];
  return changingBands([
    { fromDay: 1, dailyPpm: ppmIn(first('the rate of a day late', text, /^([\d,]+) %/)) },
    ...later.map(([, fromDay, rate = '']) => ({ fromDay: Number(fromDay), dailyPpm: ppmIn(rate) })),
  ]);
}

const extensionPrice =
  /([\d,]+) % (?:por día de lo que aplaza|a day of what you extend)(?:, (?:más|plus) \S+ (?:de|of) ([\d,]+) % \((?:en total, )?([\d,]+) % (?:por día|a day in all)\))?/;
const extensionLimits =
  /\. (\d+) (?:días? más, a partir de su fecha o, si ya pasó, del día en que lo aplaza|more days?, from its date or, once that has passed, from the day you extend it); (?:una vez por pago, pagando también el recargo que haya|once for each (?:EMI|payment), paying any penalty so far as well)(?:\. (?:No se ofrece cuando todo eso pasa del|Not offered when all of that is more than) ([\d,]+) %)?/;

/** The price of a day of an extension; what stands as its sum with the tax has to be it. */
export function extensionPriceIn(text: string): Pick<PromisedExtension, 'dailyPpm' | 'taxPpm'> {
  const [, rate = '', taxRate = '', whole = ''] = found('what extending costs', text, extensionPrice);
  const price = { dailyPpm: ppmIn(rate), taxPpm: ppmIn(taxRate || '0') };
  if (whole) assert.equal(ppmIn(whole), Math.round(price.dailyPpm * (1 + price.taxPpm / 1_000_000)), text);
  return price;
}

function extensionIn(text: string): PromisedExtension {
  const limits = new RegExp(extensionPrice.source + extensionLimits.source);
  const [, , , , days, most = ''] = found('for how long and how often a payment is extended', text, limits);
  return { ...extensionPriceIn(text), maxDays: Number(days), costMaxPpm: ppmIn(most || '0') };
}

function earlyIn(text: string): PromisedEarly {
  if (/en las fechas de su plan|on the dates of its plan/.test(text)) return null;
  const prepayment = /últimos pagos|last payments|menos pagos|fewer payments/.test(text)
    ? 'shortens'
    : /y bajan|baja los pagos|más bajos|are lower|lowers the|lower payments/.test(text)
      ? 'lowers'
      : 'next-payments';
  if (
    /montos del plan|amounts of the plan|todo lo que falta del plan|all that is left of the plan/.test(text)
  ) {
    return { earlyRepayment: 'whole-plan', earlyRepaymentFee: 'kept', prepayment };
  }
  const isKept = /comisión se cobra (?:entera|completa)|fee is charged (?:in full|whole)/.test(text);
  const byDays =
    /intereses y (?:la )?comisión (?:son )?solo|intereses y la comisión de los días|interest and (?:the )?fee (?:are only|for the days)/i;
  assert.ok(isKept || byDays.test(text), `a text does not say what paying early costs:\n${text}`);
  return { earlyRepayment: 'days-used', earlyRepaymentFee: isKept ? 'kept' : 'days-used', prepayment };
}

/** Key Facts Statement or carátula, by the facts of its form. */
export function promisedByPaper(stored: string, market: Market, language: Language): Promised {
  const form: PaperForm = marketOf[market].proposal.paper;
  const blocks = plainText(stored)
    .split('\n\n')
    .map((block) => block.split('\n'));
  const facts = new Map<PaperFact, string>();
  for (const part of form.parts) {
    const lines = blocks[blocks.findIndex(([line]) => line?.endsWith(`. ${part[language]}`)) + 1] ?? [];
    let place = 0;
    for (const row of part.rows) {
      const line = lines[place] ?? '';
      // A fact that the lender has not stated is left out.
      if (!line.startsWith(`${row[language]}: `)) continue;
      place += 1;
      const value = line.slice(row[language].length + 2);
      assert.equal(facts.get(row.fact) ?? value, value, `${row.fact} stands twice and is not the same`);
      facts.set(row.fact, value);
    }
    assert.equal(place, lines.length, `rows of ${part[language]} are not those of the form`);
  }
  const fact = (name: PaperFact): string => {
    const value = facts.get(name);
    assert.ok(value, `the paper does not say ${name}`);
    return value;
  };
  const isNone = (name: PaperFact): boolean => /^(?:Ninguno|None)$/.test(fact(name));
  const cap = fact('penalty-cap');
  const [, feeAmount = '', feeRate = ''] = found('the fee', fact('fee'), `^(${money}) \\(([\\d,]+) %`);
  const [, taxAmount = '', taxRate = ''] = found('the tax', fact('tax'), `^(${money}) \\(([\\d,]+) %`);
  const [, ofPayment = '', ofLoan = '', maxOfLoan = ''] = found(
    'the caps',
    cap,
    `([\\d,]+) % (?:de cada|of each) .*?; ([\\d,]+) % (?:del préstamo|of the loan), (${money})`,
  );
  const table = blocks.find(([line]) => /^(?:Tabla de pagos|Table of payments)$/.test(line ?? '')) ?? [];
  const payments = table.slice(2).map((row) => {
    const [, , principal = 0, interest = 0, feeAndTax = 0, total = 0] = row.split(' | ').map(minorIn);
    return { principal, charges: interest + feeAndTax, total };
  });
  for (const [, rate = '', annual = ''] of fact('penalty').matchAll(
    /([\d,]+) % (?:por día|a day)[^(]*\(([\d,]+) %/g,
  )) {
    assert.equal(ppmIn(annual), ppmIn(rate) * 365, fact('penalty'));
  }
  const kind = fact('instalment-kind');
  const [, days] = found('how often is paid', kind, /(?:cada|every|a los|after) (\d+)/i);
  return {
    ...{ principal: minorIn(fact('amount')), total: minorIn(fact('total')), payments },
    ...{ fee: minorIn(feeAmount), feePpm: ppmIn(feeRate), tax: minorIn(taxAmount), taxPpm: ppmIn(taxRate) },
    ...{ instalmentCount: payments.length, instalmentDays: Number(days) },
    annualInterestPpm: ppmIn(first('the yearly interest', fact('interest-rate'), /^([\d,]+) %/)),
    isInterestTaxed: /más|plus/.test(fact('interest-rate')),
    bands: bandsIn(fact('penalty')),
    lateFee: isNone('late-fee') ? 0 : minorIn(first('the late fee', fact('late-fee'), `^(${money})`)),
    lateTolerance: minorIn(new RegExp(`(?:menos de|less than) (${money})`).exec(cap)?.[1] ?? '0'),
    ...{ maxOfPaymentPpm: ppmIn(ofPayment), maxOfLoanPpm: ppmIn(ofLoan), maxOfLoan: minorIn(maxOfLoan) },
    extension: isNone('extension') ? null : extensionIn(fact('extension')),
    early: earlyIn(fact('early-repayment')),
    ...(facts.has('cooling-off') && {
      coolingOffDays: isNone('cooling-off') ? 0 : Number(first('the days', fact('cooling-off'), /^(\d+)/)),
    }),
    ...(facts.has('transfer') && { transferDays: Number(first('the days', fact('transfer'), / (\d+) /)) }),
  };
}

const noExtension = /no permite aplazar pagos|does not allow payments to be extended/;

/** What a text of sections says of early payment and of extensions. */
function clausesIn(text: string): Pick<Promised, 'early' | 'extension'> {
  return {
    early: earlyIn(text),
    extension: noExtension.test(text) ? null : extensionIn(text),
  };
}

/** The agreement with the figures of its loan. @param isRepeat whose late fee is read. */
export function promisedByAgreement(stored: string, isRepeat: boolean): Promised {
  const text = plainText(stored);
  const cell = (what: string, name: string): string => first(what, text, `\\n(?:${name}) \\| (.*)`);
  const optional = (name: string): string => new RegExp(`\\n(?:${name}) \\| (.*)`).exec(text)?.[1] ?? '0';
  const line = (what: string, name: string): number =>
    minorIn(first(what, text, `\\n(?:${name}): (${money})`));
  const rates = [
    ...text.matchAll(
      /\n(?:Recargo por cada día de atraso|Penalty for each day of delay)(?:, (?:día|day) (\d+).*?)? \| ([\d,]+) %/g,
    ),
  ];
  const who = isRepeat
    ? 'quien ya liquidó un préstamo|who has settled a loan before'
    : 'prestatario nuevo|new borrower';
  const plan = [
    ...text.matchAll(
      new RegExp(`\\n(\\d{4}-\\d\\d-\\d\\d) \\| (${money}) \\+ (${money}) \\| (${money})`, 'g'),
    ),
  ];
  const giveBack =
    /(?:Hasta|Up to) (\d+) (?:días?|days?) (?:después del depósito puede|after the disbursal you can)/;
  return {
    principal: line('what is lent', 'Monto del préstamo|Loan amount'),
    interest: line('the interest', 'Intereses|Interest'),
    fee: line('the fee', 'Comisión|Processing fee'),
    tax: line('the tax', 'IVA|GST|VAT'),
    total: line('the total', 'Monto total a pagar|Total to repay'),
    dueDates: plan.map(([, date = '']) => date),
    payments: plan.map(([, , principal = '', charges = '', total = '']) => ({
      ...{ principal: minorIn(principal), charges: minorIn(charges), total: minorIn(total) },
    })),
    annualInterestPpm: ppmIn(
      first('the rate', cell('the yearly interest', 'Interés anual|Annual interest'), /^([\d,]+) %/),
    ),
    taxPpm: ppmIn(
      first(
        'the rate',
        cell('the tax', '(?:IVA|GST|VAT), (?:sobre|on) (?!el costo|the cost).*?'),
        /^([\d,]+) %/,
      ),
    ),
    bands: changingBands(
      rates.map(([, fromDay, rate = '']) => ({ fromDay: Number(fromDay ?? 1), dailyPpm: ppmIn(rate) })),
    ),
    lateFee: minorIn(optional(`(?:Recargo único|Late fee).*(?:${who})`)),
    lateTolerance: minorIn(
      optional('Si le falta menos de esto, no hay atraso|Nothing is late while less than this is unpaid'),
    ),
    maxOfPaymentPpm: ppmIn(
      first(
        'the cap',
        cell('the cap', 'Tope de los recargos de un pago|Cap on the penalties of a payment'),
        /^([\d,]+) %/,
      ),
    ),
    maxOfLoanPpm: ppmIn(
      first(
        'the cap',
        cell('the cap', 'Tope de los recargos del préstamo|Cap on the penalties of the loan'),
        /^([\d,]+) %/,
      ),
    ),
    coolingOffDays: Number(giveBack.exec(text)?.[1] ?? 0),
    ...clausesIn(text),
  };
}

/** The terms and conditions as they go with a product. */
export function promisedByTerms(stored: string): Promised {
  const text = plainText(stored);
  const days = first(
    'the notice of a transfer',
    text,
    /(?:se lo avisa dentro de|gives you notice within) (\d+)/,
  );
  return { ...clausesIn(text), transferDays: Number(days) };
}

/** The confirmation, from what stands folded open on it. */
export function promisedByConfirmation(page: string): Promised {
  const text = plainText(page);
  const paper = first(
    'the key facts',
    text,
    /((?:Solo si pasa|Only if it happens) .*?) (?:CAT|Tasa anual con|Yearly cost|APR) /,
  );
  const rows = first(
    'the costs',
    text,
    /((?:Tasa anual fija|Fixed annual rate) .*?) (?:Solo si pasa|Only if)/,
  );
  const amount = (what: string, name: string): number => minorIn(first(what, rows, `(?:${name}) (${money})`));
  const plan = [
    ...text.matchAll(new RegExp(`\\d+ · (\\d{4}-\\d\\d-\\d\\d) \\D*?\\d* ?\\D*? ?(${money})`, 'g')),
  ];
  const penalty = first(
    'the penalty',
    paper,
    /(?:Cada día de atraso|Each day late) (.*?)(?: (?:Con el pago|On EMI|On payment|Una vez|Once for|Tope|Cap) |$)/,
  );
  const [, , maxOfLoan = ''] = found(
    'the caps',
    paper,
    `(?:Tope de recargos|Cap on penalties) (${money}) .*?; (${money}) (?:en todo el préstamo|on all of the loan)`,
  );
  // The headline names the same cap as the key facts.
  for (const [, headline = ''] of text.matchAll(new RegExp(`(?:nunca más de|never above) (${money})`, 'g'))) {
    assert.equal(headline, maxOfLoan, 'the cap of the headline');
  }
  const early =
    /(?:Si lo liquida antes|If you settle it early) (.*?)(?= (?:Devolver|Giving|Puede pasar|May pass)|$)/.exec(
      paper,
    )?.[1];
  const isExtended = /(?:Aplazar un pago|Extending one (?:EMI|payment)) /.test(paper);
  return {
    principal: amount('what is lent', 'Monto del crédito|Loan amount'),
    interest: amount('the interest', '(?:Intereses|Interest), [\\d,]+ % (?:anual|a year)'),
    fee: amount('the fee', 'Comisión|Processing fee'),
    tax: amount('the tax', '(?:IVA|GST|VAT), [\\d,]+ % (?:de|of) \\D*?'),
    total: amount('the total', 'Total a pagar|Total to pay'),
    payments: plan.map(([, , total = '']) => ({ total: minorIn(total) })),
    dueDates: plan.map(([, date = '']) => date),
    annualInterestPpm: ppmIn(
      first('the yearly interest', rows, /^(?:Tasa anual fija|Fixed annual rate) ([\d,]+) %/),
    ),
    isInterestTaxed: /^(?:Tasa anual fija|Fixed annual rate) [\d,]+ % (?:más|plus)/.test(rows),
    taxPpm: ppmIn(first('the tax', rows, /(?:IVA|GST|VAT), ([\d,]+) %/)),
    bands: bandsIn(penalty),
    lateFee: minorIn(new RegExp(`(?:Una vez por|Once for each)[^$₹]*(${money})`).exec(paper)?.[1] ?? '0'),
    maxOfLoan: minorIn(maxOfLoan),
    extension: isExtended ? extensionIn(paper) : null,
    early: early === undefined ? null : earlyIn(early),
    coolingOffDays: Number(
      /(?:Hasta|Up to) (\d+) (?:días?|days?) (?:después de recibirlo|after you receive it)/.exec(
        paper,
      )?.[1] ?? 0,
    ),
    ...(/(?:Puede pasar|May pass) /.test(paper) && {
      transferDays: Number(first('the notice', paper, /(?:dentro de|within) (\d+)/)),
    }),
  };
}
