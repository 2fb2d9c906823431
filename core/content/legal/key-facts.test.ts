import { expect, test } from 'vitest';
import { localDate } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import { marketOf } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import type { ProductTerms } from '#domain/offer/product-terms.ts';
import { buildSchedule } from '#domain/offer/schedule.ts';
import type { PaperForm } from '#markets/definition.ts';
import type { CompanyFacts } from './company-facts.ts';
import { complaintWaysInWords } from './complaint-ways.ts';
import { type KeyFactsContext, keyFactsHead, keyFactsOf } from './key-facts.ts';

/*
 * The annexes of the circular as a table of their own: Reserve Bank of India, Key Facts Statement (KFS) for Loans & Advances,
 * RBI/2024-25/18, DOR.STR.REC.13/13.03.00/2024-25, 15 April 2024. Each row of Annex A and B with what a loan of 12,000.00 says there.
 */
const annexes: readonly (readonly [row: string, says: RegExp])[] = [
  ['A.1.1', /KFS-2026-100001/],
  ['A.1.2', /12\.000,00/],
  ['A.1.3', /In full, at once/],
  ['A.1.4', /120 days/],
  ['A.1.5', /EMIs every 30 days/],
  ['A.1.6', /18\s% a year, fixed/],
  ['A.1.7', /the rate is fixed/],
  ['A.1.8.i', /720,00 \(6\s% of the amount\), once/],
  ['A.1.8.ii', /None/],
  ['A.1.8.iii', /None/],
  ['A.1.8.iv', /None/],
  ['A.1.8.B', /None/],
  ['A.1.9', /^APR|\d\s%/],
  ['A.1.10.i', /^3\s% a day of what is unpaid of the overdue EMI \(1095\s% a year\)$/],
  ['A.1.10.ii', /None/],
  ['A.1.10.iii', /^Nil, on any day: you pay interest for the days used/],
  ['A.1.10.iv', /the rate is fixed/],
  [
    'A.1.10.v',
    /^1\s% a day of what you extend, plus GST of 18\s% \(1,18\s% a day in all\)\. 7 more days, from its date or, once that has passed, from the day you extend it; once for each EMI, paying any penalty so far as well$/,
  ],
  ['A.2.1', /^Section 1 of the agreement, Delay/],
  ['A.2.2', /^Section 2 of the agreement, Complaints/],
  ['A.2.3', /Meera Nair, \+91 80 5000 0100, care@lender\.example/],
  ['A.2.4', /^Yes\./],
  ['A.2.5', /^Plana lends alone/],
  ['A.2.6.i', /^3 days from when you receive the money/],
  ['A.2.6.ii', /^Cobra Recoveries, \+91 80 5000 0199/],
  ['B.1', /12\.000,00/],
  ['B.2', /120 days/],
  ['B.2.a', /^4$/],
  ['B.2.b', /^From .* to /],
  ['B.2.c', /None/],
  ['B.2.d', /^30 days after/],
  ['B.3, B.4', /18\s% a year, fixed/],
  ['B.5', /443,83/],
  ['B.6.A', /720,00/],
  ['B.6', /129,60 \(18\s%\)/],
  ['B.6.B', /None/],
  ['B.7', /12\.000,00/],
  ['B.8', /13\.293,43/],
  ['B.9', /\d\s%/],
  ['B.10', /In full, at once/],
  ['B.11', /from 2026-12-20 to 2027-03-20/],
];

