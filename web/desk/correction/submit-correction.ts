import type { DeskCorrection, MaskedBorrower } from '#contract/desk-correction.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { type DeskEffect, effectKey } from '#domain/desk/effect.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import type { Allowance } from '#domain/desk/second-person.ts';
import { CodedError } from '#domain/error-code.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath } from '../paths.ts';

/** What a correction would do, to be shown, or why it cannot be done. */
export interface ShownCorrection {
  readonly effect?: DeskEffect;
  /** Whose loan it is made to; null where it is made to none. */
  readonly borrower?: MaskedBorrower | null;
  /** What its maker may move alone, and moved within a day that counts towards it. */
  readonly allowance?: Allowance;
  readonly wrong?: 'refused' | 'stale' | 'double';
  /** The payment booked that one equals, where it is to be said whether it is another. */
  readonly equalPayment?: string | undefined;
  /** The field that it is refused for. */
  readonly refusedField?: string | undefined;
}

/** The same with the status of its page. */
export interface SubmittedCorrection {
  readonly correction: ShownCorrection;
  readonly status: number;
}

/**
 * Does something and goes to `doneAt`; where it is refused since a colleague was first, the form's page is shown again with what was `kept` of it.
 * @throws CodedError where it is refused for another reason.
 */
export async function goUnlessConflict<Answer>(
  desk: OpenDesk,
  work: () => Promise<unknown>,
  { doneAt, formAnswer: record }: { readonly doneAt: string; readonly formAnswer: Answer },
): Promise<Response | Again<Answer>> {
  try {
    await work();
    return desk.goTo(doneAt);
  } catch (error) {
    if (!(error instanceof CodedError) || errorCodes[error.code].status !== 409) throw error;
    return desk.again(record, 409);
  }
}

/**
 * Shows what a correction would do, or does what was shown: the form says which by `step`, with `seen` and `messageId`.
 * @param doneAt the page to go to once it is done.
 * @param isAtOnce does it without showing it first, as a note that moves no money.
 * @throws CodedError where it is refused for another reason than how things stand, such as a loan that is none.
 */
export async function submitCorrection(
  desk: OpenDesk,
  form: FormData,
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
): Promise<Response | SubmittedCorrection> {
  const { corrections } = desk.service;
  let isStale = false;
  try {
    if (isAtOnce || fieldOf(form, 'step') === 'do') {
      const messageId = fieldOf(form, 'messageId');
      const seen = isAtOnce
        ? effectKey(await corrections.preview(desk.person, correction))
        : fieldOf(form, 'seen');
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
    return isStale
      ? { correction: { effect, borrower, allowance, wrong: 'stale' }, status: 409 }
      : { correction: { effect, borrower, allowance }, status: 200 };
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    if (error.code === 'payment-doubtful') {
      return { correction: { wrong: 'double', equalPayment: error.field }, status: 409 };
    }
    const { status } = errorCodes[error.code];
    if (status !== 409 && status !== 422) throw error;
    return { correction: { wrong: 'refused', refusedField: error.field }, status };
  }
}
