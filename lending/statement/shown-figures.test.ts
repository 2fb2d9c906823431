import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { createContractClient } from '#contract/client.ts';
import { upholdChargeDispute } from '#contract/host/charge-dispute.ts';
import { decideApplication } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { ledgerPostings } from '#db/schema/ledger.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { openEmbeddedDatabase } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService, type TestSession } from '#tests/setup/lending-service.ts';
import { openPage, requestPage } from '#tests/setup/open-page.ts';
import { readPdf } from '#tests/setup/pdf-text.ts';

// What a borrower reads, page by page and paper by paper, against the ledger alone: no figure is taken from a call.

const { db, close } = await openEmbeddedDatabase();
afterAll(close);
const service = lendingService(db);
const client = createContractClient({
  fetch: async (request) => service.api.fetch(request),
  apiBase: 'http://lending.test',
  defaultMerchantNumber: '1000',
});

const startDay = localDate('2026-11-20');
const setDay = (days: number) => service.setTime(`${addDays(startDay, days)}T12:00:00-06:00`);
const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);
const money = (minor: number) => formatMoney(minorAmount(minor), 'es', 'dot', 'MXN').replace('\u00a0', ' ');
const amountsIn = (text: string) => text.replaceAll('\u00a0', ' ').match(/\$ -?[\d.]+,\d\d/g) ?? [];

function addressOf(path: string, { productId, orderId }: TestLoan, session: TestSession): string {
  const { sessionId, userId, deviceId } = session;
  return `${path}?${new URLSearchParams({ productId, orderId, sessionId, userId, deviceId, lang: '2' })}`;
}

const dependencies = { client };
const read = async (address: string) => {
  const { status, text, html } = await openPage(address, { dependencies });
  return { status, text, html };
};
const file = async (address: string) => {
  const { response } = await requestPage(address, { dependencies });
  return new Uint8Array(await response.arrayBuffer());
};

async function ledgerOf({ orderId }: TestLoan) {
  const postings = await db.select().from(ledgerPostings).where(eq(ledgerPostings.loanId, orderId));
  const total = (account: string) =>
    sum(postings.filter((posting) => posting.account === account).map(({ amountMinor }) => amountMinor));
  const principal = sum(
    postings
      .filter(({ account, amountMinor }) => account === 'cash' && amountMinor < 0)
      .map(({ amountMinor }) => amountMinor),
  );
  return { owed: total('receivable'), held: 0 - total('suspense'), received: total('cash') - principal };
}

/** Everything that is shown of a loan, against each other and the ledger. */
async function expectSameFigures(loan: TestLoan, session: TestSession): Promise<void> {
  const order = await read(addressOf('/order', loan, session));
  // After the page, which books the penalties of days gone by.
  const ledger = await ledgerOf(loan);
  if (ledger.received > 0) expect(order.text).toContain(`Recibido en total ${money(ledger.received)}`);
  if (ledger.held > 0) expect(order.text).toContain(`Saldo a su favor ${money(ledger.held)}`);
  await expectReceipts(order.html, loan, session, ledger);
  if (ledger.owed === 0) {
    const paid = money(ledger.received - ledger.held);
    expect(order.text).toContain(`Pagó en total ${paid}`);
    const letter = await read(addressOf('/closureLetter', loan, session));
    expect(letter.text).toContain(`Pagó ${paid}`);
    const pdf = await readPdf(await file(addressOf('/closureLetter.pdf', loan, session)));
    expect(amountsIn(pdf.text)).toEqual(amountsIn(letter.text));
    return;
  }
  const repay = await read(addressOf('/repay', loan, session));
  const [asked = ''] = amountsIn(repay.text);
  expect(order.text).toMatch(
    new RegExp(`(a más tardar el \\S+|Para ponerse al corriente hoy) ${asked.replace(/[$.]/g, '\\$&')}`),
  );
  const everything = /Pagar antes no baja lo que cuesta\. (\$ [\d.]+,\d\d)/.exec(repay.text)?.[1];
  expect(everything).toBe(money(ledger.owed));
  const calendar = new TextDecoder().decode(await file(addressOf('/dueDates.ics', loan, session)));
  const dated = [...calendar.matchAll(/^SUMMARY:Pagar \$.([\d.]+)\\,(\d\d)/gm)].map(([, whole = '', cents]) =>
    Number(whole.replaceAll('.', '') + cents),
  );
  expect(sum(dated)).toBe(ledger.owed);
  const extension = await read(addressOf('/repayDelay', loan, session));
  if (extension.status !== 200) return;
  // The price of extending, and paying all instead, are the sums that the order page shows too.
  if (order.text.includes('Aplazar')) {
    const sums =
      extension.text.match(/Hoy \$ [\d.]+,\d\d = recargo \$ [\d.]+,\d\d \+ aplazar \$ [\d.]+,\d\d/g) ?? [];
    for (const each of sums) expect(order.text).toContain(each);
    expect(amountsIn(extension.text)).toContain(asked);
  }
}

