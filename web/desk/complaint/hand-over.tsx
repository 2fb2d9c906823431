import type { ReactNode } from 'react';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import type { DeskColleague } from '#contract/desk-page.ts';
import { Button } from '#ui/form/button.tsx';
import { useDeskText } from '../desk-context.ts';
import { complaintPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { DeskForm, deskForm, textField } from '../ui/desk-form.tsx';
import { FormFold } from '../ui/form-fold.tsx';

export function HandOver({
  folio,
  colleagues,
}: {
  readonly folio: string;
  readonly colleagues: readonly DeskColleague[];
}): ReactNode {
  const { desk, text } = useDeskText(deskComplaintText);
  const form = deskForm('hand-over', {
    to: textField({
      label: text.handTo,
      choices: colleagues.map(({ personId, name }) => [personId, name] as const),
    }),
    reason: textField({ label: text.handReason, hint: text.handReasonHint, maxLength: 300 }),
  });
  return (
    <FormFold hasSpaceAbove title={text.handOver}>
      {colleagues.length === 0 ? (
        <p>{text.noColleague}</p>
      ) : (
        <DeskForm form={form} action={desk.inList(complaintPath(folio))}>
          <Acts>
            <Button name="do" value="hand-over">
              {text.hand}
            </Button>
          </Acts>
        </DeskForm>
      )}
    </FormFold>
  );
}
