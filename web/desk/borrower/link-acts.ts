import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import type { DeskCase } from '#contract/desk.ts';
import { linkBorrowers, readBorrower, unlinkBorrowers } from '#contract/host/borrower.ts';
import { CodedError } from '#domain/error-code.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { personalDataReasonField } from '../correction/correction-fields.ts';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath } from '../paths.ts';
import { deskForm, lineField } from '../ui/desk-form.tsx';
import { addressOf } from '../ui/pager.tsx';
import type { BorrowerRecord } from './change-parts.tsx';
import { afterProposal, proposeFor, type Reply, type SentAct } from './sent-act.ts';

export type LinkPart = 'link' | 'unlink';

/** A borrower beside the one whose page it is. */
export interface OtherBorrower {
  readonly record: BorrowerRecord;
  readonly shown: DeskCase;
}

export function findOtherForm({ language }: OpenDesk) {
  const text = deskBorrowerText[language];
  return deskForm('find-other', {
    other: lineField({ label: text.other, hint: text.otherHint, maxLength: 64, fault: text.otherMissing }),
  });
}

export const linkForm = (desk: OpenDesk, part: LinkPart) =>
  deskForm(part, { reason: personalDataReasonField(desk) });

/** Reads a borrower and their case, masked; the log has it as opened. Null for an unknown one. */
async function readOther(desk: OpenDesk, borrowerId: string): Promise<OtherBorrower | null> {
  const shown = await desk.service.cases.read(desk.person, borrowerId);
  return shown && { record: await desk.read(readBorrower, { borrowerId: shown.borrowerId }), shown };
}

export async function readLinked(desk: OpenDesk, { links }: BorrowerRecord): Promise<OtherBorrower[]> {
  const others: OtherBorrower[] = [];
  for (const { otherBorrowerId } of links) {
    const other = await readOther(desk, otherBorrowerId);
    if (other) others.push(other);
  }
  return others;
}

/** The other borrower that an address names for a link; null where they cannot be linked. */
export async function readCandidate(desk: OpenDesk, record: BorrowerRecord): Promise<OtherBorrower | null> {
  const otherId = desk.parameter('same');
  const other = otherId === '' ? null : await readOther(desk, otherId);
  return other && faultOf(record, other.record) === null ? other : null;
}

function faultOf(record: BorrowerRecord, other: BorrowerRecord) {
  if (other.borrowerId === record.borrowerId) return 'other-self';
  if (other.erasedAt !== null) return 'other-unknown';
  if (other.market !== record.market) return 'other-market';
  return record.links.some((link) => link.otherBorrowerId === other.borrowerId) ? 'other-linked' : null;
}

export function submitLink(desk: OpenDesk, part: 'find-other' | LinkPart, act: SentAct): Promise<Reply> {
  return part === 'find-other' ? findOther(desk, act) : proposeLink(desk, part, act);
}

const whysOfOne: readonly string[] = ['phone', 'own-id', 'lender-id', 'order'];

/** Finds whom the text names, and leads to both side by side. The address has the id and not the text, which may be a telephone. */
async function findOther(desk: OpenDesk, { borrowerId, form }: SentAct): Promise<Reply> {
  const text = deskBorrowerText[desk.language];
  const { sent, values } = findOtherForm(desk).read(form);
  if (!values) return desk.again(sent, 422);
  const search = { text: values.other, kind: null, limit: 50 };
  const { hits } = await desk.service.cases.search(desk.person, search);
  const found = new Set(hits.flatMap((hit) => (whysOfOne.includes(hit.why) ? (hit.borrowerId ?? []) : [])));
  const [first, ...more] = [...found].filter((id) => found.size === 1 || id !== borrowerId);
  const fault =
    first === undefined ? 'other-unknown' : more.length > 0 ? 'other-several' : await checked(first);
  if (fault !== null) return desk.again({ ...sent, faults: { other: text[fault] } }, 422);
  return desk.goTo(`${addressOf(borrowerPath(borrowerId), { same: first })}#same`);

  async function checked(otherId: string) {
    const record = await desk.read(readBorrower, { borrowerId });
    return faultOf(record, await desk.read(readBorrower, { borrowerId: otherId }));
  }
}

async function proposeLink(
  desk: OpenDesk,
  part: LinkPart,
  { borrowerId, form, step }: SentAct,
): Promise<Reply> {
  const { sent, values } = linkForm(desk, part).read(form);
  if (!values) return desk.again(sent, 422);
  const { reason } = values;
  const otherBorrowerId = fieldOf(form, 'other');
  const record = await desk.read(readBorrower, { borrowerId });
  const fault = faultOf(record, await desk.read(readBorrower, { borrowerId: otherBorrowerId }));
  if (fault !== (part === 'link' ? null : 'other-linked')) throw new CodedError('status-conflict');
  const fields = { borrowerId, otherBorrowerId, reason };
  await proposeFor(desk, part === 'link' ? linkBorrowers : unlinkBorrowers, fields, { ...step, reason });
  return afterProposal(desk, step.messageId, borrowerId);
}
