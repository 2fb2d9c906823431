import type { ReactNode } from 'react';
import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { complaintWays } from '#content/legal/complaint-ways.ts';
import { complaintWaysText } from '#content/messages/complaint-ways.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import { CallLink } from '#ui/bridge/links.tsx';
import styles from './complaint-ways.module.css';

/** Where to complain, one after the other: here, to the lender's own unit, to who supervises the lender; with the time each has. */
export function ComplaintWays({
  heading,
  company,
  market,
  language,
  complaintLink,
  givesNumber,
}: {
  readonly heading: string;
  readonly company: CompanyFacts;
  readonly market: Market;
  readonly language: Language;
  readonly complaintLink: string;
  /** Whether a complaint gets a number, which a backend of the lender's need not give. */
  readonly givesNumber: boolean;
}): ReactNode {
  const text = complaintWaysText[language];
  return (
    <section>
      <h2>{heading}</h2>
      <ol className={styles.ways}>
        <li>
          <a href={complaintLink}>{text.here}</a>
          <small>{givesNumber ? `${text.hereNumber} ${text.hereNote}` : text.hereNote}</small>
        </li>
        {complaintWays(company, market, language).map(({ name, note, person, telephone, email, site }) => (
          <li key={name}>
            {name}
            {person && <small>{person}</small>}
            <small>{note}</small>
            <small className={styles.reached}>
              {telephone && <CallLink telephone={telephone} className="num" />}
              {email && <a href={`mailto:${email}`}>{email}</a>}
              {site && <a href={`https://${site}`}>{site}</a>}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
