import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentReferences, providerEvents, providerOutflows } from '#db/schema/repayment.ts';
import { maintainReferences } from '#lending/repayment/deposits.ts';
import { openWays, paidMinor, type Way } from '#tests/providers/ways-to-pay.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';

// Every way to pay by a provider, in one table, against the books: what comes in odd orders, twice, late, or never, and what leaves again.

const { database } = await testLendingService();
const books = await openWays(database);
const { ways, standIns, service, loan, reference, shownCode, upiCodeOf, owed, outflows } = books;
const { settled, lookAgain, sweep, sweepOnce, askAboutCharges, expectBooksAgree } = books;
const { stripe, razorpay } = standIns;

const toldByMessages = ways.filter(({ isChargedAtOnce }) => !isChargedAtOnce);
const foundLines = () => service().reported.filter(({ message }) => message.startsWith('money was found'));

/** A loan of a way that was paid and told, and what was owed on it before. */
async function paid(way: Way): Promise<{ readonly code: string; readonly before: number }> {
  const code = await way.begin();
  const before = await owed();
  await way.pay(code);
  await settled();
  expect(await owed()).toBe(before - paidMinor);
  return { code, before };
}

test('a CLABE that was paid long after anybody saw it is found by looking alone', async () => {
  stripe.delivery = 'never';
  const code = await reference('bank-transfer', { SPEI_PROVIDER: 'stripe' });
  const before = await owed();
  const seenAt = Date.now();
  const dayMs = 24 * 3_600_000;
  for (let day = 0; day <= 40; day += 1) {
    if (day === 30) stripe.references.transfer(code, paidMinor);
    service().setTime(new Date(seenAt + day * dayMs).toISOString());
    await maintainReferences(service().dependencies);
  }
  const [record] = await database.select().from(paymentReferences).where(eq(paymentReferences.code, code));
  expect(record?.lookAt?.getTime()).toBeGreaterThan(seenAt + 40 * dayMs);
  expect(
    (await database.select().from(providerEvents).where(eq(providerEvents.loanId, loan().orderId))).length,
  ).toBe(1);
  expect(await owed()).not.toBe(before);
});

test.each(ways)(
  '$name: a refund of the whole in the dashboard is owed again, once, told twice',
  async (way) => {
    way.standIn.delivery = 'twice';
    const { code, before } = await paid(way);
    await way.refund(code, paidMinor);
    await settled();
    expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
    await expectBooksAgree();
  },
);

test.each(ways.filter(({ refundsWholeAlone }) => !refundsWholeAlone))(
  '$name: a part waits, and with the rest it is the whole',
  async (way) => {
    const { code, before } = await paid(way);
    await way.refund(code, 30_000);
    await settled();
    expect([await owed(), await outflows()]).toEqual([before - paidMinor, ['part']]);
    await way.refund(code, 70_000);
    await settled();
    expect([await owed(), await outflows()]).toEqual([before, ['booked', 'booked']]);
    await expectBooksAgree();
  },
);

// Until its cash is moved, Stripe has nothing to give back; Fintoc's message of a return tells of its transfer too.
test.each(toldByMessages.filter(({ name }) => !/^(Stripe|Fintoc), SPEI$/.test(name)))(
  '$name: a refund that is told before its payment waits for it',
  async (way) => {
    const code = await way.begin();
    const before = await owed();
    way.standIn.delivery = 'hold';
    await way.pay(code);
    await way.refund(code, paidMinor);
    await way.standIn.release();
    expect([await owed(), await outflows()]).toEqual([before - paidMinor, ['no-payment']]);
    await lookAgain();
    expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
    await expectBooksAgree();
  },
);

