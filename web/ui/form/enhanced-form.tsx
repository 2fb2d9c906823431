import { type ComponentProps, type ReactNode, use } from 'react';
import { marks } from '#browser/marks.ts';
import { type FormProblemText, KitContext, type KitWords } from '../kit-context.ts';
import { type Problem, ProblemNote } from '../notice/problem-note.tsx';

/**
 * A form that script sends without leaving the page (`web/browser/enhanced-form.ts`); without script it is posted plainly.
 * What changes with an answer stands in a `Slot`. What it says of a lost network is written here already, since the
 * server cannot say it then (CALL-8).
 */
export function EnhancedForm({
  text,
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'method' | 'className'> & {
  /** What it says while it is sent and when it did not get through, in place of the page's words. */
  readonly text?: Partial<Pick<KitWords, 'sending' | 'problem'>>;
}): ReactNode {
  const page = use(KitContext);
  const sending = text?.sending ?? page.words.sending;
  return (
    <form method="post" {...form} {...marks({ enhanced: '', sending })}>
      <KeptProblems text={text?.problem} />
      {children}
      <output className="sr" {...marks({ sendingOutput: '' })} />
    </form>
  );
}

/** What a form says of a sending without an answer; it is shown by script alone. An island has it beside it. */
export function KeptProblems({ text }: { readonly text?: FormProblemText | undefined }): ReactNode {
  return (['network', 'unreachable', 'timeout', 'refused'] as const).map((kind) => (
    <template key={kind} {...marks({ problem: kind })}>
      <ProblemNote problem={{ kind, message: '' }} text={text} />
    </template>
  ));
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
  /** In place of the page's words. */
  readonly text?: FormProblemText | undefined;
}): ReactNode {
  return <Slot name="problem">{problem && <ProblemNote problem={problem} text={text} />}</Slot>;
}
