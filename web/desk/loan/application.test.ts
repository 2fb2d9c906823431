import { expect, test } from 'vitest';
import { readOffer } from '#contract/calls/offer.ts';
import { decideApplication, readLoanStatement } from '#contract/host/loan.ts';
import { addressOf } from '#desk/ui/pager.tsx';
import { minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { formatPercent } from '#domain/offer/annual-cost.ts';
import { fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import {
  applyForLoan,
  newBorrower,
  type OfferedProduct,
  paidOutLoan,
  pay,
} from '#tests/setup/lending-journeys.ts';
import { correctLoanPath, deskPaths, loanPath, queuePath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const returning = await newBorrower(service);
service.setTime('2026-11-20T12:00:00-06:00');
const settled = await paidOutLoan(service, returning);
service.setTime('2027-01-02T12:00:00-06:00');
const late = await service.tell(readLoanStatement, { orderNumber: settled.orderNumber });
await pay(service, settled, late.loan.owedMinor);
const manager = await person('Marta Ruiz', 'manager');
const second = await person('Luis Mora', 'manager');
const reason = 'Paid everything back before, on time';
const applications = addressOf(deskPaths.loans, { status: 'under-review' });

type Manager = typeof manager;

/** An application, and the figures that its borrower saw and accepted, as the desk writes them. */
async function applied(market: 'MX' | 'IN' = 'MX', productId: OfferedProduct = 'mx-120') {
  const session = await newBorrower(service, market);
  const offer = await service.ask(readOffer, { productId, isReload: true }, session);
  const loan = await applyForLoan(service, session, productId);
  if (!offer.quote) throw new Error('An offer without a quote.');
  const { quote } = offer;
  const money = (minor: number) =>
    formatMoney(minorAmount(minor), 'en', 'dot', market === 'MX' ? 'MXN' : 'INR');
  const figures = {
    amount: money(offer.amountMinor),
    cost: money(quote.costMinor),
    total: money(quote.totalMinor),
    annualCost: formatPercent(quote.annualCostPpm, 1, 'en', 'dot'),
  };
  const parts = [quote.interestMinor, quote.feeMinor, quote.vatMinor].map(money);
  return { loan, session, figures, parts, plan: offer.plan.map(({ amountMinor }) => money(amountMinor)) };
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const statusOf = async (orderNumber: string) =>
  (await service.tell(readLoanStatement, { orderNumber })).loan.status;
const formOf = (html: string, kind: string) => {
  const fold = html.split('<details').find((each) => each.includes(`value="${kind}"`)) ?? '';
  return fieldsOf(fold.slice(fold.indexOf('<form')));
};

/** Previews an approval, then does what was shown; where it led. */
async function approves(by: Manager, orderNumber: string) {
  const path = correctLoanPath(orderNumber);
  const preview = await by.send(path, { kind: 'approve', step: 'preview', reason });
  const sent = await by.send(path, { ...formOf(preview.html, 'approve'), reason, step: 'do' });
  return { preview, location: sent.location ?? '' };
}

test.each([
  ['MX', 'mx-120', 'Yearly cost (CAT before VAT)', 'VAT'],
  ['IN', 'in-120', 'Yearly cost (APR)', 'GST'],
] as const)(
  'an application in %s shows on list, page and preview what it asks for and costs',
  async (market, productId, measure, tax) => {
    const { loan, figures, parts, plan } = await applied(market, productId);
    const { orderNumber } = loan;
    const list = await manager.open(applications);
    const row = plain(list.text.slice(list.text.indexOf(orderNumber)).slice(0, 300));
    for (const figure of Object.values(figures)) expect(row).toContain(plain(figure));
    expect(row).toContain('120 days');
    const pages = [
      await manager.open(loanPath(orderNumber)),
      await manager.open(correctLoanPath(orderNumber)),
      await manager.send(correctLoanPath(orderNumber), { kind: 'approve', step: 'preview', reason }),
    ];
    for (const { text } of pages) {
      expect(plain(text)).toContain(`Asks for ${plain(figures.amount)} for 120 days, 4 payments`);
      expect(plain(text)).toContain(`Payout ${plain(figures.amount)}`);
      expect(plain(text)).toContain(`Pays back ${plain(figures.total)}`);
      expect(plain(text)).toContain(`${measure} ${plain(figures.annualCost)}`);
      expect(text).toContain(tax);
      for (const figure of [...Object.values(figures), ...parts])
        expect(plain(text)).toContain(plain(figure));
    }
    for (const amount of plan) expect(plain(pages[0]?.text ?? '')).toContain(plain(amount));
    expect(plain(pages[2]?.text ?? '')).toContain(`To be paid out`);
  },
);

test('an application shows the other loans of its borrower and what became of them, and nobody’s name', async () => {
  const declined = await applyForLoan(service, returning);
  await service.tell(decideApplication, { orderNumber: declined.orderNumber, decision: 'decline' });
  const { orderNumber } = await applyForLoan(service, returning);
  const first = await applyForLoan(service, await newBorrower(service));
  const list = await manager.open(applications);
  const row = (of: string) => plain(list.text.slice(list.text.indexOf(of)).slice(0, 300));
  expect(row(orderNumber)).toContain('Declined: 1, $ 5.000,00 · Settled: 1, $ 5.000,00');
  expect(row(first.orderNumber).slice(0, 200)).toContain('None');
  for (const path of [loanPath(orderNumber), correctLoanPath(orderNumber)]) {
    const { text, html } = await manager.open(path);
    expect(plain(text)).toContain('Declined: 1, $ 5.000,00 · Settled: 1, $ 5.000,00');
    for (const other of [settled, declined]) expect(html).toContain(`href="${loanPath(other.orderNumber)}"`);
    expect(plain(text)).toMatch(new RegExp(`${settled.orderNumber} .*Settled 2027-01-02 .*\\$ 5\\.000,00 1`));
    expect(text).not.toContain('Prueba');
  }
  expect((await manager.open(loanPath(settled.orderNumber))).text).not.toContain('Asks for');
});

test('above the limit it waits for a second approver, who reads the same figures and is not the requester', async () => {
  const { loan, figures } = await applied();
  const { orderNumber } = loan;
  const { preview, location } = await approves(manager, orderNumber);
  expect(plain(preview.text)).toContain(`Request approval: Approve ${plain(figures.amount)}`);
  expect(preview.text).toContain('needs approval by a colleague');
  expect(location).toMatch(/^\/desk\/approvals\//);
  expect(await statusOf(orderNumber)).toBe('under-review');
  const list = await second.open(queuePath('approval'));
  expect(list.text).toContain('Approve the application');
  expect(plain(list.text)).toContain(plain(figures.amount));
  const own = await manager.open(location);
  expect(own.html).not.toContain('value="approve"');
  const page = await second.open(location);
  for (const figure of Object.values(figures)) expect(plain(page.text)).toContain(plain(figure));
  expect(page.text).toContain('Marta Ruiz asks: Approve the application');
  const form = { step: 'approve', seen: page.field('seen') };
  expect((await manager.send(location, form)).status).toBe(403);
  expect(await statusOf(orderNumber)).toBe('under-review');
  expect((await second.send(location, form)).location).toBe(location);
  expect(await statusOf(orderNumber)).toBe('paying-out');
  expect(plain((await second.open(location)).text)).toContain(plain(figures.total));
});

test('within the limit one person approves; declining takes one whatever the amount', async () => {
  const { loan } = await applied('IN', 'in-120');
  const small = testDesk(service, undefined, { secondApproverAboveMinor: { MXN: 500_000, INR: 1_200_000 } });
  const alone = await small.person('Nora Gil', 'manager');
  const { preview, location } = await approves(alone, loan.orderNumber);
  expect(plain(preview.text)).toContain('Approve ₹ 12.000,00');
  expect(preview.text).not.toContain('Request approval: Approve');
  expect(location).toBe(loanPath(loan.orderNumber));
  expect(await statusOf(loan.orderNumber)).toBe('paying-out');
  const other = await applied();
  const path = correctLoanPath(other.loan.orderNumber);
  const declining = await manager.send(path, { kind: 'decline', step: 'preview', reason });
  const form = { ...formOf(declining.html, 'decline'), reason, step: 'do' };
  expect((await manager.send(path, form)).location).toBe(loanPath(other.loan.orderNumber));
  expect(await statusOf(other.loan.orderNumber)).toBe('declined');
});

test('the author of the offer cannot approve it, alone or second, and reads why', async () => {
  const high = testDesk(service, undefined, {
    secondApproverAboveMinor: { MXN: 99_999_999, INR: 99_999_999 },
  });
  const maker = await high.person('Olga Paz', 'manager');
  const other = await high.person('Saúl Rey', 'manager');
  const third = await high.person('Tere Gil', 'manager');
  const offered = async () => {
    const session = await newBorrower(service);
    const path = addressOf(deskPaths.offers, { borrower: session.borrowerId, product: 'mx-120' });
    const { html } = await maker.open(path);
    const typed = { ...fieldsOf(html), amountMinor: '6000', productId: 'mx-120' };
    const preview = await maker.send(path, { ...typed, step: 'preview' });
    const { stamp = '' } = fieldsOf(preview.html);
    const made = await maker.send(path, { ...typed, stamp, step: 'make' });
    expect(made.status).toBe(303);
    return applyForLoan(service, session);
  };
  const mine = await offered();
  const { preview, location } = await approves(maker, mine.orderNumber);
  expect(preview.text).toContain('You made its offer, so somebody else has to approve it.');
  expect(location).toMatch(/^\/desk\/approvals\//);
  const theirs = await offered();
  const asking = await approves(other, theirs.orderNumber);
  expect(asking.location).toBe(loanPath(theirs.orderNumber));
  const low = await person('Uma Sol', 'manager');
  const waits = await offered();
  const { location: path } = await approves(low, waits.orderNumber);
  const page = await maker.open(path);
  expect(page.text).toContain('You made its offer, so somebody else has to approve it.');
  expect(page.html).not.toContain('value="approve"');
  const seen = (await third.open(path)).field('seen');
  expect((await maker.send(path, { step: 'approve', seen })).status).toBe(403);
  expect(await statusOf(waits.orderNumber)).toBe('under-review');
  expect((await third.send(path, { step: 'approve', seen })).location).toBe(path);
  expect(await statusOf(waits.orderNumber)).toBe('paying-out');
});

test('no way around the page is left', async () => {
  const { loan } = await applied();
  const signedIn = await desk.people.find(manager.cookies.get('__Host-desk') ?? '');
  if (!signedIn) throw new Error('nobody is signed in');
  const fields = { orderNumber: loan.orderNumber, decision: 'approve', reason };
  await expect(desk.ask(signedIn, decideApplication, fields, { messageId: 'direct' })).rejects.toThrow(
    'needs-second-person',
  );
  expect(await statusOf(loan.orderNumber)).toBe('under-review');
});