test.each(ways.filter(({ dispute }) => dispute))(
  '$name: a dispute of a part waits, one of the whole is owed again, and what is beyond it waits, told twice',
  async (way) => {
    way.standIn.delivery = 'twice';
    const { code, before } = await paid(way);
    await way.dispute?.(code, 1_000);
    await settled();
    expect([await owed(), await outflows()]).toEqual([before - paidMinor, ['part']]);
    await way.dispute?.(code, paidMinor);
    await settled();
    expect([await owed(), await outflows()]).toEqual([before, ['booked', 'more-than-paid']]);
    await expectBooksAgree();
  },
);

test.each(ways.filter(({ reverse }) => reverse))(
  '$name: what a bank or a shop takes back is owed again, once',
  async (way) => {
    way.standIn.delivery = 'twice';
    const { code, before } = await paid(way);
    await way.reverse?.(code);
    await settled();
    expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
    await expectBooksAgree();
  },
);

test.each(ways.filter(({ win }) => win))(
  '$name: what the lender wins back is paid again, in whatever order it is told',
  async (way) => {
    for (const delivery of ['twice', 'hold'] as const) {
      way.standIn.delivery = 'at-once';
      const { code, before } = await paid(way);
      way.standIn.delivery = delivery;
      await (way.reverse ?? ((paidBy) => way.dispute?.(paidBy, paidMinor)))(code);
      await way.win?.(code);
      await settled();
      await way.standIn.release();
      await lookAgain();
      expect([delivery, await owed(), await outflows()]).toEqual([
        ...[delivery, before - paidMinor, ['came-back']],
      ]);
      await expectBooksAgree();
    }
  },
);

test.each(ways)('$name: a ping, and that something was closed or expired, moves no money', async (way) => {
  const { code, before } = await paid(way);
  for (const event of way.idle(code)) expect(await way.standIn.send(event)).toBe(200);
  expect([await owed(), await outflows()]).toEqual([before - paidMinor, []]);
  await expectBooksAgree();
});

test.each(toldByMessages)(
  '$name: messages of another account, and of the other mode, are refused, and the right ones are taken 20 hours late',
  async (way) => {
    const code = await way.begin();
    await settled();
    const before = await owed();
    way.standIn.delivery = 'never';
    const known = way.standIn.events.length;
    await way.pay(code);
    const events = way.standIn.events.slice(known);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) {
      expect(await way.standIn.send(event, way.forged)).toBe(401);
      if (way.inOtherMode) expect(await way.standIn.send(way.inOtherMode(event))).toBe(401);
    }
    expect(await owed()).toBe(before);
    service().setTime(new Date(Date.now() + 20 * 3_600_000).toISOString());
    for (const event of [...events, ...events].reverse()) expect(await way.standIn.send(event)).toBe(200);
    expect(
      (await database.select().from(providerEvents).where(eq(providerEvents.loanId, loan().orderId))).length,
    ).toBe(1);
    await expectBooksAgree();
  },
);

test.each(toldByMessages)('$name: what is paid twice is booked twice, or not taken again', async (way) => {
  const { code, before } = await paid(way);
  const isTaken = await way.pay(code);
  await settled();
  expect(await owed()).toBe(before - paidMinor * (isTaken ? 2 : 1));
  await expectBooksAgree();
});

test('which of two equal transfers to a CLABE of Stripe’s was taken back, a person says', async () => {
  const code = await reference('bank-transfer', { SPEI_PROVIDER: 'stripe' });
  const before = await owed();
  stripe.references.transfer(code, 50_000);
  stripe.references.transfer(code, 50_000);
  await settled();
  stripe.references.reverseTransfer(code, 50_000);
  await settled();
  expect(await owed()).toBe(before - 100_000);
  const customer = stripe.references.customers.find(({ clabe }) => clabe === code);
  const waiting = await database
    .select()
    .from(providerOutflows)
    .where(eq(providerOutflows.paymentId, customer?.id ?? ''));
  expect(waiting).toMatchObject([{ cause: 'reversal', doubt: 'no-payment', amountMinor: 50_000 }]);
  expect(service().reported.filter(({ level }) => level === 'error')).toHaveLength(1);
  await expectBooksAgree();
});

