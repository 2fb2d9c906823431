import { expect, test } from 'vitest';
import { confirmText } from '#content/messages/confirm.ts';
import { extensionText } from '#content/messages/extension.ts';
import { lendingText } from '#content/messages/lending.ts';
import { loanText } from '#content/messages/loan.ts';
import { pageText } from '#content/messages/page.ts';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { paymentClaimText } from '#content/messages/payment-claim.ts';
import { repayText } from '#content/messages/repay.ts';
import { wayText } from '#content/messages/ways-to-pay.ts';
import { fill } from '#content/text-pack.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { decideApplication, recordDisbursal } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { visitIn } from '#tests/engines/engine-visitor.ts';
import { inEveryEngine, walks } from '#tests/engines/in-every-engine.ts';
import { saveCards } from '#tests/setup/card-holders.ts';
import { newBorrower, pay } from '#tests/setup/lending-journeys.ts';

// Takes long: each journey is walked in both markets, with script and without.

await inEveryEngine(({ engine, llano, gateway, borrowerOf }) => {
  test.each(walks)(
    '[CONFIRM-1] [CONFIRM-4] [ORDER-2] [ORDER-6] a first loan from its confirmation to settled, in $market, script $hasScript',
    async ({ language, market, productId, payments, hasScript }) => {
      const session = await newBorrower(llano, market);
      const visitor = await visitIn(engine, llano, { language, hasScript, session });
      await visitor.open('/confirmLoan', { productId });
      await visitor.see(confirmText[language].youReceive);
      await visitor.tick('main input[type=checkbox]');
      await visitor.follow('main form button:not([type=button])');
      await visitor.see(lendingText[language].underReviewTitle);
      const orderId = (await visitor.arrive('/loanDetail')).searchParams.get('orderId') ?? '';
      const key = { productId, orderId };
      const { orderNumber } = await llano.ask(readLoan, key, session);
      await llano.tell(decideApplication, { orderNumber, decision: 'approve' });
      await visitor.open('/loanDetail', key);
      await visitor.see(lendingText[language].payingOutTitle);
      await llano.tell(recordDisbursal, { orderNumber, reference: `transfer of ${orderNumber}` });
      for (const amountMinor of payments) await pay(llano, { ...key, orderNumber }, amountMinor);
      await visitor.open('/order', key);
      await visitor.see(loanText[language].leftToPay);
      await visitor.follow('a', loanText[language].borrowAgain);
      await visitor.see(confirmText[language].youReceive);
    },
  );

  test.each(walks)(
    '[REPAY-3] [REPAY-4] [INSTR-1] [PAYWAY-1] [PAYWAY-2] [PAYWAY-4] each way to pay, and a card to its end, in $market, script $hasScript',
    async (walk) => {
      const { language, market, hasScript } = walk;
      const { visitor, key, session } = await borrowerOf(walk, { expectedFaults: [/status of 422/] });
      const { mobilePhone } = await saveCards(llano, session.borrowerId, { market, savedAt: new Date() });
      await visitor.open('/order', key);
      if (market === 'MX') {
        await visitor.follow('main button[name=way]');
        await visitor.arrive('/carpmm');
        expect(await visitor.count('article img')).toBe(1);
      } else {
        expect(await visitor.count('main a[href^="upi://pay?"]')).toBeGreaterThan(0);
      }
      await visitor.open('/order', key);
      await visitor.follow('a', wayText[language].otherWay);
      expect(await visitor.count('#way-1 code')).toBeGreaterThan(0);
      if (hasScript) {
        await visitor.press('#way-1 button[data-copy]');
        await visitor.see(pageText[language].copied);
      }
      await visitor.press('#way-card > summary');
      await visitor.follow('a', wayText[language]['repay-card']);

      const words = payWithCardText[language];
      const payButton = 'form[method=post] button:not([name]):not([aria-hidden])';
      const send = (button = payButton) => (hasScript ? visitor.press(button) : visitor.follow(button));
      await visitor.press('input[name=card]');
      await send();
      await visitor.fill('input[name=verifyCode]', '123');
      await send();
      await visitor.see(words.codeTooShort);
      await visitor.fill('input[name=verifyCode]', gateway.lastCode(walk.code + mobilePhone));
      await visitor.follow(payButton);
      await visitor.see(language === 'es' ? /Recibimos/ : /We received/);
      expect((await llano.ask(readLoan, key, session)).balance?.paidMinor).toBe(walk.payments[0]);
    },
  );

  test.each(walks)('one says that one has paid, in $market, script $hasScript', async (walk) => {
    const { language } = walk;
    const { visitor, key, loan } = await borrowerOf(walk);
    const text = paymentClaimText[language];
    await visitor.open('/repay', key);
    await visitor.press('summary', text.title);
    await visitor.fill('#claim-amount', '500.00');
    await visitor.fill('#claim-key', 'ABC 123');
    await visitor.follow('button', text.send);
    await visitor.see(fill(loanText[language].claimedPart, { amount: '' }).trim());
    await pay(llano, loan, 50_000);
    await visitor.open('/order', key);
    await visitor.see(text.found.slice(0, 20));
  });

  test.each(walks)(
    '[DELAY-1] [DELAY-3] [ORDER-7] overdue, reminded, extended, paid: the new date stands on both pages, in $market, script $hasScript',
    async (walk) => {
      const { language } = walk;
      const words = extensionText[language];
      const { visitor, key, loan, session } = await borrowerOf(walk, { expectedFaults: [/status of 409/] });
      await llano.lender.act({ kind: 'advance-days', days: 33 });
      await visitor.open('/order', key);
      await visitor.press('main a[href$="#extend"]');
      await visitor.follow('dialog a[href^="/repayDelay"]');

      const offer = await llano.ask(readExtension, key, session, language);
      await visitor.see(offer.feeTitle);
      await visitor.press('summary', words.howWorkedOut);
      await visitor.see(`${words.newDate} ${offer.newDueDate}`);
      await visitor.press('summary', words.beforeChoosing);
      for (const option of [words.extend, words.payPart, words.payAll]) {
        expect(await visitor.count('h3', option)).toBeGreaterThan(0);
      }
      const payCode = offer.channelGroups[0]?.channels[0]?.payCode ?? '';
      await visitor.press('#way-0 > summary');
      await visitor.press('#way-0 details > summary');
      expect((await visitor.text()).replace(/ /g, '')).toContain(payCode);
      await visitor.follow('#way-0 a[href^="/carpmm"]');
      expect((await visitor.arrive('/carpmm')).searchParams.get('requestType')).toBe('2');

      await llano.tell(recordPayment, {
        provider: 'sandbox',
        eventId: newId(),
        reference: payCode,
        amountMinor: offer.amountMinor,
        currency: loan.productId === 'in-120' ? 'INR' : 'MXN',
      });
      await visitor.open('/order', key);
      await visitor.see(offer.newDueDate);
      expect(await visitor.count('a[href^="/repayDelay"]')).toBe(0);
      await visitor.open('/repay', key);
      await visitor.press('summary', repayText[language].more);
      await visitor.see(`${repayText[language].isDueOn} ${offer.newDueDate}`);
      await visitor.open('/repayDelay', key);
      expect(await visitor.count('main code')).toBe(0);
    },
  );
});
