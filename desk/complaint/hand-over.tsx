import type { ReactNode } from 'react';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import type { DeskColleague } from '#contract/desk.ts';
import type { OpenDesk } from '../open-desk.ts';
import { complaintPath } from '../paths.ts';
import { ChoiceField, TextField } from '../ui/field.tsx';

/** Where a complaint is handed over to a colleague, who is chosen by name. */
export function HandOver({
  desk,
  folio,
  colleagues,
}: {
  readonly desk: OpenDesk;
  readonly folio: string;
  readonly colleagues: readonly DeskColleague[];
}): ReactNode {
  const text = deskComplaintText[desk.language];
  return (
    <details className="do g4">
      <summary>{text.handOver}</summary>
      {colleagues.length === 0 ? (
        <p>{text.noColleague}</p>
      ) : (
        <form method="post" action={complaintPath(folio)}>
          <input type="hidden" name="step" value={desk.newId()} />
          <ChoiceField
            id="to"
            label={text.handTo}
            value=""
            choices={colleagues.map(({ personId, name }) => [personId, name] as const)}
          />
          <TextField
            id="reason"
            label={text.handReason}
            value=""
            hint={text.handReasonHint}
            maxLength={300}
          />
          <div className="acts g3">
            <button className="btn" type="submit" name="do" value="hand-over">
              {text.hand}
            </button>
          </div>
        </form>
      )}
    </details>
  );
}