/* The boxes of CONDUSEF's cover sheet of a personal loan, in their order, with what a loan of 5,000.00 says there. */
const coverSheet: readonly (readonly [box: string, says: RegExp])[] = [
  ['Nombre comercial del producto', /^Llano 120, préstamo personal/],
  ['Tipo de crédito', /Pagos cada 30 días/],
  ['CAT', /58,1\s% sin IVA\. Para fines informativos y de comparación/],
  ['Tasa de interés anual ordinaria', /18\s% anual, fija, sobre lo que aún debe, más IVA/],
  ['Tasa de interés anual moratoria', /^3\s% por día de lo que falte del pago vencido \(1095\s% al año\)$/],
  ['Monto o línea de crédito', /5\.000,00/],
  ['Monto total a pagar', /5\.562,52/],
  ['Plazo del crédito', /120 días/],
  ['Fecha límite de pago', /del 2026-12-20 al 2027-03-20/],
  ['Fecha de corte', /^No hay: cada pago tiene su fecha límite$/],
  ['Apertura', /300,00 \(6\s% del monto\)/],
  ['Prepago', /^Sin cargo, cualquier día/],
  ['Pago tardío (mora)', /Ninguno/],
  ['Gastos de cobranza', /^Ninguno$/],
  [
    'Otras comisiones',
    /^1\s% por día de lo que aplaza, más IVA de 16\s% \(en total, 1,16\s% por día\)\. 7 días más, a partir de su fecha o, si ya pasó, del día en que lo aplaza; una vez por pago, pagando también el recargo que haya$/,
  ],
  ['Seguros', /Ninguno/],
  ['Estado de cuenta', /En la página de su préstamo/],
  ['Aclaraciones y reclamaciones', /care@lender\.example/],
  ['Registro de Contratos de Adhesión', /^1234-439-012345\/01-00123-0126$/],
  ['CONDUSEF', /55 5340 0999, www\.condusef\.gob\.mx/],
];

const company: CompanyFacts = {
  ...{ appName: 'Llano', lenderName: 'Lender', address: '', registration: '', regulator: '', whatsapp: '' },
  ...{ telephone: '+91 80 5000 0100', email: 'care@lender.example', complaintsUnit: 'Meera Nair' },
  ...{ complaintsTelephone: '+91 80 5000 0100', complaintsEmail: 'care@lender.example' },
  ...{
    recoveryAgents: 'Cobra Recoveries, +91 80 5000 0199',
    fundingPartners: 'Plana lends alone',
    contractRegister: '1234-439-012345/01-00123-0126',
  },
  ...{ coolingOffDays: 3, lateFeeBesidePenalties: true, documentSet: 'IN' },
};

const agreement = {
  sections: [
    { id: 'overdue', heading: 'Delay', blocks: [] },
    { id: 'complaints', heading: 'Complaints', blocks: [] },
  ],
};

function termsIn(market: 'MX' | 'IN'): ProductTerms {
  const { tax, currency } = marketOf[market];
  return {
    ...{ productId: 'p', market, currency: currency.code, instalmentCount: 4, instalmentDays: 30 },
    ...{
      annualInterestPpm: 180_000,
      dailyInterestPpm: 493,
      feePpm: 60_000,
      vatPpm: tax.ratePpm,
      taxOn: tax.on,
    },
    ...{ allowsPrepayment: true, pausesPenaltyOnClaim: true, pausesPenaltyOnDispute: true },
    ...{ penaltyBands: [{ fromDay: 1, dailyPpm: 30_000 }], extensionDailyPpm: 10_000, extensionMaxDays: 7 },
    ...{ lateFeeNewMinor: minorAmount(0), lateFeeRepeatMinor: minorAmount(0), extensionCostMaxPpm: 0 },
    ...{ minimumMinor: minorAmount(100), maximumMinor: minorAmount(2_000_000), stepMinor: minorAmount(100) },
    ...{
      earlyRepayment: 'days-used',
      earlyRepaymentFee: 'kept',
      coolingOffDays: 3,
      lateFeeBesidePenalties: true,
    },
    ...{ penaltyMaxOfPaymentPpm: 500_000, penaltyMaxOfLoanPpm: 250_000 },
  };
}

function paperIn(
  market: 'MX' | 'IN',
  language: Language,
  {
    facts = company,
    terms = {},
    ...more
  }: { facts?: CompanyFacts; terms?: Partial<ProductTerms> } & Partial<KeyFactsContext> = {},
): string {
  const own = { ...termsIn(market), ...terms };
  const amountMinor = minorAmount(market === 'MX' ? 500_000 : 1_200_000);
  const proposal = {
    ...{
      proposalNumber: `${marketOf[market].proposal.prefix}-2026-100001`,
      validThrough: localDate('2026-11-25'),
    },
    ...{ productName: 'Llano 120', terms: own, isRepeatBorrower: false },
    schedule: buildSchedule(own, amountMinor, localDate('2026-11-20')),
  };
  return keyFactsOf(proposal, { company: facts, language, style: 'dot', agreement, ...more });
}

