import { readBorrower } from '#contract/host/borrower.ts';
import type { HostCall } from '#contract/host-call.ts';
import { currencyOf } from '#domain/market.ts';
import type { Again } from '#pages/open-screen.ts';
import type { OpenDesk } from '../open-desk.ts';
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

/** Asks a second person to approve a call about a borrower. */
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
