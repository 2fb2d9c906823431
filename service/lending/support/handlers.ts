import { readContacts } from '#contract/calls/support.ts';
import { listContacts, putContact } from '#contract/host/contact.ts';
import type { Queryable } from '#db/database.ts';
import type { Market } from '#domain/market.ts';
import { serviceHoursInWords } from '#domain/support/service-hours.ts';
import type { LendingConfiguration } from '../dependencies.ts';
import { type AnsweredCall, answerBorrower } from '../http/answer-call.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { findContact, putContactRow, type SupportContactRecord } from './store.ts';

export const supportCalls: readonly AnsweredCall[] = [
  answerBorrower(readContacts, async ({ borrower, configuration, database, language }) => {
    const { telephone, whatsapp, email } = await contactOf(database, configuration, borrower.market);
    const { serviceHours = '' } = configuration.companies[borrower.market];
    return { phone: telephone, whatsapp, email, hours: serviceHoursInWords(serviceHours, language) };
  }),
];

export const answeredContactCalls: readonly AnsweredHostCall[] = [
  answerHost(putContact, async ({ transaction, now, actor }, { actor: _named, ...contact }) => {
    await putContactRow(transaction, { ...contact, changedAt: now, changedBy: actor });
    return { data: { ...contact, changedAt: now, changedBy: actor } };
  }),
  answerHost(listContacts, async ({ transaction, configuration }) => {
    const contacts = [];
    for (const market of configuration.markets) {
      contacts.push(await contactOf(transaction, configuration, market));
    }
    return { data: { contacts } };
  }),
];

type CurrentContact = Pick<SupportContactRecord, 'market' | 'telephone' | 'whatsapp' | 'email'> & {
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
};

export async function contactOf(
  database: Queryable,
  { companies }: Pick<LendingConfiguration, 'companies'>,
  market: Market,
): Promise<CurrentContact> {
  const { telephone, whatsapp, email } = companies[market];
  const configured = { market, telephone, whatsapp, email, changedAt: null, changedBy: null };
  return (await findContact(database, market)) ?? configured;
}
