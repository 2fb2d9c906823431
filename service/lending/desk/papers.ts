import type { DeskPapers } from '#contract/desk.ts';
import { findBorrower } from '../borrower/store.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { contextOf } from '../http/answer-call.ts';
import { loanDetail } from '../loan/handlers.ts';
import { loanAgreement } from '../offer/agreement.ts';
import { record, requireAct } from './audit.ts';
import { findDeskLoan } from './store/loan.ts';

/** Gives the desk what a borrower's own papers are written from. */
export function createDeskPapers(dependencies: LendingDependencies): DeskPapers {
  const { database, clock, random } = dependencies;
  return {
    async letter(person, orderNumber) {
      const entry = {
        person,
        act: 'exported',
        subject: `loan:${orderNumber}`,
        detail: { fields: ['letter'] },
      };
      await requireAct(dependencies, person, 'see-personal-data', entry);
      const loan = await findDeskLoan(database, orderNumber);
      const borrower = loan && (await findBorrower(database, loan));
      if (!borrower || borrower.erasedAt !== null || loan.status !== 'settled') return null;
      const { id, name, address, mobilePhone, market, language } = borrower;
      const who = {
        id,
        name,
        address,
        mobilePhone,
        market,
        userId: borrower.lenderBorrowerId ?? '',
        isBlocked: false,
      };
      const now = await currentTime(dependencies, database);
      const context = contextOf({ ...dependencies, language, lang: language, now }, who);
      const detail = await loanDetail(context, { productId: loan.productId, orderId: loan.id });
      const agreement = await loanAgreement(context, { orderNumber });
      await record(dependencies.hostDatabase, { ...entry, outcome: 'done' }, { now: clock.now(), random });
      return { loan: detail, agreement, language };
    },
  };
}
