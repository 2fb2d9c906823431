import { getWhatsapp } from '#contract/support.ts';
import { type AnsweredCall, answerBorrower } from '../answer-call.ts';

/** The call about reaching a person (SERVICE-1). */
export const supportCalls: readonly AnsweredCall[] = [
  answerBorrower(getWhatsapp, async ({ configuration }) => configuration.support),
];
