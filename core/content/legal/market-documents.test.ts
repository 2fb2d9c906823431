import { expect, test } from 'vitest';
import { minorAmount, zeroMinor } from '#domain/money/money.ts';
import type { ProductTerms } from '#domain/offer/product-terms.ts';
import { savedVoucherDays } from '#domain/site/saved-voucher.ts';
import type { CompanyFacts } from './company-facts.ts';
import { documentText, type LegalDocumentId, type LegalDocumentSet } from './document.ts';
import { editions, legalDocument } from './legal-documents.ts';
import { quoteFigures, quoteProduct } from './quoted-figures.ts';

const documentIds = Object.keys(editions) as LegalDocumentId[];
const languages = ['es', 'en'] as const;

const terms: ProductTerms = {
  productId: 'steps',
  market: 'IN',
  currency: 'INR',
  instalmentCount: 4,
  instalmentDays: 30,
  annualInterestPpm: 365_000,
  dailyInterestPpm: 1_000,
  feePpm: 60_000,
  vatPpm: 180_000,
  allowsPrepayment: true,
  ...{ earlyRepayment: 'whole-plan' as const, earlyRepaymentFee: 'kept' as const, penaltyMax: null },
  pausesPenaltyOnClaim: false,
  pausesPenaltyOnDispute: false,
  penaltyBands: [
    { fromDay: 1, dailyPpm: 12_000 },
    { fromDay: 11, dailyPpm: 7_000 },
  ],
  lateFeeNewMinor: minorAmount(45_000),
  lateFeeRepeatMinor: minorAmount(30_000),
  extensionDailyPpm: 10_000,
  extensionMaxDays: 7,
  extensionCostMaxPpm: 0,
  minimumMinor: minorAmount(100_000),
  maximumMinor: minorAmount(100_000),
  stepMinor: minorAmount(1),
};

function textOf(
  documentSet: LegalDocumentSet,
  id: LegalDocumentId,
  language: 'es' | 'en',
  product: ProductTerms | null = null,
  coolingOffDays = 3,
  facts: Partial<CompanyFacts> = {},
): string {
  const company: CompanyFacts = {
    appName: 'Plana',
    lenderName: 'Plana Ejemplo',
    address: '',
    registration: '',
    regulator: '',
    telephone: '',
    email: '',
    whatsapp: '',
    complaintsUnit: '',
    complaintsTelephone: '',
    complaintsEmail: '',
    coolingOffDays,
    lateFeeBesidePenalties: true,
    documentSet,
    ...facts,
  };
  const context = {
    company,
    figures: quoteFigures(language, 'locale'),
    product: product && quoteProduct(product, language, 'locale'),
  };
  return documentText(legalDocument(id, language, context)).replaceAll('\u00a0', ' ');
}

const peopleOf = {
  MX: /Mexic|México|mexican/i,
  IN: /\bIndia/i,
  Philippines: /filipin/i,
} as const;

test.each(['MX', 'IN'] as const)('[LEGAL-5] no document of %s speaks of the people of another', (market) => {
  const others = Object.entries(peopleOf).filter(([people]) => people !== market);
  for (const id of documentIds) {
    for (const language of languages) {
      for (const [, people] of others) expect(textOf(market, id, language)).not.toMatch(people);
    }
  }
  expect(textOf(market, 'loan-terms', 'es')).toMatch(peopleOf[market]);
});

test('[LEGAL-5] [LEGAL-1] the location is spoken of only where it is used', () => {
  expect(textOf('MX', 'privacy-notice', 'en')).toContain('We use your location only if you allow it');
  expect(textOf('IN', 'privacy-notice', 'en')).toContain('We do not ask for your location.');
  expect(textOf('IN', 'privacy-notice', 'en')).not.toContain('withdraw the permission');
});

test('[LEGAL-1] the notice names each use of data that the pages have, and what they keep on a phone', () => {
  for (const set of ['specification', 'MX', 'IN'] as const) {
    const text = textOf(set, 'privacy-notice', 'es');
    expect(text).toMatch(
      /opcionales:[\s\S]*Recordarle sus fechas de pago, solo por los medios que usted activa/,
    );
    expect(text).toContain('una imagen que adjunta a una queja o a un aviso de que pagó');
    expect(text).toContain(`sin conexión hasta ${savedVoucherDays} días después`);
    // COOKIE-1 asks for the year 9999; no browser keeps a cookie that long.
    expect(text).toContain('los navegadores actuales las borran a más tardar 400 días después');
  }
});

