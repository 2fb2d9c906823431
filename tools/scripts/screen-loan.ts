import { and, eq } from 'drizzle-orm';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { answerComplaint, listComplaints } from '#contract/host/complaint.ts';
import { advanceClock } from '#contract/host/developer.ts';
import { decideApplication, quoteSettlement, recordDisbursal } from '#contract/host/loan.ts';
import { proposeNewPlan } from '#contract/host/new-plan.ts';
import { offers } from '#db/schema/product.ts';
import type { Language } from '#domain/language.ts';
import { minorAmount } from '#domain/money/money.ts';
import { demoBorrowers } from '#fixtures/demo-data.ts';
import {
  applyForLoan,
  type LoanService,
  type OfferedProduct,
  pay,
  type TestLoan,
} from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import type { Stage } from './screen-table.ts';

export interface PicturedLoan {
  readonly session: TestSession;
  /** Address parameters of the product and, once it exists, of the loan. */
  parameters(): Readonly<Record<string, string>>;
  reach(stage: Stage): Promise<void>;
}

interface Case {
  readonly borrowerId: string;
  readonly productId: OfferedProduct;
  /** Original amount of the offer in minor units. */
  readonly previousMinor: number;
  readonly complaint: string;
  readonly reply: string;
}

const cases: Readonly<Record<Language, Case>> = {
  es: {
    borrowerId: demoBorrowers.rosa.id,
    productId: 'mx-120',
    previousMinor: 600_000,
    complaint: 'Pagué dos veces el mismo recibo y solo aparece un pago.',
    reply: 'Encontramos los dos pagos. El segundo se abonó a su siguiente fecha.',
  },
  en: {
    borrowerId: demoBorrowers.ananya.id,
    productId: 'in-120',
    previousMinor: 1_500_000,
    complaint: 'I paid the same bill twice and only one payment is shown.',
    reply: 'We found both payments. The second one went towards your next date.',
  },
};

const daysLate = 3;
/** Days overdue in pictures of an extension that would cost too much. */
const daysLongLate = 14;

/** Signs in the demo borrower of a language, who has only an offer. */
export async function picturedLoan(service: LoanService, language: Language): Promise<PicturedLoan> {
  const { borrowerId, productId, previousMinor, complaint, reply } = cases[language];
  const session = await service.session(borrowerId);
  let loan: TestLoan | undefined;

  const steps: Readonly<Record<Stage, () => Promise<unknown>>> = {
    adjusted: () => setPreviousAmount(previousMinor),
    offered: () => setPreviousAmount(null),
    'under-review': apply,
    'paying-out': () =>
      service.tell(decideApplication, { orderNumber: current().orderNumber, decision: 'approve' }),
    'to-repay': () =>
      service.tell(recordDisbursal, { orderNumber: current().orderNumber, reference: 'pictures' }),
    async overdue() {
      await service.tell(advanceClock, { advanceDays: 30 + daysLate });
      await complain();
    },
    'long-overdue': () => service.tell(advanceClock, { advanceDays: daysLongLate - daysLate }),
    planned: () =>
      service.tell(proposeNewPlan, {
        orderNumber: current().orderNumber,
        moratoriumDays: 15,
        spread: { count: 6, days: 30 },
        waivesPenalties: true,
        reason: 'pictures',
      }),
    async settled() {
      const { settlesMinor } = await service.tell(quoteSettlement, { orderNumber: current().orderNumber });
      await pay(service, current(), settlesMinor);
    },
    async declined() {
      await apply();
      await service.tell(decideApplication, { orderNumber: current().orderNumber, decision: 'decline' });
    },
  };
  return {
    session,
    parameters: () => ({ productId, ...(loan && { orderId: loan.orderId, orderNo: loan.orderNumber }) }),
    async reach(stage) {
      await steps[stage]();
    },
  };

  function current(): TestLoan {
    if (!loan) throw new Error('there is no loan yet');
    return loan;
  }

  async function apply(): Promise<void> {
    loan = await applyForLoan(service, session, productId, language);
  }

  function setPreviousAmount(amountMinor: number | null): Promise<unknown> {
    return service.database
      .update(offers)
      .set({ previousAmountMinor: amountMinor === null ? null : minorAmount(amountMinor) })
      .where(and(eq(offers.borrowerId, borrowerId), eq(offers.productId, productId)))
      .execute();
  }

  async function complain(): Promise<void> {
    const { orderNumber } = current();
    const draft = { typeId: '2', subtypeId: null, content: complaint, images: [], orderNumber };
    await service.ask(sendComplaint, draft, session, language);
    const { complaints } = await service.tell(listComplaints, { state: 'received' });
    for (const { folio } of complaints) await service.tell(answerComplaint, { folio, reply });
  }
}
