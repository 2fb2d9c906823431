/** The legal texts, by the name they are stored and linked under. */
export type LegalDocumentId =
  | 'privacy-notice'
  | 'loan-terms'
  | 'loan-agreement'
  | 'period-agreement'
  | 'about-us';

/** An edition of a legal text: who changes the text raises its version and sets its date, `YYYY-MM-DD`. */
export interface LegalEdition {
  readonly version: string;
  readonly effectiveDate: string;
}

/** What a row of the market's paper is filled with. */
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

/** What a field of a return of complaints says; `lender` is known to the lender alone and stays empty, or is what they ask for it. */
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

/** A return of complaints to a regulator. */
export interface ComplaintReturn {
  readonly id: string;
  /** A row for each complaint that was filed in its period, or counts by what complaints are about. */
  readonly kind: 'each' | 'counts';
  /** How many months its period has. */
  readonly months: 1 | 3;
  /** Which complaints it is of. */
  readonly of: 'collection' | 'others' | 'all';
  /** In the regulator's own names, each with where it is published. */
  readonly fields: readonly { readonly name: string; readonly from: ReturnFact; readonly source: string }[];
}

/** A row of the paper that the law wants seen before signing: where it stands there, its name of 60 characters at most, and what fills it. */
export interface PaperRow {
  readonly source: string;
  readonly fact: PaperFact;
  readonly es: string;
  readonly en: string;
}

/** A part of the paper. */
export interface PaperPart {
  readonly es: string;
  readonly en: string;
  readonly rows: readonly PaperRow[];
}

/** The paper: its version, its parts in their order, and what of each payment its table of payments has. */
export interface PaperForm {
  readonly version: string;
  readonly parts: readonly PaperPart[];
  /** What of it the agreement repeats as a summary box, where the law wants one. */
  readonly summary: readonly PaperFact[];
  /** Sentences that have to stand on it. */
  readonly warnings: { readonly es: readonly string[]; readonly en: readonly string[] };
}

/** What of a loan's charges a tax can be on. */
export type TaxedCharge = 'interest' | 'fee' | 'extension-fee';

/** What differs from market to market in what is said; `{braces}` are filled where it is shown. Empty says nothing. */
export interface MarketWords {
  readonly taxName: string;
  /** What a payment of the plan consists of. */
  readonly planParts: string;
  /** The charges of a payment of the plan, together. */
  readonly charges: string;
  /** A payment of a loan, and several. */
  readonly payment: string;
  readonly payments: string;
  /** Paying a loan out. */
  readonly disbursal: string;
  /** The paper that the law wants seen before signing, and how it is called beside the agreement where both are accepted. */
  readonly paper: string;
  readonly acceptedPaper: string;
  readonly paperWarning: string;
  /** What the public site says first: `{appName} {minimumTermDays} {maximumTermDays}`. */
  readonly summary: string;
  /** `{maximumExtensionDays}`. */
  readonly waysToPay: string;
  /** What a borrower finds on the slip of a payment. */
  readonly trackingKey: string;
  /** What bank apps call the key of a transfer. */
  readonly transferKey: string;
  /** The lender's own office for complaints: `{answerDays}`. */
  readonly complaintUnit: string;
  readonly complaintUnitNote: string;
  /** Who hears complaints after it: `{answerDays} {within}`. */
  readonly regulator: string;
  readonly regulatorNote: string;
  /** What a borrower signs apart from the agreement where a credit bureau is consulted: `{lenderName} {creditBureaus}`. */
  readonly bureauAuthorisation: string;
  /** Parts of the legal texts: who may apply, location, rights over one's data and who protects them. */
  readonly applicant: string;
  readonly location: string;
  readonly locationRefusal: string;
  readonly dataRights: string;
  readonly dataAuthority: string;
}

/** Which time it is where in a market; zones are IANA's. */
export interface MarketZones {
  /** The zones in which a day ends last and first. */
  readonly westernmost: string;
  readonly easternmost: string;
  /** Pattern of a postcode in an address. */
  readonly postcode: string;
  /** By the beginnings of postcodes and of telephone numbers, the longest that fits; an empty one is of all others. */
  readonly byPostcode: Readonly<Record<string, string>>;
  readonly byAreaCode: Readonly<Record<string, string>>;
  /** By what place the time of a zone is called; of a market of several. */
  readonly names: Readonly<Record<string, { readonly es: string; readonly en: string }>>;
  /** By the names of states, in lower case and without accents. */
  readonly byState: Readonly<Record<string, string>>;
}