test('[LEGAL-1] the notice says for how many years data are kept, and promises their end once the lender confirmed them', () => {
  expect(textOf('MX', 'privacy-notice', 'es')).toContain('está vigente y al menos 10 años después');
  expect(textOf('IN', 'privacy-notice', 'en')).toContain('while it runs and for at least 9 years after that');
  expect(textOf('specification', 'privacy-notice', 'es')).toContain('solo el tiempo que la ley nos obliga');
  const retention = { years: { loan: 12, complaint: 2, registration: 1 }, isConfirmed: true };
  expect(textOf('MX', 'privacy-notice', 'es', null, 3, { retention })).toMatch(
    /pasaron 12 años desde que terminó el último y 2 años desde.*nunca tuvo un préstamo, 1 año después/,
  );
  expect(textOf('IN', 'privacy-notice', 'en', null, 3, { retention })).toMatch(
    /once 12 years have passed since the last one ended and 2 years since.*never had a loan, 1 year after/,
  );
});

test('[LEGAL-5] [LEGAL-1] the notice of Mexico names its authority, that of India no right of another law', () => {
  for (const language of languages) {
    expect(textOf('MX', 'privacy-notice', language)).toContain('Secretaría Anticorrupción y Buen Gobierno');
    expect(textOf('MX', 'privacy-notice', language)).toContain('ARCO');
    expect(textOf('IN', 'privacy-notice', language)).not.toMatch(/ARCO|Secretaría/);
  }
});

test('[LEGAL-5] rates and charges of a product appear in its agreement and in no other document', () => {
  const { annualInterestPpm, dailyInterestPpm, vatPpm, overduePenaltyDailyPpm, ...figures } = quoteFigures(
    'en',
    'locale',
  );
  const decided = [
    annualInterestPpm,
    dailyInterestPpm,
    vatPpm,
    overduePenaltyDailyPpm,
    figures.lateFeeNewMinor,
    figures.prepaymentTermSharePpm,
    figures.prepaymentWaitDays,
    ...figures.latePenaltyBands.map(({ dailyPenalty }) => dailyPenalty),
  ].map((figure) => figure.replaceAll('\u00a0', ' '));
  for (const id of documentIds) {
    for (const market of ['MX', 'IN'] as const) {
      const text = textOf(market, id, 'en');
      expect(decided.filter((figure) => text.includes(` ${figure}`) && figure !== '7 days')).toEqual([]);
    }
  }
});

test('[LEGAL-5] [LEGAL-3] an agreement states the terms of the product that is confirmed', () => {
  const text = textOf('IN', 'loan-agreement', 'en', terms);
  expect(text).toContain(
    [
      'Annual interest | 36.5 %',
      'Daily interest | 0.1 %',
      'GST, on the sum of interest and fee | 18 %',
      'Penalty for each day of delay, day 1 to 10 | 1.2 %',
      'Penalty for each day of delay, day 11 and after | 0.7 %',
      'Late fee, once for each late payment, not more than is unpaid, new borrower | ₹ 450.00',
      'Late fee, once for each late payment, not more than is unpaid, who has settled a loan before | ₹ 300.00',
      'Nothing is late while less than this is unpaid | ₹ 1.00',
    ].join('\n'),
  );
  expect(text).toContain('You can pay off the whole loan, or a part of it, on any day and at no charge.');
  const plain = {
    ...terms,
    allowsPrepayment: false,
    penaltyBands: [{ fromDay: 1, dailyPpm: 30_000 }],
    lateFeeNewMinor: zeroMinor,
    lateFeeRepeatMinor: zeroMinor,
  };
  const other = textOf('MX', 'loan-agreement', 'es', plain);
  expect(other).toContain('Recargo por cada día de atraso | 3 %\n');
  expect(other).not.toContain('Recargo único');
  expect(other).toContain('no ofrece el pago anticipado');
});

