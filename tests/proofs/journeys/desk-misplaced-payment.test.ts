import { expect, test } from 'vitest';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { deskOf, sittings } from '#tests/setup/desk-journey.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const sitDown = deskOf(llano);

test.each(sittings)(
  'a payment on the wrong loan moves to the right one, asked for by one and approved by another: %o',
  async (sitting) => {
    const text = deskCorrectionText[sitting.language];
    const [mine, theirs] = [
      await paidOutLoan(llano, await newBorrower(llano)),
      await paidOutLoan(llano, await newBorrower(llano)),
    ];
    const money = { amountMinor: minorAmount(250_000), currency: 'MXN' as const };
    await llano.tell(recordPayment, {
      ...{ provider: 'sandbox', eventId: newId(), orderNumber: mine.orderNumber, ...money },
    });
    const ana = await sitDown(sitting, 'Ana Gómez');
    await ana.page.goto(`/desk/loans/${mine.orderNumber}/correct`);
    await ana.page.getByText(text['move-payment'], { exact: true }).click();
    await ana.check();
    const fold = ana.page.locator('main details[open]');
    await fold.getByLabel(text.toLoan).fill(theirs.orderNumber);
    await fold.getByLabel(text.reason).fill('The transfer names the other loan');
    await fold.getByRole('button', { name: text.preview, exact: true }).click();
    await ana.check();
    const shown = await visibleText(ana.page.locator('main details[open]'));
    for (const { orderNumber } of [mine, theirs]) expect(shown).toContain(orderNumber);
    await ana.page
      .locator('main details[open]')
      .getByRole('button', { name: /^(Ask|Pedir)/ })
      .click();
    const address = ana.page.url();
    const marta = await sitDown(sitting, 'Marta Ruiz');
    await marta.page.goto(new URL(address).pathname);
    await marta.check();
    expect(await visibleText(marta.page.locator('main'))).toContain(text['move-payment']);
    await marta.page.getByRole('button', { name: /^(Approve|Aprobar)/ }).click();
    await marta.page.goto(`/desk/loans/${theirs.orderNumber}`);
    await marta.check();
    expect(await visibleText(marta.page.locator('main'))).toContain('2.500,00');
  },
);

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
