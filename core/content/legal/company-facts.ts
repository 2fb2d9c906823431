import type { Language } from '#domain/language.ts';
import { allMarkets, type Market, marketOf } from '#domain/market.ts';
import type { RemindedBy } from '#domain/reminder/reminder-channel.ts';
import type { RetentionPlan } from '#domain/retention-years.ts';
import type { TaxedCharge } from '#markets/definition.ts';
import { marketText } from '../market-words.ts';
import { fill } from '../text-pack.ts';
import type { LegalBlock, LegalDocumentSet } from './document.ts';
import type { QuotedFigures, QuotedProduct } from './quoted-figures.ts';

/** Who the lender is in one market, as configured; an empty text is left out of every document. */
export interface CompanyFacts {
  /** Name of the app and the pages. */
  readonly appName: string;
  /** Legal name of the lender. */
  readonly lenderName: string;
  readonly address: string;
  /** Registrations and licences, as the lender states them. */
  readonly registration: string;
  /** Who supervises the lender in this market, and how to reach them. */
  readonly regulator: string;
  /** Which of its market's supervisors that is; absent for the usual one. */
  readonly supervisor?: string;
  /** The lender's web address, without a scheme. */
  readonly site?: string;
  readonly telephone: string;
  readonly email: string;
  readonly whatsapp: string;
  /** When customer service answers, as `serviceHoursInWords` reads it; absent or empty for nothing to say. */
  readonly serviceHours?: string;
  /** Who answers complaints by name: the holder of the UNE in Mexico, the grievance redressal officer in India. */
  readonly complaintsUnit: string;
  readonly complaintsTelephone: string;
  readonly complaintsEmail: string;
  /** Who collects for the lender and how to reach them; absent or empty where the lender has not stated it. */
  readonly recoveryAgents?: string;
  /** Who serves borrowers for the lender, such as a digital lending service provider; empty where it is not stated. */
  readonly serviceProvider?: string;
  /** Who lends with the lender, with shares and blended rate, or that it lends alone; empty where it is not stated. */
  readonly fundingPartners?: string;
  /** The number of the contract in a public register; empty where it is not stated. */
  readonly contractRegister?: string;
  /** Credit bureaus the lender reports to or asks, by name; empty where they are not named, null for none. */
  readonly creditBureaus?: string | null;
  /** Whether data may leave the country of the loan; absent for yes. */
  readonly sendsDataAbroad?: boolean;
  /** Who reminds borrowers of due dates; absent for the lender's systems. */
  readonly remindedBy?: RemindedBy;
  /** How long personal data are kept; absent for the years of the market, unconfirmed. */
  readonly retention?: RetentionPlan;
  /** Whether the lender consults credit bureaus; absent for no. */
  readonly consultsBureaus?: boolean;
  /** Days after it was paid out within which a loan can be given back for its principal and their interest; 0 for none. */
  readonly coolingOffDays: number;
  /** Whether loans are quoted with a late fee that also cost something by each day late. */
  readonly lateFeeBesidePenalties: boolean;
  /** The documents that are shown in this market. */
  readonly documentSet: LegalDocumentSet;
}

/** What the texts are filled with: the lender, from configuration, and the figures, from the domain. */
export interface LegalContext {
  readonly company: CompanyFacts;
  readonly figures: QuotedFigures;
  /** The terms of the product that is confirmed; null where the document is shown outside a loan. */
  readonly product: QuotedProduct | null;
}

const factOrder = [
  'lenderName',
  'address',
  'registration',
  'regulator',
  'site',
  'telephone',
  'email',
] as const;

const factNames = {
  es: {
    lenderName: 'Prestamista',
    address: 'Domicilio',
    registration: 'Registro',
    regulator: 'Autoridad',
    site: 'Sitio web',
    telephone: 'Teléfono',
    email: 'Correo electrónico',
  },
  en: {
    lenderName: 'Lender',
    address: 'Address',
    registration: 'Registration',
    regulator: 'Supervisor',
    site: 'Website',
    telephone: 'Telephone',
    email: 'E-mail',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<(typeof factOrder)[number], string>>>>;

/** The lender's details as a block of names and values, those configured only. */
export function companyBlock(company: CompanyFacts, language: Language): LegalBlock {
  const facts = factOrder
    .map((name) => ({ name: factNames[language][name], value: company[name] ?? '' }))
    .filter(({ value }) => value !== '');
  return { kind: 'facts', facts };
}

/** The lender's telephone as it stands in a sentence: in one piece. */
export function contactTelephone({ telephone }: Pick<CompanyFacts, 'telephone'>): string {
  return telephone.replaceAll(' ', '\u00a0');
}

const unnamedBureaus = { es: 'las sociedades de información crediticia', en: 'the credit bureaus' } as const;

/**
 * What a borrower authorises apart from the agreement, where the lender consults a credit bureau and its market wants that signed; empty
 * for nothing, as in the specification's own documents.
 */
export function bureauAuthorisation(company: CompanyFacts, language: Language): string {
  const { documentSet, lenderName, consultsBureaus } = company;
  if (documentSet === 'specification' || !consultsBureaus) return '';
  const creditBureaus = company.creditBureaus || unnamedBureaus[language];
  return fill(marketText(documentSet, language).bureauAuthorisation, { lenderName, creditBureaus });
}

/** How to reach the lender, as the verbs of a sentence: `escriba a … o llame al …`, with what is configured. */
export function contactPhrase(company: CompanyFacts, language: Language): string {
  const { email } = company;
  const telephone = contactTelephone(company);
  const ways = [
    email && (language === 'es' ? `escriba a ${email}` : `write to ${email}`),
    telephone && (language === 'es' ? `llame al ${telephone}` : `call ${telephone}`),
  ].filter((way) => way !== '');
  if (ways.length > 0) return ways.join(language === 'es' ? ' o ' : ' or ');
  return language === 'es' ? 'use la página de atención a clientes' : 'use the customer service page';
}

/** The market whose tax the documents name: their own; the first for the specification's, which says 16 % of interest and fee (LEGAL-3). */
function taxMarketIn({ documentSet }: CompanyFacts): Market {
  return documentSet === 'specification' ? allMarkets[0] : documentSet;
}

/** What the tax on a loan's charges is called in a document. */
export function taxNameIn(company: CompanyFacts, language: Language): string {
  return marketText(taxMarketIn(company), language).taxName;
}

/** What that tax is on. */
export function taxedChargesIn(company: CompanyFacts): readonly TaxedCharge[] {
  return marketOf[taxMarketIn(company)].tax.on;
}