test.each(['loan-agreement', 'loan-terms', 'period-agreement'] as const)(
  '[LEGAL-5] the %s says of early payment and extensions what the product does',
  (id) => {
    const says = (changes: Partial<ProductTerms>, language: 'es' | 'en' = 'en') =>
      textOf('IN', id, language, { ...terms, taxOn: ['fee', 'extension-fee'], ...changes });
    const wholePlan = 'Paying early does not change the amounts of the plan.';
    expect(says({})).toContain(wholePlan);
    const daysUsed = says({ earlyRepayment: 'days-used' });
    expect(daysUsed).not.toContain(wholePlan);
    expect(daysUsed).toContain(
      'the interest is only that of the days you used the money; the fee is charged',
    );
    expect(says({ allowsPrepayment: false })).toContain('it does not offer early repayment');
    expect(says({ extensionCostMaxPpm: 300_000 })).toContain(
      'You can extend a payment: 1 % a day of what you extend, plus GST of 18 % (1.18 % a day in all). 7 more days, from its date or, once that has passed, from the day you extend it; once for each EMI, paying any penalty so far as well. Not offered when all of that is more than 30 % of the amount due on that day.',
    );
    expect(says({ extensionMaxDays: 1, taxOn: ['fee'] }, 'es')).toContain(
      'Puede aplazar un pago: 1 % por día de lo que aplaza. 1 día más, a partir de su fecha o, si ya pasó, del día en que lo aplaza; una vez por pago, pagando también el recargo que haya.',
    );
    expect(says({ extensionMaxDays: 0 })).toContain('This product does not allow payments to be extended.');
    // Shown outside a loan they promise nothing that its product may deny.
    for (const language of languages) {
      expect(textOf('IN', id, language)).not.toMatch(
        /any day and at no charge|sin cargo|up to 7 days|hasta 7 días/,
      );
    }
  },
);

test('[LEGAL-5] who may ask for a loan reads as one list of what is all needed, from 18 years of age on', () => {
  expect(textOf('MX', 'loan-terms', 'es')).toContain(
    'Puede pedirlo quien cumple todo esto:\n\n- Vive en México.\n- Tiene 18 años cumplidos o más.\n- Da datos',
  );
  expect(textOf('IN', 'loan-terms', 'en')).toContain(
    'all of this is true:\n\n- You live in India.\n- You are 18 years of age or older.\n- You give',
  );
});

test('[LEGAL-5] the fee of a loan of one payment is not said to be spread', () => {
  for (const language of languages) {
    const text = textOf('MX', 'loan-agreement', language, { ...terms, instalmentCount: 1 });
    expect(text).not.toMatch(/spread|se reparte/);
    expect(text).toMatch(/is paid with the one payment|se paga con el único pago/);
  }
});

test('[LEGAL-5] the agreement names the taxed charges of the terms of the loan', () => {
  const onFee = { ...terms, taxOn: ['fee'] } as const;
  const english = textOf('IN', 'loan-agreement', 'en', onFee);
  expect(english).toContain('GST, on the fee | 18 %');
  expect(english).toContain('the interest of those days: no fee');
  expect(textOf('IN', 'loan-agreement', 'en', terms)).toContain(
    'the interest of those days with its GST: no',
  );
  expect(textOf('IN', 'loan-agreement', 'es', onFee)).toContain('GST, sobre la comisión | 18 %');
  expect(textOf('IN', 'loan-terms', 'en')).toContain('a fee and GST on the fee.');
  expect(textOf('IN', 'period-agreement', 'es')).toContain('La tasa de su contrato sobre la comisión');
  expect(textOf('MX', 'loan-terms', 'en')).toContain('a fee and VAT on both.');
});

test.each([
  ['es', 1, 'Hasta 1 día después del depósito puede devolver'],
  ['es', 3, 'Hasta 3 días después del depósito puede devolver'],
  ['en', 1, 'Up to 1 day after the disbursal you can give the loan back'],
  ['en', 3, 'Up to 3 days after the disbursal you can give the loan back'],
] as const)('[LEGAL-5] in %s an agreement of India writes %i as the days to give a loan back', (...names) => {
  const [language, days, words] = names;
  expect(textOf('IN', 'loan-agreement', language, terms, days)).toContain(words);
});

test.each([
  [
    'es',
    'si el dinero llega después de la fecha de depósito usada en el plan, cada una se recorre los mismos días',
  ],
  [
    'en',
    'if the money arrives after the date of disbursal used in the plan, each of them moves by as many days',
  ],
] as const)(
  '[CONTRACT-1] in %s an agreement says that its dates follow the day of the deposit',
  (language, words) => {
    for (const market of ['MX', 'IN', 'specification'] as const) {
      expect(textOf(market, 'loan-agreement', language, terms)).toContain(words);
    }
  },
);

