import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { faultText } from '#content/messages/fault.ts';
import { ForceLogin } from '../../bridge/force-login.ts';
import type { Problem } from '../../problem.ts';
import { useShellIfAny } from '../../shell.ts';
import { ButtonLink } from '../form/button.tsx';
import { Still } from '../still.tsx';
import { EmptyState } from './empty-state.tsx';
import { problemView } from './problem-view.ts';

const writtenByServer = 'problem';

/**
 * The page that stands where a screen could not be shown: what happened, and the one way on (CALL-8, SESS-4). The server
 * writes it; only a page that breaks in the browser itself makes do with the short message that travels with the script.
 */
export function ProblemPage({ problem }: { readonly problem: Problem }): ReactNode {
  const shell = useShellIfAny();
  const { search } = useLocation();
  const language = shell?.query.language ?? 'es';
  if (import.meta.env.SSR || document.getElementById(writtenByServer)) {
    return (
      <main>
        {shell && problem.kind === 'session-required' && <ForceLogin config={shell.config} />}
        <Still id={writtenByServer}>
          {import.meta.env.SSR && <ProblemState {...problemView(problem, language, shell, search)} />}
        </Still>
      </main>
    );
  }
  const { heading, line, retry } = faultText[language];
  return (
    <main>
      <ProblemState heading={heading} line={line} button={{ label: retry, link: '' }} />
    </main>
  );
}

function ProblemState({
  heading,
  line,
  button,
}: {
  readonly heading: string;
  readonly line: string;
  readonly button: { readonly label: string; readonly link: string } | null;
}): ReactNode {
  return (
    <>
      <title>{heading}</title>
      <EmptyState headingAs="h1" heading={heading} line={line}>
        {button && <ButtonLink href={button.link}>{button.label}</ButtonLink>}
      </EmptyState>
    </>
  );
}
