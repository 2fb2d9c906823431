import type { ComponentProps, ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { effectKey } from '#domain/desk/effect.ts';
import { currencyOf } from '#domain/market.ts';
import { useDesk } from '../desk-context.ts';
import { type DeskFormDefinition, FormFields, PostForm } from '../ui/desk-form.tsx';
import { Warning } from '../ui/warning.tsx';
import { AnotherPayment } from './another-payment.tsx';
import { BeforeAfter } from './before-after.tsx';
import { CorrectionButtons } from './correction-buttons.tsx';
import { refusalWords, refusedField } from './refusal-words.ts';
import type { SentCorrection } from './submit-correction.ts';

/**
 * The form of a correction. From top to bottom: all fields but the last, `children`, the previewed effect, the last field (the
 * reason), and the buttons to preview and to make the correction.
 */
export function CorrectionForm({
  form,
  sent: answer,
  hidden,
  prefix,
  lead,
  children,
  buttons,
  end,
  effect = answer?.effect,
  refusal,
  ...attributes
}: Omit<ComponentProps<typeof PostForm>, 'part' | 'sent'> & {
  readonly form: DeskFormDefinition;
  readonly sent: SentCorrection | undefined;
  readonly prefix?: string | undefined;
  readonly lead?: ReactNode;
  /** Absent if only the buttons in `end` are allowed. */
  readonly buttons?: Omit<ComponentProps<typeof CorrectionButtons>, 'amountMinor'> | undefined;
  readonly end?: ReactNode;
  readonly effect?: SentCorrection['effect'] | undefined;
  /** Message for a refusal by the call, instead of the usual one. */
  readonly refusal?: string | undefined;
}): ReactNode {
  const desk = useDesk();
  const text = deskCorrectionText[desk.language];
  const { refusal: refused, typed } = answer ?? {};
  const why =
    refused &&
    typed &&
    (refusal ?? refusalWords(refused, typed, desk, buttons?.currency ?? currencyOf(desk.market)));
  const field = refused && typed && refusedField(refused, typed);
  const sent = answer && why && field ? { ...answer, faults: { ...answer.faults, [field]: why } } : answer;
  const names = Object.keys(form.fields);
  const seen = effect && effectKey(effect);
  return (
    <PostForm
      part={form.part}
      sent={sent}
      hidden={{ ...hidden, seen, previewed: sent?.previewed }}
      {...attributes}
    >
      {lead}
      <Warning words={field === undefined ? why : undefined} />
      {(sent?.wrong === 'stale' || sent?.wrong === 'changed') && (
        <Warning words={text[`wrong-${sent.wrong}`]} />
      )}
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