/** Who supervises a lender, and what that changes. */
export interface Supervisor {
  readonly id: string;
  readonly savesInterest: boolean;
  /** What papers and pages say in place of what is usual in the market. */
  readonly own?: {
    readonly regulatorTelephone: string;
    readonly regulatorSite: string;
    /** By language. */
    readonly words: Readonly<Record<'es' | 'en', Pick<MarketWords, SupervisorWord>>>;
    /** Rows of the market's paper, by what fills them. */
    readonly rows: Readonly<Partial<Record<PaperFact, Omit<PaperRow, 'fact'>>>>;
    /** The returns of complaints it asks for. */
    readonly complaintReturns: readonly ComplaintReturn[];
  };
}

/** Words that differ by supervisor. */
type SupervisorWord = 'complaintUnit' | 'complaintUnitNote' | 'regulator' | 'regulatorNote';

/** Everything a market is, as data. What a market has of its own stands in its folder and nowhere else. */
export interface MarketDefinition {
  /** The country's name in English, for settings. */
  readonly name: string;
  /** The IANA time zone that days and dates go by (DATE-1). */
  readonly timeZone: string;
  /** Where in it borrowers may be. */
  readonly zones: MarketZones;
  readonly currency: {
    /** ISO 4217. */
    readonly code: string;
    readonly sign: string;
    /** How people write it besides its sign and its code. */
    readonly spellings: readonly string[];
    /** Digits after the decimal mark; the last is the minor unit. */
    readonly decimals: number;
    /** What minor units are called, for settings. */
    readonly minorUnits: string;
    /** How whole units are grouped under `AMOUNT_STYLE=locale`: `1,234,567` or `12,34,567`. */
    readonly grouping: 'thousands' | 'lakhs';
  };
  /** The language of a borrower who names none (LANG-5). */
  readonly language: string;
  /** The BCP 47 tag of that language as written here, for `<html lang>` and formats (LANG-4). */
  readonly locale: string;
  readonly telephone: {
    /** Digits, without a plus sign. */
    readonly callingCode: string;
    /** Digits of a number without the calling code. */
    readonly digits: number;
    /** What the digits of a mobile number match (PROMO-3). */
    readonly pattern: string;
    /** Digits that people write before a number inside the country: a trunk prefix, also of former times. */
    readonly trunkPrefixes: readonly string[];
    /** Digits that stood between calling code and number in former times; empty for none. */
    readonly formerPrefix: string;
    /** A made-up number of the lender's customer service, for development. */
    readonly madeUp: string;
    /** How many digits stand together, by the first `start` that a number matches (PROMO-8). */
    readonly groups: readonly { readonly start: string; readonly lengths: readonly number[] }[];
  };
  /** Days on which its banks are closed, besides Sundays. */
  readonly bankHolidays: {
    /** Which Saturdays of a month, 1 to 5. */
    readonly saturdays: readonly number[];
    /** Of every year, as `MM-DD`. */
    readonly yearly: readonly string[];
    /** Mondays of a month: month and which of its Mondays. */
    readonly mondays: readonly (readonly [month: number, place: number])[];
    /** Days before Easter Sunday. */
    readonly beforeEaster: readonly number[];
    /** Of some years alone: `MM-DD`, the first year, and every how many years. */
    readonly someYears: readonly { readonly day: string; readonly from: number; readonly every: number }[];
    /** Years whose days above were compared with what is published and are all there are. */
    readonly years: readonly number[];
    /** Days besides, as `MM-DD`, by region (ISO 3166-2 without the country) and year. */
    readonly regions: Readonly<Record<string, Readonly<Record<number, readonly string[]>>>>;
  };
  /** Whether the operating day of its bank transfers begins on the business day before, in the evening. */
  readonly operatingDayBeginsBefore: boolean;
  readonly tax: {
    /** Parts per million, for what names no rate of its own. */
    readonly ratePpm: number;
    /** The charges of a loan that it is on, in the order they are named; late fees and penalties bear none. */
    readonly on: readonly [TaxedCharge, ...TaxedCharge[]];
  };
  /** The rule of the annual cost: `cat` without tax by effective rate, `apr` with every charge by nominal rate. */
  readonly annualCost: 'cat' | 'apr';
  readonly paperSize: 'LETTER' | 'A4';
  /** What is offered, with the paper that shows it before it is signed (LEGAL-6). */
  readonly proposal: {
    /** What its numbers begin with. */
    readonly prefix: string;
    /** Business days after its own that the law has it hold, by the first day of the term from which on that is so, ascending. */
    readonly leastBusinessDays: readonly { readonly fromTermDays: number; readonly businessDays: number }[];
    /** Business days that it holds where a product says nothing else. */
    readonly usualBusinessDays: number;
    readonly paper: PaperForm;
    /** What of the lender the paper has to say besides what papers of every market do, so that production asks for it. */
    readonly lenderFacts: readonly (
      | 'recoveryAgents'
      | 'serviceProvider'
      | 'fundingPartners'
      | 'contractRegister'
    )[];
  };
  /** The references a loan is paid by, the most used first; cards come after them. */
  readonly channels: readonly string[];
  /** Providers of payments that serve the market, by name: those that issue references, and those that save and charge cards. */
  readonly providers: { readonly references: readonly string[]; readonly cards: readonly string[] };
  /** How borrowers say they paid, the most used first. */
  readonly claimChannels: readonly string[];
  /** The most that one amount may be which comes in from outside, in minor units: a thousand times any loan. */
  readonly amountMaxMinor: number;
  /** Whether a loan may be repaid with a credit card, unless it is set otherwise. */
  readonly repaysByCredit: boolean;
  /** The largest card payment without a code, in minor units. */
  readonly codeFreeMaxMinor: number;
  /** The amounts of the public site's example loan, in minor units: the usual one, and those to choose from, the least first. */
  readonly example: { readonly usualMinor: number; readonly amountsMinor: readonly [number, ...number[]] };
  /** Asking late borrowers to pay. */
  readonly collection: {
    /** Whole hours of the market's day from and until which they are contacted. */
    readonly hours: readonly [from: number, until: number];
    /** Whether they are told who will contact them before somebody does. */
    readonly namesAgentFirst: boolean;
  };
  readonly complaints: {
    /** Days that the lender's own office has to answer, of the kind its words name. */
    readonly answerDays: number;
    /** Whether those are days on which banks are open. */
    readonly countsBusinessDays: boolean;
    /** How long the regulator is open to a complaint, in the unit its words name. */
    readonly within: number;
    readonly regulatorTelephone: string;
    /** A host, without a scheme. */
    readonly regulatorSite: string;
  };
  /** The returns of complaints that the usual supervisor asks for. */
  readonly complaintReturns: readonly ComplaintReturn[];
  /** Whether the law lets the box that accepts the agreement start ticked: the default of `AGREEMENT_BOX_…` (CONFIRM-2). */
  readonly ticksAgreement: boolean;
  /** Whether the paper before acceptance says that the loan may pass to another company. */
  readonly saysTransfer: boolean;
  /** Whether a loan that is paid off early may cost all of its plan; where not, it costs interest for the days used. */
  readonly allowsWholePlan: boolean;
  /** Who may supervise a lender in it, the usual one first, and whether its law has a borrower who pays early save interest. */
  readonly supervisors: readonly Supervisor[];
  /** What money may do that is paid beyond what is asked for: pay the next payments, or pay back principal so that they get fewer or lower. */
  readonly prepaymentRules: readonly ('next-payments' | 'shortens' | 'lowers')[];
  /**
   * The most that a product may have penalties and late fees come to, in parts per million: of a payment of the plan, and of what was
   * lent. The source of a number that a law gives is named beside it; else it is a choice, and says so.
   */
  readonly penaltyMax: { readonly ofPaymentPpm: number; readonly ofLoanPpm: number };
  /** The sum, in minor units, below which nothing is late where a product does not say. */
  readonly usualLateToleranceMinor: number;
  /** Whether lenders charge a late fee on loans that also cost something by each day late, where a setting does not say. */
  readonly lateFeeBesidePenalties: boolean;
  /** Days after the disbursal within which a loan can be given back: the fewest that the law allows, and the usual. */
  readonly coolingOff: { readonly leastDays: number; readonly usualDays: number };
  /**
   * Years for which data of people are kept unless it is set otherwise: of loans since the last one ended, of complaints, disputes and
   * claims since the last one ended, and of registrations without a loan. The source of a number that a law gives is named beside it.
   */
  readonly retentionYears: {
    readonly loan: number;
    readonly complaint: number;
    readonly registration: number;
  };
  /** Whether the law lets data about loans be kept in another country. */
  readonly mayKeepDataAbroad: boolean;
  /** What one person may move on a loan in a day unless it is set otherwise, in minor units. */
  readonly secondPersonAboveMinor: number;
  /** Parts of the descriptions of this market's settings. */
  readonly settings: Readonly<Record<'complaintsUnit' | 'lateFeeBesidePenalties' | 'cardProviders', string>>;
  /** Editions of legal texts that changed for this market after their edition for all. */
  readonly legalEditions: Readonly<Partial<Record<LegalDocumentId, LegalEdition>>>;
  /** By language. */
  readonly words: { readonly es: MarketWords; readonly en: MarketWords };
}
