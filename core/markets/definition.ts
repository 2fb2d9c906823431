export type LegalDocumentId =
  | 'privacy-notice'
  | 'loan-terms'
  | 'loan-agreement'
  | 'period-agreement'
  | 'about-us';

/** Edition of a legal text: every change raises the version and sets the date, `YYYY-MM-DD`. */
export interface LegalEdition {
  readonly version: string;
  readonly effectiveDate: string;
}

export type PaperFact =
  | 'product'
  | 'proposal-number'
  | 'valid-through'
  | 'amount'
  | 'disbursal'
  | 'term'
  | 'instalment-kind'
  | 'instalment-count'
  | 'instalment-amounts'
  | 'first-instalment'
  | 'cut-off'
  | 'due-dates'
  | 'interest-rate'
  | 'fixed-rate'
  | 'interest'
  | 'fee'
  | 'tax'
  | 'total'
  | 'annual-cost'
  | 'penalty'
  | 'late-fee'
  | 'penalty-cap'
  | 'early-repayment'
  | 'extension'
  | 'capitalised-interest'
  | 'none'
  | 'recovery-clause'
  | 'recovery-agents'
  | 'service-provider'
  | 'grievance-clause'
  | 'complaint-unit'
  | 'regulator'
  | 'transfer'
  | 'funding-partners'
  | 'cooling-off'
  | 'statement'
  | 'contract-register';

/** What fills a field of a return; `lender` is known only to the lender, who is asked for it or leaves it empty. */
export type ReturnFact =
  | 'lender'
  | 'month'
  | 'quarter'
  | 'one'
  | 'folio'
  | 'filed-day'
  | 'answered-day'
  | 'status'
  | 'type'
  | 'order'
  | 'pending-before'
  | 'received'
  | 'answered'
  | 'pending-after'
  | 'pending-beyond';

export interface ComplaintReturn {
  readonly id: string;
  readonly kind: 'each' | 'counts';
  readonly months: 1 | 3;
  readonly of: 'collection' | 'others' | 'all';
  /** The regulator's names of the fields, each with its source. */
  readonly fields: readonly { readonly name: string; readonly from: ReturnFact; readonly source: string }[];
}

/** A row of the pre-contract statement. `source` is its number in the law's form; labels have at most 60 characters. */
export interface PaperRow {
  readonly source: string;
  readonly fact: PaperFact;
  readonly es: string;
  readonly en: string;
}

export interface PaperPart {
  readonly es: string;
  readonly en: string;
  readonly rows: readonly PaperRow[];
}

/** Statement of loan terms that the law requires before signing, such as India's Key Facts Statement. */
export interface PaperForm {
  readonly version: string;
  readonly parts: readonly PaperPart[];
  /** Rows repeated in the agreement's summary box, where the law requires one. */
  readonly summary: readonly PaperFact[];
  readonly warnings: { readonly es: readonly string[]; readonly en: readonly string[] };
}

export type TaxedCharge = 'interest' | 'fee' | 'extension-fee';

/** Texts that differ between markets. `{name}` is a placeholder. An empty text is not shown. */
export interface MarketWords {
  readonly taxName: string;
  readonly planParts: string;
  readonly charges: string;
  readonly payment: string;
  readonly payments: string;
  readonly disbursal: string;
  /** Titles of the pre-contract statement: before signing, and once accepted with the agreement. */
  readonly paper: string;
  readonly acceptedPaper: string;
  readonly paperWarning: string;
  /** First sentence of the public site. Placeholders: `{appName}`, `{minimumTermDays}`, `{maximumTermDays}`. */
  readonly summary: string;
  /** Placeholder: `{maximumExtensionDays}`. */
  readonly waysToPay: string;
  readonly trackingKey: string;
  readonly transferKey: string;
  /** The lender's complaints office. Placeholder: `{answerDays}`. */
  readonly complaintUnit: string;
  readonly complaintUnitNote: string;
  /** Authority for complaints that the lender did not resolve. Placeholders: `{answerDays}`, `{within}`. */
  readonly regulator: string;
  readonly regulatorNote: string;
  /** Consent to a credit bureau check. Placeholders: `{lenderName}`, `{creditBureaus}`. */
  readonly bureauAuthorisation: string;
  /** Parts of the legal texts: who may apply, location, data rights and their authority. */
  readonly applicant: string;
  readonly location: string;
  readonly locationRefusal: string;
  readonly dataRights: string;
  readonly dataAuthority: string;
}

