import type { ComponentProps, ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { type FormProblemText, type Problem, ProblemNote } from '../notice/problem-note.tsx';

/** What a form says while it is sent and when it did not get through. */
export interface EnhancedFormText {
  readonly sending: string;
  readonly problem: FormProblemText;
}

/**
 * A form that script sends without leaving the page (`browser/enhanced-form.ts`); without script it is posted as it is.
 * What changes with an answer stands in a `Slot`. What it says of a lost network is written here already, since the
 * server cannot say it then (CALL-8).
 */
export function EnhancedForm({
  text,
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'method' | 'className'> & { readonly text: EnhancedFormText }): ReactNode {
  return (
    <form method="post" {...form} {...marks({ enhanced: '', sending: text.sending })}>
      {(['network', 'unreachable', 'timeout'] as const).map((kind) => (
        <template key={kind} {...marks({ problem: kind })}>
          <ProblemNote problem={{ kind, message: '' }} text={text.problem} />
        </template>
      ))}
      {children}
      <output className="sr" {...marks({ sendingOutput: '' })} />
    </form>
  );
}

/** A part of the page that an answer to its form writes anew. Every slot of a page has its own name. */
export function Slot({
  name,
  children,
}: {
  readonly name: string;
  readonly children?: ReactNode;
}): ReactNode {
  return <div {...marks({ slot: name })}>{children}</div>;
}

/** The slot of a form's problem, where a lost network is told too. */
export function ProblemSlot({
  problem,
  text,
}: {
  readonly problem: Problem | null | undefined;
  readonly text: FormProblemText;
}): ReactNode {
  return <Slot name="problem">{problem && <ProblemNote problem={problem} text={text} />}</Slot>;
}
