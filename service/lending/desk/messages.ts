import type { DeskService } from '#contract/desk.ts';
import type { Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { maskedName, maskedPhone, maskedText } from '#domain/desk/mask.ts';
import { phoneSpellings } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { digitsOf } from '#domain/typed-text.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { findContactMessage } from '../support/store.ts';
import { perform } from './audit.ts';
import { borrowersByPhoneEnd } from './store/search.ts';

const phoneEndDigits = 8;

const opened = { act: 'opened', needs: 'see-complaints' } as const;
const shown = {
  act: 'shown',
  needs: 'see-personal-data',
  detail: { fields: ['name', 'phone', 'email'] },
} as const;

const sharedBy = 5;

/** The one borrower who has a telephone; null for nobody, and for several. */
async function borrowerAt(transaction: Transaction, telephone: string): Promise<string | null> {
  const digits = digitsOf(telephone);
  const found = await borrowersByPhoneEnd(transaction, digits.slice(-phoneEndDigits), sharedBy);
  const [one, ...others] = found.filter(({ market, mobilePhone }) =>
    phoneSpellings(phoneRuleOf(market), mobilePhone).includes(digits),
  );
  return one && others.length === 0 ? one.borrowerId : null;
}

export function createDeskMessages(dependencies: LendingDependencies): DeskService['messages'] {
  return {
    async read(person, id, isShown) {
      const entry = { ...(isShown ? shown : opened), person, subject: `contact-message:${id}` };
      const find = async (transaction: Transaction) =>
        isId(id) ? findContactMessage(transaction, id) : null;
      const message = await perform(dependencies, entry, find, async (transaction, found) => ({
        ...found,
        borrowerId: await borrowerAt(transaction, found.telephone),
      }));
      if (!message) return null;
      const { name, telephone, email, remark, state, receivedAt, borrowerId } = message;
      const who = isShown
        ? { name, ways: [telephone, email] }
        : { name: maskedName(name), ways: [telephone && maskedPhone(telephone), maskedText(email)] };
      return { ...who, remark, state, receivedAt, borrowerId };
    },
  };
}