export interface MarketZones {
  readonly westernmost: string;
  readonly easternmost: string;
  readonly postcode: string;
  /** By prefix of the postcode or telephone number, the longest match; an empty prefix matches the rest. */
  readonly byPostcode: Readonly<Record<string, string>>;
  readonly byAreaCode: Readonly<Record<string, string>>;
  /** City shown as the name of each time zone; empty in a market with one zone. */
  readonly names: Readonly<Record<string, { readonly es: string; readonly en: string }>>;
  /** By name of the state, in lower case without accents. */
  readonly byState: Readonly<Record<string, string>>;
}

export interface Supervisor {
  readonly id: string;
  readonly savesInterest: boolean;
  /** Replaces the market's usual words and rows. */
  readonly own?: {
    readonly regulatorTelephone: string;
    readonly regulatorSite: string;
    readonly words: Readonly<Record<'es' | 'en', Pick<MarketWords, SupervisorWord>>>;
    readonly rows: Readonly<Partial<Record<PaperFact, Omit<PaperRow, 'fact'>>>>;
    readonly complaintReturns: readonly ComplaintReturn[];
  };
}

type SupervisorWord = 'complaintUnit' | 'complaintUnitNote' | 'regulator' | 'regulatorNote';

/** Everything that defines a market, as data; nothing about a market is written elsewhere. */
export interface MarketDefinition {
  readonly name: string;
  readonly timeZone: string;
  readonly zones: MarketZones;
  readonly currency: {
    readonly code: string;
    readonly sign: string;
    readonly spellings: readonly string[];
    readonly decimals: number;
    readonly minorUnits: string;
    /** Grouping with `AMOUNT_STYLE=locale`: `1,234,567` or `12,34,567`. */
    readonly grouping: 'thousands' | 'lakhs';
  };
  /** For borrowers who choose none (LANG-5). */
  readonly language: string;
  /** BCP 47 tag for `<html lang>` and formats (LANG-4). */
  readonly locale: string;
  readonly telephone: {
    readonly callingCode: string;
    readonly digits: number;
    readonly pattern: string;
    readonly trunkPrefixes: readonly string[];
    readonly formerPrefix: string;
    readonly madeUp: string;
    /** Groups of digits, by the first `start` that a number matches (PROMO-8). */
    readonly groups: readonly { readonly start: string; readonly lengths: readonly number[] }[];
  };
  /** Besides Sundays. */
  readonly bankHolidays: {
    /** Which Saturdays of a month, 1 to 5. */
    readonly saturdays: readonly number[];
    /** Every year, `MM-DD`. */
    readonly yearly: readonly string[];
    /** Month, and which of its Mondays. */
    readonly mondays: readonly (readonly [month: number, place: number])[];
    readonly beforeEaster: readonly number[];
    /** Holidays every few years: `MM-DD`, the first year, and the interval in years. */
    readonly someYears: readonly { readonly day: string; readonly from: number; readonly every: number }[];
    /** Years for which the list is complete by published sources. */
    readonly years: readonly number[];
    /** Further days, `MM-DD`, by region (ISO 3166-2 without the country) and year. */
    readonly regions: Readonly<Record<string, Readonly<Record<number, readonly string[]>>>>;
  };
  /** Whether the operating day of bank transfers starts the evening before. */
  readonly operatingDayBeginsBefore: boolean;
  readonly tax: {
    /** Parts per million, where nothing names another rate. */
    readonly ratePpm: number;
    /** Taxed charges, in display order; late fees and penalties are not taxed. */
    readonly on: readonly [TaxedCharge, ...TaxedCharge[]];
  };
  /** `cat` without tax as effective rate, `apr` with every charge as nominal rate. */
  readonly annualCost: 'cat' | 'apr';
  readonly paperSize: 'LETTER' | 'A4';
  /** Loan offers and their pre-contract statement (LEGAL-6). */
  readonly proposal: {
    readonly prefix: string;
    /** Business days that the law requires, by the shortest term in days; ascending. */
    readonly leastBusinessDays: readonly { readonly fromTermDays: number; readonly businessDays: number }[];
    readonly usualBusinessDays: number;
    readonly paper: PaperForm;
    /** Lender details that the statement must contain; required in production. */
    readonly lenderFacts: readonly (
      | 'recoveryAgents'
      | 'serviceProvider'
      | 'fundingPartners'
      | 'contractRegister'
    )[];
  };
  readonly channels: readonly string[];
  readonly providers: { readonly references: readonly string[]; readonly cards: readonly string[] };
  readonly claimChannels: readonly string[];
  /** Largest amount accepted from outside, in minor units: a thousand times any loan. */
  readonly amountMaxMinor: number;
  /** Whether a credit card may repay a loan, by default. */
  readonly repaysByCredit: boolean;
  /** Largest card payment without a code, in minor units. */
  readonly codeFreeMaxMinor: number;
  /** Example loan of the public site, in minor units: the usual amount, and the choices, ascending. */
  readonly example: { readonly usualMinor: number; readonly amountsMinor: readonly [number, ...number[]] };
  readonly collection: {
    /** Contact hours: from the first, before the last. */
    readonly hours: readonly [from: number, until: number];
    /** Whether borrowers must be told who will contact them. */
    readonly namesAgentFirst: boolean;
  };
  readonly complaints: {
    /** Days for an answer by the lender's own office. */
    readonly answerDays: number;
    readonly countsBusinessDays: boolean;
    /** How long the regulator accepts a complaint, in the unit of its words. */
    readonly within: number;
    readonly regulatorTelephone: string;
    /** A host, without a scheme. */
    readonly regulatorSite: string;
  };
  readonly complaintReturns: readonly ComplaintReturn[];
  /** Whether the box that accepts the agreement may start ticked: default of `AGREEMENT_BOX_…` (CONFIRM-2). */
  readonly ticksAgreement: boolean;
  /** Whether the pre-contract statement says that the lender may sell the loan. */
  readonly mentionsLoanSale: boolean;
  /** Whether paying off early may cost the whole plan; otherwise interest for the days used. */
  readonly allowsWholePlan: boolean;
  /** Supervisors, the usual one first, and whether paying early must save interest. */
  readonly supervisors: readonly Supervisor[];
  readonly prepaymentRules: readonly ('next-payments' | 'shortens' | 'lowers')[];
  /**
   * Highest caps of penalties and late fees, in parts per million of an instalment and of the principal. A number by law has its source
   * beside it; any other is marked as a choice.
   */
  readonly penaltyMax: { readonly ofPaymentPpm: number; readonly ofLoanPpm: number };
  /** Default of a product, in minor units. */
  readonly usualLateToleranceMinor: number;
  /** Whether loans with daily penalties also have a late fee, by default. */
  readonly lateFeeBesidePenalties: boolean;
  /** Cooling-off days after the payout: the legal minimum, and the default. */
  readonly coolingOff: { readonly leastDays: number; readonly usualDays: number };
  /**
   * Default years of retention: of loans and of complaints, disputes and claims since the last one ended, and of registrations without a
   * loan. A number by law has its source beside it.
   */
  readonly retentionYears: {
    readonly loan: number;
    readonly complaint: number;
    readonly registration: number;
  };
  /** Requests of people about their data: how long the law gives, and whether a copy has the words of staff's notes about the person. */
  readonly dataRequests: {
    readonly answerDays: number;
    readonly countsBusinessDays: boolean;
    /** Business days from a favourable answer to its effect; null where no law says. */
    readonly effectBusinessDays: number | null;
    /** Whether each of the two periods may be extended once, by its own length, for a reason that the person is told. */
    readonly canExtend: boolean;
    /** The law that the desk cites beside the deadline. */
    readonly law: string;
    readonly givesNotes: boolean;
  };
  readonly mayKeepDataAbroad: boolean;
  /** Default amount in minor units that one staff member may change on a loan in a day without a second approver. */
  readonly secondApproverAboveMinor: number;
  readonly settings: Readonly<Record<'complaintsUnit' | 'lateFeeBesidePenalties' | 'cardProviders', string>>;
  /** Editions of legal texts that are newer in this market. */
  readonly legalEditions: Readonly<Partial<Record<LegalDocumentId, LegalEdition>>>;
  readonly words: { readonly es: MarketWords; readonly en: MarketWords };
}
