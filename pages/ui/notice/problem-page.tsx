import type { ReactNode } from 'react';
import { hostAction } from '../../bridge/links.tsx';
import type { Problem } from '../../problem.ts';
import { ButtonLink } from '../form/button.tsx';
import { EmptyState } from './empty-state.tsx';
import type { ProblemView } from './problem-view.ts';

/** The page that stands where a screen could not be shown: what happened, and the one way on (CALL-8, SESS-4). */
export function ProblemPage({
  problem,
  view: { heading, line, elsewhere, button },
}: {
  readonly problem: Problem;
  readonly view: ProblemView;
}): ReactNode {
  return (
    <main>
      <EmptyState headingAs="h1" heading={heading} line={line}>
        {problem.detail && <pre className="hint">{problem.detail}</pre>}
        {button && (
          <ButtonLink href={button.link} {...(button.action && hostAction(button.action))}>
            {button.label}
          </ButtonLink>
        )}
        {elsewhere && <p className="hint">{elsewhere}</p>}
      </EmptyState>
    </main>
  );
}