test('[LEGAL-5] the documents of a market have the same sections in both languages', () => {
  for (const id of documentIds) {
    for (const market of ['MX', 'IN'] as const) {
      const [es, en] = languages.map(
        (language) => textOf(market, id, language, terms).match(/^\d+\. /gm)?.length,
      );
      expect([id, es]).toEqual([id, en]);
    }
  }
});

test.each([
  [
    'es' as const,
    'Sociedades de información crediticia (Buró Uno): cómo paga su préstamo',
    'Quien cobra por nosotros (Cobra SA, 55 1111 2222): sus datos de contacto y lo que debe.',
    'Recordarle sus fechas de pago',
    'solo en el país en que le prestamos',
    'aunque esté en otro país',
    'sociedades de información crediticia',
  ],
  [
    'en' as const,
    'Credit bureaus (Buró Uno): how you pay your loan',
    'Whoever collects for us (Cobra SA, 55 1111 2222): your contact details and what you owe.',
    'Reminding you of your due dates',
    'only in the country where we lend to you',
    'also in another country',
    'credit bureaus',
  ],
])(
  'the privacy notice (%s) names bureaus and collectors that the lender uses, where data lie, and reminders only where somebody reminds',
  (language, bureaus, collectors, reminders, inside, abroad, bureausOfAgreement) => {
    const noticeOf = (facts: Partial<CompanyFacts>, documentSet: LegalDocumentSet = 'MX') =>
      textOf(documentSet, 'privacy-notice', language, null, 3, facts);
    const used = { creditBureaus: 'Buró Uno', recoveryAgents: 'Cobra SA, 55 1111 2222' };
    const whole = noticeOf({ ...used, sendsDataAbroad: false });
    for (const said of [bureaus, collectors, reminders, inside]) expect(whole).toContain(said);
    expect(whole).not.toContain(abroad);
    const bare = noticeOf({ creditBureaus: null, recoveryAgents: '', remindedBy: 'nobody' });
    for (const said of [bureausOfAgreement, 'Cobra SA', reminders, inside]) {
      expect(bare.toLowerCase()).not.toContain(said.toLowerCase());
    }
    expect(bare).toContain(abroad);
    for (const remindedBy of ['lender', 'sms'] as const) {
      expect(noticeOf({ remindedBy })).toContain(reminders);
    }
    // Who lends names no bureau in the notice: neither does the agreement.
    expect(textOf('MX', 'loan-agreement', language, null, 3, { creditBureaus: null })).not.toContain(
      bureausOfAgreement,
    );
    expect(textOf('MX', 'loan-agreement', language)).toContain(bureausOfAgreement);
    expect(noticeOf(used, 'specification')).not.toContain('Buró Uno');
  },
);

test.each(languages)(
  '[LEGAL-3] an agreement has the authorisation to consult a bureau where one is consulted (%s)',
  (language) => {
    const own = { consultsBureaus: true, creditBureaus: 'Buró Uno' };
    const text = textOf('MX', 'loan-agreement', language, null, 3, own);
    expect(text).toMatch(
      /\d+\. (?:Autorización para consultar su historial crediticio|Authorisation to consult your credit record)\n/,
    );
    expect(text).toMatch(/Plana Ejemplo (?:a consultar|to consult) .*Buró Uno/);
    const none = [
      textOf('MX', 'loan-agreement', language),
      textOf('specification', 'loan-agreement', language, null, 3, own),
    ];
    for (const each of [...none, textOf('IN', 'loan-agreement', language, null, 3, own)]) {
      expect(each).not.toMatch(/Authorisation to consult|Autorización para consultar/);
    }
  },
);

test.each(['MX', 'IN'] as const)(
  '[LEGAL-5] the agreement of %s says that a delay may cost a fee once, and when the fee is paid, of one payment as of several',
  (market) => {
    for (const [language, once, later] of [
      [
        'es',
        'y, si este contrato indica uno, un recargo único',
        'la comisión se paga después y no se descuenta',
      ],
      [
        'en',
        'and, where this agreement states one, a late fee charged once',
        'the fee is paid later and not deducted',
      ],
    ] as const) {
      const text = textOf(market, 'loan-agreement', language, terms);
      expect(text).toContain(once);
      expect(text).toContain(later);
    }
  },
);
