import { type ComponentProps, type ReactNode, use } from 'react';
import { marks } from '#browser/marks.ts';
import { type FormProblemText, KitContext, type KitWords } from '../kit-context.ts';
import { type Problem, ProblemNote } from '../notice/problem-note.tsx';

/**
 * A form that script sends without leaving the page (`web/browser/enhanced-form.ts`); without script it is posted. A `Slot` holds
 * what an answer changes. Messages for a lost network are in the page already (CALL-8).
 */
export function EnhancedForm({
  text,
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'method' | 'className'> & {
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

/** Hidden messages for a sending without an answer; an island has them beside it. */
export function KeptProblems({ text }: { readonly text?: FormProblemText | undefined }): ReactNode {
  return (['network', 'unreachable', 'timeout', 'refused'] as const).map((kind) => (
    <template key={kind} {...marks({ problem: kind })}>
      <ProblemNote problem={{ kind, message: '' }} text={text} />
    </template>
  ));
}

/** A part of the page that an answer rewrites. Names are unique within a page. */
export function Slot({
  name,
  children,
}: {
  readonly name: string;
  readonly children?: ReactNode;
}): ReactNode {
  return <div {...marks({ slot: name })}>{children}</div>;
}

/** Where the form's problem appears, a lost network included. */
export function ProblemSlot({
  problem,
  text,
}: {
  readonly problem: Problem | null | undefined;
  readonly text?: FormProblemText | undefined;
}): ReactNode {
  return <Slot name="problem">{problem && <ProblemNote problem={problem} text={text} />}</Slot>;
}
