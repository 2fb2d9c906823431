import { expect, test } from 'vitest';
import { listEvents } from '#contract/host/event.ts';
import {
  type HostSavedCard,
  listSavedCards,
  putSavedCard,
  removeSavedCard,
} from '#contract/host/saved-card.ts';
import { newId } from '#db/new-id.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { cardsOf } from './store.ts';

const service = await testLendingService();
const card = { bankName: 'BBVA', bankCode: '40012', maskedNumber: '4152********4417' };

async function save(fields: object) {
  const { status, body } = await service.host(putSavedCard.path, { ...card, ...fields });
  return { status, message: body.message, data: body.data as HostSavedCard };
}

test('a card that a provider holds is saved once, shown without its token, and removed', async () => {
  const { borrowerId } = await newBorrower(service);
  const cardToken = `tok_${newId()}`;
  const { data } = await save({ borrowerId, cardToken });
  expect(data).toMatchObject({ ...card, borrowerId, removedAt: null });
  expect(JSON.stringify(data)).not.toContain(cardToken);
  const again = await save({ borrowerId, cardToken, bankName: 'BBVA México' });
  expect(again.data).toMatchObject({ cardId: data.cardId, bankName: 'BBVA México' });
  expect(await cardsOf(service.database, borrowerId)).toMatchObject([{ cardId: data.cardId }]);

  const { removedAt } = await service.tell(removeSavedCard, { cardId: data.cardId });
  expect(removedAt).not.toBeNull();
  expect((await service.tell(removeSavedCard, { cardId: data.cardId })).removedAt).toBe(removedAt);
  expect(await cardsOf(service.database, borrowerId)).toEqual([]);
  const anew = await save({ borrowerId, cardToken });
  expect(anew.data.cardId).not.toBe(data.cardId);
  const { events } = await service.tell(listEvents, {});
  expect(events.map(({ type, data: { cardId, maskedNumber } }) => [type, cardId, maskedNumber])).toEqual(
    [data, anew.data].map(({ cardId }) => ['card.saved', cardId, card.maskedNumber]),
  );
  expect(JSON.stringify(events)).not.toContain(cardToken);
  const { cards } = await service.tell(listSavedCards, { borrowerId });
  expect(cards.map((each) => each.removedAt === null)).toEqual([true, false]);
  expect((await service.host(removeSavedCard.path, { cardId: newId() })).status).toBe(404);
  expect((await save({ borrowerId: newId(), cardToken })).status).toBe(404);
});

test.each([
  ['maskedNumber', { maskedNumber: '4152313131314417' }],
  ['maskedNumber', { maskedNumber: '4152313*****4417' }],
  ['cardToken', { cardToken: '4152 3131 3131 4417' }],
  ['cardToken', { cardToken: '' }],
])('a card number is never taken: %s', async (field, bad) => {
  const { borrowerId } = await newBorrower(service);
  expect(await save({ borrowerId, cardToken: 'tok', ...bad })).toMatchObject({
    status: 422,
    message: expect.stringContaining(field),
  });
});
