import type { Locator, Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { deskRailText, deskText } from '#content/messages/desk.ts';
import { deskAuditText } from '#content/messages/desk-audit.ts';
import { deskBatchText } from '#content/messages/desk-batch.ts';
import { deskCaseText } from '#content/messages/desk-case.ts';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskCollectionText } from '#content/messages/desk-collection.ts';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskFiguresText } from '#content/messages/desk-figures.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { deskContactText } from '#content/messages/desk-operations.ts';
import { deskOverviewText } from '#content/messages/desk-overview.ts';
import { deskPeopleText } from '#content/messages/desk-people.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { deskRefundText } from '#content/messages/desk-refund.ts';
import { deskSettlementText } from '#content/messages/desk-settlement.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { putBorrower } from '#contract/host/borrower.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { recordPayment, requestRefund } from '#contract/host/repayment.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { fillEmbedded, portfolioOrderNumber } from '#fixtures/portfolio.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { deskOf, type Sitting } from '#tests/setup/desk-journey.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
await fillEmbedded(llano.database, { loans: 300, through: localDate('2026-11-20') });
const sitDown = deskOf(llano);
const rosa = await newBorrower(llano);
const loan = await paidOutLoan(llano, rosa);

/** A hand at the desk, which counts what it presses, ticks, chooses and looks up. */
class Hand {
  presses = 0;
  readonly page: Page;
  readonly main: Locator;
  readonly sitting: Sitting;

  constructor(page: Page, sitting: Sitting) {
    this.page = page;
    this.main = page.getByRole('main');
    this.sitting = sitting;
  }

  async #once(work: Promise<unknown>): Promise<void> {
    this.presses += 1;
    await work;
  }

  follow(name: string | RegExp): Promise<void> {
    return this.#once(this.main.getByRole('link', { name }).first().click());
  }

  press(name: string | RegExp, within = this.main): Promise<void> {
    return this.#once(within.getByRole('button', { name }).first().click());
  }

  unfold(name: string): Promise<void> {
    return this.#once(this.main.locator('summary').filter({ hasText: name }).first().click());
  }

  tick(label: string | RegExp): Promise<void> {
    return this.#once(this.main.getByLabel(label).first().check());
  }

  choose(label: string | RegExp, value: string | { readonly label: string }): Promise<void> {
    return this.#once(this.main.getByLabel(label, { exact: true }).first().selectOption(value));
  }

  rail(name: keyof (typeof deskRailText)['es']): Promise<void> {
    const words = new RegExp(`^${deskRailText[this.sitting.language][name]}`);
    return this.#once(this.page.getByRole('navigation').getByRole('link', { name: words }).first().click());
  }

  async find(words: string): Promise<void> {
    const field = this.page.getByLabel(deskText[this.sitting.language].search);
    await field.fill(words);
    await this.#once(field.press('Enter'));
    await this.page.waitForURL((address) => address.pathname !== '/desk');
    await this.page.waitForLoadState();
  }

  write(label: string | RegExp, words: string): Promise<void> {
    return this.main.getByLabel(label).first().fill(words);
  }

  /** A file that something gives; what it is called. */
  async take(work: () => Promise<void>): Promise<string> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), work()]);
    return file.suggestedFilename();
  }

  path(): string {
    return new URL(this.page.url()).pathname;
  }

  text(): Promise<string> {
    return visibleText(this.main);
  }
}

type Name = 'Ana Gómez' | 'Marta Ruiz' | 'Luis Mora';

interface Task {
  readonly role: 'agent' | 'treasurer' | 'manager' | 'auditor' | 'accountant';
  readonly task: string;
  readonly by: Name;
  /** How many presses it takes at most, from the overview on. */
  readonly most: number;
  /** Whether it is a form, which is then sent without script. */
  readonly isForm: boolean;
  walk(hand: Hand, words: Words, colleague: (name: Name) => Promise<Hand>): Promise<void>;
}

const wordsIn = (language: Sitting['language']) => ({
  audit: deskAuditText[language],
  batch: deskBatchText[language],
  case: deskCaseText[language],
  claim: deskClaimText[language],
  collection: deskCollectionText[language],
  complaint: deskComplaintText[language],
  contact: deskContactText[language],
  correction: deskCorrectionText[language],
  desk: deskText[language],
  figures: deskFiguresText[language],
  loan: deskLoanText[language],
  overview: deskOverviewText[language],
  people: deskPeopleText[language],
  queue: deskQueueText[language],
  refund: deskRefundText[language],
  settlement: deskSettlementText[language],
  unmatched: deskUnmatchedText[language],
});
type Words = ReturnType<typeof wordsIn>;

