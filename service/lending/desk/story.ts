import type { AuditEntry, StoryLine } from '#contract/desk.ts';
import { moneyIn } from '#domain/booking/movement.ts';
import { dayIn, type Market } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { allocationOrder } from '#domain/repayment/allocation.ts';
import type { LoanCourse } from '../ledger/loan-course.ts';
import type { contactMessagesFrom } from '../support/store.ts';
import type { messagesOf, notesOf } from './store/case.ts';

const nothing = {
  isReversal: false,
  by: null,
  reason: null,
  about: null,
  trackingKey: null,
  eventId: null,
  cashMinor: null,
  owedMinor: null,
  owedAfterMinor: null,
  parts: [],
  heldMinor: null,
  valueOn: null,
  quotedMinor: null,
  result: null,
  promise: null,
  orderNumber: null,
} as const;

type Ordered = { readonly line: StoryLine; readonly id: string };

/** Booked movements, statuses, agreement and complaints of a loan, oldest first. */
export function linesOfCourse(
  {
    entries,
    statusChanges,
    complaints,
    agreements,
  }: Pick<LoanCourse, 'entries' | 'statusChanges' | 'complaints' | 'agreements'>,
  { market, orderNumber }: { readonly market: Market; readonly orderNumber: string },
): StoryLine[] {
  const ofLoan = { ...nothing, orderNumber };
  const money = entries.map((entry): Ordered => {
    const { id, bookedAt: at, kind, actor: by, reason, reversesId, payment } = entry;
    const { owedMinor, owedAfterMinor, heldMinor } = entry;
    const valueOn = dayIn(market, entry.occurredAt);
    const cashMinor = moneyIn([entry]);
    return {
      id,
      line: {
        ...{ ...ofLoan, at, kind: 'money', by, reason, isReversal: reversesId !== null },
        words: kind === 'refund' && cashMinor === 0 ? 'refund-asked' : kind,
        ...{ owedMinor, owedAfterMinor },
        about: payment?.reference ?? null,
        // As the borrower sees it: the provider's payment id stands in for a missing bank key.
        trackingKey: payment && (payment.trackingKey ?? payment.eventId),
        eventId: payment?.eventId ?? null,
        cashMinor: cashMinor === 0 ? null : cashMinor,
        parts: kind === 'payment' ? partsOf(entry) : [],
        heldMinor: heldMinor === 0 ? null : heldMinor,
        valueOn: valueOn === dayIn(market, at) ? null : valueOn,
      },
    };
  });
  const statuses = statusChanges.map(({ id, at, to, by: changedBy }): Ordered => {
    const by = changedBy === 'accrual' || changedBy === 'payment' ? null : changedBy;
    return { id, line: { ...ofLoan, at, kind: 'status', words: to, by } };
  });
  // Entries of one decision share a time and have ascending ids.
  const course = [...money, ...statuses].sort(
    (a, b) => a.line.at.getTime() - b.line.at.getTime() || (a.id < b.id ? -1 : 1),
  );
  return [
    ...agreements.map(({ acceptedAt: at, hash: about }): StoryLine => {
      return { ...ofLoan, at, kind: 'agreement', words: 'accepted', by: 'borrower', about };
    }),
    ...complaints.map(({ filedAt: at, state: words, folio: about }): StoryLine => {
      return { ...ofLoan, at, kind: 'complaint', words, about, by: 'borrower' };
    }),
    ...course.map(({ line }) => line),
  ];
}

function partsOf({ postings }: LoanCourse['entries'][number]): StoryLine['parts'] {
  const settled = postings.filter(({ account }) => account === 'receivable');
  return allocationOrder.flatMap((component) => {
    const of = settled.filter((posting) => posting.component === component);
    const amountMinor = minorAmount(0 - of.reduce((sum, posting) => sum + posting.amountMinor, 0));
    return amountMinor === 0 ? [] : [{ component, amountMinor }];
  });
}

export function linesOfMessages(messages: Awaited<ReturnType<typeof messagesOf>>): StoryLine[] {
  return messages.map((message) => ({ ...nothing, ...message, kind: 'message' as const }));
}

export function linesOfContact(messages: Awaited<ReturnType<typeof contactMessagesFrom>>): StoryLine[] {
  return messages.map(({ id: about, at, state, remark: reason }): StoryLine => {
    return { ...nothing, at, kind: 'message', words: `contact-${state}`, by: 'borrower', about, reason };
  });
}

export function linesOfActs(acts: readonly AuditEntry[]): StoryLine[] {
  return acts.map(({ at, act, outcome, personId, reason, subject, detail }) => ({
    ...{ ...nothing, at, kind: 'desk' as const, reason, by: personId && `desk:${personId}` },
    ...(act === settlementQuoted && quotedIn(detail)),
    words: outcome === 'refused' ? `${act}:refused` : act,
    orderNumber: /^loan:(.+)$/.exec(subject ?? '')?.[1] ?? null,
  }));
}

/** The act of staff that write a borrower what settles a loan. */
export const settlementQuoted = 'quoted-settlement';

/** The day and the amount that staff wrote. */
function quotedIn(detail: AuditEntry['detail']): Pick<StoryLine, 'about' | 'quotedMinor'> {
  const { day, amountMinor } = detail ?? {};
  return {
    about: typeof day === 'string' ? day : null,
    quotedMinor: typeof amountMinor === 'number' ? minorAmount(amountMinor) : null,
  };
}

/** @param numberOf order numbers by loan id. */
export function linesOfNotes(
  notes: Awaited<ReturnType<typeof notesOf>>,
  numberOf: ReadonlyMap<string | null, string>,
): StoryLine[] {
  return notes.map(
    ({ writtenAt: at, kind: words, text, personId, loanId, result, promise, pausedUntil }) => ({
      ...{ ...nothing, at, kind: 'note' as const, words, result, promise, by: `desk:${personId}` },
      reason: text || null,
      about: pausedUntil,
      orderNumber: numberOf.get(loanId) ?? null,
    }),
  );
}

/** Sorts lines newest first; within a moment the later line first. */
export function newestFirst(lines: readonly StoryLine[]): StoryLine[] {
  return lines
    .map((line, index) => ({ line, index }))
    .sort((a, b) => b.line.at.getTime() - a.line.at.getTime() || b.index - a.index)
    .map(({ line }) => line);
}

export function peopleOf(story: readonly StoryLine[]): string[] {
  const ids = story.flatMap(({ by }) => (by?.startsWith('desk:') ? [by.slice('desk:'.length)] : []));
  return [...new Set(ids)];
}
