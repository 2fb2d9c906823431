import type { ReactNode } from 'react';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import type { DeskColleague } from '#contract/desk-page.ts';
import { Button } from '#ui/form/button.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useDesk } from '../desk-context.ts';
import { complaintPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { TextField } from '../ui/field.tsx';
import { FormFold } from '../ui/form-fold.tsx';

/** Where a complaint is handed over to a colleague, who is chosen by name. */
export function HandOver({
  folio,
  colleagues,
}: {
  readonly folio: string;
  readonly colleagues: readonly DeskColleague[];
}): ReactNode {
  const desk = useDesk();
  const text = deskComplaintText[desk.language];
  return (
    <FormFold isApart title={text.handOver}>
      {colleagues.length === 0 ? (
        <p>{text.noColleague}</p>
      ) : (
        <form method="post" action={desk.inList(complaintPath(folio))}>
          <input type="hidden" name="step" value={desk.newId()} />
          <SelectField
            id="to"
            label={text.handTo}
            chosen=""
            choices={colleagues.map(({ personId, name }) => [personId, name] as const)}
          />
          <TextField
            id="reason"
            label={text.handReason}
            value=""
            hint={text.handReasonHint}
            maxLength={300}
          />
          <Acts>
            <Button name="do" value="hand-over">
              {text.hand}
            </Button>
          </Acts>
        </form>
      )}
    </FormFold>
  );
}
