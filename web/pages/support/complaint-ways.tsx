import type { ReactNode } from 'react';
import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { type ComplaintWay, complaintWays } from '#content/legal/complaint-ways.ts';
import { complaintWaysText } from '#content/messages/complaint-ways.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import { CallLink } from '#ui/bridge/links.tsx';
import discs from '#ui/figures/disc.module.css';
import styles from './complaint-ways.module.css';

interface ComplaintWaysProperties {
  readonly company: CompanyFacts;
  readonly market: Market;
  readonly language: Language;
  readonly complaintLink: string;
  /** A lender's own backend need not number complaints. */
  readonly givesNumber: boolean;
}

export function ComplaintWays({
  heading,
  ...ways
}: ComplaintWaysProperties & { readonly heading: string }): ReactNode {
  return (
    <section>
      <h2>{heading}</h2>
      <ComplaintWayList {...ways} />
    </section>
  );
}

/** Where to complain: here, the lender's unit, its supervisor; each with its deadline. */
export function ComplaintWayList({
  company,
  market,
  language,
  complaintLink,
  givesNumber,
}: ComplaintWaysProperties): ReactNode {
  const text = complaintWaysText[language];
  return (
    <ComplaintWaySteps
      here={<a href={complaintLink}>{text.here}</a>}
      hereNote={givesNumber ? `${text.hereNumber} ${text.hereNote}` : text.hereNote}
      ways={complaintWays(company, market, language)}
    />
  );
}

export function ComplaintWaySteps({
  here,
  hereNote,
  ways,
}: {
  readonly here: ReactNode;
  readonly hereNote: string;
  readonly ways: readonly ComplaintWay[];
}): ReactNode {
  return (
    <ol className={styles.ways}>
      <li className={discs.numbered} data-mark={1}>
        {here}
        <small>{hereNote}</small>
      </li>
      {ways.map(({ name, note, person, telephone, email, site }, index) => (
        <li key={name} className={discs.numbered} data-mark={index + 2}>
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
  );
}