test.each(toldByMessages)(
  '$name: with messages lost, its lists bring payment and refund once, and say that no message told',
  async (way) => {
    way.standIn.delivery = 'never';
    const code = await way.begin();
    const before = await owed();
    await way.pay(code);
    await sweep(way);
    expect(await owed()).toBe(before - paidMinor);
    await way.refund(code, paidMinor);
    await sweep(way);
    await sweep(way);
    expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
    expect(foundLines().map(({ fields }) => fields?.foundCount)).toEqual([1, 1]);
    await expectBooksAgree();
  },
);

test.each([
  { name: 'Stripe, card', standIn: standIns.stripe, asksBefore: /payment_methods/ },
  { name: 'Conekta, card', standIn: standIns.conekta, asksBefore: /payment_sources/ },
])(
  '$name: a charge whose answer and messages are lost is brought by its lists, once, and they say that no message told',
  async ({ name, standIn, asksBefore }) => {
    const way = ways.find((each) => each.name === name) as Way;
    const card = await way.begin();
    const before = await owed();
    standIn.delivery = 'never';
    standIn.beforeAnswer = (path: string) => {
      if (!asksBefore.test(path)) return;
      standIn.beforeAnswer = null;
      standIn.faults.push('drop-after', 'drop-after', 'drop-after');
    };
    expect(await way.pay(card)).toBe(false);
    standIn.faults.length = 0;
    expect(await owed()).toBe(before);
    await sweep(way);
    await sweep(way);
    expect(await owed()).toBe(before - paidMinor);
    expect(foundLines().map(({ fields }) => fields?.foundCount)).toEqual([1]);
    await expectBooksAgree();
  },
);

test.each(toldByMessages)(
  '$name: a payment that was settled and is on no other list is found, and so is what left of it',
  async (way) => {
    way.standIn.delivery = 'never';
    way.standIn.listsSettledAlone = true;
    const code = await way.begin();
    const before = await owed();
    await way.pay(code);
    await way.settle?.(code);
    await sweep(way);
    expect(await owed()).toBe(before - paidMinor);
    await way.refund(code, paidMinor);
    await sweep(way);
    await sweep(way);
    expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
    await expectBooksAgree();
  },
);

test.each(ways)('$name: what was settled says what leaves and comes back, without a message', async (way) => {
  const { code, before } = await paid(way);
  way.standIn.delivery = 'never';
  way.standIn.listsSettledAlone = true;
  if (way.dispute) await way.dispute(code, paidMinor);
  else if (way.name !== 'Stripe, SPEI') await way.reverse?.(code);
  else await way.refund(code, paidMinor);
  await sweep(way);
  expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
  await way.win?.(code);
  await sweep(way);
  expect(await owed()).toBe(before - (way.win ? paidMinor : 0));
  await expectBooksAgree();
});

test('a payment that was settled in another amount than it was booked in is an error in the log', async () => {
  const code = await reference('upi', { UPI_PROVIDER: 'razorpay' });
  razorpay.payCode(upiCodeOf(code));
  await settled();
  const before = await owed();
  const [payment = {}] = razorpay.paymentsOf(upiCodeOf(code));
  Object.assign(payment, { amount: paidMinor - 1 });
  razorpay.listsSettledAlone = true;
  expect(await sweepOnce({ provider: 'razorpay' })).toBe('failed');
  const lines = service().reported.filter(({ level }) => level === 'error');
  expect(lines.map(({ message }) => message)).toContain('the list of a provider was not imported');
  expect(await owed()).toBe(before);
  Object.assign(payment, { amount: paidMinor });
});

test.each(ways)('$name: what was told by messages is not found again', async (way) => {
  const { before } = await paid(way);
  await sweep(way);
  expect(await owed()).toBe(before - paidMinor);
  expect(foundLines()).toEqual([]);
});

