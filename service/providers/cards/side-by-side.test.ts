import { expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { scriptedCards } from '#tests/setup/hosted-cards.ts';
import type { CardCharge } from '../ports/card-provider.ts';
import { cardsSideBySide } from './side-by-side.ts';

const before = scriptedCards('before');
const now = scriptedCards('now');
const cards = cardsSideBySide([
  { provider: before, markets: [] },
  { provider: now, markets: ['MX'] },
]);

const chargeOf = (cardToken: string): CardCharge => ({
  ...{ reference: `of ${cardToken}`, cardToken },
  ...{ amountMinor: minorAmount(1_500), currency: 'MXN' as const },
});

test('a new card is saved with the provider of its market, which is told of its own cards alone', async () => {
  const saving = {
    ...{ reference: 'form-1', market: 'MX' as const, language: 'es' as const },
    ...{ returnLink: 'https://pages.test/back', leaveLink: 'https://pages.test/left' },
    borrower: { id: 'b', name: 'Rosa Medina', mobilePhone: '+525512345678' },
  };
  const { id, link } = await cards.hosted.startSaving({ ...saving, savedTokens: ['before:1', 'now:1'] });
  expect([id, link]).toEqual(['now/form-form-1', expect.stringMatching(/known=1$/)]);
  now.saving = 'given-up';
  expect(await cards.hosted.readSaving(id, 'MX')).toBe('given-up');
  expect(await cards.hosted.readSaving('before/form-form-0', 'MX')).toBe('open');
  await expect(cards.hosted.readSaving('gone/form-1', 'MX')).rejects.toThrow('not configured');
  await expect(cards.hosted.startSaving({ ...saving, market: 'IN', savedTokens: [] })).rejects.toThrow('IN');
});

test('whatever bears a token is done by the provider that gave it', async () => {
  before.outcome = 'declined';
  expect(await cards.charge(chargeOf('before:1'), 'https://pages.test')).toBe('declined');
  expect(await cards.charge(chargeOf('now:1'), 'https://pages.test')).toBe('approved');
  expect(await cards.query('x', chargeOf('before:1'))).toBe('declined');
  expect([before.charges.length, now.charges.length]).toEqual([1, 1]);
  await cards.hosted.cancel(chargeOf('before:1'));
  const refund = { refundReference: 'r-1', amountMinor: minorAmount(100) };
  expect(await cards.hosted.refund(chargeOf('now:1'), refund)).toBe('succeeded');
  expect(await cards.hosted.readRefund(chargeOf('now:1'), 'r-1')).toBe('succeeded');
  expect([before.cancelled.length, now.cancelled.length]).toEqual([1, 0]);
  expect([before.refunds.size, now.refunds.size]).toEqual([0, 1]);
});

test('a token that nobody gave is declined, since nobody was asked, and what became of it is never guessed', async () => {
  const unknown = chargeOf('other:1');
  expect(await cards.charge(unknown, 'https://pages.test')).toBe('declined');
  await expect(cards.query('x', unknown)).rejects.toThrow('gave this token');
  await expect(cards.hosted.cancel(unknown)).rejects.toThrow('gave this token');
});

test('the messages of each are heard', () => {
  expect(cards.hosted.notifiers.map(({ name }) => name)).toEqual(['before', 'now']);
});

test('where the chosen provider takes cards on its own page none are saved, and the page is its own', () => {
  const onPage = scriptedCards('page');
  onPage.pageMarket = 'IN';
  const both = cardsSideBySide([
    { provider: now, markets: ['MX'] },
    { provider: onPage, markets: ['IN'] },
  ]);
  expect(both.hosted.markets).toEqual(['MX']);
  expect([both.hosted.pageIn?.('MX'), both.hosted.pageIn?.('IN')]).toEqual([
    null,
    { cardToken: 'page:page', name: 'Scripted' },
  ]);
  expect(cards.hosted.pageIn?.('IN')).toBeNull();
});
