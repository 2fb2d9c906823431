import type { MarketDefinition } from '../definition.ts';
import { indianBankHolidays } from './bank-holidays.ts';
import { indianReturns } from './complaint-returns.ts';
import { keyFactsStatement } from './key-facts-statement.ts';
import { indianWords } from './words.ts';

export const india = {
  name: 'India',
  timeZone: 'Asia/Kolkata',
  zones: {
    westernmost: 'Asia/Kolkata',
    easternmost: 'Asia/Kolkata',
    postcode: '',
    names: {},
    byPostcode: {},
    byState: {},
    byAreaCode: {},
  },
  currency: {
    code: 'INR',
    sign: '₹',
    spellings: ['Rs.', 'Rs', 'rupees', 'rupee', 'rupias', 'rupia', '/-'],
    decimals: 2,
    minorUnits: 'Paise',
    grouping: 'lakhs',
  },
  language: 'en',
  locale: 'en-IN',
  telephone: {
    callingCode: '91',
    digits: 10,
    pattern: '^[6-9]\\d{9}$',
    trunkPrefixes: ['0'],
    formerPrefix: '',
    madeUp: '+91 80 5000 0100',
    groups: [{ start: '^', lengths: [5, 5] }],
  },
  bankHolidays: indianBankHolidays,
  // NEFT and IMPS run round the clock (Reserve Bank of India, 16 December 2019): a transfer is of the day on which it is made.
  operatingDayBeginsBefore: false,
  // Goods and Services Tax: interest is exempt (notification 12/2017, Central Tax (Rate), entry 27). Penal charges of lenders that
  // the Reserve Bank regulates bear none (Central Board of Indirect Taxes and Customs, circular 245/02/2025-GST, 28 January 2025).
  tax: { ratePpm: 180_000, on: ['fee', 'extension-fee'] },
  // Reserve Bank of India, Key Facts Statement for Loans and Advances (2024).
  annualCost: 'apr',
  paperSize: 'A4',
  proposal: {
    prefix: 'KFS',
    // Reserve Bank of India, Key Facts Statement (KFS) for Loans & Advances, RBI/2024-25/18, 15 April 2024: working days
    // in which its terms bind the lender.
    leastBusinessDays: [
      { fromTermDays: 0, businessDays: 1 },
      { fromTermDays: 7, businessDays: 3 },
    ],
    usualBusinessDays: 3,
    paper: keyFactsStatement,
    lenderFacts: ['recoveryAgents', 'serviceProvider', 'fundingPartners'],
  },
  channels: ['upi', 'virtual-account'],
  providers: { references: ['razorpay'], cards: ['stripe', 'razorpay'] },
  claimChannels: ['upi', 'virtual-account', 'card', 'other'],
  amountMaxMinor: 99_999_999_999,
  // Visa Core Rules and Visa Product and Service Rules, repayment of debt: debit and prepaid cards alone.
  repaysByCredit: false,
  codeFreeMaxMinor: 500_000,
  example: { usualMinor: 1_200_000, amountsMinor: [300_000, 600_000, 1_200_000, 3_000_000] },
  complaints: {
    // Reserve Bank - Integrated Ombudsman Scheme, 2026: of the grievance redressal officer, then for a complaint.
    answerDays: 30,
    countsBusinessDays: false,
    within: 90,
    regulatorTelephone: '14448',
    regulatorSite: 'cms.rbi.org.in',
  },
  complaintReturns: indianReturns,
  // Reserve Bank of India, circular RBI/2022-23/108 of 12 August 2022: not before 8:00 nor after 19:00; Frequently Asked Questions on Digital
  // Lending, 14 February 2023, and Digital Lending Directions, 2025: who recovers is named by e-mail or SMS before they contact the borrower.
  collection: { hours: [8, 19], namesAgentFirst: true },
  // Consent is explicit: Reserve Bank of India, Digital Lending Directions, 2025.
  ticksAgreement: false,
  // Reserve Bank of India, Key Facts Statement for Loans and Advances, 2024, Annex A, part 2.
  mentionsLoanSale: true,
  // Reserve Bank of India, Digital Lending Directions, 2025: not less than a day.
  // Interest beyond the days a loan was outstanding is unfair (Reserve Bank of India, circular of 29 April 2024).
  allowsWholePlan: false,
  supervisors: [{ id: 'rbi', savesInterest: true }],
  prepaymentRules: ['next-payments', 'shortens', 'lowers'],
  // Our choice: no rule gives a number; penal charges are to be reasonable (RBI, Penal Charges in Loan Accounts, 18 August 2023).
  penaltyMax: { ofPaymentPpm: 1_000_000, ofLoanPpm: 1_000_000 },
  // Our choice, not a rule: people round transfers to whole rupees.
  usualLateToleranceMinor: 100,
  lateFeeBesidePenalties: true,
  retentionYears: {
    // Companies Act, 2013, section 128(5): books and vouchers of the eight financial years before the current one (as spiceroutelegal.com
    // cites it), so at most nine years after an entry. Prevention of Money Laundering Act, 2002, section 12: five years after the
    // relationship ended (as taxtmi.com cites it). Both are secondary sources; RBI/2013-14/657 of 25 June 2014 says the five years too.
    loan: 9,
    // Our choice, since we found no rule: as long as client records.
    complaint: 5,
    // Our choice: the Digital Personal Data Protection Act, 2023, section 8(7), requires erasure once the purpose is over, without a period.
    registration: 1,
  },
  dataRequests: {
    // Digital Personal Data Protection Rules, 2025, rule 14 (as privacyglobal.org and creativecyber.in describe it): the lender publishes how
    // to ask and in how many days it answers, 90 at most. The privacy notice publishes the days below.
    answerDays: 20,
    countsBusinessDays: false,
    effectBusinessDays: 15,
    canExtend: false,
    law: 'DPDP Rules, 2025, rule 14',
    // Digital Personal Data Protection Act, 2023, section 11(1): a summary of the personal data and with whom they were shared. Notes are
    // summed up by their day, kind and result.
    givesNotes: false,
  },
  // RBI, Digital Lending Directions 2025: data about loans are stored on servers in India alone.
  mayKeepDataAbroad: false,
  coolingOff: { leastDays: 1, usualDays: 3 },
  secondApproverAboveMinor: 1_000_000,
  settings: {
    complaintsUnit: 'Name of the grievance redressal officer in India; empty names the office alone',
    lateFeeBesidePenalties: 'Whether loans in India are quoted with a late fee beside daily penalties',
    cardProviders: '`stripe`, or `razorpay` on its own page',
  },
  // GST is on the fee alone.
  legalEditions: {
    'loan-agreement': { version: '2026-11.6', effectiveDate: '2026-11-28' },
    'loan-terms': { version: '2026-11.4', effectiveDate: '2026-11-28' },
    'period-agreement': { version: '2026-11.3', effectiveDate: '2026-11-28' },
  },
  words: indianWords,
} as const satisfies MarketDefinition;
