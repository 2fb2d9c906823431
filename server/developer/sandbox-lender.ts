import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { v3Envelope } from '#contract/envelope.ts';
import { advanceClock, readSandbox } from '#contract/host/developer.ts';
import { decideApplication, recordDisbursal } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { issueSession } from '#contract/host/session.ts';
import type { HostCall } from '#contract/host-call.ts';
import { allMarkets, currencyOf } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { signedRequest } from '#host-client/host-client.ts';
import type { SandboxAction, SandboxLender } from '#pages/developer/sandbox-lender.ts';

export interface SandboxLenderOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly hostSigningSecret: string;
}

type HostOutcome<Data> =
  | { readonly accepted: true; readonly detail: string; readonly data: Data }
  | { readonly accepted: false; readonly detail: string };

/** Makes one of the lender's calls; returns a refusal instead of throwing it. */
export type HostSender = <Fields, Data>(
  call: HostCall<Fields, Data>,
  fields: Fields,
) => Promise<HostOutcome<Data>>;

/**
 * A lender who acts through the same signed calls that a lender's own systems make; for development (TEST-1).
 * Signatures are dated by the real time, as checked, whatever time the loans live in.
 */
export function createSandboxLender(options: SandboxLenderOptions): SandboxLender {
  const send = createHostSender(options);
  return {
    async borrowers() {
      const overview = await look(send);
      return overview.borrowers.map(({ loans, ...borrower }) => ({
        ...borrower,
        // What the service calls the user of a session that names none.
        userId: borrower.borrowerId,
        sessionId: '',
        today: overview.today[borrower.market],
        loans: loans.map(({ orderStatus, ...loan }) => ({ ...loan, status: orderStatus })),
      }));
    },
    async signedIn(borrower, deviceId) {
      const { borrowerId } = borrower;
      const session = await send(issueSession, { borrowerId, deviceId, keepsOthers: true });
      return {
        ...borrower,
        userId: session.accepted ? session.data.userId : '',
        sessionId: (session.accepted && session.data.sessionId) || '',
      };
    },
    async act(action) {
      const { accepted, detail } = await perform(send, action);
      return { accepted, detail };
    },
  };
}

/** Sends signed calls as a lender's own systems do. */
export function createHostSender(options: SandboxLenderOptions): HostSender {
  return (call, fields) => sendSigned(options, call, fields);
}

async function look(send: HostSender) {
  const overview = await send(readSandbox, {});
  if (!overview.accepted) throw new Error(`the sandbox cannot be looked at: ${overview.detail}`);
  return overview.data;
}

function perform(send: HostSender, action: SandboxAction): Promise<HostOutcome<unknown>> {
  switch (action.kind) {
    case 'approve':
    case 'decline':
      return send(decideApplication, { orderNumber: action.orderNumber, decision: action.kind });
    case 'pay-out':
      return send(recordDisbursal, {
        orderNumber: action.orderNumber,
        reference: `sandbox-${action.orderNumber}`,
      });
    case 'receive-extension':
      return receiveExtension(send, action.orderNumber);
    case 'advance-days':
      return send(advanceClock, { advanceDays: action.days });
    case 'receive-payment':
      return receivePayment(send, action);
  }
}

async function findLoan(send: HostSender, orderNumber: string) {
  const { borrowers } = await look(send);
  return borrowers.flatMap(({ loans }) => loans).find((loan) => loan.orderNumber === orderNumber);
}

async function receiveExtension(send: HostSender, orderNumber: string): Promise<HostOutcome<unknown>> {
  const loan = await findLoan(send, orderNumber);
  if (!loan?.extension) return { accepted: false, detail: 'no extension was asked for' };
  const { code, amountMinor } = loan.extension;
  return send(recordPayment, {
    ...newTransfer(),
    reference: code,
    amountMinor: minorAmount(amountMinor),
    currency: loan.currency,
  });
}

/** A transfer as the sandbox's bank names it: no two are one. */
function newTransfer() {
  const trackingKey = `sandbox-${randomUUID()}`;
  return { provider: 'sandbox', eventId: trackingKey, trackingKey };
}

async function receivePayment(
  send: HostSender,
  action: Extract<SandboxAction, { readonly kind: 'receive-payment' }>,
): Promise<HostOutcome<unknown>> {
  const loan = await findLoan(send, action.orderNumber);
  const event = {
    ...newTransfer(),
    orderNumber: action.orderNumber,
    amountMinor: minorAmount(action.amountMinor),
    currency: loan?.currency ?? currencyOf(allMarkets[0]),
  } as const;
  const first = await send(recordPayment, event);
  if (!first.accepted || !action.isDeliveredTwice) return first;
  const second = await send(recordPayment, event);
  return { ...second, detail: `${first.detail}; ${second.detail}` };
}

async function sendSigned<Fields, Data>(
  { fetch, hostSigningSecret }: SandboxLenderOptions,
  call: HostCall<Fields, Data>,
  fields: Fields,
): Promise<HostOutcome<Data>> {
  const message = { id: `msg_${randomUUID()}`, body: JSON.stringify(fields) };
  const response = await fetch(
    signedRequest('http://lending.internal', call.path, message, hostSigningSecret),
  );
  const reading = v3Envelope.read(await response.json().catch(() => null));
  if (!reading?.success) return { accepted: false, detail: reading?.message || `HTTP ${response.status}` };
  const data = z.parse(call.response, reading.data);
  return { accepted: true, detail: `HTTP ${response.status} ${JSON.stringify(data)}`, data };
}