/** What a paper says in each row of its form, in their order: the row's source, its name and its value. */
function rowsOf(text: string, market: 'MX' | 'IN', language: Language) {
  const form: PaperForm = marketOf[market].proposal.paper;
  const blocks = text.split('\n\n').map((block) => block.split('\n'));
  const rows = form.parts.flatMap(({ rows: each }) => each);
  const lines = form.parts.flatMap((part) => {
    const place = blocks.findIndex(([line]) => line?.endsWith(`. ${part[language]}`));
    return blocks[place + 1] ?? [];
  });
  let place = 0;
  // A row of a fact that the lender has not stated is left out.
  const found = rows.flatMap((row) => {
    const line = lines[place] ?? '';
    if (!line.startsWith(`${row[language]}: `)) return [];
    place += 1;
    return [{ source: row.source, value: line.slice(row[language].length + 2) }];
  });
  expect(place).toBe(lines.length);
  return found;
}

test.each(annexes)(
  '[LEGAL-6] row %s of the annexes stands on the Key Facts Statement and says %s',
  (row, says) => {
    const found = rowsOf(paperIn('IN', 'en'), 'IN', 'en').filter(({ source }) => source === row);
    expect(found.map(({ value }) => value)).toContainEqual(expect.stringMatching(says));
  },
);

test.each(coverSheet)(
  '[LEGAL-6] box %s of the cover sheet stands on the carátula and says %s',
  (box, says) => {
    const found = rowsOf(paperIn('MX', 'es'), 'MX', 'es').filter(({ source }) => source === box);
    expect(found.map(({ value }) => value)).toContainEqual(expect.stringMatching(says));
  },
);

test('[LEGAL-6] rows follow the order of the annexes and boxes, and each names its source', () => {
  const orderOf = (market: 'MX' | 'IN', language: Language, names: readonly string[]) =>
    [...new Set(rowsOf(paperIn(market, language), market, language).map(({ source }) => source))].filter(
      (source) => names.includes(source),
    );
  const annexRows = annexes.map(([row]) => row);
  expect(orderOf('IN', 'en', annexRows)).toEqual(annexRows);
  const boxes = coverSheet.map(([box]) => box);
  expect(new Set(orderOf('MX', 'es', boxes))).toEqual(new Set(boxes));
  for (const market of ['MX', 'IN'] as const) {
    const { parts } = marketOf[market].proposal.paper;
    for (const row of parts.flatMap(
      ({ rows }): readonly { source: string; es: string; en: string }[] => rows,
    )) {
      expect(row.source).not.toBe('');
      for (const name of [row.es, row.en]) expect(name).toMatch(/^[^:|]{1,60}$/);
    }
  }
});

test('[LEGAL-6] the table of payments has Annex C’s columns, and its sums are the loan’s', () => {
  const text = paperIn('IN', 'en');
  const table =
    text
      .split('\n\n')
      .find((block) => block.startsWith('Table of payments\n'))
      ?.split('\n') ?? [];
  expect(table[1]).toBe('No. | Outstanding | Principal | Interest | Fee + GST | Total');
  const numbers = table
    .slice(2)
    .map((row) => row.split(' | ').map((cell) => Number(cell.replace(/[^\d,]/g, '').replace(',', '.'))));
  expect(numbers.map(([number]) => number)).toEqual([1, 2, 3, 4]);
  expect(numbers.map(([, outstanding]) => outstanding)).toEqual([12_000, 9_000, 6_000, 3_000]);
  const sum = (column: number) =>
    numbers.reduce((total, row) => total + Math.round((row[column] ?? 0) * 100), 0);
  expect([sum(2), sum(3), sum(5)]).toEqual([1_200_000, 44_383, 1_329_343]);
});

