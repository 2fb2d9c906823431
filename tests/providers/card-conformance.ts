import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import type { CardCharge, HostedCardProvider, SavedCardFacts } from '#providers/ports/card-provider.ts';
import { type WebhookMessage, WebhookRefused } from '#providers/ports/webhook.ts';
import type { MessageFlaw } from './reference-conformance.ts';

/** A provider of cards before a stand-in, and what the stand-in knows. */
export interface CardHarness {
  readonly cards: HostedCardProvider;
  /** The same where credit cards are not taken. */
  readonly debitAlone: HostedCardProvider;
  readonly origin: string;
  readonly tokenForm: RegExp;
  /** Cards of the stand-in's form that do this when they are charged, debit cards but for the one that is called `credit`. */
  readonly numbers: Readonly<Record<'succeeds' | 'asksTheBank' | 'declines' | 'credit', string>>;
  /** What the next requests meet, one each. */
  readonly faults: ('429' | '500' | 'drop-before' | 'drop-after')[];
  /** An amount that it does not charge. */
  readonly tooSmallMinor: number;
  /** The token of a card that its customer does not have. */
  goneToken(cardToken: string): string;
  /** How many charges were made for a reference of ours. */
  chargeCount(reference: string): number;
  /** How many refunds were made of it. */
  refundCount(reference: string): number;
  /** Has the answer to the next refund get lost, however often it is asked for, once it was made. */
  loseRefundAnswer(): void;
  /** The message that a charge was paid. */
  paidMessage(reference: string, flaw?: MessageFlaw): WebhookMessage;
}

/** Who saves a card. */
export const borrower = { id: 'b', name: 'Rosa Medina', mobilePhone: '+525512345678' };

export const returnLink = 'https://pages.llano.test/payWay?orderId=1';

/** Presses a button of a page of the stand-in as a borrower does, and gives where it leads to. */
export async function pressOn(link: string, choice: string): Promise<string> {
  const body = new URLSearchParams({ choice });
  const response = await fetch(link, { method: 'POST', body, redirect: 'manual' });
  return response.headers.get('Location') ?? '';
}

/** A card saved on the provider's form. */
export async function savedCard(
  { hosted }: HostedCardProvider,
  number: string,
  savedTokens: readonly string[] = [],
): Promise<SavedCardFacts> {
  const reference = randomUUID();
  const links = { returnLink, leaveLink: 'https://pages.llano.test/payWay' };
  const form = await hosted.startSaving({
    ...{ reference, market: 'MX', language: 'es', ...links, savedTokens, borrower },
  });
  expect(await hosted.readSaving(form.id, 'MX')).toBe('open');
  expect(await pressOn(form.link, number)).toBe(returnLink);
  const outcome = await hosted.readSaving(form.id, 'MX');
  if (typeof outcome !== 'object') throw new Error(`not saved: ${outcome}`);
  return outcome;
}

/** A charge as lending asks for it; another reference each time. */
export function chargeOf(cardToken: string, amountMinor = 142_281): CardCharge {
  const money = { amountMinor: minorAmount(amountMinor), currency: 'MXN' } as const;
  return { reference: randomUUID(), cardToken, ...money, askedAt: new Date() };
}

