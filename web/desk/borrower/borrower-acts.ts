import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { deskCaseText } from '#content/messages/desk-case.ts';
import { fill } from '#content/text-pack.ts';
import {
  blockBorrower,
  holdBorrower,
  readBorrower,
  releaseBorrower,
  unblockBorrower,
} from '#contract/host/borrower.ts';
import { requestErasure } from '#contract/host/personal-data.ts';
import { revokeSessions } from '#contract/host/session.ts';
import { caseNoteKinds, noteMaxLength } from '#domain/desk/note.ts';
import type { DeskAct } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { personalDataReasonField } from '../correction/correction-fields.ts';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, borrowerPath } from '../paths.ts';
import { copyFormats, makeCopy } from '../personal-data/make-copy.ts';
import { choiceField, deskForm, partOf } from '../ui/desk-form.tsx';
import { submitChange } from './change-acts.ts';
import { submitLink } from './link-acts.ts';
import { proposeFor, type Reply, type SentAct } from './sent-act.ts';

const actsWithReason = {
  block: blockBorrower,
  unblock: unblockBorrower,
  hold: holdBorrower,
  release: releaseBorrower,
};
const parts = [
  ...['show', 'note', 'block', 'unblock', 'hold', 'release', 'sessions', 'copy', 'erase'],
  ...['change-name', 'change-address', 'change-phone', 'send-code', 'confirm-code', 'override', 'drop'],
  ...['find-other', 'link', 'unlink'],
] as const;

export type BorrowerPart = (typeof parts)[number];

/** The act that a person must be allowed to do to send each form. */
export const neededActs: Readonly<Record<BorrowerPart, DeskAct>> = {
  show: 'see-personal-data',
  note: 'write-note',
  block: 'change-borrower',
  unblock: 'change-borrower',
  hold: 'answer-data-request',
  release: 'answer-data-request',
  sessions: 'change-borrower',
  copy: 'answer-data-request',
  erase: 'answer-data-request',
  'change-name': 'change-borrower',
  'change-address': 'change-borrower',
  'change-phone': 'change-borrower',
  'send-code': 'change-borrower',
  'confirm-code': 'change-borrower',
  override: 'change-borrower',
  drop: 'change-borrower',
  'find-other': 'change-borrower',
  link: 'change-borrower',
  unlink: 'change-borrower',
};

/** Personal data that the page masks until somebody asks for them. */
export const maskedFields = ['name', 'phone', 'address'] as const;

export const buttonForm = (part: BorrowerPart) => deskForm(part, {});

export const reasonForm = (desk: OpenDesk, part: BorrowerPart) =>
  deskForm(part, { reason: personalDataReasonField(desk) });

/** @param id the borrower's id, which staff must type to confirm. */
export function eraseForm(desk: OpenDesk, id: string) {
  const text = deskBorrowerText[desk.language];
  return deskForm('erase', {
    reason: personalDataReasonField(desk),
    confirm: {
      label: fill(text.eraseConfirm, { id }),
      fault: text.eraseConfirmMissing,
      read: (typed) => (typed.trim() === id ? id : null),
    },
  });
}

export function copyForm({ language }: OpenDesk) {
  const text = deskBorrowerText[language];
  return deskForm('copy', {
    format: choiceField(copyFormats, {
      label: text.copyFormat,
      first: 'pdf',
      words: (format) => text[format],
    }),
    omitsNotes: { label: text.omitsNotes, kind: 'check', read: (typed) => typed === 'yes' },
  });
}

export function noteForm({ language }: OpenDesk) {
  const text = deskCaseText[language];
  return deskForm('note', {
    kind: choiceField(caseNoteKinds, { label: text.noteKind, first: 'note', words: (kind) => text[kind] }),
    note: {
      label: text.noteLabel,
      kind: 'area',
      maxLength: noteMaxLength,
      fault: text.noteMissing,
      read(typed) {
        const note = typed.replaceAll('\r\n', '\n');
        return note.trim() === '' || note.trim().length > noteMaxLength ? null : note;
      },
    },
    pin: { label: text.pin, kind: 'check', read: (typed) => typed === 'yes' },
  });
}

