import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAgreement, readLoan, readMovements } from '#contract/calls/loan.ts';
import { createContractClient } from '#contract/client.ts';
import { decideApplication, quoteSettlement } from '#contract/host/loan.ts';
import { recordPayment, verifyReceipt, waiveCharge } from '#contract/host/repayment.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addDays, daysBetween, type LocalDate, localDate } from '#domain/calendar.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import { applyPpm, minorAmount, multiplyRatio } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { anyStep, anyWalkedProduct, CorrectedLoanWalk } from '#tests/setup/corrected-loan-walk.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { payAllOfThePlan, testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { openPage, requestPage } from '#tests/setup/open-page.ts';
import { readPdf } from '#tests/setup/pdf-text.ts';
import { type Promised, promisedByPaper } from '#tests/setup/promised-terms.ts';
import { isPostingOfTransaction } from '../ledger/loans.ts';

// What a borrower reads, page by page and paper by paper, against the ledger alone: no figure is taken from a call.

const service = await testLendingService();
const { person } = testDesk(service);
const client = createContractClient({
  fetch: async (request) => service.api.fetch(request),
  apiBase: 'http://lending.test',
  defaultMerchantNumber: '1000',
});
const dependencies = { client };

const startDay = localDate('2026-11-20');
const setDay = (days: number) => service.setTime(`${addDays(startDay, days)}T12:00:00-06:00`);
const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, each) => total + each, 0);

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const amountsIn = (text: string) => plain(text).match(/[$₹] -?[\d.]+,\d\d/g) ?? [];
const money = (minor: number, { productId }: TestLoan) =>
  plain(formatMoney(minorAmount(minor), 'es', 'dot', productId === 'in-120' ? 'INR' : 'MXN'));

/** What a page asks for first, after what it says of payments that the borrower told of or that were taken back. */
const firstAskedIn = (text: string) =>
  amountsIn(
    text.replaceAll(
      /(?:Nos avisó que pagó|Encontramos el pago de|Buscamos su pago de|Su pago de) \S+ \S+/g,
      '',
    ),
  )[0];

/** A text as a pattern that only it matches. */
const literal = (text: string) => text.replace(/[$.()+?*|]/g, '\\$&');

type Parameters = Readonly<Record<string, string>>;

function addressOf(path: string, loan: TestLoan, session: TestSession, more: Parameters = {}): string {
  const { productId, orderId, orderNumber } = loan;
  const { sessionId, userId, deviceId } = session;
  const parameters = { productId, orderId, orderNo: orderNumber, sessionId, userId, deviceId, lang: '2' };
  return `${path}?${new URLSearchParams({ ...parameters, ...more })}`;
}

const read = async (address: string) => {
  const { status, text, html } = await openPage(address, { dependencies });
  return { status, text: plain(text), html };
};
/** A page in Spanish, whose amounts are those of the page in English. */
const readBoth = async (path: string, loan: TestLoan, session: TestSession, more: Parameters = {}) => {
  const page = await read(addressOf(path, loan, session, more));
  const english = await read(addressOf(path, loan, session, { ...more, lang: '1' }));
  expect(amountsIn(english.text)).toEqual(amountsIn(page.text));
  return page;
};
const file = async (address: string) => {
  const { response } = await requestPage(address, { dependencies });
  return new Uint8Array(await response.arrayBuffer());
};
const readPaper = async (address: string) => (await readPdf(await file(address))).text;

const components = ['penalty', 'fee', 'vat', 'interest', 'principal'] as const;
type Component = (typeof components)[number];

/** What stands for each component on pages and papers. */
const componentNames: Readonly<Record<Component, string>> = {
  penalty: 'Recargo',
  fee: 'Comisión',
  vat: '(?:IVA|GST)',
  interest: 'Intereses',
  principal: 'Capital',
};

interface BookedInstalment {
  readonly sequence: number;
  readonly dueDate: LocalDate;
  readonly charged: Record<Component, number>;
  readonly paid: Record<Component, number>;
}

interface BookedPayment {
  readonly paymentId: string;
  readonly amount: number;
  readonly heldMinor: number;
  /** What it settled, by the number of the instalment and the component. */
  readonly covered: ReadonlyMap<string, number>;
}

/** A charge as the ledger has it, by the movements that charged it and took it off. */
interface BookedCharge {
  readonly chargeId: string;
  readonly sequence: number;
  readonly component: Component;
  readonly charged: number;
}

const chargedTo = ({ charged }: BookedInstalment) => sum(Object.values(charged));
const paidOn = ({ paid }: BookedInstalment) => sum(Object.values(paid));
const owedOn = (instalment: BookedInstalment) => chargedTo(instalment) - paidOn(instalment);
const owedOf = (instalments: readonly BookedInstalment[], component: Component) =>
  sum(instalments.map(({ charged, paid }) => charged[component] - paid[component]));