const complain = async () => {
  const content = `Me cobran de más (${crypto.randomUUID()}).`;
  return (await llano.ask(sendComplaint, { ...wholeDraft, content, orderNumber: loan.orderNumber }, rosa))
    .folio;
};
const arrives = async (reference: string, amountMinor: number) => {
  const eventId = crypto.randomUUID();
  await llano.tell(recordPayment, {
    ...{ provider: 'stp', eventId, reference, currency: 'MXN', amountMinor: minorAmount(amountMinor) },
  });
  return eventId;
};
/** A loan's number with a digit typed twice. */
const slipOf = ({ orderNumber }: TestLoan) => orderNumber.replace(/-(\d)(\d+)$/, '-$1$1$2');
const askToWriteOff = async (hand: Hand, words: Words) => {
  const { orderNumber } = await paidOutLoan(llano, await newBorrower(llano));
  await hand.find(orderNumber);
  await hand.follow(words.correction.title);
  await hand.unfold(words.correction['write-off']);
  const fold = hand.main.locator('details[open]');
  await fold.getByLabel(words.correction.reason).fill('Nobody lives there any more');
  await hand.press(words.correction.preview, fold);
  await hand.press(new RegExp(`^${words.correction.ask.split('{')[0]}`));
};
const isCase = /^\/desk\/borrowers\//;

