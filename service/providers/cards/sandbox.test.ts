import { expect, test } from 'vitest';
import { lateAnswerSeconds, testCards } from '#domain/card-payment/test-card.ts';
import { minorAmount } from '#domain/money/money.ts';
import { createSandboxCardProvider } from './sandbox.ts';

const start = new Date('2026-11-20T12:00:00Z');

function chargeOf(cardToken: string, reference = cardToken) {
  return { reference, cardToken, amountMinor: minorAmount(140_136), currency: 'MXN' as const };
}

test('each test card is answered for as it says, at once and on later questions', async () => {
  let time = start;
  const provider = createSandboxCardProvider(() => time);
  const answers = async () => {
    const rows = testCards.map(async ({ token, behaviour }) => {
      const charged = await provider.charge(chargeOf(token)).catch(() => 'no answer');
      return [behaviour, charged, await provider.query(token)];
    });
    return Promise.all(rows);
  };
  expect(await answers()).toEqual([
    ['approve', 'approved', 'approved'],
    ['decline', 'declined', 'declined'],
    ['answer-late', 'pending', 'pending'],
    ['answer-twice', 'approved', 'approved'],
    ['lose-answer', 'no answer', 'approved'],
  ]);
  time = new Date(start.getTime() + lateAnswerSeconds * 1000);
  expect((await answers())[2]).toEqual(['answer-late', 'approved', 'approved']);
  expect(provider.approvedCount()).toBe(4);
});

test('a card that is no test card is declined, and a charge that was never asked for is unknown', async () => {
  const provider = createSandboxCardProvider(() => start);
  expect(await provider.charge(chargeOf('4111111111111111'))).toBe('declined');
  expect(await provider.query('another')).toBe('unknown');
});

test('the card that answers twice tells its listener two times more, before the charge returns', async () => {
  const provider = createSandboxCardProvider(() => start);
  const heard: string[] = [];
  provider.listen(async (reference, answer) => void heard.push(`${reference} ${answer}`));
  await provider.charge(chargeOf('test-card-twice', 'r1'));
  expect(heard).toEqual(['r1 approved', 'r1 approved']);
  await provider.charge(chargeOf('test-card-approve', 'r2'));
  expect(heard).toHaveLength(2);
});

test('one reference is charged once however often it is sent', async () => {
  const provider = createSandboxCardProvider(() => start);
  for (let sent = 0; sent < 3; sent += 1) await provider.charge(chargeOf('test-card-approve', 'r1'));
  expect(provider.approvedCount()).toBe(1);
});
