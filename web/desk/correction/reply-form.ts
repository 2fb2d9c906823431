import type { HostCall } from '#contract/host-call.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import type { OpenDesk } from '../open-desk.ts';
import {
  type DeskField,
  type DeskFormDefinition,
  deskForm,
  lineField,
  type SentForm,
} from '../ui/desk-form.tsx';
import { goUnlessConflict } from './submit-correction.ts';

/** A form that answers a borrower in words, without a correction. */
export function replyForm(
  part: string,
  looks: Pick<DeskField, 'label' | 'hint' | 'fault'>,
): DeskFormDefinition<{ readonly answer: DeskField<string> }> {
  return deskForm(part, { answer: lineField({ ...looks, maxLength: 300, isRequired: true }) });
}

/** Sends the answer by `call`; `fields` name what is answered. */
export async function sendReply<Request, Result>(
  desk: OpenDesk,
  { sent, values }: ReturnType<ReturnType<typeof replyForm>['read']>,
  {
    call,
    fields,
    subject,
    doneAt,
  }: {
    readonly call: HostCall<Request, Result>;
    readonly fields: Readonly<Record<string, string>>;
    readonly subject: string;
    readonly doneAt: string;
  },
): Promise<Response | Again<SentForm>> {
  if (!values) return desk.again(sent, 422);
  const { answer } = values;
  const step = { messageId: fieldOf(sent.typed, 'messageId'), subject, reason: answer };
  const work = () => desk.change(call, { ...fields, answer }, step);
  return goUnlessConflict(desk, work, { doneAt, sent });
}
