import type { ReactNode } from 'react';
import { contactTelephone } from '#content/legal/company-facts.ts';
import { CallLink, hostAction, hostLink } from '#ui/bridge/links.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import type { Problem } from '#ui/notice/problem-note.tsx';
import type { ProblemView } from './problem-view.ts';

/** In place of a screen that cannot be shown: what happened, the next step, help, telephone and start (CALL-8, SESS-4). */
export function ProblemPage({
  problem,
  view: { heading, line, elsewhere, company, button, home, bar },
  isBorrowers,
  typed,
}: {
  readonly problem: Problem;
  readonly view: ProblemView;
  /** Pages other than the borrower's have no bar and no start. */
  readonly isBorrowers: boolean;
  /** The form that failed, to send again where that may help. */
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

/** Links the lender's e-mail address and telephone within a text. */
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

/** Before, part, after; everything is after if the part is missing. */
function parted(text: string, part: string): readonly [string, string, string] {
  const place = part === '' ? -1 : text.indexOf(part);
  return place === -1 ? ['', '', text] : [text.slice(0, place), part, text.slice(place + part.length)];
}
