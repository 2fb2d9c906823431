import type { TestPreviewText } from '#content/messages/test-preview.ts';
import { fill } from '#content/text-pack.ts';
import { type MinorAmount, minorAmount, minorAmountFromText, multiplyRatio } from '#domain/money/money.ts';
import { fieldOf } from '../open-screen.ts';
import type { SandboxAction, SandboxBorrower } from './sandbox-lender.ts';
import { type WalkStep, walkSteps } from './walk.ts';

export type SandboxLoan = SandboxBorrower['loans'][number];

export const dayCounts = [1, 7, 30] as const;

export type SandboxRequest =
  | {
      readonly action: SandboxAction;
      readonly done: string;
    }
  | { readonly walk: WalkStep; readonly borrowerId: string; readonly done: string }
  | { readonly refusedField: 'act' | 'orderNumber' | 'amountMinor' };

export interface PaymentPreset {
  readonly kind: 'exact' | 'partial' | 'everything' | 'tooMuch' | 'twice';
  readonly amountMinor: MinorAmount;
  readonly act: string;
}

/** How much "too much" exceeds the settlement, minor units. */
const excessMinor = 10_000;

/**
 * Payments on offer: amount due, half of it, settlement if larger, more than that, amount due twice. The settlement replaces the
 * amount due where that is larger.
 */
export function paymentPresets(
  loan: Pick<SandboxLoan, 'dueMinor' | 'settlesMinor'>,
): readonly PaymentPreset[] {
  const settlesMinor = minorAmount(loan.settlesMinor);
  const isDue = loan.dueMinor > 0 && loan.dueMinor <= settlesMinor;
  const dueMinor = isDue ? minorAmount(loan.dueMinor) : settlesMinor;
  if (dueMinor <= 0) return [];
  const halfMinor = multiplyRatio(dueMinor, 1, 2);
  const preset = (kind: PaymentPreset['kind'], amountMinor: MinorAmount): PaymentPreset => ({
    kind,
    amountMinor,
    act: `${kind === 'twice' ? 'receive-twice' : 'receive-payment'}:${amountMinor}`,
  });
  return [
    preset('exact', dueMinor),
    ...(halfMinor > 0 ? [preset('partial', halfMinor)] : []),
    ...(settlesMinor > dueMinor ? [preset('everything', settlesMinor)] : []),
    preset('tooMuch', minorAmount(settlesMinor + excessMinor)),
    preset('twice', dueMinor),
  ];
}

/**
 * Reads the panel's form. `act` is the action and, after a colon, its number, such as `advance-days:7` or
 * `receive-payment:152748`; otherwise the amount is `amountMinor`, in minor units.
 */
export function readSandboxRequest(form: FormData): SandboxRequest {
  const [kind = '', number] = textOf(form, 'act').split(':', 2);
  if (kind === 'advance-days') {
    const days = dayCounts.find((count) => String(count) === number);
    if (days === undefined) return { refusedField: 'act' };
    return { action: { kind, days }, done: `${kind}:${days}` };
  }
  if (kind === 'walk') {
    const walk = walkSteps.find((end) => end === number);
    const borrowerId = textOf(form, 'borrower').slice(0, 64);
    return walk === undefined ? { refusedField: 'act' } : { walk, borrowerId, done: `${kind}:${walk}` };
  }
  const orderNumber = textOf(form, 'orderNumber');
  const hasOrder = /^[\w-]{1,64}$/.test(orderNumber);
  if (kind === 'approve' || kind === 'decline' || kind === 'pay-out' || kind === 'receive-extension') {
    return hasOrder ? { action: { kind, orderNumber }, done: kind } : { refusedField: 'orderNumber' };
  }
  if (kind !== 'receive-payment' && kind !== 'receive-twice') return { refusedField: 'act' };
  if (!hasOrder) return { refusedField: 'orderNumber' };
  const amountMinor = positiveAmount(number ?? textOf(form, 'amountMinor'));
  if (amountMinor === null) return { refusedField: 'amountMinor' };
  const isDeliveredTwice = kind === 'receive-twice' || form.has('isDeliveredTwice');
  return {
    action: { kind: 'receive-payment', orderNumber, amountMinor, isDeliveredTwice },
    done: `${isDeliveredTwice ? 'receive-twice' : 'receive-payment'}:${amountMinor}`,
  };
}

/** A sentence for `done` of `readSandboxRequest`; null for anything else. */
export function doneText(
  done: string,
  text: TestPreviewText,
  money: (minor: number) => string,
): string | null {
  const [kind = '', number = ''] = done.split(':', 2);
  switch (kind) {
    case 'approve':
      return text.doneApprove;
    case 'decline':
      return text.doneDecline;
    case 'pay-out':
      return text.donePayOut;
    case 'receive-extension':
      return text.doneReceiveExtension;
    case 'walk':
      return walkDone(number, text);
    case 'contact':
      return text.contactThanks;
    case 'advance-days':
      if (!dayCounts.some((count) => String(count) === number)) return null;
      return number === '1' ? text.doneDay : fill(text.doneDays, { days: number });
    case 'receive-payment':
    case 'receive-twice': {
      const amountMinor = positiveAmount(number);
      if (amountMinor === null) return null;
      const amount = money(amountMinor);
      return fill(kind === 'receive-twice' ? text.doneReceiveTwice : text.doneReceive, { amount });
    }
    default:
      return null;
  }
}

function walkDone(end: string, text: TestPreviewText): string | null {
  const words: Readonly<Record<string, string>> = {
    accept: text.doneAccept,
    approve: text.doneApprove,
    'pay-out': text.donePayOut,
    receive: text.doneWalkReceive,
  };
  return words[end] ?? null;
}

export const contactMaxLength = 120;

export type ContactProblem = 'contactEmpty' | 'contactInvalid';

/** Null for a valid telephone number or e-mail address (TEST-1). */
export function contactProblem(contact: string): ContactProblem | null {
  const trimmed = contact.trim();
  if (trimmed === '') return 'contactEmpty';
  const isTelephone = /^\+?(?=(?:\D*\d){7})[0-9 ()-]{7,20}$/.test(trimmed);
  const isMail = /^[^\s@<>"]+@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/.test(trimmed);
  return trimmed.length <= contactMaxLength && (isTelephone || isMail) ? null : 'contactInvalid';
}

function positiveAmount(text: string): MinorAmount | null {
  try {
    const amountMinor = minorAmountFromText(text);
    return amountMinor > 0 ? amountMinor : null;
  } catch {
    return null;
  }
}

function textOf(form: FormData, name: string): string {
  return fieldOf(form, name).trim();
}
