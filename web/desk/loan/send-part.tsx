import type { ReactNode } from 'react';
import { deskSettlementText } from '#content/messages/settlement-quote.ts';
import type { DeskLoan } from '#contract/desk.ts';
import { isPayable, isRunning } from '#domain/loan/loan-status.ts';
import { useDesk } from '../desk-context.ts';
import { sendMessagePath, settlementQuotePath } from '../paths.ts';
import { Part } from '../ui/part.tsx';

/** Links to what staff send to the borrower of a loan that can be paid. */
export function SendPart({ loan: { orderNumber, status } }: { readonly loan: DeskLoan }): ReactNode {
  const { language } = useDesk();
  const text = deskSettlementText[language];
  if (!isPayable(status)) return null;
  return (
    <Part id="send" title={text.send}>
      {isRunning(status) && (
        <p>
          <a href={sendMessagePath(orderNumber)}>{text.message}</a>
        </p>
      )}
      <p>
        <a href={settlementQuotePath(orderNumber)}>{text.title}</a>
      </p>
    </Part>
  );
}