/** A loan as the ledger alone has it; only due dates are not in it. */
async function booksOf({ orderId }: TestLoan) {
  const rows = await service.database
    .select({ movement: ledgerTransactions, posting: ledgerPostings })
    .from(ledgerTransactions)
    .innerJoin(ledgerPostings, isPostingOfTransaction)
    .where(eq(ledgerTransactions.loanId, orderId));
  const plan = await service.database
    .select({ id: instalments.id, sequence: instalments.sequence, dueDate: instalments.dueDate })
    .from(instalments)
    .where(eq(instalments.loanId, orderId))
    .orderBy(asc(instalments.dueDate), asc(instalments.sequence));
  const zero = () => ({ penalty: 0, fee: 0, vat: 0, interest: 0, principal: 0 });
  const booked = new Map(
    plan.map(({ id, ...each }): [string, BookedInstalment] => [
      id,
      { ...each, charged: zero(), paid: zero() },
    ]),
  );
  const placeOf = (instalmentId: string | null) => booked.get(instalmentId ?? '');
  const separate = new Map<string, number>();
  const takenOff = new Map<string, number>();
  for (const { movement, posting } of rows) {
    const instalment = placeOf(posting.instalmentId);
    if (posting.account !== 'receivable' || !instalment || !posting.component) continue;
    const settles = movement.kind === 'payment' || movement.kind === 'reallocation';
    if (settles) instalment.paid[posting.component] -= posting.amountMinor;
    else instalment.charged[posting.component] += posting.amountMinor;
    const [, ofKind = movement.kind, disputeId = ''] =
      /^charge-correction:([a-z-]+):(.+)$/.exec(movement.idempotencyKey) ?? [];
    const part = `${instalment.sequence}-${ofKind}-${posting.component}`;
    if (!settles) separate.set(part, (separate.get(part) ?? 0) + posting.amountMinor);
    if (disputeId !== '') takenOff.set(disputeId, (takenOff.get(disputeId) ?? 0) - posting.amountMinor);
  }
  const charges = [...booked.values()].flatMap(({ sequence, charged }): BookedCharge[] => {
    const feeOf = (kind: string, component: Component) =>
      Math.min(charged[component], separate.get(`${sequence}-${kind}-${component}`) ?? 0);
    const lateFee = feeOf('late-fee', 'penalty');
    const extensionFee = feeOf('extension-fee', 'fee');
    const parts: readonly (readonly [string, Component, number])[] = [
      ['penalty', 'penalty', charged.penalty - lateFee],
      ['late-fee', 'penalty', lateFee],
      ['interest', 'interest', charged.interest],
      ['fee', 'fee', charged.fee - extensionFee],
      ['vat', 'vat', charged.vat],
      ['extension-fee', 'fee', extensionFee],
    ];
    return parts
      .filter(([, , amount]) => amount > 0)
      .map(([kind, component, amount]) => ({
        chargeId: `${sequence}-${kind}`,
        ...{ sequence, component, charged: amount },
      }));
  });
  const takenBack = new Set(rows.map(({ movement }) => movement.reversesId));
  const movements = Map.groupBy(
    rows.filter(({ movement: { kind, id, reversesId } }) => {
      return kind === 'payment' && reversesId === null && !takenBack.has(id);
    }),
    ({ movement }) => movement.id,
  );
  const total = (account: string, of: typeof rows = rows) =>
    sum(
      of
        .filter(({ posting }) => posting.account.split(':')[0] === account)
        .map(({ posting }) => posting.amountMinor),
    );
  return {
    // Nothing is charged to payments that a new plan took the place of.
    instalments: [...booked.values()].filter((each) => chargedTo(each) > 0),
    charges,
    /** By the dispute that was upheld, with the tax. */
    takenOff,
    payments: [...movements].map(
      ([paymentId, parts]): BookedPayment => ({
        paymentId,
        amount: total('clearing', parts),
        heldMinor: 0 - total('suspense', parts),
        covered: new Map(
          parts
            .filter(({ posting }) => posting.account === 'receivable')
            .map(({ posting: { instalmentId, component, amountMinor } }) => {
              return [`${placeOf(instalmentId)?.sequence} ${component}`, 0 - amountMinor];
            }),
        ),
      }),
    ),
    owed: total('receivable'),
    /** What a prepayment or its end before its dates took off, while that stands. */
    forgiven:
      0 -
      total(
        'receivable',
        rows.filter(({ movement: { kind, id, reversesId } }) => {
          const takesOff = ['prepayment', 'early-settlement', 'cooling-off-exit'].includes(kind);
          return takesOff && reversesId === null && !takenBack.has(id);
        }),
      ),
    held: 0 - total('suspense'),
    reversed: total(
      'clearing',
      rows.filter(({ movement: { kind, id } }) => kind === 'payment' && takenBack.has(id)),
    ),
    refunded: total(
      'suspense',
      rows.filter(({ movement }) => movement.kind === 'refund'),
    ),
  };
}

type Books = Awaited<ReturnType<typeof booksOf>>;

/** What is asked for on a day: all that is late, or else the next payment. */
function askedOf({ instalments: plan }: Books, today: LocalDate): BookedInstalment[] {
  const open = plan.filter((each) => owedOn(each) > 0);
  const late = open.filter(({ dueDate }) => dueDate < today);
  return late.length > 0 ? late : open.slice(0, 1);
}

/** What settles it: days that were not used cost nothing; of a loan that did not walk, its test says. */
const settlesMinorOf = ({ walk, books }: Pick<Opened, 'walk' | 'books'>) =>
  walk ? walk.model.settlement() : books.owed;

/** What is asked for: what some payments of the plan come to, or what settles the loan where that is less. */
const askedMinorOf = (dueInstalments: readonly BookedInstalment[], opened: Pick<Opened, 'walk' | 'books'>) =>
  Math.min(sum(dueInstalments.map(owedOn)), settlesMinorOf(opened));

/** A loan on a day, as its borrower opens it. */
interface Opened {
  readonly loan: TestLoan;
  readonly session: TestSession;
  readonly today: LocalDate;
  readonly books: Books;
  /** How the loan came here; absent where nothing was disputed. */
  readonly walk?: CorrectedLoanWalk | undefined;
}

