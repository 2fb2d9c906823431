import type { ReactNode } from 'react';
import { hostAction } from '../../bridge/links.tsx';
import type { Problem } from '../../problem.ts';
import { Button, ButtonLink } from '../form/button.tsx';
import { EmptyState } from './empty-state.tsx';
import type { ProblemView } from './problem-view.ts';

/** The page that stands where a screen could not be shown: what happened, and the one way on (CALL-8, SESS-4). */
export function ProblemPage({
  problem,
  view: { heading, line, elsewhere, button },
  typed,
}: {
  readonly problem: Problem;
  readonly view: ProblemView;
  /** The form that met the problem, to be sent again where trying again may help. */
  readonly typed: FormData | null;
}): ReactNode {
  const fields = [...(typed ?? [])].filter(([, value]) => typeof value === 'string') as [string, string][];
  return (
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
        {elsewhere && <p className="hint">{elsewhere}</p>}
      </EmptyState>
    </main>
  );
}
