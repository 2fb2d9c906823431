import type { DeskBorrowers } from '#contract/desk-borrower.ts';
import { findBorrower, findChange } from '../borrower/store.ts';
import { type DeskDependencies, perform } from './audit.ts';

export function createDeskBorrowers(dependencies: DeskDependencies): DeskBorrowers {
  return {
    showChange(person, { kind, ...key }) {
      const subject = `borrower:${key.borrowerId}`;
      const entry = { person, needs: 'see-personal-data', act: 'shown', subject } as const;
      return perform(dependencies, { ...entry, detail: { fields: [kind] } }, async (transaction) => {
        const borrower = await findBorrower(transaction, key);
        const change = await findChange(transaction, key);
        if (!borrower || change?.kind !== kind) return null;
        const { value: after, valueBefore, proofReference } = change;
        return { before: valueBefore ?? borrower[kind], after, proofReference: proofReference ?? '' };
      });
    },
  };
}
