import type { DeskService } from '#contract/desk.ts';
import { isId } from '#db/new-id.ts';
import { isProofOf } from '../complaint/store.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { placeOfLoan } from '../ledger/loans.ts';
import { findClaim } from '../payment-claim/store.ts';
import { perform } from './audit.ts';

const shown = { act: 'shown', needs: 'see-personal-data', detail: { fields: ['image'] } } as const;

export function createDeskClaims(dependencies: LendingDependencies): DeskService['claims'] {
  const read = async (name: string | null) =>
    name === null ? null : ((await dependencies.files.get(name)) ?? null);
  return {
    async image(person, claimId) {
      const entry = { ...shown, person, subject: `payment-claim:${claimId}` };
      const name = await perform(dependencies, entry, async (transaction) => {
        const claim = isId(claimId) ? await findClaim(transaction, claimId) : undefined;
        return claim?.imageName;
      });
      return read(name);
    },
    async proof(person, orderNumber, name) {
      const entry = { ...shown, person, subject: `loan:${orderNumber}` };
      const found = await perform(dependencies, entry, async (transaction) => {
        const loan = await placeOfLoan(transaction, orderNumber);
        return loan && (await isProofOf(transaction, loan.borrowerId, name)) ? name : null;
      });
      return read(found);
    },
  };
}
