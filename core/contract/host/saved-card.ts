import { z } from 'zod';
import { actorName, defineHostCall, namedObject, systemName } from '../host-call.ts';

const card = namedObject('HostSavedCard', {
  cardId: z.string(),
  borrowerId: z.string(),
  bankName: systemName(80),
  bankCode: systemName(16),
  maskedNumber: z
    .string()
    .regex(/^[0-9]{0,6}[*•xX ]{2,}[0-9]{2,4}$/)
    .max(32)
    .describe('At most the first six and the last four digits, the others masked: 4152********4417'),
  savedAt: z.string(),
  removedAt: z.string().nullable(),
});

export type HostSavedCard = z.output<typeof card>;

/** Saves a card that a payment provider stores. The same token is the same card. */
export const putSavedCard = defineHostCall({
  name: 'putSavedCard',
  summary: 'Save a card of a borrower',
  path: '/host/saved-cards',
  request: z.object({
    borrowerId: z.uuid(),
    bankName: card.shape.bankName,
    bankCode: card.shape.bankCode,
    maskedNumber: card.shape.maskedNumber,
    cardToken: systemName(256)
      .refine((token) => !/^[0-9 -]{12,}$/.test(token), 'a card number')
      .describe("The payment provider's token of the card; a card number is refused"),
    actor: actorName.optional(),
  }),
  response: card,
});

/** Lists a borrower's cards, removed ones too, newest first. */
export const listSavedCards = defineHostCall({
  name: 'listSavedCards',
  summary: 'List the saved cards of a borrower',
  path: '/host/saved-cards/list',
  isRead: true,
  request: z.object({ borrowerId: z.uuid() }),
  response: z.object({ cards: z.array(card).describe('The newest hundred, newest first') }),
});

/** Removes a saved card. Payments already started with it go on. */
export const removeSavedCard = defineHostCall({
  name: 'removeSavedCard',
  summary: 'Remove a saved card',
  path: '/host/saved-cards/remove',
  request: z.object({ cardId: z.uuid(), actor: actorName.optional() }),
  response: card,
});
