import { z } from 'zod';
import { allMarkets } from '#domain/market.ts';
import { mailtoAddress } from '#domain/support/contact-address.ts';
import { actorName, defineHostCall } from '../host-call.ts';

const telephone = z.string().regex(/^(?:\+?[0-9][0-9 ()-]{3,30})?$/);

const contact = z.object({
  market: z.enum(allMarkets),
  telephone: telephone.describe('Number as shown; empty for none'),
  whatsapp: telephone.describe('With its country code; empty for none'),
  email: z
    .string()
    .max(254)
    .refine((text) => text === '' || mailtoAddress(text) !== null)
    .describe('Empty for none'),
});

const record = contact
  .extend({
    changedAt: z.string().nullable().describe('Null while the configured values apply'),
    changedBy: z.string().nullable(),
  })
  .meta({ id: 'HostContact' });

/** Changes the contact data of customer service in a market; they override the configured ones. */
export const putContact = defineHostCall({
  name: 'putContact',
  summary: 'Change the contacts of a market',
  path: '/host/contacts',
  request: contact.extend({ actor: actorName.optional() }),
  response: record,
});

export const listContacts = defineHostCall({
  name: 'listContacts',
  summary: 'List the contacts of each market',
  path: '/host/contacts/list',
  isRead: true,
  request: z.object({}),
  response: z.object({ contacts: z.array(record) }),
});
