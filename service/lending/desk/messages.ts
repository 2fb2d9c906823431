import type { DeskService } from '#contract/desk.ts';
import { inTransaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { maskedName, maskedPhone, maskedText } from '#domain/desk/mask.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { findContactMessage } from '../support/store.ts';
import { record, requireAct } from './audit.ts';

/** Shows the desk what visitors wrote on the contact page. */
export function createDeskMessages(dependencies: LendingDependencies): DeskService['messages'] {
  const { hostDatabase: database, clock, random } = dependencies;
  return {
    async read(person, id, isShown) {
      const [act, needed] = isShown
        ? (['shown', 'see-personal-data'] as const)
        : (['opened', 'see-complaints'] as const);
      const entry = { person, act, subject: `contact-message:${id}` };
      await requireAct(dependencies, person, needed, entry);
      return inTransaction(database, async (transaction) => {
        const message = isId(id) ? await findContactMessage(transaction, id) : undefined;
        if (!message) return null;
        const detail = isShown ? { fields: ['name', 'phone', 'email'] } : undefined;
        await record(transaction, { ...entry, detail, outcome: 'done' }, { now: clock.now(), random });
        const { name, telephone, email, remark, state, receivedAt } = message;
        const who = isShown
          ? { name, ways: [telephone, email] }
          : { name: maskedName(name), ways: [telephone && maskedPhone(telephone), maskedText(email)] };
        return { ...who, remark, state, receivedAt };
      });
    },
  };
}
