import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAgreement } from '#contract/calls/loan.ts';
import { acceptOffer, type LoanOffer, readOffer } from '#contract/calls/offer.ts';
import { addAgreementVersion } from '#contract/host/agreement-version.ts';
import { putOffer } from '#contract/host/offer.ts';
import { type HostProduct, putProduct, readProduct } from '#contract/host/product.ts';
import { loanAgreementsAccepted, loans, quotes } from '#db/schema/loan.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { belongsToLoan } from '../ledger/loans.ts';

const service = await testLendingService();
const noon = '2026-11-20T12:00:00-06:00';

const markets = [
  {
    market: 'MX',
    productId: 'mx-120',
    last: '2026-11-25',
    from: '2026-11-25T23:59:59-06:00',
    end: '2026-11-26T00:00:00-06:00',
  },
  // At noon in Mexico it is still Friday in India, whose banks are open on the third Saturday.
  {
    market: 'IN',
    productId: 'in-120',
    last: '2026-11-24',
    from: '2026-11-24T23:59:59+05:30',
    end: '2026-11-25T00:00:00+05:30',
  },
] as const;

function show(session: TestSession, productId: string): Promise<LoanOffer> {
  return service.ask(readOffer, { productId, isReload: true }, session);
}

async function take(session: TestSession, productId: string, { amountMinor, term, quote }: LoanOffer) {
  const body = { productId, amount: amountMinor, periods: term.count, termUnit: term.unit };
  const { status, body: answer } = await service.post(
    acceptOffer.path,
    { ...body, quoteId: quote?.quoteId },
    session,
  );
  return status === 200 ? 'made' : answer.code;
}

const offerFields = {
  ...{ couponCount: 0, depositAccountEnding: '4821', validFrom: null, validThrough: null },
  isWithdrawn: false,
};

async function change(productId: string, terms: Partial<HostProduct>): Promise<void> {
  const { product } = await service.tell(readProduct, { productId });
  const { version: _version, ...facts } = product;
  await service.tell(putProduct, { ...facts, ...terms });
}

/** What became of a product and its offer after it was shown. */
const changes = {
  dearer: (productId: string) =>
    change(productId, { feePpm: 240_000, penaltyBands: [{ fromDay: 1, dailyPpm: 50_000 }] }),
  shorter: (productId: string) => change(productId, { instalmentCount: 5 }),
  async smaller(productId: string) {
    const { product } = await service.tell(readProduct, { productId });
    await change(productId, { maximumMinor: product.minimumMinor });
  },
  withdrawn: (productId: string) => change(productId, { isActive: false }),
  async 'offered no more'(productId: string, borrowerId: string) {
    const amountMinor = minorAmount(productId === 'mx-120' ? 500_000 : 1_200_000);
    await service.tell(putOffer, { ...offerFields, borrowerId, productId, amountMinor, isWithdrawn: true });
  },
} satisfies Record<string, (productId: string, borrowerId: string) => Promise<void>>;

type Change = keyof typeof changes;
const changeNames = Object.keys(changes) as Change[];

const untouched = await Promise.all(
  markets.map(async ({ productId }) => (await service.tell(readProduct, { productId })).product),
);

async function mend(): Promise<void> {
  service.setTime(noon);
  for (const { version: _version, ...facts } of untouched) await service.tell(putProduct, facts);
}

test.each(markets)(
  '[LEGAL-6] in $market what is shown has a number and a day, until its last second it is taken as it stands, and never after',
  async ({ market, productId, last, from, end }) => {
    const session = await newBorrower(service, market);
    const offer = await show(session, productId);
    expect(offer.quote).toMatchObject({
      proposalNumber: expect.stringMatching(market === 'MX' ? /^CA-2026-\d{6}$/ : /^KFS-2026-\d{6}$/),
      validThrough: last,
    });
    service.setTime(end);
    expect(await take(session, productId, offer)).toBe('409001');
    expect(await service.database.$count(loans, eq(loans.borrowerId, session.borrowerId))).toBe(0);
    service.setTime(from);
    expect(await take(session, productId, offer)).toBe('made');
    service.setTime(noon);
  },
);

test('[LEGAL-6] of any changes in any order the figures of the paper are what is accepted while it holds, and nothing after it', async () => {
  const run = fc.asyncProperty(
    fc.constantFrom(...markets),
    fc.array(fc.constantFrom(...changeNames), { maxLength: 4 }),
    fc.integer({ min: 0, max: 9 * 24 * 60 }),
    async ({ market, productId, end }, happened, minutes) => {
      await mend();
      const session = await newBorrower(service, market);
      const offer = await show(session, productId);
      for (const change of happened) await changes[change](productId, session.borrowerId);
      const at = new Date(new Date(noon).getTime() + minutes * 60_000);
      service.setTime(at.toISOString());
      // The same terms may get a new paper in the last minutes; other terms may not.
      if (happened.length > 0 && at < new Date(end)) {
        const { quote, plan } = await show(session, productId);
        const amounts = (of: LoanOffer['plan']) => of.map(({ amountMinor }) => amountMinor);
        expect([quote, amounts(plan)]).toEqual([offer.quote, amounts(offer.plan)]);
      }
      const outcome = await take(session, productId, offer);
      expect(outcome).toBe(at < new Date(end) ? 'made' : '409001');
      const made = await service.database
        .select({
          schedule: quotes.schedule,
          number: quotes.proposalNumber,
          text: loanAgreementsAccepted.text,
        })
        .from(loans)
        .innerJoin(quotes, belongsToLoan(quotes, loans))
        .innerJoin(loanAgreementsAccepted, belongsToLoan(loanAgreementsAccepted, loans))
        .where(eq(loans.borrowerId, session.borrowerId));
      if (outcome !== 'made') {
        expect(made).toEqual([]);
        return;
      }
      const [{ schedule, number, text } = { schedule: null, number: null, text: null }] = made;
      expect(number).toBe(offer.quote?.proposalNumber);
      expect(schedule).toMatchObject({
        ...{ totalMinor: offer.quote?.totalMinor, interestMinor: offer.quote?.interestMinor },
        ...{ feeMinor: offer.quote?.feeMinor, vatMinor: offer.quote?.vatMinor },
        instalments: offer.plan.map(({ amountMinor }) => ({ totalMinor: amountMinor })),
      });
      const total = (offer.quote?.totalMinor ?? 0) / 100;
      expect(text).toContain(total.toLocaleString('de-DE', { minimumFractionDigits: 2 }));
    },
  );
  const lastMinute = (end: string) => (Date.parse(end) - Date.parse(noon)) / 60_000 - 1;
  const examples = markets.flatMap((each) =>
    changeNames.map((name): [typeof each, Change[], number] => [each, [name], lastMinute(each.end)]),
  );
  await fc.assert(run, { examples, numRuns: 35 });
  await mend();
}, 120_000);

