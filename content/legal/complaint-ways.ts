import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import { complaintFigures } from '#domain/site/legal-figures.ts';
import { complaintWaysText } from '../messages/complaint-ways.ts';
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
  const text = complaintWaysText[language];
  const { complaintsUnit, complaintsTelephone, complaintsEmail } = company;
  const unit = { person: complaintsUnit, telephone: complaintsTelephone, email: complaintsEmail, site: '' };
  if (market === 'MX') {
    const { answerWorkingDays, regulatorYears, regulatorTelephone, regulatorSite } = complaintFigures.MX;
    return [
      { name: text.une, note: fill(text.uneNote, { days: answerWorkingDays }), ...unit },
      {
        name: text.condusef,
        note: fill(text.condusefNote, { years: regulatorYears }),
        ...{ person: '', telephone: regulatorTelephone, email: '', site: regulatorSite },
      },
    ];
  }
  const { answerDays, regulatorDays, regulatorTelephone, regulatorSite } = complaintFigures.IN;
  return [
    { name: text.officer, note: fill(text.officerNote, { days: answerDays }), ...unit },
    {
      name: text.ombudsman,
      note: fill(text.ombudsmanNote, { answerDays, days: regulatorDays }),
      ...{ person: '', telephone: regulatorTelephone, email: '', site: regulatorSite },
    },
  ];
}

/** The same as a list of a legal document; nothing for the specification's own documents, which know of no market. */
export function complaintWaysBlock(
  { documentSet, ...company }: CompanyFacts,
  language: Language,
): LegalBlock[] {
  if (documentSet === 'specification') return [];
  const ways = complaintWays({ ...company, documentSet }, documentSet, language);
  return [
    list(
      ...ways.map(({ name, note, person, telephone, email, site }) => {
        const reached = [person, telephone, email, site].filter((way) => way !== '').join(', ');
        return reached === '' ? `${name}. ${note}` : `${name}: ${reached}. ${note}`;
      }),
    ),
  ];
}