const tasks: readonly Task[] = [
  {
    ...{ role: 'agent', by: 'Ana Gómez', most: 2, isForm: false },
    task: 'finds who calls by a telephone that is typed with spaces',
    async walk(hand) {
      await llano.tell(readLoanStatement, { orderNumber: loan.orderNumber });
      await llano.database.execute(
        `update borrowers set mobile_phone = '5533334444' where id = '${rosa.borrowerId}'`,
      );
      await hand.find('+52 55 3333 4444');
      if (!isCase.test(hand.path())) await hand.follow(/•••/);
      expect(hand.path()).toBe(`/desk/borrowers/${rosa.borrowerId}`);
    },
  },
  {
    ...{ role: 'agent', by: 'Ana Gómez', most: 2, isForm: false },
    task: 'says what somebody owes today and what comes next',
    async walk(hand, words) {
      await hand.find(loan.orderNumber);
      await hand.follow(/•••/);
      expect(hand.path()).toMatch(isCase);
      for (const part of [words.case.owesNow, words.case.next, words.case.matters])
        expect(await hand.text()).toContain(part);
    },
  },
  {
    ...{ role: 'agent', by: 'Ana Gómez', most: 5, isForm: true },
    task: 'notes a call and keeps it on top of the case',
    async walk(hand, words) {
      await hand.find(loan.orderNumber);
      await hand.follow(/•••/);
      await hand.choose(words.case.noteKind, 'they-called');
      await hand.write(words.case.noteLabel, 'Habla más despacio');
      await hand.tick(words.case.pin);
      await hand.press(words.case.saveNote);
      expect(await hand.text()).toContain(`${words.case.pinned} · Habla más despacio`);
    },
  },
  {
    ...{ role: 'agent', by: 'Ana Gómez', most: 4, isForm: false },
    task: 'takes the next case of the queue, goes on to the one after it, and back',
    async walk(hand, words) {
      await hand.rail('queue');
      await hand.follow(words.queue.next);
      const first = hand.page.url();
      await hand.follow(words.queue.nextOne);
      expect(await hand.text()).toMatch(/\b2 (?:of|de) \d+/);
      await hand.follow(words.queue.previousOne);
      expect(hand.page.url()).toBe(first);
    },
  },
  {
    ...{ role: 'agent', by: 'Ana Gómez', most: 4, isForm: true },
    task: 'answers a complaint with a ready answer',
    async walk(hand, words) {
      const folio = await complain();
      await hand.find(folio);
      await hand.choose(words.complaint.template, 'owed');
      await hand.press(words.complaint.insert);
      await hand.press(words.complaint.send);
      expect(await hand.text()).toContain(words.complaint.wasAnswered);
    },
  },
  {
    ...{ role: 'agent', by: 'Ana Gómez', most: 4, isForm: true },
    task: 'answers what a visitor wrote on the contact page',
    async walk(hand, words) {
      await hand.rail('queue');
      await hand.follow(new RegExp(`^${words.queue['message-many']}`));
      await hand.follow(/Qué tal/);
      await hand.press(words.contact.markAnswered);
      expect(await hand.text()).toContain(words.contact.answered);
    },
  },
  {
    ...{ role: 'agent', by: 'Ana Gómez', most: 3, isForm: false },
    task: 'downloads the agreement that somebody accepted',
    async walk(hand, words) {
      await hand.find(portfolioOrderNumber(7));
      await hand.follow(/•••/);
      expect(await hand.take(() => hand.follow(words.case.agreement))).toMatch(/^agreement-.*\.pdf$/);
    },
  },
  {
    ...{ role: 'agent', by: 'Marta Ruiz', most: 5, isForm: true },
    task: 'calls the next late borrower, whose number is two presses away, and logs the promise',
    async walk(hand, words) {
      await hand.follow(words.overview.nextLate);
      await hand.press(words.collection.showForCall);
      for (const part of [words.collection.timeThere, words.case.dueNow, '+52 '])
        expect(await hand.text()).toContain(part);
      expect(hand.presses).toBe(2);
      await hand.choose(words.collection.result, 'promised');
      const [, today = ''] = /([\d-]{10}) (?:to|al) [\d-]{10}\./.exec(await hand.text()) ?? [];
      await hand.write(words.collection.promisedOn, today);
      await hand.write(words.collection.promisedAmount, '100,00');
      await hand.tick(words.collection.askedFor);
      await hand.press(words.collection.save);
      expect(await hand.text()).toContain(`${today}, $`);
    },
  },
  {
    ...{ role: 'treasurer', by: 'Ana Gómez', most: 3, isForm: true },
    task: 'finds one payment of 1.234,56 among those without a loan',
    async walk(hand, words) {
      await arrives('nadie 1', 123_456);
      await hand.follow(words.overview.unmatched);
      await hand.write(words.queue.least, '1.234,56');
      await hand.write(words.queue.most, '1.234,56');
      await hand.press(words.queue.apply);
      await hand.follow('nadie 1');
      expect(await hand.text()).toContain('1.234,56');
    },
  },
  {
    ...{ role: 'treasurer', by: 'Ana Gómez', most: 3, isForm: true },
    task: 'assigns a payment to the loan that is suggested',
    async walk(hand, words) {
      await hand.find(await arrives(slipOf(loan), 10_101));
      await hand.write(words.correction.reason, 'One digit is another in the reference');
      await hand.press(words.correction.preview);
      await hand.press(loan.orderNumber);
      expect(hand.path()).toBe(`/desk/loans/${loan.orderNumber}`);
    },
  },
  {
    ...{ role: 'treasurer', by: 'Ana Gómez', most: 3, isForm: true },
    task: 'lets a payment rest until a day',
    async walk(hand, words) {
      await hand.find(await arrives('de nadie', 333_333));
      await hand.unfold(words.unmatched.hold);
      const fold = hand.main.locator('details[open]').filter({ hasText: words.unmatched.hold });
      await fold.getByLabel(words.unmatched.until).fill('2026-12-01');
      await fold.getByRole('textbox').last().fill('Waits for a word from the bank');
      await hand.press(words.unmatched.doHold);
      expect(hand.path()).toBe('/desk/queue');
    },
  },
  {
    ...{ role: 'treasurer', by: 'Ana Gómez', most: 4, isForm: true },
    task: 'records a payment by hand, three presses from its loan',
    async walk(hand, words) {
      const { orderNumber } = await paidOutLoan(llano, await newBorrower(llano));
      await hand.find(orderNumber);
      await hand.follow(words.claim.enter);
      await hand.write(words.claim.amount, '123,45');
      await hand.write(words.claim.paidOn, '2026-11-20');
      await hand.write(words.claim.folio, `SPEI ${orderNumber}`);
      await hand.write(words.correction.reason, 'Seen on the statement of the bank');
      await hand.press(words.correction.preview);
      await hand.press(fill(words.claim.doRecord, { amount: '$ 123,45' }));
      expect(hand.path()).toBe(`/desk/loans/${orderNumber}`);
      expect(await hand.text()).toContain('123,45');
    },
  },
  {
    ...{ role: 'treasurer', by: 'Ana Gómez', most: 4, isForm: true },
    task: 'moves the payment of another borrower to the loan it belongs to',
    async walk(hand, words) {
      const theirs = await paidOutLoan(llano, await newBorrower(llano));
      const mine = await paidOutLoan(llano, await newBorrower(llano));
      await llano.tell(recordPayment, {
        ...{ provider: 'stp', eventId: crypto.randomUUID(), orderNumber: mine.orderNumber, currency: 'MXN' },
        amountMinor: minorAmount(54_321),
      });
      await hand.find(mine.orderNumber);
      await hand.follow(words.loan.correctPayment);
      await hand.main.locator('details[open]').getByLabel(words.correction.toLoan).fill(theirs.orderNumber);
      await hand.main
        .locator('details[open]')
        .getByLabel(words.correction.reason)
        .fill('The transfer names their loan');
      await hand.press(words.correction.preview, hand.main.locator('details[open]'));
      await hand.press(fill(words.correction['do-move-payment'], { amount: '$ 543,21' }));
      const { payments } = await llano.tell(readLoanStatement, { orderNumber: theirs.orderNumber });
      expect(payments).toMatchObject([{ amountMinor: 54_321, outcome: 'posted' }]);
    },
  },
  {
    ...{ role: 'treasurer', by: 'Ana Gómez', most: 3, isForm: true },
    task: 'answers a borrower that a claimed payment has not come',
    async walk(hand, words) {
      const { productId, orderId, orderNumber } = loan;
      await llano.ask(
        claimPayment,
        {
          ...{ productId, orderId, amountMinor: minorAmount(15_050), paidOn: localDate('2026-11-20') },
          ...{ channel: 'store', trackingKey: 'FOLIO 1', image: null },
        },
        rosa,
      );
      await hand.find(orderNumber);
      await hand.follow(/150,50/);
      await hand.write(words.claim.answerLabel, 'No llegó a nuestro banco: pida el comprobante.');
      await hand.press(words.claim.send);
      expect(await hand.text()).toContain('No llegó a nuestro banco');
    },
  },
  {
    ...{ role: 'treasurer', by: 'Ana Gómez', most: 5, isForm: true },
    task: 'asks to write a loan off, which takes a second person',
    async walk(hand, words) {
      await askToWriteOff(hand, words);
      expect(hand.path()).toMatch(/^\/desk\/approvals\//);
    },
  },
  {
    ...{ role: 'treasurer', by: 'Ana Gómez', most: 4, isForm: true },
    task: 'reads a provider’s settlement file and closes its day',
    async walk(hand, words) {
      const known = crypto.randomUUID();
      await llano.tell(recordPayment, {
        ...{ provider: 'conekta', eventId: known, orderNumber: loan.orderNumber, currency: 'MXN' },
        ...{ anotherPayment: true, amountMinor: minorAmount(150_000) },
      });
      const csv = [
        'id,charge,amount,fee,currency,created_at,type',
        `${crypto.randomUUID()},${known},150000,4640,MXN,1795197600,capture`,
      ].join('\n');
      await hand.rail('settlements');
      await hand.choose(words.settlement.from, 'conekta');
      const file = { name: 'liq_20261120.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await hand.main.getByLabel(words.settlement.file).setInputFiles(file);
      await hand.press(words.settlement.readButton);
      await hand.press(/2026-11-20/);
    },
  },
  {
    ...{ role: 'treasurer', by: 'Ana Gómez', most: 6, isForm: true },
    task: 'assigns many payments by their references in one act',
    async walk(hand, words) {
      const orders: string[] = [];
      for (const amountMinor of [77_701, 77_702]) {
        const one = await paidOutLoan(llano, await newBorrower(llano));
        orders.push(one.orderNumber);
        await arrives(slipOf(one), amountMinor);
      }
      await hand.rail('queue');
      await hand.follow(new RegExp(`^${words.queue['unmatched-many']}`));
      await hand.write(words.queue.least, '777,01');
      await hand.write(words.queue.most, '777,02');
      await hand.press(words.queue.apply);
      await hand.tick(/^(All|Los) 2/);
      await hand.press(words.queue.preview);
      for (const orderNumber of orders) expect(await hand.text()).toContain(orderNumber);
      await hand.press(/^(Confirm|Hacer)/);
      expect(await hand.text()).toMatch(/2 (?:done|hechos), 0/);
    },
  },
  {
    ...{ role: 'manager', by: 'Luis Mora', most: 5, isForm: true },
    task: 'approves a hundred applications of one market',
    async walk(hand, words) {
      for (let n = 0; n < 3; n += 1) await applyForLoan(llano, await newBorrower(llano));
      await hand.rail('queue');
      await hand.follow(new RegExp(`^${words.queue['application-many']}`));
      await hand.tick(/^(All|Los) \d/);
      await hand.press(words.queue.preview);
      await hand.press(/^(Do|Hacer|Ask|Pedir)/);
      expect(hand.path()).toMatch(/^\/desk\/(?:batches|approvals)\//);
    },
  },
  {
    ...{ role: 'manager', by: 'Marta Ruiz', most: 3, isForm: true },
    task: 'approves what a colleague asked for',
    async walk(hand, words, colleague) {
      await askToWriteOff(await colleague('Ana Gómez'), words);
      await hand.rail('second');
      await hand.follow(words.correction['write-off']);
      await hand.press(/^(Approve|Aprobar)/);
      expect(await hand.text()).toContain('Marta Ruiz');
    },
  },
  {
    ...{ role: 'manager', by: 'Marta Ruiz', most: 4, isForm: true },
    task: 'sends what a colleague asked for back with a reason',
    async walk(hand, words) {
      await hand.rail('second');
      await hand.follow(words.correction['waive-penalty']);
      await hand.unfold(words.correction.sendBack);
      await hand.write(words.correction.backReason, 'Two of them have no address');
      await hand.press(words.correction.sendBackNow);
      expect(await hand.text()).toContain('Two of them have no address');
    },
  },
  {
    ...{ role: 'manager', by: 'Marta Ruiz', most: 6, isForm: true },
    task: 'assigns all overdue complaints to a colleague',
    async walk(hand, words, colleague) {
      await colleague('Ana Gómez');
      await hand.rail('past');
      await hand.follow(new RegExp(`^${words.queue['complaint-many']}`));
      await hand.tick(/^(All|Los) \d/);
      await hand.choose(words.queue.act, { label: fill(words.queue['act-assign'], { name: 'Ana Gómez' }) });
      await hand.press(words.queue.preview);
      await hand.press(/^(Confirm|Hacer)/);
      expect(await hand.text()).toMatch(/\d+ (?:done|hechos), 0/);
    },
  },
  {
    ...{ role: 'manager', by: 'Luis Mora', most: 2, isForm: true },
    task: 'ends the sessions of a colleague who left',
    async walk(hand, words, colleague) {
      await colleague('Ana Gómez');
      await hand.rail('people');
      await hand.press(new RegExp(`${words.people.end} Ana`));
      expect(await hand.text()).not.toContain(`${words.people.end} Ana`);
    },
  },
  {
    ...{ role: 'auditor', by: 'Marta Ruiz', most: 3, isForm: false },
    task: 'says who looked at a person',
    async walk(hand, words) {
      await hand.find(loan.orderNumber);
      await hand.follow(/•••/);
      await hand.follow(words.desk.auditOfBorrower);
      expect(await hand.text()).toContain('Ana Gómez');
    },
  },
  {
    ...{ role: 'auditor', by: 'Marta Ruiz', most: 2, isForm: false },
    task: 'takes the regulator’s return of complaints of a period',
    async walk(hand) {
      await hand.rail('figures');
      expect(await hand.take(() => hand.follow(/REDECO/))).toBe('complaints-redeco.csv');
    },
  },
  {
    ...{ role: 'auditor', by: 'Marta Ruiz', most: 4, isForm: false },
    task: 'takes what is in the record of one person as a file',
    async walk(hand, words) {
      await hand.find(loan.orderNumber);
      await hand.follow(/•••/);
      await hand.follow(words.desk.auditOfBorrower);
      expect(await hand.take(() => hand.follow(words.desk.exportList))).toBe('record.csv');
    },
  },
  {
    ...{ role: 'accountant', by: 'Ana Gómez', most: 2, isForm: false },
    task: 'takes the journal of the month',
    async walk(hand, words) {
      await hand.rail('figures');
      expect(await hand.take(() => hand.follow(words.figures.journal))).toBe('journal.csv');
    },
  },
  {
    ...{ role: 'accountant', by: 'Ana Gómez', most: 3, isForm: true },
    task: 'takes the statement of account of a person for the year',
    async walk(hand, words) {
      await hand.find(loan.orderNumber);
      await hand.follow(/•••/);
      expect(await hand.take(() => hand.press(words.case.takeStatement))).toBe('statements.csv');
    },
  },
  {
    ...{ role: 'treasurer', by: 'Ana Gómez', most: 3, isForm: true },
    task: 'marks a refund as sent, with name and account before them, two presses from the queue',
    async walk(hand, words) {
      const one = await paidOutLoan(llano, await newBorrower(llano));
      await pay(llano, one, 600_000);
      const refund = { orderNumber: one.orderNumber, refundKey: crypto.randomUUID(), reason: 'paid twice' };
      await llano.tell(requestRefund, { ...refund, amountMinor: minorAmount(12_345) });
      await hand.follow(words.overview.refund);
      const before = hand.presses;
      await hand.follow(new RegExp(one.orderNumber));
      for (const shown of ['Prueba Pérez', '4821', '123,45']) expect(await hand.text()).toContain(shown);
      await hand.write(words.refund.reference, 'SPEI 77');
      await hand.press(fill(words.refund.markSent, { amount: '$ 123,45' }));
      expect(await hand.text()).toContain('SPEI 77');
      expect(hand.presses - before).toBe(2);
    },
  },
  {
    ...{ role: 'agent', by: 'Ana Gómez', most: 1, isForm: false },
    task: 'finds a person by a name that is typed without its accents',
    async walk(hand) {
      const { borrowerId } = await newBorrower(llano);
      await llano.database.execute(
        `update borrowers set name = 'Rosaura Íñiguez' where id = '${borrowerId}'`,
      );
      await hand.find('rosaura iniguez');
      expect(hand.path()).toBe(`/desk/borrowers/${borrowerId}`);
    },
  },
  {
    ...{ role: 'agent', by: 'Ana Gómez', most: 2, isForm: false },
    task: 'finds a person by a name with a wrong letter, among what the list says of them',
    async walk(hand, words) {
      const { borrowerId } = await personNamed('Wenceslao Urrutia');
      await hand.find('wenceslao urutia');
      for (const told of ['W••• U•••', words.case['why-name-near'], words.case.openLoans])
        expect(await hand.text()).toContain(told);
      await hand.follow(/W•••/);
      expect(hand.path()).toBe(`/desk/borrowers/${borrowerId}`);
    },
  },
  {
    ...{ role: 'auditor', by: 'Marta Ruiz', most: 4, isForm: true },
    task: 'reads who searched and was shown somebody, and takes it as a file',
    async walk(hand, words, colleague) {
      const { borrowerId } = await personNamed('Yaretzi Quiroga');
      await (await colleague('Ana Gómez')).find('yaretzy');
      await hand.rail('audit');
      await hand.choose(words.audit.act, 'searched');
      await hand.write(words.audit.borrowerField, borrowerId);
      await hand.press(words.queue.apply);
      expect(await hand.main.getByRole('table').getByRole('row').count()).toBe(2);
      expect(await hand.text()).toContain('Ana Gómez');
      expect(await hand.take(() => hand.follow(words.desk.exportList))).toBe('record.csv');
    },
  },
];

const personNamed = (name: string) =>
  llano.tell(putBorrower, {
    ...{ lenderBorrowerId: crypto.randomUUID(), name, address: 'Calle 1', market: 'MX' },
    mobilePhone: '5533335555',
  });

beforeAll(() => expect(tasks).toHaveLength(31));

test.each(tasks.map((each, index) => ({ ...each, number: index + 1 })))(
  'task $number in at most $most presses: the $role $task',
  { timeout: 60_000 },
  async ({ by, most, isForm, walk, number }) => {
    const language = number % 2 === 0 ? 'es' : 'en';
    const sitting: Sitting = { language, hasScript: !isForm, widthPx: 1280 };
    const sit = async (name: Name) => {
      const { page, check } = await sitDown(sitting, name);
      return { hand: new Hand(page, sitting), check };
    };
    const { hand, check } = await sit(by);
    await walk(hand, wordsIn(language), async (name) => (await sit(name)).hand);
    await check();
    expect(hand.presses).toBeLessThanOrEqual(most);
  },
);
