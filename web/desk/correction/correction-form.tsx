import type { ComponentProps, ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { effectKey } from '#domain/desk/effect.ts';
import { useDesk } from '../desk-context.ts';
import { type DeskFormDefinition, FormFields, PostForm } from '../ui/desk-form.tsx';
import { Warning } from '../ui/warning.tsx';
import { AnotherPayment } from './another-payment.tsx';
import { BeforeAfter } from './before-after.tsx';
import { CorrectionButtons } from './correction-buttons.tsx';
import type { SentCorrection } from './submit-correction.ts';

/**
 * A form that corrects: its fields, `children`, the previewed effect, its last field, which is the reason, and the buttons
 * that preview it and do what was shown.
 */
export function CorrectionForm({
  form,
  sent,
  hidden,
  prefix,
  lead,
  children,
  buttons,
  end,
  effect = sent?.effect,
  refusal,
  ...attributes
}: Omit<ComponentProps<typeof PostForm>, 'part' | 'sent'> & {
  readonly form: DeskFormDefinition;
  readonly sent: SentCorrection | undefined;
  /** Before each field's name in its id. */
  readonly prefix?: string | undefined;
  /** Above the fields. */
  readonly lead?: ReactNode;
  /** Absent where only the buttons of `end` are allowed. */
  readonly buttons?: Omit<ComponentProps<typeof CorrectionButtons>, 'amountMinor'> | undefined;
  /** After the buttons. */
  readonly end?: ReactNode;
  /** Given where the effect is known without a preview. */
  readonly effect?: SentCorrection['effect'] | undefined;
  /** Words for a refusal by the call, in place of the usual ones. */
  readonly refusal?: string | undefined;
}): ReactNode {
  const text = deskCorrectionText[useDesk().language];
  const names = Object.keys(form.fields);
  const seen = effect && effectKey(effect);
  return (
    <PostForm part={form.part} sent={sent} hidden={{ ...hidden, seen }} {...attributes}>
      {lead}
      {sent?.wrong === 'refused' && <Warning words={refusal ?? text['wrong-refused']} />}
      {sent?.wrong === 'stale' && <Warning words={text['wrong-stale']} />}
      <FormFields form={form} names={names.slice(0, -1)} prefix={prefix} />
      {children}
      {effect && <BeforeAfter effect={effect} />}
      <FormFields form={form} names={names.slice(-1)} prefix={prefix} />
      <AnotherPayment equalPayment={sent?.equalPayment} />
      {buttons && (
        <CorrectionButtons
          {...buttons}
          amountMinor={effect?.amountMinor}
          allowance={buttons.allowance ?? sent?.allowance}
        />
      )}
      {end}
    </PostForm>
  );
}
