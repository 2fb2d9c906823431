import type { ReactNode } from 'react';
import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskComplaint } from '#contract/desk.ts';
import { dataRequestIds } from '#domain/complaint/complaint.ts';
import { marketOf } from '#domain/market.ts';
import { copyForm } from '../borrower/borrower-acts.ts';
import { useDesk } from '../desk-context.ts';
import { borrowerPath } from '../paths.ts';
import { DeskForm } from '../ui/desk-form.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { Part } from '../ui/part.tsx';

const [accessId] = dataRequestIds;

/** The law of a data request, and what carries it out: the copy, or the person's page. */
export function DataRequestPart({
  complaint: { subtypeId, market, dataRequest },
}: {
  readonly complaint: DeskComplaint;
}): ReactNode {
  const desk = useDesk();
  const text = deskComplaintText[desk.language];
  const theirs = deskBorrowerText[desk.language];
  if (!dataRequest) return null;
  const path = borrowerPath(dataRequest.borrowerId);
  return (
    <Part id="data-request" title={text.request}>
      <p className="sub">{fill(text.byLaw, { law: marketOf[market].dataRequests.law })}</p>
      {subtypeId === accessId ? (
        <FormFold title={theirs.copy} isOpen>
          <DeskForm
            form={copyForm(desk)}
            action={path}
            lead={<p className="sub">{theirs.copyLine}</p>}
            send={theirs.copyNow}
            sendKind="second"
          />
        </FormFold>
      ) : (
        <p>
          <a href={path}>{text.openPerson}</a>
        </p>
      )}
    </Part>
  );
}
