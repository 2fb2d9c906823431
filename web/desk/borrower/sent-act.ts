import { readBorrower } from '#contract/host/borrower.ts';
import type { HostCall } from '#contract/host-call.ts';
import { currencyOf } from '#domain/market.ts';
import type { Again } from '#pages/open-screen.ts';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, borrowerPath } from '../paths.ts';
import type { SentForm } from '../ui/desk-form.tsx';

/** A submitted form, shown again with its errors or its effect. */
export interface BorrowerAnswer extends SentForm {
  readonly notice?: string;
  readonly disclosure?: { readonly field: string; readonly value: string };
}

export type Reply = Response | Again<BorrowerAnswer>;

/** A form sent on a borrower's page. `step` makes a repeated form idempotent. */
export interface SentAct {
  readonly borrowerId: string;
  readonly form: FormData;
  readonly step: { readonly messageId: string; readonly subject: string };
}

/** Asks for the approval of a call about a borrower. */
export async function proposeFor(
  desk: OpenDesk,
  call: HostCall,
  fields: { readonly borrowerId: string; readonly [field: string]: string },
  { messageId, subject, reason }: SentAct['step'] & { readonly reason: string },
): Promise<void> {
  const { market } = await desk.read(readBorrower, { borrowerId: fields.borrowerId });
  const proposal = { call, fields, subject, currency: currencyOf(market) };
  await desk.service.corrections.propose(desk.person, proposal, { messageId, reason });
}

/** Leads to an approval, or back to the borrower for staff who do not see approvals. */
export function afterProposal(desk: OpenDesk, messageId: string, borrowerId: string): Response {
  return desk.goTo(desk.may('see-money') ? approvalPath(messageId) : borrowerPath(borrowerId));
}
