import type { Language } from '#domain/language.ts';
import { type Market, marketOf, supervisorOf } from '#domain/market.ts';
import { type MarketText, marketText } from '../market-words.ts';
import { fill } from '../text-pack.ts';
import type { CompanyFacts } from './company-facts.ts';
import { type LegalBlock, list } from './document.ts';

/** An authority for complaints: what to do, its deadline, its contact; empty if there is none. */
export interface ComplaintWay {
  readonly name: string;
  readonly note: string;
  /** Holder of the office, if named. */
  readonly person: string;
  readonly telephone: string;
  readonly email: string;
  /** Without a scheme. */
  readonly site: string;
}

/** Authorities outside these pages: the lender's own unit, then the supervisor in its market. */
export function complaintWays(company: CompanyFacts, market: Market, language: Language): ComplaintWay[] {
  const own = supervisorOf(market, company.supervisor)?.own;
  const text: MarketText = { ...marketText(market, language), ...own?.words[language] };
  const { answerDays, within, regulatorTelephone, regulatorSite } = {
    ...marketOf[market].complaints,
    ...own,
  };
  const { complaintsUnit, complaintsTelephone, complaintsEmail } = company;
  return [
    {
      name: text.complaintUnit,
      note: fill(text.complaintUnitNote, { answerDays }),
      ...{
        person: complaintsUnit,
        telephone: complaintsTelephone,
        email: complaintsEmail,
        site: company.site ?? '',
      },
    },
    {
      name: text.regulator,
      note: fill(text.regulatorNote, { answerDays, within }),
      person: '',
      telephone: regulatorTelephone,
      email: '',
      site: regulatorSite,
    },
  ];
}

/** A sentence or two each. */
export function complaintWaysInWords(company: CompanyFacts, market: Market, language: Language): string[] {
  return complaintWays(company, market, language).map(({ name, note, person, telephone, email, site }) => {
    const reached = [person, telephone, email, site].filter((way) => way !== '').join(', ');
    return reached === '' ? `${name}. ${note}` : `${name}: ${reached}. ${note}`;
  });
}

/** As a list of a legal document; none in the specification's own documents, which have no market. */
export function complaintWaysBlock(company: CompanyFacts, language: Language): LegalBlock[] {
  const { documentSet } = company;
  return documentSet === 'specification'
    ? []
    : [list(...complaintWaysInWords(company, documentSet, language))];
}