test('[LEGAL-6] two devices that accept at once, twice each, as it ends, make one loan or none', async () => {
  const [mexico] = markets;
  for (const [at, count] of [
    [mexico.from, 1],
    [mexico.end, 0],
  ] as const) {
    service.setTime(noon);
    const session = await newBorrower(service);
    const offer = await show(session, mexico.productId);
    const other = await service.session(session.borrowerId);
    service.setTime(at);
    const outcomes = await Promise.all(
      [session, other, session, other].map((from) => take(from, mexico.productId, offer)),
    );
    expect(new Set(outcomes)).toEqual(new Set([count === 1 ? 'made' : '409001']));
    expect(await service.database.$count(loans, eq(loans.borrowerId, session.borrowerId))).toBe(count);
    // A replay long after answers with the loan there is.
    service.setTime('2026-12-24T12:00:00-06:00');
    expect(await take(session, mexico.productId, offer)).toBe(count === 1 ? 'made' : '409001');
    service.setTime(noon);
  }
});

test('[LEGAL-6] another amount of the offer is a proposal of its own, and both hold', async () => {
  const [{ productId }] = markets;
  const session = await newBorrower(service);
  const first = await show(session, productId);
  const { borrowerId } = session;
  const amountMinor = minorAmount(400_000);
  await service.tell(putOffer, { ...offerFields, borrowerId, productId, amountMinor });
  const second = await show(session, productId);
  expect(second.amountMinor).toBe(400_000);
  expect(second.quote?.proposalNumber).not.toBe(first.quote?.proposalNumber);
  expect(await take(session, productId, first)).toBe('made');
});

test('[LEGAL-6] an edition of the agreement that comes into force meanwhile leaves what is shown in the one before it', async () => {
  const [{ productId }] = markets;
  const paragraphs = ['Texto propio.'];
  const texts = { es: { title: 'Contrato', summary: 'Propio', sections: [{ heading: 'Uno', paragraphs }] } };
  const session = await newBorrower(service);
  const offer = await show(session, productId);
  const { accepted } = await service.ask(readAgreement, { orderNumber: offer.quote?.quoteId ?? '' }, session);
  await service.tell(addAgreementVersion, { market: 'MX', version: 'propio-1', texts });
  expect((await show(session, productId)).quote).toEqual(offer.quote);
  expect(await take(session, productId, offer)).toBe('made');
  const [kept] = await service.database
    .select()
    .from(loanAgreementsAccepted)
    .innerJoin(loans, belongsToLoan(loanAgreementsAccepted, loans))
    .where(eq(loans.borrowerId, session.borrowerId));
  expect(kept?.loan_agreements_accepted).toMatchObject({ version: accepted?.version, hash: accepted?.hash });

  // Of a standing text that a release took away the terms stay, under the agreement in force.
  const later = await newBorrower(service);
  const shown = await show(later, productId);
  await service.database
    .update(quotes)
    .set({ agreementVersion: '2026-01', proposalNumber: 'CA-2026-1' })
    .where(eq(quotes.id, shown.quote?.quoteId ?? ''));
  await changes.dearer(productId);
  service.setTime('2026-11-24T12:00:00-06:00');
  const renewed = await show(later, productId);
  expect(renewed.quote).toMatchObject({ totalMinor: shown.quote?.totalMinor, validThrough: '2026-11-25' });
  expect(renewed.quote?.quoteId).not.toBe(shown.quote?.quoteId);
  expect(await take(later, productId, renewed)).toBe('made');
  await service.database.execute(sql`delete from agreement_versions`);
  await mend();
});

test('[LEGAL-6] with minutes left the same terms get a new paper, other terms none before it ended', async () => {
  const [{ productId }] = markets;
  const almost = '2026-11-25T23:50:00-06:00';
  const session = await newBorrower(service);
  const first = await show(session, productId);
  service.setTime(almost);
  const second = await show(session, productId);
  expect(second.quote?.validThrough).toBe('2026-11-30');
  expect(second.quote?.proposalNumber).not.toBe(first.quote?.proposalNumber);
  service.setTime(noon);
  const other = await newBorrower(service);
  const before = await show(other, productId);
  await changes.dearer(productId);
  service.setTime(almost);
  expect((await show(other, productId)).quote).toEqual(before.quote);
  service.setTime(markets[0].end);
  const after = await show(other, productId);
  expect(after.quote?.feeMinor).toBe(120_000);
  await mend();
});
