import type { MarketDefinition } from '../definition.ts';
import { caratula } from './caratula.ts';
import { mexicanReturns } from './complaint-returns.ts';
import { profeco } from './profeco.ts';
import { mexicanWords } from './words.ts';
import { mexicanZones } from './zones.ts';

export const mexico = {
  name: 'Mexico',
  timeZone: 'America/Mexico_City',
  zones: mexicanZones,
  currency: {
    code: 'MXN',
    sign: '$',
    spellings: ['MX$', 'M.N.', 'M. N.', 'MN', 'pesos mexicanos', 'pesos', 'peso'],
    decimals: 2,
    minorUnits: 'Centavos',
    grouping: 'thousands',
  },
  language: 'es',
  locale: 'es-MX',
  telephone: {
    callingCode: '52',
    digits: 10,
    pattern: '^\\d{10}$',
    // Inside the country 01, and 044 and 045 before a mobile, until 2019; from abroad a 1 after the calling code.
    trunkPrefixes: ['01', '044', '045'],
    formerPrefix: '1',
    madeUp: '+52 55 5000 0100',
    // Area codes of Guadalajara, Mexico City and Monterrey have two digits, all others three.
    groups: [
      { start: '^(?:33|5[56]|81)', lengths: [2, 4, 4] },
      { start: '^', lengths: [3, 3, 4] },
    ],
  },
  // What the CNBV has banks close by its yearly rules, and the day a presidency begins (Ley Federal del Trabajo, article 74). Compared for
  // 2025 and 2026 with secondary sources on the rules of the Diario Oficial (Infobae, 27 December 2024; El Cronista, 11 December 2025).
  bankHolidays: {
    saturdays: [1, 2, 3, 4, 5],
    yearly: ['01-01', '05-01', '09-16', '11-02', '12-12', '12-25'],
    mondays: [
      [2, 1],
      [3, 3],
      [11, 3],
    ],
    beforeEaster: [2, 3],
    someYears: [{ day: '10-01', from: 2024, every: 6 }],
    years: [2025, 2026],
    regions: {},
  },
  // Banco de México, circular 14/2017: the operating day of SPEI is a banking day and begins in the evening of the one before.
  operatingDayBeginsBefore: true,
  // Impuesto al Valor Agregado, on interest and commissions (LEGAL-3).
  tax: { ratePpm: 160_000, on: ['interest', 'fee', 'extension-fee'] },
  // Banco de México, circular 21/2009.
  annualCost: 'cat',
  paperSize: 'LETTER',
  // Código Civil Federal, article 1804: an offer made for a time binds until it is over; how long is for the lender to say.
  proposal: {
    prefix: 'CA',
    leastBusinessDays: [],
    usualBusinessDays: 3,
    paper: caratula,
    lenderFacts: ['contractRegister'],
  },
  channels: ['store', 'bank-transfer'],
  providers: { references: ['stripe', 'conekta', 'fintoc'], cards: ['stripe', 'conekta'] },
  claimChannels: ['bank-transfer', 'store', 'card', 'other'],
  amountMaxMinor: 99_999_999_999,
  // Visa Core Rules and Visa Product and Service Rules, repayment of debt: debit and prepaid cards alone.
  repaysByCredit: false,
  codeFreeMaxMinor: 100_000,
  example: { usualMinor: 500_000, amountsMinor: [100_000, 300_000, 500_000, 1_000_000] },
  complaints: {
    // Ley de Protección y Defensa al Usuario de Servicios Financieros, article 50 Bis: working days.
    answerDays: 30,
    countsBusinessDays: true,
    // The same law, article 65: years from what happened.
    within: 2,
    regulatorTelephone: '55 5340 0999',
    regulatorSite: 'www.condusef.gob.mx',
  },
  complaintReturns: mexicanReturns,
  // CONDUSEF, Disposiciones de carácter general en materia de despachos de cobranza (Diario Oficial, 7 October 2014): from 7 to 22 h where
  // the debtor is, also for a lender who collects itself. Accounts of it in the press differ on weekends; Profeco's rules of 1 September
  // 2015 for lenders under it name Monday to Friday. Days are left to the lender.
  collection: { hours: [7, 22], namesAgentFirst: false },
  ticksAgreement: true,
  mentionsLoanSale: false,
  // Ley Federal de Protección al Consumidor, articles 66 and 69 (as the law clinic of the UNAM cites them, asesoria.juridicas.unam.mx): paying
  // early lowers the interest, which is charged on what is still owed alone. It binds lenders under PROFECO; those under CONDUSEF follow the
  // Ley para la Transparencia y Ordenamiento de los Servicios Financieros and Banco de México's circular 16/2007 on paying early.
  allowsWholePlan: true,
  supervisors: [
    { id: 'condusef', savesInterest: false },
    { id: 'profeco', savesInterest: true, own: profeco },
  ],
  prepaymentRules: ['next-payments', 'shortens', 'lowers'],
  // A choice: no law gives a number; a court may lower what is usurious (Suprema Corte, 1a./J. 46/2014).
  penaltyMax: { ofPaymentPpm: 1_000_000, ofLoanPpm: 1_000_000 },
  // A choice: people transfer whole pesos.
  usualLateToleranceMinor: 100,
  // Banco de México, circular 22/2010 (Diario Oficial, 26 July 2010): banks, SOFOL and regulated SOFOM charge no late fee for a time for
  // which they charge default interest. Other lenders may.
  lateFeeBesidePenalties: true,
  retentionYears: {
    // Código de Comercio, article 49, documents of contracts (as mundoempresarios.com cites it), and Ley Federal para la Prevención e
    // Identificación de Operaciones con Recursos de Procedencia Ilícita, article 15, identification of clients by financial entities (as
    // cerdaromero.com cites it): at least ten years. Both are secondary sources.
    loan: 10,
    // The Ley de Protección y Defensa al Usuario de Servicios Financieros, article 65, lets borrowers complain for two years; that the
    // answer is kept as long is a choice.
    complaint: 2,
    // A choice: no law gives a number; data go once their purpose is over.
    registration: 1,
  },
  dataRequests: {
    // Ley Federal de Protección de Datos Personales en Posesión de los Particulares (Diario Oficial, 20 March 2025), which kept the days of
    // article 32 of the law of 2010 as its article 31: twenty days to answer from when the request came, fifteen more to carry it out, each
    // extended once by the same time where the case justifies it. Its days are working days. We infer the new number from article 40, which
    // was 45 (mley.mx), and article 14, which was 15 (basham.com.mx).
    answerDays: 20,
    countsBusinessDays: true,
    effectBusinessDays: 15,
    canExtend: true,
    law: 'LFPDPPP, art. 31',
    // The same law gives access to the data that the lender holds, and its article 40 lets the person complain of an answer that is
    // incomplete or cannot be understood. What staff wrote about the person is such data.
    givesNotes: true,
  },
  mayKeepDataAbroad: true,
  coolingOff: { leastDays: 0, usualDays: 0 },
  secondApproverAboveMinor: 200_000,
  settings: {
    complaintsUnit:
      'Whose name stands beside the specialised unit (UNE) in Mexico, such as that of its holder; empty names the unit alone',
    lateFeeBesidePenalties:
      'Whether loans in Mexico are quoted with a late fee beside daily penalties; `off` for a bank, a regulated SOFOM or a SOFOL (Banco de México, circular 22/2010)',
    cardProviders: '`stripe` or `conekta`',
  },
  // What its product decides about early payment and extensions is in each text.
  legalEditions: {
    'loan-agreement': { version: '2026-11.5', effectiveDate: '2026-11-28' },
    'loan-terms': { version: '2026-11.3', effectiveDate: '2026-11-28' },
    'period-agreement': { version: '2026-11.2', effectiveDate: '2026-11-28' },
  },
  words: mexicanWords,
} as const satisfies MarketDefinition;