/** Everything that is shown of a loan, against each other and the ledger. */
async function expectSameFigures({ loan, session, today, walk }: Omit<Opened, 'books'>): Promise<void> {
  const order = await readBoth('/order', loan, session);
  // After the page, which books the penalties of days gone by.
  const opened: Opened = { loan, session, today, walk, books: await booksOf(loan) };
  expectReceived(order.text, opened);
  await expectReceipts(order, opened);
  const charges = await readBoth('/chargeDispute', loan, session);
  if (!walk?.model.isSold) expectDisputes(order.text + charges.text, opened);
  await expectAccountStatement(opened);
  if (walk?.model.isSold) return expectSold(order.text, opened);
  expectPlan(order.text, opened);
  expectCharges(charges.text, opened);
  if (opened.books.owed === 0) return expectSettled(order.text, opened);
  const dueInstalments = askedOf(opened.books, today);
  const askedMinor = askedMinorOf(dueInstalments, opened);
  expectSaving(order.text, opened);
  if (!order.text.includes('Usted avisó que pagó')) {
    expect(order.text).toMatch(
      new RegExp(
        `(ago \\d+( de \\d+)?|Para ponerse al corriente|Para liquidar hoy|Cuesta menos) ${literal(money(askedMinor, loan))}`,
      ),
    );
  }
  expectSum(order.text, dueInstalments, opened);
  expectDays(order.text, opened);
  await expectCap(order.text, opened);
  const growing = walk?.model.nextDayCost() ?? 0;
  const eachDay = /Cada día suma ([$₹] [\d.]+,\d\d)\./.exec(order.text)?.[1];
  if (walk) expect(eachDay).toBe(growing > 0 ? money(growing, loan) : undefined);
  await expectRepayment(dueInstalments, opened);
  await expectCalendar(opened);
  await expectExtension(order.text, dueInstalments, opened);
  await expectSettlement(opened);
}

/**
 * The statement of account of the whole loan and of today alone, as page and as PDF: what stood before and every movement
 * come to what stands after, which is what the ledger says is owed.
 */
async function expectAccountStatement({ loan, session, today, books, walk }: Opened): Promise<void> {
  const whole = await readBoth('/accountStatement', loan, session);
  const pdf = async (more: Parameters = {}) =>
    plain(await readPaper(addressOf('/accountStatement.pdf', loan, session, more)));
  if (walk?.model.isSold) {
    expect(whole.status).toBe(404);
    return;
  }
  expect(amountsIn((await pdf()).replaceAll(' Fecha y movimiento Cargo Abono Debe', ''))).toEqual(
    amountsIn(whole.text),
  );
  expect(whole.text).toMatch(new RegExp(`Debe en total[^$₹]*${literal(money(books.owed, loan))}`));
  if (books.held > 0) expect(whole.text).toContain(`Saldo a su favor ${money(books.held, loan)}`);
  const { movements } = await service.ask(readMovements, loan, session);
  expect(sum(movements.map(({ owedMinor }) => owedMinor))).toBe(books.owed);
  expect(movements.at(-1)?.heldAfterMinor).toBe(books.held);
  for (const from of [movements[0]?.bookedOn ?? '', today]) {
    const { html } = await read(addressOf('/accountStatement', loan, session, { from, through: today }));
    const cells = (name: string) =>
      [...html.matchAll(new RegExp(`data-label="${name}"[^>]*>([^<]*)<`, 'g'))].map(([, cell = '']) =>
        cell === '' ? 0 : minorOf(plain(cell)),
      );
    const [opening = 0, ...owed] = cells('Debe');
    const rows = cells('Cargo').map((charged, row) => charged - (cells('Abono')[row] ?? 0));
    expect(owed.at(-1)).toBe(books.owed);
    expect(opening + sum(rows)).toBe(books.owed);
    expect(rows).toHaveLength(movements.filter(({ bookedOn }) => bookedOn >= from).length + 2);
  }
}

const chargeNames: Readonly<Record<string, string>> = {
  penalty: 'Recargo por atraso',
  'late-fee': 'Recargo único por atraso',
  interest: 'Intereses',
  fee: 'Comisión',
  vat: 'IVA',
  'extension-fee': 'Costo de aplazar',
};

const nameOf = (chargeId: string, { productId }: TestLoan) => {
  const kind = chargeId.replace(/^\d+-/, '');
  return kind === 'vat' && productId === 'in-120' ? 'GST' : chargeNames[kind];
};

/** Every charge by its payment, with whether it is disputed, and none but those of the ledger. */
function expectCharges(text: string, { loan, books, walk }: Opened): void {
  const shown = text.slice(text.indexOf('¿Qué cargo no está bien?'));
  const open = [...(walk?.disputes.values() ?? [])].filter(({ state }) => state === 'open');
  const untilOf = (chargeId: string) =>
    open.some((each) => each.chargeId === chargeId) ? 'En revisión hasta el \\S+ ' : '';
  const penalties = books.charges.filter(({ component }) => component === 'penalty');
  for (const { chargeId, charged, sequence } of penalties) {
    const note = untilOf(chargeId) || `Pago ${sequence} `;
    expect(shown).toMatch(new RegExp(`${nameOf(chargeId, loan)} ${note}${literal(money(charged, loan))}`));
  }
  const groups = books.instalments
    .map(({ sequence, dueDate }) => ({
      ...{ sequence, dueDate },
      its: books.charges.filter((each) => each.sequence === sequence && each.component !== 'penalty'),
    }))
    .filter(({ its }) => its.length > 0);
  for (const { sequence, dueDate, its } of groups) {
    const rows = its.map(
      ({ chargeId, charged }) =>
        `${nameOf(chargeId, loan)} ${untilOf(chargeId)}${literal(money(charged, loan))}`,
    );
    // The sums of a long plan are left out.
    const whole = groups.length > 5 ? '' : `${literal(money(sum(its.map(({ charged }) => charged)), loan))} `;
    expect(shown).toMatch(new RegExp(`Pago ${sequence} [^$₹]*${whole}Vence el ${dueDate} ${rows.join(' ')}`));
  }
}