type Step = 'refund' | 'rest' | 'dispute' | 'reverse' | 'win' | 'sweep' | 'look-again';

/** What happens at a provider, and when it is looked for meanwhile: each thing once at most. */
const history = (way: Way) =>
  fc.shuffledSubarray<Step>(
    [
      ...(['refund', 'rest', 'sweep', 'look-again'] as const),
      ...(way.dispute ? (['dispute'] as const) : []),
      ...(way.reverse ? (['reverse'] as const) : []),
      ...(way.win ? (['win'] as const) : []),
    ],
    { minLength: 2, maxLength: 5 },
  );

/** Plays a history on a loan of its own. @returns what is owed less than before, and what became of what left. */
async function play(
  way: Way,
  steps: readonly Step[],
  delivery: Way['standIn']['delivery'],
): Promise<unknown> {
  way.standIn.delivery = 'at-once';
  const code = await way.begin();
  const before = await owed();
  way.standIn.delivery = delivery;
  await way.pay(code);
  await settled();
  // Until its cash is moved, Stripe has nothing to give back.
  if (way.name === 'Stripe, SPEI') await sweep(way);
  let isTaken = false;
  let leftMinor = paidMinor as number;
  const give = async (amountMinor: number) => {
    if (amountMinor > leftMinor || isTaken || way.refundsWholeAlone) return;
    leftMinor -= amountMinor;
    await way.refund(code, amountMinor);
  };
  for (const step of steps) {
    if (step === 'refund') await give(30_000);
    if (step === 'rest') await give(70_000);
    // A bank takes what is whole: what went back before is a person's to look at.
    if ((step === 'dispute' || step === 'reverse') && leftMinor === paidMinor && !isTaken) {
      isTaken = true;
      await (step === 'dispute' ? way.dispute?.(code, paidMinor) : way.reverse?.(code));
    }
    const mayWin = way.reverse ? steps.includes('reverse') : steps.includes('dispute');
    if (step === 'win' && isTaken && mayWin) await way.win?.(code);
    if (step === 'sweep') await sweep(way);
    if (step === 'look-again') await lookAgain();
    if (delivery === 'at-once') await settled();
  }
  await settled();
  await way.standIn.release();
  await sweep(way);
  if (way.name === 'Razorpay, card') await askAboutCharges();
  await sweep(way);
  await lookAgain();
  await expectBooksAgree();
  return [before - (await owed()), (await outflows()).sort()];
}

test.each(ways)(
  '$name: any history ends the same with messages, with its lists alone, and with both in any order',
  async (way) => {
    await fc.assert(
      fc.asyncProperty(history(way), fc.constantFrom('never', 'hold', 'twice'), async (steps, delivery) => {
        const told = await play(way, steps, 'at-once');
        expect([delivery, await play(way, steps, delivery)]).toEqual([delivery, told]);
      }),
      { numRuns: Number(process.env.HISTORY_RUNS ?? 1), endOnFailure: true },
    );
  },
  120_000,
);

test.each(['message', 'look'] as const)(
  'an account of Razorpay’s that was closed, told by a %s, is shown no more, and another one is made',
  async (how) => {
    razorpay.delivery = how === 'message' ? 'at-once' : 'never';
    const code = await reference('virtual-account', { VIRTUAL_ACCOUNT_PROVIDER: 'razorpay' });
    razorpay.closeIdle(code);
    await settled();
    const look = async () => {
      const of = eq(paymentReferences.code, code);
      await database
        .update(paymentReferences)
        .set({ lookAt: new Date(0) })
        .where(of);
      await maintainReferences(service().dependencies);
    };
    // References of the histories before may still be looked at, and their provider held back: so it is looked at again.
    const shownNow = async () => {
      if (how === 'look') await look();
      return shownCode('virtual-account');
    };
    await expect.poll(shownNow, { timeout: 20_000 }).not.toBe(code);
    expect(await shownCode('virtual-account')).toMatch(/^\d{16}$/);
  },
);
