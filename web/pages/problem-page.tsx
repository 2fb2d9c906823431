import type { ReactNode } from 'react';
import { contactTelephone } from '#content/legal/company-facts.ts';
import { CallLink, hostAction, hostLink } from '#ui/bridge/links.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import type { Problem } from '#ui/notice/problem-note.tsx';
import type { ProblemView } from './problem-view.ts';

/**
 * The page that stands where a screen could not be shown: what happened, the one way on, and the ways out that every screen has: help, a
 * telephone and the start (CALL-8, SESS-4).
 */
export function ProblemPage({
  problem,
  view: { heading, line, elsewhere, company, button, home, bar },
  isBorrowers,
  typed,
}: {
  readonly problem: Problem;
  readonly view: ProblemView;
  /** Whether it stands among the borrower's pages; elsewhere their bar and start lead nowhere. */
  readonly isBorrowers: boolean;
  /** The form that met the problem, to be sent again where trying again may help. */
  readonly typed: FormData | null;
}): ReactNode {
  const fields = [...(typed ?? [])].filter(([, value]) => typeof value === 'string') as [string, string][];
  return (
    <>
      {isBorrowers && (
        <Bar
          title={bar.title}
          titleAs="span"
          backLink={home.link}
          leavesPages
          helpLink={bar.helpLink}
          text={bar}
        />
      )}
      <main>
        <EmptyState headingAs="h1" heading={heading} line={line}>
          {problem.detail && <pre className="hint">{problem.detail}</pre>}
          {button?.link === '' && fields.length > 0 && (
            <form method="post" encType="multipart/form-data">
              {fields.map(([name, value]) => (
                <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
              ))}
              <Button>{button.label}</Button>
            </form>
          )}
          {button && (button.link !== '' || fields.length === 0) && (
            <ButtonLink href={button.link} {...(button.action && hostAction(button.action))}>
              {button.label}
            </ButtonLink>
          )}
          {isBorrowers && button?.action?.name !== 'homeTab' && (
            <p>
              <a {...hostLink({ name: 'homeTab' }, home.link)}>{home.label}</a>
            </p>
          )}
          {isBorrowers && elsewhere && <p className="hint">{withWays(elsewhere, company)}</p>}
        </EmptyState>
      </main>
    </>
  );
}

/** A text in which the lender's address of mail and, after it, their telephone are links. */
function withWays(text: string, { email, telephone }: ProblemView['company']): ReactNode {
  const [start, mail, rest] = parted(text, email);
  const [middle, number, end] = parted(rest, contactTelephone({ telephone }));
  return (
    <>
      {start}
      {mail && <a href={`mailto:${mail}`}>{mail}</a>}
      {middle}
      {number && <CallLink telephone={telephone}>{number}</CallLink>}
      {end}
    </>
  );
}

/** What stands before a part, the part, and what stands after it; all after it where it is not there. */
function parted(text: string, part: string): readonly [string, string, string] {
  const place = part === '' ? -1 : text.indexOf(part);
  return place === -1 ? ['', '', text] : [text.slice(0, place), part, text.slice(place + part.length)];
}
