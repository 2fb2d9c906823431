import { deskClaimText } from '#content/messages/desk-claim.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { CodedError } from '#domain/error-code.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, loanPath, recordPaymentPath } from '../paths.ts';
import { photoScreen } from '../photo-screen.ts';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import { RecordForm, type SentRecord, submitRecord } from './record-by-hand.tsx';

const statementOf = async (desk: OpenDesk) => {
  const orderNumber = desk.part('order');
  const { loan, waitingClaims } = await desk.read(readLoanStatement, { orderNumber });
  if (loan.disbursedOn === null) throw new CodedError('not-found');
  return { status: loan.status, place: { orderNumber, currency: loan.currency, claims: waitingClaims } };
};

/** Records a payment by hand on a disbursed loan, with the payment claim that it answers and a photo of the proof. */
export const recordOnLoan = deskScreen<Awaited<ReturnType<typeof statementOf>>, SentRecord>({
  path: deskPaths.recordPayment,
  needs: 'match-payment',
  takesFiles: true,
  load: statementOf,
  async submit(desk, form, files) {
    const { place } = await statementOf(desk);
    const doneAt = desk.inList(loanPath(place.orderNumber));
    return submitRecord(desk, { form, files, place, doneAt });
  },
  title: ({ desk, place }) => `${deskClaimText[desk.language].enter} ${place.orderNumber}`,
  page({ desk, status, place, answer }) {
    const { orderNumber } = place;
    return (
      <>
        <Crumb>
          <LoanNumber orderNumber={orderNumber} />
        </Crumb>
        <PageHead>
          <h1>{deskClaimText[desk.language].enter}</h1>
          <LoanState status={status} language={desk.language} />
        </PageHead>
        <RecordForm place={place} action={desk.inList(recordPaymentPath(orderNumber))} answer={answer} />
      </>
    );
  },
});

export const paymentProof = photoScreen({
  path: deskPaths.paymentProof,
  needs: 'see-money',
  read: ({ service, person, part }) => service.claims.proof(person, part('order'), part('proof')),
});
