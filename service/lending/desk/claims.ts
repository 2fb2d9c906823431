import type { DeskService } from '#contract/desk.ts';
import { inTransaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { isProofOf } from '../complaint/store.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { placeOfLoan } from '../ledger/loans.ts';
import { findClaim } from '../payment-claim/store.ts';
import { record, requireAct } from './audit.ts';

/** Shows the desk the proof that borrowers sent of what they say they paid. */
export function createDeskClaims(dependencies: LendingDependencies): DeskService['claims'] {
  const { hostDatabase: database, clock, random, files } = dependencies;
  return {
    async image(person, claimId) {
      const subject = `payment-claim:${claimId}`;
      await requireAct(dependencies, person, 'see-personal-data', { act: 'shown', subject });
      const name = await inTransaction(database, async (transaction) => {
        const claim = isId(claimId) ? await findClaim(transaction, claimId) : undefined;
        if (!claim?.imageName) return null;
        const shown = { person, act: 'shown', subject, detail: { fields: ['image'] } } as const;
        await record(transaction, { ...shown, outcome: 'done' }, { now: clock.now(), random });
        return claim.imageName;
      });
      return name === null ? null : ((await files.get(name)) ?? null);
    },
    async proof(person, orderNumber, name) {
      const subject = `loan:${orderNumber}`;
      await requireAct(dependencies, person, 'see-personal-data', { act: 'shown', subject });
      const isIts = await inTransaction(database, async (transaction) => {
        const loan = await placeOfLoan(transaction, orderNumber);
        if (!loan || !(await isProofOf(transaction, loan.borrowerId, name))) return false;
        const shown = { person, act: 'shown', subject, detail: { fields: ['image'] } } as const;
        await record(transaction, { ...shown, outcome: 'done' }, { now: clock.now(), random });
        return true;
      });
      return isIts ? ((await files.get(name)) ?? null) : null;
    },
  };
}
