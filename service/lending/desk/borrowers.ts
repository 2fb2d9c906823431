import type { DeskBorrowers } from '#contract/desk-borrower.ts';
import { detailOf } from '../borrower/changes.ts';
import { confirmChange, sendChangeCode } from '../borrower/phone-change.ts';
import { findBorrower, findChange } from '../borrower/store.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { perform, record, requireAct } from './audit.ts';

export function createDeskBorrowers(dependencies: LendingDependencies): DeskBorrowers {
  const { hostDatabase, clock, random } = dependencies;
  return {
    showChange(person, { kind, ...key }) {
      const subject = `borrower:${key.borrowerId}`;
      const entry = { person, needs: 'see-personal-data', act: 'shown', subject } as const;
      return perform(dependencies, { ...entry, detail: { fields: [kind] } }, async (transaction) => {
        const borrower = await findBorrower(transaction, key);
        const change = await findChange(transaction, key);
        if (!borrower || change?.kind !== kind) return null;
        const { value: after, valueBefore, proofReference } = change;
        return {
          before: valueBefore ?? detailOf(borrower, kind),
          after,
          proofReference: proofReference ?? '',
        };
      });
    },
    async sendCode(person, key) {
      const { changeId, borrowerId } = key;
      const entry = { person, act: 'sent-code', subject: `borrower:${borrowerId}`, detail: { changeId } };
      await requireAct(dependencies, person, 'change-borrower', entry);
      await sendChangeCode(dependencies, key);
      await record(hostDatabase, { ...entry, outcome: 'done' }, { now: clock.now(), random });
    },
    async confirm(person, key, typed) {
      const subject = `borrower:${key.borrowerId}`;
      const entry = { person, needs: 'change-borrower', act: 'entered-code', subject } as const;
      const detail = { changeId: key.changeId };
      const verdict = await perform(dependencies, { ...entry, detail }, (transaction) =>
        confirmChange(dependencies, transaction, key, typed),
      );
      return verdict === 'accepted'
        ? 'accepted'
        : verdict === 'wrong' || verdict === 'malformed'
          ? 'wrong'
          : 'spent';
    },
  };
}
