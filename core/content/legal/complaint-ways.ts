import type { Language } from '#domain/language.ts';
import { type Market, marketOf, supervisorOf } from '#domain/market.ts';
import { type MarketText, marketText } from '../market-words.ts';
import { fill } from '../text-pack.ts';
import type { CompanyFacts } from './company-facts.ts';
import { type LegalBlock, list } from './document.ts';

/** Somebody who hears a complaint: what to do, how long they have, and how they are reached; empty for what there is not. */
export interface ComplaintWay {
  readonly name: string;
  readonly note: string;
  /** The person who holds the office, where the lender names one. */
  readonly person: string;
  readonly telephone: string;
  readonly email: string;
  /** A host, without a scheme. */
  readonly site: string;
}

/** Who hears a complaint outside these pages: the lender's own unit, then who supervises the lender in its market. */
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
      ...{ person: '', telephone: regulatorTelephone, email: '', site: regulatorSite },
    },
  ];
}

/** The same, a sentence or two each. */
export function complaintWaysInWords(company: CompanyFacts, market: Market, language: Language): string[] {
  return complaintWays(company, market, language).map(({ name, note, person, telephone, email, site }) => {
    const reached = [person, telephone, email, site].filter((way) => way !== '').join(', ');
    return reached === '' ? `${name}. ${note}` : `${name}: ${reached}. ${note}`;
  });
}

/** The same as a list of a legal document; nothing for the specification's own documents, which know of no market. */
export function complaintWaysBlock(company: CompanyFacts, language: Language): LegalBlock[] {
  const { documentSet } = company;
  return documentSet === 'specification'
    ? []
    : [list(...complaintWaysInWords(company, documentSet, language))];
}
