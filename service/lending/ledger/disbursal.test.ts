import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAgreement } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { decideApplication, recordDisbursal } from '#contract/host/loan.ts';
import { ledgerPostings } from '#db/schema/ledger.ts';
import { loans, quotes } from '#db/schema/loan.ts';
import { offers, products } from '#db/schema/product.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addDays, daysBetween, localDate } from '#domain/calendar.ts';
import { addMinor, minorAmount } from '#domain/money/money.ts';
import type { Schedule } from '#domain/offer/schedule.ts';
import { systemRandom } from '#server/system-random.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { reconcileLoan } from './reconcile.ts';

const service = await testLendingService();
const appliedOn = localDate('2026-11-20');

const anyProduct = fc
  .record({
    instalmentCount: fc.integer({ min: 1, max: 12 }),
    instalmentDays: fc.integer({ min: 8, max: 91 }),
    annualInterestPpm: fc.integer({ min: 0, max: 1_500_000 }),
    feePpm: fc.integer({ min: 0, max: 200_000 }),
    vatPpm: fc.integer({ min: 0, max: 200_000 }),
    amountMinor: fc.integer({ min: 100_001, max: 9_999_999 }),
  })
  .filter(({ instalmentCount, instalmentDays }) => {
    const days = instalmentCount * instalmentDays;
    return days >= 91 && days <= 365;
  })
  .map((product) => ({ ...product, dailyInterestPpm: Math.round(product.annualInterestPpm / 365) }));

type AnyProduct = typeof anyProduct extends fc.Arbitrary<infer Product> ? Product : never;

async function changeProduct(productId: string, { amountMinor: _, ...terms }: AnyProduct): Promise<void> {
  await service.database.update(products).set(terms).where(eq(products.productId, productId));
}

/** Has a borrower accept an offer of a product of its own, and gives the loan with what was accepted. */
async function acceptedLoan(session: TestSession, product: AnyProduct) {
  const { database } = service;
  const productId = systemRandom.id();
  const amountMinor = minorAmount(product.amountMinor);
  const [like] = await database.select().from(products).where(eq(products.productId, 'mx-120'));
  if (!like) throw new Error('no product');
  const range = { minimumMinor: amountMinor, maximumMinor: amountMinor, stepMinor: minorAmount(1) };
  await database.insert(products).values({ ...like, productId, ...range });
  await changeProduct(productId, product);
  await database
    .insert(offers)
    .values({ borrowerId: session.borrowerId, productId, amountMinor, depositAccountEnding: '4821' });
  const { term, quote } = await service.ask(readOffer, { productId, isReload: true }, session);
  const quoteId = quote?.quoteId ?? '';
  await service.ask(acceptOffer, { productId, amountMinor, term, quoteId }, session);
  const [loan] = await database.select().from(loans).where(eq(loans.quoteId, quoteId));
  if (!loan) throw new Error('no loan');
  return { loanId: loan.id, orderNumber: loan.orderNumber, productId, quoteId };
}

/** The same schedule as another edition of the rules might have split it: one unit goes from the last fee to the first. */
function splitOtherwise(schedule: Schedule): Schedule {
  const last = schedule.instalments.length - 1;
  const isMovable = last > 0 && (schedule.instalments[last]?.feeMinor ?? 0) > 0;
  const moved = schedule.instalments.map((instalment, index) => {
    const changeMinor = minorAmount(index === 0 ? 1 : index === last ? -1 : 0);
    return {
      ...instalment,
      feeMinor: addMinor(instalment.feeMinor, changeMinor),
      totalMinor: addMinor(instalment.totalMinor, changeMinor),
    };
  });
  return isMovable ? { ...schedule, instalments: moved } : schedule;
}

async function bookedOf(loanId: string) {
  const rows = await service.database
    .select()
    .from(instalments)
    .where(eq(instalments.loanId, loanId))
    .orderBy(instalments.sequence);
  const postings = await service.database
    .select()
    .from(ledgerPostings)
    .where(eq(ledgerPostings.loanId, loanId));
  return rows.map((row) => {
    const charged = (component: string) =>
      addMinor(
        ...postings
          .filter((each) => each.account === 'receivable' && each.instalmentId === row.id)
          .filter((each) => each.component === component)
          .map(({ amountMinor }) => amountMinor),
      );
    return {
      sequence: row.sequence,
      dueDate: row.dueDate,
      principalMinor: charged('principal'),
      interestMinor: charged('interest'),
      feeMinor: charged('fee'),
      vatMinor: charged('vat'),
    };
  });
}

test('what is booked is the accepted schedule, instalment by instalment, from the day of disbursal', async () => {
  const session = await newBorrower(service);
  await fc.assert(
    fc.asyncProperty(
      anyProduct,
      anyProduct,
      fc.integer({ min: 0, max: 40 }),
      fc.boolean(),
      async (product, changed, daysLater, isOtherEdition) => {
        service.setTime(`${appliedOn}T12:00:00-06:00`);
        const { loanId, orderNumber, productId, quoteId } = await acceptedLoan(session, product);
        const [quote] = await service.database.select().from(quotes).where(eq(quotes.id, quoteId));
        if (!quote) throw new Error('no quote');
        const accepted = isOtherEdition ? splitOtherwise(quote.schedule) : quote.schedule;
        await service.database.update(quotes).set({ schedule: accepted }).where(eq(quotes.id, quoteId));
        await changeProduct(productId, changed);
        await service.tell(decideApplication, { orderNumber, decision: 'approve' });
        const disbursedOn = addDays(appliedOn, daysLater);
        service.setTime(`${disbursedOn}T12:00:00-06:00`);
        await service.tell(recordDisbursal, { orderNumber, reference: 'transfer' });

        expect(await bookedOf(loanId)).toEqual(
          accepted.instalments.map(({ totalMinor: _, dueDate, ...amounts }) => ({
            ...amounts,
            dueDate: addDays(dueDate, daysLater),
          })),
        );
        expect(await reconcileLoan(service.database, loanId)).toEqual([]);
        const agreed = await service.ask(readAgreement, { orderNumber }, session);
        expect(agreed).toMatchObject({
          disbursalDate: disbursedOn,
          contractAmountMinor: accepted.totalMinor,
        });
        const lastDue = accepted.instalments.at(-1)?.dueDate ?? appliedOn;
        expect(daysBetween(disbursedOn, localDate(agreed.repaymentDate))).toBe(
          daysBetween(appliedOn, lastDue),
        );
      },
    ),
    { numRuns: 25 },
  );
});

test('a schedule of another principal than the loan is not booked', async () => {
  service.setTime(`${appliedOn}T12:00:00-06:00`);
  const session = await newBorrower(service);
  const [product] = fc.sample(anyProduct, 1);
  if (!product) throw new Error('no product');
  const { loanId, orderNumber } = await acceptedLoan(session, product);
  await service.tell(decideApplication, { orderNumber, decision: 'approve' });
  const principalMinor = minorAmount(product.amountMinor + 1);
  await service.database.update(loans).set({ principalMinor }).where(eq(loans.id, loanId));
  const answer = await service.host('/host/disbursals', { orderNumber, reference: 'transfer' });
  expect([answer.status, await bookedOf(loanId)]).toEqual([500, []]);
});
