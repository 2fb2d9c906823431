import type { TestPreviewText } from '#content/messages/test-preview.ts';
import { fill } from '#content/text-pack.ts';
import { type MinorAmount, minorAmount, minorAmountFromText, multiplyRatio } from '#domain/money/money.ts';
import { fieldOf } from '../open-screen.ts';
import type { SandboxAction, SandboxBorrower } from './sandbox-lender.ts';
import { type WalkEnd, walkEnds } from './walk.ts';

/** A loan as the sandbox panel shows it. */
export type SandboxLoan = SandboxBorrower['loans'][number];

/** How many days one press lets pass. */
export const dayCounts = [1, 7, 30] as const;

/** What a form of the panel asks for, or which of its fields cannot be used. */
export type SandboxRequest =
  | {
      readonly action: SandboxAction;
      /** What to tell of it once it is done, for `doneText`. */
      readonly done: string;
    }
  | { readonly walk: WalkEnd; readonly borrowerId: string; readonly done: string }
  | { readonly refusedField: 'act' | 'orderNumber' | 'amountMinor' };

/** A payment offered at one press; the amount is in minor units. */
export interface PaymentPreset {
  readonly kind: 'exact' | 'partial' | 'everything' | 'tooMuch' | 'twice';
  readonly amountMinor: MinorAmount;
  /** The value of the button that asks for it. */
  readonly act: string;
}

/** How much beyond what settles the loan "too much" pays, in minor units. */
const excessMinor = 10_000;

/**
 * The payments a loan offers: what is due, half of it, what settles the loan when that is more, beyond it, and what is due twice. What
 * settles it stands for what is due where that is more.
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
 * Reads a form of the panel. `act` names the deed, and after a colon its number: `advance-days:7`, `walk:pay-out`,
 * `receive-payment:152748`; without it the payment's amount is the typed `amountMinor`, in minor units.
 */
export function readSandboxRequest(form: FormData): SandboxRequest {
  const [kind = '', number] = textOf(form, 'act').split(':', 2);
  if (kind === 'advance-days') {
    const days = dayCounts.find((count) => String(count) === number);
    if (days === undefined) return { refusedField: 'act' };
    return { action: { kind, days }, done: `${kind}:${days}` };
  }
  if (kind === 'walk') {
    const walk = walkEnds.find((end) => end === number);
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

/** The sentence for what was done, as `readSandboxRequest` named it; null for anything else. */
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

/** Most characters of a contact. */
export const contactMaxLength = 120;

/** Why a contact was refused. */
export type ContactProblem = 'contactEmpty' | 'contactInvalid';

/** What is wrong with a contact, a telephone number or a mail address; null when nothing is (TEST-1). */
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
