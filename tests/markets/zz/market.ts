import type { MarketDefinition } from '#markets/definition.ts';
import { wordsOfZed } from './words.ts';

/** A made-up market: a currency of three decimals, a tax on interest and on what extending costs, and not on the fee, cash first, and a country code of its own. */
export const zed = {
  name: 'Zed',
  timeZone: 'Pacific/Apia',
  zones: {
    ...{ westernmost: 'Pacific/Apia', easternmost: 'Pacific/Apia', postcode: '' },
    ...{ names: {}, byPostcode: {}, byState: {}, byAreaCode: {} },
  },
  currency: { code: 'ZZD', sign: 'Z', spellings: [], decimals: 3, minorUnits: 'Mils', grouping: 'thousands' },
  language: 'en',
  locale: 'en-NZ',
  telephone: {
    callingCode: '685',
    digits: 7,
    pattern: '^7\\d{6}$',
    trunkPrefixes: ['0'],
    formerPrefix: '',
    madeUp: '+685 700 0100',
    groups: [{ start: '^', lengths: [3, 4] }],
  },
  bankHolidays: {
    ...{ saturdays: [], yearly: ['06-01'], mondays: [], beforeEaster: [2], someYears: [] },
    ...{ years: [2026], regions: {} },
  },
  tax: { ratePpm: 125_000, on: ['interest', 'extension-fee'] },
  annualCost: 'apr',
  paperSize: 'A4',
  proposal: {
    prefix: 'ZP',
    leastBusinessDays: [{ fromTermDays: 0, businessDays: 2 }],
    usualBusinessDays: 4,
    paper: {
      version: '2026-1',
      parts: [
        {
          es: 'Lo esencial',
          en: 'Essentials',
          rows: [
            { source: 'Made up', fact: 'proposal-number', es: 'Número', en: 'Number' },
            { source: 'Made up', fact: 'total', es: 'Total', en: 'Total' },
          ],
        },
      ],
      warnings: { es: [], en: [] },
    },
    lenderFacts: [],
  },
  channels: ['store', 'virtual-account'],
  providers: { references: [], cards: [] },
  claimChannels: ['store', 'virtual-account', 'other'],
  amountMaxMinor: 999_999_999_999,
  repaysByCredit: true,
  codeFreeMaxMinor: 50_000,
  example: { usualMinor: 2_000_000, amountsMinor: [1_000_000, 2_000_000, 3_000_000, 5_000_000] },
  complaints: {
    answerDays: 12,
    within: 6,
    regulatorTelephone: '800 1234',
    regulatorSite: 'www.supervisor.zed.example',
  },
  complaintReturns: [],
  collection: { hours: [9, 18], namesAgentFirst: false },
  ticksAgreement: true,
  saysTransfer: true,
  allowsWholePlan: true,
  supervisors: [{ id: 'zed', savesInterest: false }],
  prepaymentRules: ['next-payments', 'lowers'],
  penaltyMax: { ofPaymentPpm: 500_000, ofLoanPpm: 250_000 },
  operatingDayBeginsBefore: false,
  usualLateToleranceMinor: 100,
  lateFeeBesidePenalties: true,
  coolingOff: { leastDays: 2, usualDays: 5 },
  secondPersonAboveMinor: 3_000_000,
  settings: {
    complaintsUnit: 'Name of the head of the complaints office in Zed',
    lateFeeBesidePenalties: 'Whether a late fee stands beside penalties',
    cardProviders: 'nobody yet',
  },
  legalEditions: {},
  words: wordsOfZed,
} as const satisfies MarketDefinition;