test.each(['es', 'en'] as const)(
  '[LEGAL-6] what the lender has not stated is left out of the paper, in %s',
  (language) => {
    const {
      recoveryAgents: _agents,
      contractRegister: _register,
      fundingPartners: _partners,
      ...facts
    } = company;
    const saidIn = (market: 'MX' | 'IN', wanted: string, more: Partial<KeyFactsContext> = {}) =>
      rowsOf(paperIn(market, language, { facts, ...more }), market, language).find(
        ({ source }) => source === wanted,
      )?.value;
    expect(saidIn('IN', 'A.2.6.ii')).toBe(undefined);
    expect(saidIn('IN', 'A.2.5')).toBe(undefined);
    expect(saidIn('IN', 'Digital Lending Directions, 2025')).toBe(undefined);
    expect(saidIn('MX', 'Registro de Contratos de Adhesión')).toBe(undefined);
    // A lender's own agreement has sections of its own.
    expect(saidIn('IN', 'A.2.1', { agreement: { sections: [] } })).toBe(
      language === 'es' ? 'En el contrato' : 'In the loan agreement',
    );
  },
);

test('[LEGAL-6] old terms without a cap and with the whole plan to pay are shown unchanged', () => {
  const {
    earlyRepayment: _early,
    earlyRepaymentFee: _fee,
    penaltyMaxOfPaymentPpm: _of,
    penaltyMaxOfLoanPpm: _max,
    ...rest
  } = termsIn('IN');
  const text = paperIn('IN', 'en', {
    terms: {
      ...rest,
      earlyRepayment: 'whole-plan',
      penaltyMaxOfPaymentPpm: undefined as never,
      penaltyMaxOfLoanPpm: undefined as never,
    },
  });
  expect(text).toContain('Cap on penal charges: No cap');
  expect(text).toContain('Nil, on any day. The amounts of the plan do not change');
  expect(paperIn('IN', 'en')).toMatch(
    /Cap on penal charges: 50\s% of each EMI; 25\s% of the loan, ₹\s3\.000,00/,
  );
});

test('[LEGAL-6] no charge stands twice, no part has two numbers, and a rate above 1000 % has no mark of thousands', () => {
  for (const market of ['MX', 'IN'] as const) {
    for (const language of ['es', 'en'] as const) {
      const text = paperIn(market, language);
      expect(text.match(/3\s% (?:por día|a day)/g)).toHaveLength(1);
      expect(text).toMatch(/\(1095\s% (?:al año|a year)\)/);
      expect(text).not.toMatch(/^\d+\. (?:Part|Parte) \d/m);
    }
  }
});

test('[LEGAL-6] a loan of one payment has one due date, and its fee is not spread', () => {
  const once = { terms: { instalmentCount: 1, instalmentDays: 91 } };
  const spanish = paperIn('MX', 'es', once);
  expect(spanish).toContain(
    'Fecha límite de pago: A los 91 días de recibir el dinero; si fuera el 2026-11-20, el 2027-02-19',
  );
  expect(spanish).toMatch(/Apertura: .* una vez, con el único pago$/m);
  expect(paperIn('IN', 'en', once)).not.toMatch(/spread|Every 91 days/);
});

test('[LEGAL-6] the first line names the paper, its last day and its language', () => {
  const text = paperIn('MX', 'es');
  expect(text.startsWith('key-facts CA-2026-100001 2026-11-25 es\n\nCarátula\n\n')).toBe(true);
  expect(keyFactsHead(text)).toEqual({ proposalNumber: 'CA-2026-100001', validThrough: '2026-11-25' });
  expect(keyFactsHead('loan-agreement 1 2026-11-25 es\n')).toBeNull();
});

test('[LEGAL-6] a lender under PROFECO names PROFECO, its register and no specialised unit, on the carátula and among the ways to complain', () => {
  const facts = { ...company, supervisor: 'profeco', documentSet: 'MX' as const };
  for (const language of ['es', 'en'] as const) {
    const paper = paperIn('MX', language, { facts });
    expect(paper).toContain('PROFECO: 1234-439-012345/01-00123-0126');
    expect(paper).toContain('PROFECO: 55 5568 8722, www.gob.mx/profeco');
    const ways = complaintWaysInWords(facts, 'MX', language).join(' ');
    expect(ways).toContain('PROFECO: 55 5568 8722');
    for (const text of [paper, ways]) expect(text).not.toMatch(/CONDUSEF|UNE\b|RECA\b/);
  }
});