/** What is under review, and what became of it for a month, on whichever page of the loan. */
function expectDisputes(text: string, { loan, today, books, walk }: Opened): void {
  for (const [disputeId, dispute] of walk?.disputes ?? []) {
    const { chargeId, sequence, state, endedOn } = dispute;
    const name = nameOf(chargeId, loan);
    const charged = books.charges.find((each) => each.chargeId === chargeId)?.charged ?? 0;
    if (state === 'open') {
      const gone = `Ya no le cobramos: ${name}, pago ${sequence}.`;
      const inReview = `En revisión: ${name}, ${money(charged, loan)}, pago ${sequence}.`;
      expect(text).toContain(charged === 0 ? gone : inReview);
    }
    if (endedOn === null || daysBetween(endedOn, today) >= 30) continue;
    if (state === 'rejected') {
      const was = money(dispute.chargedMinor, loan);
      const gone = `${name}, pago ${sequence}: lo revisamos, y ya no se le cobra.`;
      const stays = `${name}, ${was}, pago ${sequence}: lo revisamos y se queda.`;
      expect(text).toContain(dispute.chargedMinor === 0 ? gone : stays);
    } else if (state === 'upheld') {
      const tax = dispute.vatTakenOffMinor;
      const taken = (books.takenOff.get(disputeId) ?? 0) - tax;
      const isPart = taken < dispute.chargedMinor;
      const of = isPart ? ` de ${money(dispute.chargedMinor, loan)}` : '';
      const said = `${name}, pago ${sequence}: le quitamos ${money(taken, loan)}${of}.`;
      expect(text).toContain(`${isPart ? '' : 'Tiene razón. '}${said}`);
      if (tax > 0) expect(text).toContain(`También ${money(tax, loan)} de ${nameOf('1-vat', loan)}.`);
    }
  }
}

/** What of the amount asked for is under review. */
function expectDisputedPart(
  text: string,
  dueInstalments: readonly BookedInstalment[],
  { loan, books, walk }: Opened,
): void {
  const open = [...(walk?.disputes.values() ?? [])].filter(({ state }) => state === 'open');
  const disputed = books.charges.filter(({ chargeId }) => open.some((each) => each.chargeId === chargeId));
  const minor = sum(
    dueInstalments.flatMap(({ sequence, charged, paid }) =>
      components.map((component) => {
        const own = disputed.filter((each) => each.sequence === sequence && each.component === component);
        return Math.min(charged[component] - paid[component], sum(own.map((each) => each.charged)));
      }),
    ),
  );
  const said = /De esto, ([$₹] [\d.]+,\d\d) está en revisión/.exec(text)?.[1];
  expect(said).toBe(minor > 0 ? money(minor, loan) : undefined);
}

