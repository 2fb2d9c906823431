import { uploadPaymentProof } from '#contract/host/repayment.ts';
import type { Queryable } from '#db/database.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { imageBodyLimitBytes, keepImage } from '../complaint/images.ts';
import { isImageOf } from '../complaint/store.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { type LoanOf, placeOfLoan } from '../ledger/loans.ts';

/** Stores the proof of a payment that staff then record by hand. */
export const answeredProof: AnsweredHostCall = answerHost(
  uploadPaymentProof,
  async (context, { orderNumber, imageBase64 }) => {
    const loan = orNotFound(await placeOfLoan(context.transaction, orderNumber), 'orderNumber');
    const owner = { borrowerId: loan.borrowerId, sentBy: 'host' } as const;
    const bytes = new Uint8Array(Buffer.from(imageBase64, 'base64'));
    return { data: { proof: await keepImage(context.transaction, context, bytes, owner) } };
  },
  { limitBytes: imageBodyLimitBytes },
);

/** @throws CodedError 'complaint-image-unknown' for a proof that was not uploaded for the loan. */
export async function requireProof(
  database: Queryable,
  loan: Pick<LoanOf, 'borrowerId'> | undefined,
  proof: string | undefined,
): Promise<void> {
  if (proof === undefined || (loan && (await isImageOf(database, loan.borrowerId, proof)))) return;
  throw new CodedError('complaint-image-unknown', 'proof');
}
