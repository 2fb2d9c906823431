import { expect, test } from 'vitest';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { deskOf, sittings } from '#tests/setup/desk-journey.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const sitDown = deskOf(llano);

test.each(sittings)(
  'a payment is entered by hand on a loan with its proof, warned where it differs from the claim: %o',
  async (sitting) => {
    const [text, words] = [deskClaimText[sitting.language], deskCorrectionText[sitting.language]];
    const session = await newBorrower(llano);
    const { productId, orderId, orderNumber } = await paidOutLoan(llano, session);
    const { statement } = await llano.ask(readLoan, { productId, orderId }, session);
    const paidOn = localDate(statement?.today.slice(0, 10) ?? '');
    await llano.ask(
      claimPayment,
      {
        ...{ productId, orderId, image: null, amountMinor: minorAmount(142_281), paidOn },
        ...{ channel: 'bank-transfer', trackingKey: `KEY ${orderNumber}` },
      },
      session,
    );
    const ana = await sitDown(sitting, 'Ana Gómez');
    await ana.page.goto(`/desk/loans/${orderNumber}`);
    await ana.page.getByRole('link', { name: text.enter }).click();
    await ana.check();
    await ana.page.getByLabel(text.amount).fill('1400.00');
    await ana.page.getByLabel(text.folio).fill(`F ${orderNumber}`);
    await ana.page.getByLabel(text.payer).fill('MARIO LOPEZ');
    await ana.page.getByLabel(text.proof).setInputFiles({
      ...{ name: 'slip.png', mimeType: 'image/png' },
      buffer: Buffer.from(onePixel, 'base64'),
    });
    await ana.page.getByLabel(words.reason).fill('Seen on the statement of the bank');
    await ana.page.getByRole('button', { name: words.preview, exact: true }).click();
    await ana.check();
    const shown = await visibleText(ana.page.locator('main'));
    for (const each of [text.proofThere, text.differs, text.otherPayer]) expect(shown).toContain(each);
    await ana.page.getByRole('button', { name: /1\.400,00/ }).click();
    await ana.check();
    expect(new URL(ana.page.url()).pathname).toBe(`/desk/loans/${orderNumber}`);
    expect(await visibleText(ana.page.locator('main'))).toContain(text.proofs);
  },
);

/** A picture of one pixel. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