/** Each receipt as page and as PDF has the same figures; together they are what was received, and the newest is the notice. */
async function expectReceipts(
  html: string,
  loan: TestLoan,
  session: TestSession,
  { received }: { readonly received: number },
): Promise<void> {
  const links = new Set([...html.matchAll(/href="(\/receipt\?[^"]*)"/g)].map(([, link = '']) => link));
  const amounts: string[] = [];
  for (const [place, link] of [...links].entries()) {
    const { searchParams } = new URL(link.replaceAll('&amp;', '&'), 'https://paginas.example');
    const own = `&paymentId=${searchParams.get('paymentId')}`;
    const receipt = await read(addressOf('/receipt', loan, session) + own);
    // The newest comes first; the others were looked at when they were it, and a receipt does not change.
    if (place === 0) {
      const pdf = await readPdf(await file(addressOf('/receipt.pdf', loan, session) + own));
      expect(amountsIn(pdf.text)).toEqual(amountsIn(receipt.text));
    }
    amounts.push(amountsIn(receipt.text)[0] ?? '');
  }
  const minor = amounts.map((amount) => Number(amount.replace(/\D/g, '')));
  expect(sum(minor)).toBe(received);
  const notice = /Recibimos (\$.[\d.]+,\d\d) el /.exec(html)?.[1]?.replace('\u00a0', ' ');
  if (notice !== undefined) expect(amounts).toContain(notice);
}

/** Disputes one of a loan's charges, and has some percent of it taken off; 0 leaves it open. */
async function dispute(
  { productId, orderId }: TestLoan,
  session: TestSession,
  { pick, upheldPercent }: { readonly pick: number; readonly upheldPercent: number },
): Promise<void> {
  const { statement } = await service.ask(readLoan, { productId, orderId }, session);
  const charges = statement?.charges ?? [];
  const charge = charges[pick % Math.max(1, charges.length)];
  if (!charge) return;
  const { chargeId, chargedMinor } = charge;
  const asked = { productId, orderId, chargeId, reason: 'not-agreed', words: '' } as const;
  const { disputeId } = await service.ask(disputeCharge, asked, session);
  const amountMinor = minorAmount(Math.floor((chargedMinor * upheldPercent) / 100));
  if (amountMinor > 0) await service.tell(upholdChargeDispute, { disputeId, amountMinor, answer: 'No va.' });
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('pay' as const), percent: fc.constantFrom(1, 30, 100, 130, 700) }),
  fc.constant({ kind: 'extend' as const }),
  fc.record({
    kind: fc.constant('dispute' as const),
    pick: fc.nat(15),
    upheldPercent: fc.constantFrom(0, 40, 100),
  }),
);

test('on every status and history what is shown is the same everywhere, and what the ledger says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      let days = 0;
      setDay(days);
      const session = await newBorrower(service);
      const loan = await paidOutLoan(service, session);
      await expectSameFigures(loan, session);
      for (const each of steps) {
        const { statement } = await service.ask(readLoan, loan, session);
        if (each.kind === 'wait') {
          days += each.days;
          setDay(days);
        } else if (each.kind === 'pay') {
          await pay(
            service,
            loan,
            Math.max(1, Math.round(((statement?.dueMinor ?? 0) * each.percent) / 100)),
          );
        } else if (each.kind === 'dispute') {
          await dispute(loan, session, each);
        } else {
          const offer = await service.ask(readExtension, loan, session).catch(() => null);
          const reference = offer?.channelGroups[0]?.channels[0]?.payCode;
          if (offer === null || reference === undefined) continue;
          await service.tell(recordPayment, {
            ...{ provider: 'spei', eventId: newId(), reference, currency: 'MXN' },
            amountMinor: minorAmount(offer.amountMinor),
          });
        }
        await expectSameFigures(loan, session);
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

test('paid early the whole loan costs what was agreed, and the letter says that nothing was taken off', async () => {
  setDay(0);
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  setDay(3);
  const repay = await read(addressOf('/repay', loan, session));
  expect(repay.text).toContain(
    'Todo el préstamo hoy Con esto termina su préstamo. Pagar antes no baja lo que cuesta. $ 5.562,52',
  );
  await pay(service, loan, 556_252);
  await expectSameFigures(loan, session);
  const letter = await read(addressOf('/closureLetter', loan, session));
  expect(letter.text).toContain('Descuento por pagar antes $ 0,00');
});

test('before it is paid out, and declined, a loan shows no debt, no receipt and no paper', async () => {
  setDay(0);
  const session = await newBorrower(service);
  const loan = await applyForLoan(service, session);
  const seen = async () => (await read(addressOf('/order', loan, session))).text;
  const expectNothing = async () => {
    expect(await seen()).not.toMatch(/Le falta pagar|Recibido en total|Sus documentos/);
    for (const path of ['/closureLetter', '/dueDates.ics']) {
      expect((await read(addressOf(path, loan, session))).status).toBe(404);
    }
  };
  await expectNothing();
  await service.tell(decideApplication, { orderNumber: loan.orderNumber, decision: 'decline' });
  await expectNothing();
});
