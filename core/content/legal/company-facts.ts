import type { Language } from '#domain/language.ts';
import { allMarkets, type Market, marketOf } from '#domain/market.ts';
import type { RemindedBy } from '#domain/reminder/reminder-channel.ts';
import type { RetentionPlan } from '#domain/retention-years.ts';
import type { TaxedCharge } from '#markets/definition.ts';
import { marketText } from '../market-words.ts';
import { fill } from '../text-pack.ts';
import type { LegalBlock, LegalDocumentSet } from './document.ts';
import type { QuotedFigures, QuotedProduct } from './quoted-figures.ts';

/** The lender in one market, as configured; documents leave out empty texts. */
export interface CompanyFacts {
  readonly appName: string;
  readonly lenderName: string;
  readonly address: string;
  /** As the lender states them. */
  readonly registration: string;
  /** Supervisor in this market, and its contact. */
  readonly regulator: string;
  /** Id of the supervisor; absent for the market's usual one. */
  readonly supervisor?: string;
  /** Without a scheme. */
  readonly site?: string;
  readonly telephone: string;
  readonly email: string;
  readonly whatsapp: string;
  /** Hours of customer service, as `serviceHoursInWords` reads them; absent or empty for none. */
  readonly serviceHours?: string;
  /** Who answers complaints: the holder of the UNE in Mexico, the grievance redressal officer in India. */
  readonly complaintsUnit: string;
  readonly complaintsTelephone: string;
  readonly complaintsEmail: string;
  /** Collectors and their contact; absent or empty if not stated. */
  readonly recoveryAgents?: string;
  /** Such as a digital lending service provider; empty if not stated. */
  readonly serviceProvider?: string;
  /** Co-lenders with shares and blended rate, or that the lender lends alone; empty if not stated. */
  readonly fundingPartners?: string;
  /** Number of the contract in a public register; empty if not stated. */
  readonly contractRegister?: string;
  /** Names of the credit bureaus; empty if not named, null for none. */
  readonly creditBureaus?: string | null;
  /** Whether data may leave the country; absent for yes. */
  readonly sendsDataAbroad?: boolean;
  /** Absent for the lender's systems. */
  readonly remindedBy?: RemindedBy;
  /** Absent for the market's years, unconfirmed. */
  readonly retention?: RetentionPlan;
  /** Absent for no. */
  readonly consultsBureaus?: boolean;
  /** Days after the payout within which a loan can be returned for its principal and their interest; 0 for none. */
  readonly coolingOffDays: number;
  /** Whether loans with daily penalties also have a late fee. */
  readonly lateFeeBesidePenalties: boolean;
  /** Documents of this market. */
  readonly documentSet: LegalDocumentSet;
}

/** Values in the texts: the lender from configuration, figures from the domain. */
export interface LegalContext {
  readonly company: CompanyFacts;
  readonly figures: QuotedFigures;
  /** Terms of the loan's product; null outside a loan. */
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

/** The configured details as names and values. */
export function companyBlock(company: CompanyFacts, language: Language): LegalBlock {
  const facts = factOrder
    .map((name) => ({ name: factNames[language][name], value: company[name] ?? '' }))
    .filter(({ value }) => value !== '');
  return { kind: 'facts', facts };
}

/** The telephone without line breaks. */
export function contactTelephone({ telephone }: Pick<CompanyFacts, 'telephone'>): string {
  return telephone.replaceAll(' ', '\u00a0');
}

const unnamedBureaus = { es: 'las sociedades de información crediticia', en: 'the credit bureaus' } as const;

/**
 * What the borrower authorises apart, where the lender consults a credit bureau and the market requires a signature; empty otherwise, and
 * in the specification's own documents.
 */
export function bureauAuthorisation(company: CompanyFacts, language: Language): string {
  const { documentSet, lenderName, consultsBureaus } = company;
  if (documentSet === 'specification' || !consultsBureaus) return '';
  const creditBureaus = company.creditBureaus || unnamedBureaus[language];
  return fill(marketText(documentSet, language).bureauAuthorisation, { lenderName, creditBureaus });
}

/** Verbs and contacts of a sentence: `escriba a … o llame al …`, as configured. */
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

/** Market of the tax in the documents; the first one for the specification's, which say 16 % of interest and fee (LEGAL-3). */
function taxMarketIn({ documentSet }: CompanyFacts): Market {
  return documentSet === 'specification' ? allMarkets[0] : documentSet;
}

/** Name of the tax in a document. */
export function taxNameIn(company: CompanyFacts, language: Language): string {
  return marketText(taxMarketIn(company), language).taxName;
}

export function taxedChargesIn(company: CompanyFacts): readonly TaxedCharge[] {
  return marketOf[taxMarketIn(company)].tax.on;
}