/** An extension that a bank confirms stands at the price it was paid at, and no other way pays it again. */
async function expectPending({ loan, session }: CorrectedLoanWalk, priceMinor: number): Promise<void> {
  const said = `Su banco está confirmando ${money(priceMinor, loan)} para aplazar su pago.`;
  for (const path of ['/order', '/repay', '/repayDelay']) {
    const { text, html } = await read(addressOf(path, loan, session));
    if (path === '/order') expect(text).toContain(`Su banco está confirmando Para aplazar su pago. `);
    if (path === '/order') expect(text).toContain(` ${money(priceMinor, loan)} No pague otra vez.`);
    else expect(text).toContain(said);
    if (path === '/order') expect(html).not.toContain('href="/repayDelay?');
    if (path !== '/repayDelay') continue;
    expect(html).not.toMatch(/href="\/(?:carpmm|repay)\?/);
    expect(amountsIn(text)).toEqual([money(priceMinor, loan)]);
  }
}

/** Each payment of the plan: what it comes to, or what of it was paid and what is left. */
function expectPlan(shown: string, { loan, books, walk }: Opened): void {
  const text = shown.replaceAll(/En revisión hasta el \d{4}-\d\d-\d\d: /g, 'En revisión: ');
  const open = [...(walk?.disputes.values() ?? [])].filter(({ state }) => state === 'open');
  for (const instalment of books.instalments) {
    const { dueDate, sequence } = instalment;
    const charged = money(chargedTo(instalment), loan);
    const names = open
      .filter((each) => each.sequence === sequence)
      .filter((each) => books.charges.some(({ chargeId }) => chargeId === each.chargeId))
      .map((each) => nameOf(each.chargeId, loan));
    const disputed = names.length > 0 ? `En revisión: ${names.toReversed().join(', ')}` : '';
    if (owedOn(instalment) > 0 && paidOn(instalment) > 0) {
      const note = `Pagó ${money(paidOn(instalment), loan)} de ${charged}`;
      const left = money(owedOn(instalment), loan);
      expect(text).toContain(`${dueDate} ${[note, disputed].filter(Boolean).join(' · ')} Falta ${left}`);
    } else {
      const note = '(?:Pagado(?: el \\S+)?|Atrasado|Es el siguiente)?';
      expect(text).toMatch(
        new RegExp(`${dueDate} ${note}(?: ?·)? ?${literal(disputed)} ?${literal(charged)}`),
      );
    }
  }
}

/** What was received, with a row for each payment, their sum, what was given back and what is in the borrower's favour. */
function expectReceived(text: string, { loan, books }: Opened): void {
  const { payments, held, refunded } = books;
  for (const { amount } of payments) expect(text).toContain(`${money(amount, loan)} Ver recibo`);
  const received = sum(payments.map(({ amount }) => amount));
  if (received > 0) expect(text).toContain(`Recibido en total ${money(received, loan)}`);
  if (held > 0) expect(text).toContain(`Saldo a su favor ${money(held, loan)}`);
  const givenBack = [...text.matchAll(/(?:Le devolvimos|Devolución en camino), \S+ \S+ ([$₹] [\d.]+,\d\d)/g)];
  expect(sum(givenBack.map(([, shown = '']) => minorOf(shown)))).toBe(refunded);
  const takenBack = [...text.matchAll(/retirado el \S+ \S+ ([$₹] [\d.]+,\d\d)/g)];
  expect(sum(takenBack.map(([, shown = '']) => minorOf(shown)))).toBe(books.reversed);
}

/** What paying all of it today saves, where that is anything. */
function expectSaving(text: string, opened: Opened): void {
  const { loan, books } = opened;
  const savesMinor = books.owed - settlesMinorOf(opened);
  const [, saved] = /Ahorra si liquida hoy ([$₹] [\d.]+,\d\d)/.exec(text) ?? [];
  expect(saved).toBe(savesMinor > 0 ? money(savesMinor, loan) : undefined);
}

/** The amount asked for as a sum, where it is more than one part: what was charged, its penalties, less what was received. */
function expectSum(text: string, dueInstalments: readonly BookedInstalment[], opened: Opened): void {
  const { loan } = opened;
  const penalty = sum(dueInstalments.map(({ charged }) => charged.penalty));
  const received = sum(dueInstalments.map(paidOn));
  const rest = sum(dueInstalments.map(chargedTo)) - penalty;
  if (penalty === 0 && received === 0) return;
  const askedMinor = askedMinorOf(dueInstalments, opened);
  const totalOf = (amount: number) =>
    new RegExp(`Total (?:hoy|de este pago|de sus \\d+ pagos atrasados) ${literal(money(amount, loan))}`);
  if (askedMinor < rest + penalty - received) {
    // What days that are left cost is in none of its parts.
    expect(text).toMatch(totalOf(askedMinor));
    return;
  }
  expect(text).toContain(` ${money(rest, loan)} `);
  const lateFee = lateFeeOf(dueInstalments, opened.books);
  if (penalty > lateFee) {
    expect(text).toMatch(new RegExp(`Recargo[^$₹]* ${literal(money(penalty - lateFee, loan))} `));
  }
  if (lateFee > 0) expect(text).toContain(`Recargo único por atraso ${money(lateFee, loan)} `);
  if (received > 0) expect(text).toContain(`Ya pagado −${money(received, loan)}`);
  expect(text).toMatch(totalOf(rest + penalty - received));
}

/** What the late fees of some payments of the plan come to. */
function lateFeeOf(dueInstalments: readonly BookedInstalment[], { charges }: Books): number {
  const isAsked = ({ sequence }: BookedCharge) => dueInstalments.some((each) => each.sequence === sequence);
  const fees = charges.filter((charge) => charge.chargeId.endsWith('-late-fee') && isAsked(charge));
  return sum(fees.map(({ charged }) => charged));
}

/** What the paper that was accepted says. */
async function promisedTo({ loan, session }: Opened): Promise<Promised> {
  const { paper } = await service.ask(readAgreement, loan, session);
  return promisedByPaper(
    paper?.text ?? '',
    loan.productId === 'in-120' ? 'IN' : 'MX',
    paper?.language ?? 'es',
  );
}

/** The cap that the order page names is that of the paper, of the payments that are late together. */
async function expectCap(text: string, opened: Opened): Promise<void> {
  const [, shown] = /El recargo no puede pasar de ([$₹] [\d.]+,\d\d)/.exec(text) ?? [];
  const late = opened.books.instalments.filter((each) => owedOn(each) > 0 && each.dueDate < opened.today);
  if (shown === undefined || opened.walk?.model.plans.some(({ state }) => state === 'agreed')) return;
  const { payments = [], maxOfPaymentPpm = 0, maxOfLoan = 0 } = await promisedTo(opened);
  const caps = late.map(({ sequence }) =>
    applyPpm(minorAmount(payments[sequence - 1]?.total ?? 0), maxOfPaymentPpm),
  );
  expect(minorOf(shown)).toBe(Math.min(sum(caps), maxOfLoan));
}

/** What an extension takes and how long it is are what the paper says, and it is refused where the paper says so. */
async function expectPromisedExtension(
  { fee, days, isSold }: { readonly fee: number; readonly days: number; readonly isSold: boolean },
  dueInstalments: readonly BookedInstalment[],
  opened: Opened,
): Promise<void> {
  const { extension } = await promisedTo(opened);
  const { dailyPpm, taxPpm, maxDays, costMaxPpm } = extension ?? expect.fail('the paper sells no extension');
  const penalty = owedOf(dueInstalments, 'penalty');
  const owed = sum(dueInstalments.map(owedOn));
  const ownFee = multiplyRatio(minorAmount(owed - penalty), dailyPpm * maxDays, 1_000_000);
  expect([fee, days]).toEqual([ownFee + applyPpm(ownFee, taxPpm), maxDays]);
  expect(isSold).toBe(costMaxPpm === 0 || (fee + penalty) * 1_000_000 <= owed * costMaxPpm);
}

/** Days are said of a penalty only where it is so many times what the next one adds. */
function expectDays(text: string, { loan, walk }: Opened): void {
  for (const [, days, amount] of text.matchAll(/Recargo de (un|\d+) días? ([$₹] [\d.]+,\d\d)/g)) {
    if (walk) expect(amount).toBe(money((Number(days) || 1) * walk.model.nextDayCost(), loan));
  }
}

async function expectRepayment(dueInstalments: readonly BookedInstalment[], opened: Opened): Promise<void> {
  const { loan, session, books } = opened;
  const repay = await readBoth('/repay', loan, session);
  const askedMinor = askedMinorOf(dueInstalments, opened);
  const askedAmount = money(askedMinor, loan);
  const isSettling = askedMinor < sum(dueInstalments.map(owedOn));
  expect(firstAskedIn(repay.text)).toBe(askedAmount);
  expectSum(repay.text, dueInstalments, opened);
  expectDays(repay.text, opened);
  expectDisputes(repay.text, opened);
  expectDisputedPart(repay.text, dueInstalments, opened);
  for (const component of components) {
    const isWhole = dueInstalments.every(({ paid }) => paid.penalty === 0);
    const apart = component === 'penalty' && isWhole ? lateFeeOf(dueInstalments, books) : 0;
    if (apart > 0) expect(repay.text).toContain(`Recargo único por atraso ${money(apart, loan)} `);
    const owed = owedOf(dueInstalments, component) - apart;
    if (owed === 0 || isSettling) continue;
    expect(repay.text).toMatch(
      new RegExp(`${componentNames[component]}[^$₹]* ${literal(money(owed, loan))} `),
    );
  }
  if (repay.text.includes('Ver todo Ver menos')) {
    expect(repay.text).toMatch(
      new RegExp(`Total de (?:este pago|sus \\d+ pagos atrasados) ${literal(askedAmount)}`),
    );
  }
  const [, saves, everything] =
    /Todo el préstamo hoy Con esto termina su préstamo(?: y ahorra ([$₹] [\d.]+,\d\d)\. Vale hoy)?\. ([$₹] [\d.]+,\d\d)/.exec(
      repay.text,
    ) ?? [];
  const settlesMinor = settlesMinorOf(opened);
  const isOneAmount = askedMinor === settlesMinor;
  expect(everything ?? (isOneAmount ? askedAmount : '')).toBe(money(settlesMinor, loan));
  const savesMinor = books.owed - settlesMinor;
  if (everything) expect(saves).toBe(savesMinor > 0 ? money(savesMinor, loan) : undefined);
  const shown = [...repay.html.matchAll(/href="(\/carpmm\?[^"]*)"/g)].map(([, link = '']) => link);
  for (const link of new Set(shown)) {
    const instruction = await read(link.replaceAll('&amp;', '&'));
    expect(firstAskedIn(instruction.text)).toBe(askedAmount);
  }
  const card = await read(addressOf('/payWay', loan, session));
  expect(firstAskedIn(card.text)).toBe(askedAmount);
}

/** What settles it is the same by the signed call and at the desk, and its parts come to it. */
async function expectSettlement(opened: Opened): Promise<void> {
  const { loan, today, books } = opened;
  const { orderNumber } = loan;
  const settlesMinor = settlesMinorOf(opened);
  const quote = await service.tell(quoteSettlement, { orderNumber });
  expect(quote).toMatchObject({ validOn: today, settlesMinor });
  expect(sum(Object.values(quote.owedMinor))).toBe(settlesMinor);
  if (settlesMinor > 0) expect(quote.forgivenMinor).toBe(books.owed - books.held - settlesMinor);
  // Giving it back costs the same, on the days on which that can be done.
  const { coolingOff } = await service.ask(readLoan, loan, opened.session);
  if (coolingOff) expect(coolingOff.owedMinor).toBe(settlesMinor);
  const agent = await person('Ana Gómez', 'agent');
  const { text } = await agent.open(`/desk/loans/${orderNumber}`);
  expect(plain(text)).toContain(`To settle today ${money(settlesMinor, loan)}`);
}

/** Money of what settles the loan, which names none, and what the lender lets its borrower off, tell what settles it too. */
async function expectSettlementOfCorrections(opened: Opened): Promise<void> {
  const { loan, books } = opened;
  const { orderNumber } = loan;
  const reason = 'tells what settles it';
  const quoted = async () => (await service.tell(quoteSettlement, { orderNumber })).settlesMinor;
  const settlesMinor = await quoted();
  const payment = { provider: 'bank', eventId: crypto.randomUUID() };
  const currency = loan.productId === 'in-120' ? 'INR' : 'MXN';
  const reference = orderNumber.slice(0, -1);
  await service.tell(recordPayment, {
    ...{ ...payment, reference, currency, amountMinor: minorAmount(settlesMinor) },
  });
  const treasurer = await person('Tomás Ávila', 'treasury');
  const named = new URLSearchParams({ provider: payment.provider, event: payment.eventId });
  const unmatched = plain((await treasurer.open(`/desk/unmatched/payment?${named}`)).text);
  expect(unmatched).toContain(`${money(settlesMinor, loan)} settles it`);
  for (const component of ['penalty', 'fee'] as const) {
    if (owedOf(books.instalments, component) === 0) continue;
    const { owedMinor } = await service.tell(waiveCharge, { orderNumber, component, reason });
    expect(owedMinor).toBe(await quoted());
  }
}

/** The calendar has every payment that is left. */
async function expectCalendar({ loan, session, books }: Opened): Promise<void> {
  const calendar = await file(addressOf('/dueDates.ics', loan, session));
  // A payment that is paid is taken off.
  const entries = new TextDecoder().decode(calendar).replaceAll(/STATUS:CANCELLED[\s\S]*?END:VEVENT/g, '');
  const dated = [...entries.matchAll(/^SUMMARY:Pagar .*?([\d.]+)\\,(\d\d)/gm)];
  const amounts = dated.map(([, whole = '', cents]) => Number(whole.replaceAll('.', '') + cents));
  const left = books.instalments.map(owedOn).filter((owed) => owed > 0);
  // A written-off loan has no dates any more.
  if (amounts.length > 0) expect(amounts).toEqual(left);
}

/** What extending takes is the penalty and the fee, what is owed after it is the rest, and both pages say it alike. */
async function expectExtension(
  orderText: string,
  dueInstalments: readonly BookedInstalment[],
  opened: Opened,
): Promise<void> {
  const { loan, session } = opened;
  const extension = await readBoth('/repayDelay', loan, session);
  if (extension.status !== 200) {
    expect(orderText).not.toContain('Aplazar');
    return;
  }
  const penalty = owedOf(dueInstalments, 'penalty');
  const owed = sum(dueInstalments.map(owedOn));
  const charge = (today: string) => minorOf(today) - penalty;
  /** The parts of a sum that is said aloud, which has to be what it takes today. */
  const expectParts = (text: string, today: string) => {
    const parts = [...text.matchAll(/(recargo pendiente|aplazar|IVA|GST) ([$₹] [\d.]+,\d\d)/g)];
    const minorOfPart = new Map(parts.map(([, name = '', amount = '']) => [name, minorOf(amount)]));
    expect(minorOfPart.get('recargo pendiente') ?? 0).toBe(penalty);
    expect(sum([...minorOfPart.values()])).toBe(minorOf(today));
  };
  if (extension.text.includes('Es demasiado para lo que debe')) {
    // Above the threshold of its product it is not sold, and the lender is ready to talk.
    for (const text of orderText.includes('Hablemos antes')
      ? [orderText, extension.text]
      : [extension.text]) {
      const [, today = '', parts = ''] =
        /le costaría ([$₹] [\d.]+,\d\d) = (.+?)\. Es demasiado para lo que debe/.exec(plain(text)) ?? [];
      expectParts(parts, today);
      const days = Number(/Aplazar (\d+) días? le costaría/.exec(plain(text))?.[1]);
      await expectPromisedExtension({ fee: charge(today), days, isSold: false }, dueInstalments, opened);
      expect(text).toContain('Podemos acordar otra forma de pagar.');
    }
    return;
  }
  const page = plain(extension.text);
  const [, days, today = ''] = /Pague (?:hoy )?para aplazar (\d+) días? ([$₹] [\d.]+,\d\d)/.exec(page) ?? [];
  await expectPromisedExtension(
    { fee: charge(today), days: Number(days), isSold: true },
    dueInstalments,
    opened,
  );
  const [, worked = ''] = new RegExp(`Cómo se calcula (.*?) Paga hoy ${literal(today)}`).exec(page) ?? [];
  expectParts(worked.replace('Recargo pendiente', 'recargo pendiente').replace('Aplazar', 'aplazar'), today);
  const afterwards = literal(money(owed - penalty, loan));
  const inTotal = money(owed + charge(today), loan);
  expect(page).toMatch(new RegExp(`\\S+ \\S+ ${afterwards} En total ${literal(inTotal)} `));
  expect(extension.text).toMatch(
    new RegExp(
      `Pagar hoy Hoy \\S+ ${literal(money(askedMinorOf(dueInstalments, opened), loan))} Después \\S+ . 0,00 `,
    ),
  );
  const codes = [...extension.html.matchAll(/href="(\/carpmm\?[^"]*)"/g)].map(([, link = '']) => link);
  for (const link of new Set(codes)) {
    const instruction = await read(link.replaceAll('&amp;', '&'));
    expect(amountsIn(instruction.text)[0]).toBe(today);
  }
  const [, said = '', sumOnOrder = ''] =
    /Hoy ([$₹] [\d.]+,\d\d)( = .+?| por aplazar)\. Después debe/.exec(plain(orderText)) ?? [];
  if (orderText.includes('Después debe')) {
    expect(said).toBe(today);
    if (sumOnOrder.startsWith(' = ')) expectParts(sumOnOrder, today);
    expect(plain(orderText)).toContain(`Después debe ${money(owed - penalty, loan)} el `);
    expect(plain(orderText)).toContain(`En total paga ${inTotal}.`);
  }
}

const minorOf = (amount: string) => Number(amount.replace(/\D/g, ''));

/** Each receipt, as page in both languages and as PDF, says what its payment settled, component by component, and nothing else. */
async function expectReceipts(
  order: { readonly text: string; readonly html: string },
  { loan, session, books }: Opened,
): Promise<void> {
  const linked = [...order.html.matchAll(/href="\/receipt\?[^"]*?paymentId=([^"&]*)/g)].map(([, id]) => id);
  expect(new Set(linked)).toEqual(new Set(books.payments.map(({ paymentId }) => paymentId)));
  for (const { paymentId, amount, heldMinor, covered } of books.payments) {
    const receipt = await readBoth('/receipt', loan, session, { paymentId });
    const pdf = await readPaper(addressOf('/receipt.pdf', loan, session, { paymentId }));
    expect(amountsIn(pdf)).toEqual(amountsIn(receipt.text));
    expect(amountsIn(receipt.text)[0]).toBe(money(amount, loan));
    const checkCode = /Código de verificación (\S+)/.exec(receipt.text)?.[1] ?? '';
    expect(pdf).toContain(checkCode);
    const named = { orderNumber: loan.orderNumber, receiptNumber: receiptNumber(paymentId), checkCode };
    expect(await service.tell(verifyReceipt, named)).toMatchObject({
      isGenuine: true,
      payment: { amountMinor: amount, isReversed: false },
    });
    if (heldMinor > 0) expect(receipt.text).toContain(`Saldo a su favor ${money(heldMinor, loan)}`);
    const tables = receipt.text.split(/(?=Pago \d+ de \d+, vence el )/).slice(1);
    for (const [place, minor] of covered) {
      const [sequence, component] = place.split(' ') as [string, Component];
      const table = tables.find((each) => each.startsWith(`Pago ${sequence} de `)) ?? '';
      // The cost of extending is a row of its own, and the ledger has it among the fees.
      const names = component === 'fee' ? '(?:Comisión|Costo de aplazar)' : componentNames[component];
      const cells = [...table.matchAll(new RegExp(`${names} [$₹] [\\d.,]+ ([$₹] [\\d.,]+)`, 'g'))];
      expect(sum(cells.map(([, cell = '']) => minorOf(cell)))).toBe(minor);
    }
    const settled = tables.map((table) => /Total [$₹] [\d.,]+ ([$₹] [\d.,]+)/.exec(table)?.[1] ?? '');
    expect(sum(settled.map(minorOf)) + heldMinor).toBe(amount);
  }
  const notice = /Recibimos ([$₹] [\d.]+,\d\d) /.exec(order.text);
  if (notice === null) return;
  expect(books.payments.map(({ amount }) => money(amount, loan))).toContain(notice[1]);
}

/** What a settled loan came to, component by component, on its page and in its letter, as page and as PDF. */
async function expectSettled(text: string, { loan, session, books }: Opened): Promise<void> {
  const paid = money(sum(books.instalments.map(paidOn)), loan);
  expect(text).toContain(`Le falta por pagar ${money(0, loan)}`);
  expect(text).toContain(`Pagó ${paid}`);
  if (books.held > 0) expect(text).toContain(`Tiene ${money(books.held, loan)} a su favor`);
  const letter = await readBoth('/closureLetter', loan, session);
  const pdf = await readPaper(addressOf('/closureLetter.pdf', loan, session));
  expect(amountsIn(pdf)).toEqual(amountsIn(letter.text));
  for (const page of [text, letter.text]) {
    const saidOff = /No cobrado, por pagar antes ([$₹] [\d.]+,\d\d)/.exec(page);
    expect(saidOff?.[1]).toBe(books.forgiven > 0 ? money(books.forgiven, loan) : undefined);
    const rows = /Recibió ([$₹] .*) Pagó ([$₹] [\d.]+,\d\d)/.exec(page.replace(saidOff?.[0] ?? '', ''));
    expect(rows?.[2]).toBe(paid);
    // The rows end in the sum that stands above.
    expect(sum(amountsIn(rows?.[1] ?? '').map(minorOf))).toBe(minorOf(paid));
  }
}

/** Of a loan that was sold: what is held, nothing to pay, and no letter that it was paid. */
async function expectSold(text: string, { loan, session, books }: Opened): Promise<void> {
  expect(text).toContain('Préstamo transferido');
  expect(/Tiene (\S+ \S+) a su favor/.exec(text)?.[1]).toBe(
    books.held > 0 ? money(books.held, loan) : undefined,
  );
  expect(text).not.toMatch(/Pagar|Sus pagos|No estoy de acuerdo/);
  expect((await read(addressOf('/closureLetter', loan, session))).status).toBe(404);
}

test('on every status and history what is shown is the same everywhere, and what the ledger says', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyWalkedProduct,
      fc.array(anyStep, { minLength: 4, maxLength: 12, size: 'max' }),
      async (product, steps) => {
        const walk = await CorrectedLoanWalk.begin(service, product);
        walk.whilePending = (priceMinor) => expectPending(walk, priceMinor);
        for (const [index, step] of steps.entries()) {
          await walk.take(step);
          const isLast = index === steps.length - 1;
          if (!isLast && index % 4 !== 3) continue;
          await walk.look();
          await expectSameFigures({ loan: walk.loan, session: walk.session, today: walk.today, walk });
        }
        const { loan, session, today } = walk;
        const opened = { loan, session, today, walk, books: await booksOf(loan) };
        if (opened.books.owed > 0 && !walk.model.isSold && settlesMinorOf(opened) > 0)
          await expectSettlementOfCorrections(opened);
      },
    ),
    { numRuns: Number(process.env.SHOWN_FIGURES_RUNS ?? 4) },
  );
}, 3_600_000);

test('paid early the whole loan costs what was agreed, and the letter has its check code', async () => {
  await payAllOfThePlan(service.database);
  setDay(0);
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  setDay(3);
  const repay = await read(addressOf('/repay', loan, session));
  expect(repay.text).toContain('Todo el préstamo hoy Con esto termina su préstamo. $ 5.562,52');
  await pay(service, loan, 556_252);
  await expectSameFigures({ loan, session, today: addDays(startDay, 3) });
  const letter = await read(addressOf('/closureLetter', loan, session));
  expect(letter.text).not.toContain('Descuento');
  expect(letter.text).toMatch(/Folio del recibo RC-\w+ Código de verificación \S+/);
});

test('before it is paid out, and declined, a loan shows no debt, no receipt and no paper', async () => {
  setDay(0);
  const session = await newBorrower(service);
  const loan = await applyForLoan(service, session);
  const seen = async () => (await read(addressOf('/order', loan, session))).text;
  const expectNothing = async () => {
    expect(await seen()).not.toMatch(/Le falta pagar|Recibido en total|Documentos/);
    for (const path of ['/closureLetter', '/dueDates.ics']) {
      expect((await read(addressOf(path, loan, session))).status).toBe(404);
    }
  };
  await expectNothing();
  await service.tell(decideApplication, { orderNumber: loan.orderNumber, decision: 'decline' });
  await expectNothing();
});
