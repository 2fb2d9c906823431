import { expect, test } from 'vitest';
import { chargeDisputeText } from '#content/messages/charge-dispute.ts';
import { complaintNextText } from '#content/messages/complaint-next.ts';
import { loanText } from '#content/messages/loan.ts';
import { paymentClaimText } from '#content/messages/payment-claim.ts';
import { repayText } from '#content/messages/repay.ts';
import { fill } from '#content/text-pack.ts';
import { listChargeDisputes, upholdChargeDispute } from '#contract/host/charge-dispute.ts';
import { listPaymentClaims } from '#contract/host/payment-claim.ts';
import { pngChunk, pngOf, smallImage } from '#fixtures/images.ts';
import { borrowerWithLoan, newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { everyVisit } from '#tests/setup/visitor.ts';

const llano = await testLlano();
const padding = (bytes: number) => [pngChunk('prVt', Buffer.alloc(bytes))];
/** As telephones take them: 7 MB of the 8 that are taken. */
const photo = {
  name: 'recibo.png',
  mimeType: 'image/png',
  buffer: pngOf({ width: 300, height: 400, chunks: padding(7_000_000) }),
};
/** No device can make it smaller. */
const largeFile = {
  name: 'recibo.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([smallImage('jpeg').subarray(0, 99), Buffer.alloc(9_000_000)]),
};

test.each(everyVisit)(
  'one says that one has paid, with a photo, sees the clock, and is told once it arrives, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { session, loan, order } = await borrowerWithLoan(llano, language);
    await llano.lender.act({ kind: 'advance-days', days: 33 });
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    visitor.expectFault(/status of 422/);
    const text = paymentClaimText[language];
    await page.setViewportSize({ width: 320, height: 640 });

    await visitor.open('/repay', order);
    await page.getByText(text.title, { exact: true }).click();
    await page.locator('#claim-amount').fill('500.00');
    const send = page.getByRole('button', { name: text.send });
    await (hasScript ? send.click() : visitor.follow(send));
    await visitor.see(text.proofMissing);
    await visitor.check();
    await page.locator('#claim-photo').setInputFiles(largeFile);
    await (hasScript ? send.click() : visitor.follow(send));
    await visitor.see(complaintNextText[language].imageTooLarge);
    expect(await page.locator('#claim-amount').inputValue()).toBe('500.00');
    await page.locator('#claim-photo').setInputFiles(photo);
    await visitor.follow(send);
    const orderText = loanText[language];
    await visitor.see(fill(orderText.claimedPart, { amount: '' }).trim());
    await visitor.see('500,00');

    const { claims } = await llano.tell(listPaymentClaims, { state: 'waiting', limit: 100 });
    expect(claims.find(({ orderNumber }) => orderNumber === loan.orderNumber)).toMatchObject({
      amountMinor: 50_000,
      image: expect.stringContaining('signature='),
    });
    await visitor.open('/repay', order);
    await visitor.see(repayText[language].title);
    await visitor.see(text.noPayAgain);

    // All that is due is said to be paid: the ways to pay give way, and paying again takes one answer.
    await visitor.open('/paymentClaim', order);
    await visitor.see(text.noPayAgain);
    await page.getByText(text.another, { exact: true }).click();
    await page.locator('#claim-key').fill('ABC 123');
    await visitor.follow(page.getByRole('button', { name: text.send }));
    await visitor.see(orderText.claimedTitle);
    await visitor.see(orderText.seeClaim);
    const again = page.getByRole('link', { name: orderText.payAgainYes });
    expect(await again.isVisible()).toBe(false);
    expect(await page.locator('main a[href*="/repay"], main form').filter({ visible: true }).count()).toBe(0);
    await page.getByText(orderText.payAgain, { exact: true }).click();
    await visitor.follow(again);
    expect(new URL(page.url()).pathname).toBe('/repay');
    await visitor.see(repayText[language].howWillYouPay);
    await visitor.open('/repay', order);
    expect(await page.locator('main [data-copy]').count()).toBe(0);
    await page.getByText(orderText.payAgain, { exact: true }).click();
    await visitor.follow(page.getByRole('link', { name: orderText.payAgainYes }));
    await visitor.see(repayText[language].howWillYouPay);

    await pay(llano, loan, 50_000);
    await visitor.open('/order', order);
    await visitor.see(text.found.slice(0, 20));
  },
);

test.each([
  { language: 'es', hasScript: true },
  { language: 'en', hasScript: false },
] as const)(
  'one disputes a charge from its row, takes it back, disputes it again and reads the answer, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { session, loan, order } = await borrowerWithLoan(llano, language);
    await llano.lender.act({ kind: 'advance-days', days: 33 });
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    visitor.expectFault(/status of 422/);
    const text = chargeDisputeText[language];
    await page.setViewportSize({ width: 320, height: 640 });
    const disputeFirst = async () => {
      await page.getByRole('radio').first().check();
      await visitor.follow(page.getByRole('button', { name: text.title }));
      await page.getByLabel(text.other).check();
    };

    await visitor.open('/order', order);
    await visitor.follow(page.getByRole('link', { name: loanText[language].charges, exact: true }));
    await disputeFirst();
    await visitor.check();
    const send = page.getByRole('button', { name: text.send });
    await (hasScript ? send.click() : visitor.follow(send));
    await visitor.see(text.wordsMissing);
    await visitor.check();
    await page.locator('#words').fill('BBVA 19/01');
    await visitor.follow(send);
    await visitor.see(text.pausedPenalty);
    await visitor.check();
    await visitor.follow(page.getByRole('link', { name: text.see }));
    await visitor.see('BBVA 19/01');
    await visitor.check();
    await visitor.follow(page.getByRole('button', { name: text.withdraw }));
    await visitor.see(text.reviewCharges);
    expect(await page.locator('#disputes').count()).toBe(0);
    await disputeFirst();
    await page.locator('#words').fill('BBVA 20/01');
    await visitor.follow(send);

    const { disputes } = await llano.tell(listChargeDisputes, { state: 'open', limit: 100 });
    const own = disputes.find(({ orderNumber }) => orderNumber === loan.orderNumber);
    expect(own).toMatchObject({ sequence: 1, kind: 'penalty', words: 'BBVA 20/01' });
    await visitor.open('/repay', order);
    await visitor.see(text.inReview);
    await visitor.check();
    await llano.tell(upholdChargeDispute, { disputeId: own?.disputeId ?? '', answer: 'Era nuestro error.' });
    await visitor.open('/order', order);
    await visitor.see('Era nuestro error.');
    await visitor.check();
  },
);

test.each([true, false])(
  'what was typed of a payment is there again on coming back from another page, script %s',
  async (hasScript) => {
    const session = await newBorrower(llano);
    const loan = await paidOutLoan(llano, session);
    const visitor = await llano.visit({ language: 'es', hasScript, session });
    const { page } = visitor;
    const order = { productId: loan.productId, orderId: loan.orderId };
    await visitor.open('/paymentClaim', order);
    await page.locator('#claim-amount').fill('612.50');
    await page.locator('#claim-key').fill('MBAN01002611230012');
    await visitor.follow(page.locator('header').getByRole('link', { name: 'Ayuda' }));
    await page.goBack();
    expect(await page.locator('#claim-amount').inputValue()).toBe('612.50');
    expect(await page.locator('#claim-key').inputValue()).toBe('MBAN01002611230012');
  },
);
