import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { phoneFaultWords } from '#content/messages/phone-fault.ts';
import { fill } from '#content/text-pack.ts';
import {
  detailMaxLengths,
  dropBorrowerChange,
  keptDetail,
  makeBorrowerChange,
  readBorrower,
  requestBorrowerChange,
} from '#contract/host/borrower.ts';
import { type ChangedDetail, proofReferenceMaxLength, proofsOf } from '#domain/borrower/borrower-change.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Market } from '#domain/market.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { readPhone } from '#domain/registration/read-phone.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { personalDataReasonField } from '../correction/correction-fields.ts';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath } from '../paths.ts';
import { choiceField, deskForm, lineField } from '../ui/desk-form.tsx';
import { afterProposal, proposeFor, type Reply, type SentAct } from './sent-act.ts';

type ChangePart = `change-${ChangedDetail}` | 'send-code' | 'confirm-code' | 'override' | 'drop';

export function changeForm(desk: OpenDesk, kind: ChangedDetail, market: Market) {
  const text = deskBorrowerText[desk.language];
  const { digits } = phoneRuleOf(market);
  return deskForm(`change-${kind}`, {
    value: {
      label: text[`new-${kind}`],
      kind: ({ name: 'line', address: 'area', phone: 'numeric' } as const)[kind],
      maxLength: detailMaxLengths[kind],
      fault: fill(text[`bad-${kind}`], { most: kind === 'phone' ? digits : detailMaxLengths[kind] }),
      read: (typed) => {
        const value = typed.replace(/\s+/g, ' ').trim();
        return kind === 'phone' ? digitsIn(value, market) : keptDetail(kind, value);
      },
    },
    proofKind: choiceField(proofsOf[kind], { label: text.proof, words: (proof) => text[proof] }),
    proofReference: lineField({
      label: text.proofReference,
      hint: text.proofReferenceHint,
      maxLength: proofReferenceMaxLength,
      fault: fill(text.proofReferenceMissing, { most: proofReferenceMaxLength }),
    }),
    // The reason of a telephone is asked for with its code, when the approval is.
    ...(kind !== 'phone' && { reason: personalDataReasonField(desk) }),
  });
}

export function confirmForm(desk: OpenDesk) {
  const text = deskBorrowerText[desk.language];
  return deskForm('confirm-code', {
    code: {
      label: text.code,
      kind: 'numeric',
      maxLength: 20,
      fault: text.badCode,
      read: (typed) => typed || null,
    },
    reason: personalDataReasonField(desk),
  });
}

export const overrideForm = (desk: OpenDesk) =>
  deskForm('override', { reason: personalDataReasonField(desk) });

function digitsIn(typed: string, market: Market): string | null {
  const reading = readPhone(phoneRuleOf(market), typed);
  return reading.kind === 'number' && reading.isAssigned ? reading.digits : null;
}

export function submitChange(desk: OpenDesk, part: ChangePart, act: SentAct): Promise<Reply> {
  switch (part) {
    case 'send-code':
      return sendCodeAgain(desk, act);
    case 'confirm-code':
      return confirmCode(desk, act);
    case 'override':
      return overrideObjection(desk, act);
    case 'drop':
      return dropChange(desk, act);
    default:
      return requestChange(desk, part, act);
  }
}

/** Requests a change. The next step of a telephone is its code, of others the approval, which has the id of the change. */
async function requestChange(
  desk: OpenDesk,
  part: `change-${ChangedDetail}`,
  { borrowerId, form, step }: SentAct,
): Promise<Reply> {
  const text = deskBorrowerText[desk.language];
  const kind = part.replace('change-', '') as ChangedDetail;
  const { market } = await desk.read(readBorrower, { borrowerId });
  const { sent, values } = changeForm(desk, kind, market).read(form);
  const refuse = (value: string) => desk.again({ ...sent, faults: { ...sent.faults, value } }, 422);
  if (!values) return kind === 'phone' && sent.faults.value ? refuse(phoneFault()) : desk.again(sent, 422);
  const { reason, ...change } = values as Omit<typeof values, 'reason'> & { readonly reason?: string };
  try {
    const requested = { borrowerId, kind, ...change };
    const logged = reason === undefined ? step : { ...step, reason };
    const { changeId } = await desk.change(requestBorrowerChange, requested, logged);
    if (reason)
      return await propose(desk, { borrowerId, changeId }, { ...step, messageId: changeId, reason });
    await desk.service.borrowers.sendCode(desk.person, { borrowerId, changeId });
  } catch (error) {
    if (error instanceof CodedError && error.field === 'value') return refuse(text.sameAsNow);
    if (error instanceof CodedError && error.code.startsWith('sms-')) return refuse(text.codeNotSent);
    throw error;
  }
  return desk.goTo(borrowerPath(borrowerId));

  function phoneFault(): string {
    const reading = readPhone(phoneRuleOf(market), fieldOf(form, 'value'));
    const words =
      reading.kind === 'number' ? null : phoneFaultWords(desk.language, phoneRuleOf(market), reading);
    return words ?? sent.faults.value ?? '';
  }
}

async function sendCodeAgain(desk: OpenDesk, { borrowerId, form }: SentAct): Promise<Reply> {
  try {
    const changeId = fieldOf(form, 'changeId');
    await desk.service.borrowers.sendCode(desk.person, { borrowerId, changeId });
  } catch (error) {
    if (!(error instanceof CodedError && error.code.startsWith('sms-'))) throw error;
    const code = deskBorrowerText[desk.language].codeNotSent;
    return desk.again({ part: 'confirm-code', typed: form, faults: { code } }, 422);
  }
  return desk.goTo(borrowerPath(borrowerId));
}

async function confirmCode(desk: OpenDesk, { borrowerId, form, step }: SentAct): Promise<Reply> {
  const text = deskBorrowerText[desk.language];
  const { sent, values } = confirmForm(desk).read(form);
  // A reason that is missing costs no try.
  if (!values) return desk.again(sent, 422);
  const key = { borrowerId, changeId: fieldOf(form, 'changeId') };
  const verdict = await desk.service.borrowers.confirm(desk.person, key, values.code);
  if (verdict !== 'accepted') {
    const code = verdict === 'wrong' ? text.badCode : text.spentCode;
    return desk.again({ ...sent, faults: { code } }, 422);
  }
  return propose(desk, key, { ...step, messageId: key.changeId, reason: values.reason });
}

async function overrideObjection(desk: OpenDesk, { borrowerId, form, step }: SentAct): Promise<Reply> {
  const { sent, values } = overrideForm(desk).read(form);
  if (!values) return desk.again(sent, 422);
  return propose(desk, { borrowerId, changeId: fieldOf(form, 'changeId') }, { ...step, ...values });
}

async function propose(
  desk: OpenDesk,
  key: { readonly borrowerId: string; readonly changeId: string },
  step: SentAct['step'] & { readonly reason: string },
): Promise<Response> {
  await proposeFor(desk, makeBorrowerChange, key, step);
  return afterProposal(desk, step.messageId, key.borrowerId);
}

/** Withdraws one's own request, or drops a change of telephone. */
async function dropChange(desk: OpenDesk, { borrowerId, form, step }: SentAct): Promise<Reply> {
  const changeId = fieldOf(form, 'changeId');
  const { changes } = await desk.read(readBorrower, { borrowerId });
  const isWaiting = changes.find((each) => each.changeId === changeId)?.state === 'waiting';
  if (isWaiting) await desk.service.approvals.takeBack(desk.person, changeId);
  else await desk.change(dropBorrowerChange, { borrowerId, changeId }, step);
  return desk.goTo(borrowerPath(borrowerId));
}
