import type { DeskService } from '#contract/desk.ts';
import { isId } from '#db/new-id.ts';
import { maskedName, maskedPhone, maskedText } from '#domain/desk/mask.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { findContactMessage } from '../support/store.ts';
import { perform } from './audit.ts';

const opened = { act: 'opened', needs: 'see-complaints' } as const;
const shown = {
  act: 'shown',
  needs: 'see-personal-data',
  detail: { fields: ['name', 'phone', 'email'] },
} as const;

export function createDeskMessages(dependencies: LendingDependencies): DeskService['messages'] {
  return {
    async read(person, id, isShown) {
      const entry = { ...(isShown ? shown : opened), person, subject: `contact-message:${id}` };
      const message = await perform(dependencies, entry, async (transaction) =>
        isId(id) ? findContactMessage(transaction, id) : null,
      );
      if (!message) return null;
      const { name, telephone, email, remark, state, receivedAt } = message;
      const who = isShown
        ? { name, ways: [telephone, email] }
        : { name: maskedName(name), ways: [telephone && maskedPhone(telephone), maskedText(email)] };
      return { ...who, remark, state, receivedAt };
    },
  };
}