/** What every provider of cards with pages of its own does. */
export function testHostedCards(name: string, harness: CardHarness): void {
  const { cards, numbers, faults, chargeCount, refundCount } = harness;
  const { hosted } = cards;
  const [notifier] = hosted.notifiers;
  if (!notifier) throw new Error('Nobody takes messages.');
  const visaToken = async () => (await savedCard(cards, numbers.succeeds)).cardToken;

  describe(name, () => {
    beforeEach(() => {
      faults.length = 0;
    });

    test('a card is saved on the form with its last digits alone, and the same person stays one customer', async () => {
      const visa = await savedCard(cards, numbers.succeeds);
      const maskedNumber = `************${numbers.succeeds.slice(-4)}`;
      expect(visa).toMatchObject({ bankName: 'Visa', bankCode: '', maskedNumber });
      expect(visa.cardToken).toMatch(harness.tokenForm);
      const other = await savedCard(cards, numbers.declines, ['test-card-approve', visa.cardToken]);
      expect(other.cardToken.split(':')[0]).toBe(visa.cardToken.split(':')[0]);
      expect(other.cardToken).not.toBe(visa.cardToken);
      expect([hosted.knows(visa.cardToken), hosted.knows('test-card-approve')]).toEqual([true, false]);
    });

    test('where credit cards are not taken one is not saved, one that was saved before is not charged, and debit is', async () => {
      const { debitAlone } = harness;
      const links = { returnLink, leaveLink: returnLink };
      const form = await debitAlone.hosted.startSaving({
        ...{ reference: randomUUID(), market: 'MX', language: 'es', savedTokens: [], borrower },
        ...links,
      });
      await pressOn(form.link, numbers.credit);
      expect(await debitAlone.hosted.readSaving(form.id, 'MX')).toBe('credit');
      const credit = chargeOf((await savedCard(cards, numbers.credit)).cardToken);
      expect(await debitAlone.charge(credit, returnLink)).toBe('credit');
      expect([chargeCount(credit.reference), await debitAlone.query(credit.reference, credit)]).toEqual([
        ...[0, 'unknown'],
      ]);
      const debit = chargeOf((await savedCard(debitAlone, numbers.succeeds)).cardToken);
      expect(await debitAlone.charge(debit, returnLink)).toBe('approved');
      expect(await cards.charge({ ...credit, reference: randomUUID() }, returnLink)).toBe('approved');
    });

    test('a form that is left leads back without a card', async () => {
      const links = { returnLink, leaveLink: 'https://pages.llano.test/left' };
      const reference = randomUUID();
      const form = await hosted.startSaving({
        ...{ reference, market: 'MX', language: 'en', savedTokens: [], borrower },
        ...links,
      });
      expect(await pressOn(form.link, 'cancel')).toBe('https://pages.llano.test/left');
      expect(typeof (await hosted.readSaving(form.id, 'MX'))).toBe('string');
    });

    test('a charge is approved or declined at once, and is known as such afterwards', async () => {
      const good = chargeOf(await visaToken());
      const bad = chargeOf((await savedCard(cards, numbers.declines)).cardToken);
      expect(await cards.query(good.reference, good)).toBe('unknown');
      expect([await cards.charge(good, returnLink), await cards.charge(bad, returnLink)]).toEqual([
        'approved',
        'declined',
      ]);
      expect([await cards.query(good.reference, good), await cards.query(bad.reference, bad)]).toEqual([
        'approved',
        'declined',
      ]);
    });

    test('a card that the bank asks about leads to its page and back, confirmed or refused', async () => {
      const { cardToken } = await savedCard(cards, numbers.asksTheBank);
      for (const [choice, state] of [
        ['confirm', 'approved'],
        ['refuse', 'declined'],
      ] as const) {
        const charge = chargeOf(cardToken);
        const answer = await cards.charge(charge, returnLink);
        expect(answer).toEqual({ answer: 'requires-action', link: expect.stringContaining(harness.origin) });
        expect(await cards.query(charge.reference, charge)).toEqual(answer);
        const back = typeof answer === 'object' ? await pressOn(answer.link, choice) : '';
        expect(back.startsWith(`${returnLink}&`)).toBe(true);
        expect(await cards.query(charge.reference, charge)).toBe(state);
      }
    });

    test('a charge that was left at the bank is given up; one that was paid meanwhile stays paid', async () => {
      const { cardToken } = await savedCard(cards, numbers.asksTheBank);
      const left = chargeOf(cardToken);
      await cards.charge(left, returnLink);
      expect(await hosted.cancel(left)).toBe('declined');
      const paid = chargeOf(cardToken);
      const answer = await cards.charge(paid, returnLink);
      if (typeof answer === 'object') await pressOn(answer.link, 'confirm');
      expect(await hosted.cancel(paid)).toBe('approved');
    });

    test.each(['drop-after', 'drop-before', '429', '500'] as const)(
      'one reference is charged once at most, sent again after %s too, and what became of it is found',
      async (fault) => {
        const charge = chargeOf(await visaToken());
        faults.push(fault, fault, fault, fault);
        const first = await cards.charge(charge, returnLink).catch(() => 'lost');
        faults.length = 0;
        const deposits = await cards.query(charge.reference, charge);
        if (first === 'lost') expect(['approved', 'unknown']).toContain(deposits);
        else expect([first, deposits]).toEqual(['approved', 'approved']);
        expect(chargeCount(charge.reference)).toBe(deposits === 'approved' ? 1 : 0);
        if (fault === '429' || fault === 'drop-before') expect(deposits).toBe('unknown');
        // Sent again, and again.
        expect(await cards.charge(charge, returnLink)).toBe('approved');
        expect(await cards.charge(charge, returnLink)).toBe('approved');
        expect(chargeCount(charge.reference)).toBe(1);
      },
    );

    test('an amount that it does not charge, and a card that it does not have, are declined', async () => {
      const cardToken = await visaToken();
      expect(await cards.charge(chargeOf(cardToken, harness.tooSmallMinor), returnLink)).toBe('declined');
      expect(await cards.charge(chargeOf(harness.goneToken(cardToken)), returnLink)).toBe('declined');
      await expect(cards.charge(chargeOf('test-card-approve'), returnLink)).rejects.toThrow('not one of');
    });

    test('a charge that it knows with another amount or currency is not believed', async () => {
      const charge = chargeOf(await visaToken());
      await cards.charge(charge, returnLink);
      const other = { ...charge, amountMinor: minorAmount(142_282) };
      await expect(cards.query(charge.reference, other)).rejects.toThrow('another amount');
    });

    test('money goes back once for each refund, never more than was charged', async () => {
      const charge = chargeOf(await visaToken());
      await cards.charge(charge, returnLink);
      const refund = { refundReference: randomUUID(), amountMinor: minorAmount(42_281) };
      expect(await hosted.readRefund(charge, refund.refundReference)).toBe('unknown');
      expect(await hosted.refund(charge, refund)).toBe('succeeded');
      expect(await hosted.refund(charge, refund)).toBe('succeeded');
      expect(refundCount(charge.reference)).toBe(1);
      const tooMuch = { refundReference: randomUUID(), amountMinor: charge.amountMinor };
      expect(await hosted.refund(charge, tooMuch)).toBe('failed');
      expect(refundCount(charge.reference)).toBe(1);
      const another = { refundReference: randomUUID(), amountMinor: minorAmount(42_281) };
      expect(await hosted.refund(charge, another)).toBe('succeeded');
      expect(await hosted.readRefund(charge, another.refundReference)).toBe('succeeded');
      expect(refundCount(charge.reference)).toBe(2);
    });

    test('a refund whose answer got lost is found and not made again', async () => {
      const charge = chargeOf(await visaToken());
      await cards.charge(charge, returnLink);
      const refund = { refundReference: randomUUID(), amountMinor: minorAmount(1_000) };
      harness.loseRefundAnswer();
      await expect(hosted.refund(charge, refund)).rejects.toThrow();
      faults.length = 0;
      expect(await hosted.readRefund(charge, refund.refundReference)).toBe('succeeded');
      expect(refundCount(charge.reference)).toBe(1);
    });

    test('a message is believed when the account signed it a short while ago alone, and told as it is', async () => {
      const charge = chargeOf(await visaToken());
      await cards.charge(charge, returnLink);
      const { reference } = charge;
      const notice = { about: 'charge', reference, outcome: 'approved', currency: 'MXN' };
      const { id, notice: message } = await notifier.verify(harness.paidMessage(reference));
      expect(id).not.toBe('');
      expect(message).toEqual({ ...notice, amountMinor: 142_281 });
      const altered = await notifier.verify(harness.paidMessage(reference, { amountMinor: 142_282 }));
      expect(altered.notice).toEqual({ ...notice, amountMinor: 142_282 });
      for (const flaw of [
        { isForged: true },
        { isTampered: true },
        { isOld: true },
        { isOtherMode: true },
      ] as const) {
        await expect(notifier.verify(harness.paidMessage(reference, flaw))).rejects.toThrow(WebhookRefused);
      }
      const unsigned = { ...harness.paidMessage(reference), headers: new Headers() };
      await expect(notifier.verify(unsigned)).rejects.toThrow(WebhookRefused);
      const foreign = await notifier.verify(harness.paidMessage(reference, { isForeign: true }));
      expect(foreign.notice).toBeNull();
    });
  });
}
