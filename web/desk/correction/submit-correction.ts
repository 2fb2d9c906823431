import type { DeskCorrection, MaskedBorrower } from '#contract/desk-correction.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { type DeskEffect, effectKey } from '#domain/desk/effect.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import type { Allowance } from '#domain/desk/second-person.ts';
import { CodedError } from '#domain/error-code.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath } from '../paths.ts';
import type { SentForm } from '../ui/desk-form.tsx';
import { type CallRefusal, refusedField } from './refusal-words.ts';

/** A correction form as it was sent, with its effect or why it cannot be done. */
export interface SentCorrection extends SentForm {
  readonly effect?: DeskEffect;
  /** Null for a correction of no loan. */
  readonly borrower?: MaskedBorrower | null;
  /** The limits of the person, and what they already moved within a day. */
  readonly allowance?: Allowance;
  readonly wrong?: 'changed' | 'stale' | 'double';
  /** The booked payment of the same amount and day, for `wrong` 'double'. */
  readonly equalPayment?: string | undefined;
  readonly refusal?: CallRefusal;
  /** The previewed request, which the form sends back to show that nothing of it was changed since. */
  readonly previewed?: string;
}

/**
 * Does the work of a form and goes to `doneAt`. Where a colleague was first, shows the form again with status 409.
 * @throws CodedError where it is refused for another reason.
 */
export async function goUnlessConflict<Sent>(
  desk: OpenDesk,
  work: () => Promise<unknown>,
  { doneAt, sent }: { readonly doneAt: string; readonly sent: Sent },
): Promise<Response | Again<Sent>> {
  try {
    await work();
    return desk.goTo(doneAt);
  } catch (error) {
    if (!(error instanceof CodedError) || errorCodes[error.code].status !== 409) throw error;
    return desk.again(sent, 409);
  }
}

/**
 * Previews a correction, or carries it out where the form's `step` is `do`, its `previewed` is this request and its `seen` is the effect as
 * it is now.
 * @param isAtOnce carries it out without a preview, as a note that moves no money.
 * @throws CodedError where it is refused for another reason than the state of its target, such as an unknown loan.
 */
export async function submitCorrection(
  desk: OpenDesk,
  sent: SentForm,
  {
    correction,
    reason,
    doneAt,
    isAtOnce = false,
  }: {
    readonly correction: DeskCorrection;
    readonly reason: string;
    readonly doneAt: string;
    readonly isAtOnce?: boolean;
  },
): Promise<Response | Again<SentCorrection>> {
  const { corrections } = desk.service;
  const again = (outcome: Omit<SentCorrection, keyof SentForm>, status: number) =>
    desk.again<SentCorrection>({ ...sent, ...outcome }, status);
  const messageId = fieldOf(sent.typed, 'messageId');
  const previewed = requestKey(correction, messageId);
  const isChanged = ![previewed, ''].includes(fieldOf(sent.typed, 'previewed'));
  const isToDo = isAtOnce || fieldOf(sent.typed, 'step') === 'do';
  let isStale = false;
  try {
    if (isToDo && !isChanged) {
      const seen = isAtOnce
        ? effectKey(await corrections.preview(desk.person, correction))
        : fieldOf(sent.typed, 'seen');
      const step = { messageId, seen, reason };
      const outcome = await corrections.carryOut(desk.person, correction, step).catch((error) => {
        if (error instanceof DeskRefusal && error.code === 'stale') return 'stale' as const;
        throw error;
      });
      if (outcome === 'done') return desk.goTo(doneAt);
      if (outcome === 'waiting') return desk.goTo(desk.inList(approvalPath(messageId)));
      isStale = true;
    }
    const effect = await corrections.preview(desk.person, correction);
    const allowance = await corrections.allowance(desk.person, correction, effect.currency);
    const borrower = await corrections.borrowerOf(correction);
    const shown = { effect, borrower, allowance, previewed };
    if (isStale) return again({ ...shown, wrong: 'stale' }, 409);
    return isToDo ? again({ ...shown, wrong: 'changed' }, 409) : again(shown, 200);
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    if (error.code === 'payment-doubtful') return again({ wrong: 'double', equalPayment: error.field }, 409);
    const { code, field, bounds } = error;
    const { status } = errorCodes[code];
    const isTyped = status === 404 && refusedField(error, sent.typed) !== undefined;
    if (!isTyped && status !== 409 && status !== 422) throw error;
    return again({ refusal: { code, field, bounds } }, isTyped ? 422 : status);
  }
}

/** Equal for requests with equal effects: leaves out the reason, the proof, and ids of the form. */
function requestKey({ fields }: DeskCorrection, messageId: string): string {
  const { reason: _reason, answer: _answer, proof: _proof, ...rest } = fields;
  return JSON.stringify(rest).replaceAll(messageId || '\0', '');
}
