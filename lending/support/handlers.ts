import { readContacts } from '#contract/calls/support.ts';
import { type AnsweredCall, answerBorrower } from '../http/answer-call.ts';

/** The call about reaching a person (SERVICE-1). */
export const supportCalls: readonly AnsweredCall[] = [
  answerBorrower(readContacts, async ({ borrower, configuration }) => {
    const { telephone, whatsapp, email } = configuration.companies[borrower.market];
    return { phone: telephone, whatsapp, email };
  }),
];