export async function submitBorrowerAct(desk: OpenDesk, form: FormData): Promise<Reply> {
  const part = partOf(form, parts);
  await desk.require(neededActs[part]);
  const borrowerId = desk.part('borrower');
  const step = { messageId: fieldOf(form, 'messageId') || desk.newId(), subject: `borrower:${borrowerId}` };
  const act = { borrowerId, form, step };
  switch (part) {
    case 'show':
      return showField(desk, act);
    case 'note':
      return writeNote(desk, act);
    case 'sessions':
      return endSessions(desk, act);
    case 'copy':
      return copyData(desk, act);
    case 'erase':
      return proposeErasure(desk, act);
    case 'change-name':
    case 'change-address':
    case 'change-phone':
    case 'send-code':
    case 'confirm-code':
    case 'override':
    case 'drop':
      return submitChange(desk, part, act);
    case 'find-other':
    case 'link':
    case 'unlink':
      return submitLink(desk, part, act);
    default:
      return changeBorrower(desk, part, act);
  }
}

async function showField(desk: OpenDesk, { borrowerId, form, step }: SentAct): Promise<Reply> {
  const field = maskedFields.find((each) => each === fieldOf(form, 'show'));
  if (field === undefined) throw new CodedError('request-invalid', 'show');
  const log = { ...step, loggedAs: 'shown' as const, detail: { fields: [field] } };
  const borrower = await desk.service.ask(desk.person, readBorrower, { borrowerId }, log);
  const value = field === 'phone' ? borrower.mobilePhone : borrower[field];
  return desk.again({ ...buttonForm('show').read(form).sent, disclosure: { field, value } }, 200);
}

async function writeNote(desk: OpenDesk, { borrowerId, form, step }: SentAct): Promise<Reply> {
  const { sent, values } = noteForm(desk).read(form);
  if (!values) return desk.again(sent, 422);
  const { note: text, kind, pin: isPinned } = values;
  const { messageId } = step;
  await desk.service.cases.note(desk.person, borrowerId, { text, kind, isPinned, messageId });
  return desk.goTo(borrowerPath(borrowerId));
}

async function changeBorrower(
  desk: OpenDesk,
  part: keyof typeof actsWithReason,
  { borrowerId, form, step }: SentAct,
): Promise<Reply> {
  const { sent, values } = reasonForm(desk, part).read(form);
  if (!values) return desk.again(sent, 422);
  const { reason } = values;
  await desk.change(actsWithReason[part], { borrowerId, reason }, { ...step, reason });
  return desk.goTo(borrowerPath(borrowerId));
}

async function endSessions(desk: OpenDesk, { borrowerId, form, step }: SentAct): Promise<Reply> {
  const ended = await desk.change(revokeSessions, { borrowerId }, step);
  const notice = fill(deskBorrowerText[desk.language].sessionsEnded, ended);
  return desk.again({ ...buttonForm('sessions').read(form).sent, notice }, 200);
}

async function copyData(desk: OpenDesk, { borrowerId, form, step }: SentAct): Promise<Reply> {
  const { sent, values } = copyForm(desk).read(form);
  if (!values) return desk.again(sent, 422);
  return makeCopy(desk, { borrowerId, ...values, ...step });
}

async function proposeErasure(desk: OpenDesk, { borrowerId, form, step }: SentAct): Promise<Reply> {
  const { lenderBorrowerId } = await desk.read(readBorrower, { borrowerId });
  const { sent, values } = eraseForm(desk, lenderBorrowerId ?? borrowerId).read(form);
  if (!values) return desk.again(sent, 422);
  const { reason } = values;
  await proposeFor(desk, requestErasure, { borrowerId, reason }, { ...step, reason });
  return desk.goTo(approvalPath(step.messageId));
}
