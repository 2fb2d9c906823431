import { expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { decideReminder } from '#contract/calls/reminder.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { type DeskVisitor, fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { sendDueMessagesOf } from '#tests/setup/due-messages.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { openPage } from '#tests/setup/open-page.ts';
import { borrowerPath, loanPath, sendMessagePath } from '../paths.ts';

const service = await testLendingService();
const { person } = testDesk(service);
const at = (time: string) => service.setTime(`2026-12-${time}:00-06:00`);
const agentNow = () => person('Ana Gómez', 'agent');

/** A borrower in Mexico City with a running loan, on 1 December at noon. */
async function withLoan() {
  at('01T11:00');
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  at('01T12:00');
  const agent = await agentNow();
  const sent = () =>
    service.dependencies.sms
      .messages()
      .flatMap(({ text }) => (text.includes(loan.orderNumber) ? [text] : []));
  const notices = async () => (await service.ask(readLoan, loan, session)).notices.map(({ text }) => text);
  return { session, loan, agent, sent, notices, path: sendMessagePath(loan.orderNumber) };
}

/** Presses the button below the preview. */
async function pressed(agent: DeskVisitor, address: string) {
  const page = await agent.open(address);
  return agent.send(address, fieldsOf(page.html));
}

const quoted = (html: string) =>
  [...html.matchAll(/<blockquote[^>]*>(.*?)<\/blockquote>/gs)].map(([, words = '']) => words);

test('what the preview shows is what the borrower gets on the loan page and by SMS, once, and the loan and the case record it', async () => {
  const { loan, agent, sent, notices, path } = await withLoan();
  const { orderNumber } = loan;
  const page = await agent.open(`${path}?what=bank-transfer`);
  const [inApp = '', bySms = ''] = quoted(page.html);
  expect(inApp).toMatch(
    /^Mensaje del 2026-12-01: Para pagar su préstamo LL-[\d-]+: Transferencia SPEI, CLABE \d{18}\.$/,
  );
  expect(bySms).toMatch(/^Llano: para pagar su préstamo LL-[\d-]+: CLABE \d{18}\. Vea en la app/);
  expect(await notices()).toEqual([]);
  const form = fieldsOf(page.html);
  expect((await agent.send(`${path}?what=bank-transfer`, form)).location).toBe(loanPath(orderNumber));
  await agent.send(`${path}?what=bank-transfer`, form);
  expect(await notices()).toEqual([inApp]);
  expect(sent()).toEqual([bySms]);
  expect(service.dependencies.sms.messages().at(0)?.to).toBe('+525512345678');
  const story = (await agent.open(loanPath(orderNumber))).text;
  expect(story.split(inApp.replace('Mensaje del 2026-12-01: ', 'We wrote '))).toHaveLength(2);
  expect(story).toContain('SMS that tells of a message: sent');
  const borrowerId = /\/desk\/borrowers\/([^"]+)"/.exec((await agent.open(loanPath(orderNumber))).html)?.[1];
  expect((await agent.open(borrowerPath(borrowerId ?? ''))).text).toContain(
    inApp.replace('Mensaje del 2026-12-01: ', ''),
  );
});

test('outside the hours a message waits for the morning, goes once, and can be stopped before', async () => {
  const { sent, notices, path } = await withLoan();
  at('01T23:10');
  const agent = await agentNow();
  const address = `${path}?what=text-call-us`;
  const page = await agent.open(address);
  expect(page.text).toContain('It is not the hour to contact them. It can be sent on 2026-12-02 07:00.');
  expect(page.text).toContain('Send on 2026-12-02 07:00');
  await pressed(agent, address);
  await pressed(agent, `${path}?what=text-difficulty`);
  const waiting = await agent.open(path);
  expect(waiting.text).toContain('Leaves on 2026-12-02 07:00');
  const { stop = '', ...rest } = fieldsOf(waiting.html, 2);
  expect(stop).not.toBe('');
  expect((await agent.send(path, { ...rest, stop })).status).toBe(303);
  await sendDueMessagesOf(service);
  expect([sent(), await notices()]).toEqual([[], []]);
  // The job was down all day: at night the message waits once more.
  at('02T23:30');
  await sendDueMessagesOf(service);
  expect([sent(), await notices()]).toEqual([[], []]);
  at('03T07:01');
  await Promise.all([sendDueMessagesOf(service), sendDueMessagesOf(service)]);
  await sendDueMessagesOf(service);
  expect(sent()).toHaveLength(1);
  expect(await notices()).toHaveLength(1);
  expect((await (await agentNow()).send(path, { ...rest, stop })).status).toBe(404);
});

test('who asks to get it now gets it at any hour', async () => {
  const { sent, path } = await withLoan();
  at('01T23:10');
  const agent = await agentNow();
  await pressed(agent, `${path}?what=bank-transfer&asked=yes`);
  expect(sent()).toHaveLength(1);
});

test('a fourth message in 24 hours waits until there are three', async () => {
  const { agent, sent, path } = await withLoan();
  for (const what of ['text-call-us', 'text-difficulty', 'bank-transfer']) {
    await pressed(agent, `${path}?what=${what}`);
  }
  const page = await agent.open(`${path}?what=text-how-to-pay`);
  expect(page.text).toContain(
    'They already have 3 messages in 24 hours. It can be sent on 2026-12-02 12:00.',
  );
  await pressed(agent, `${path}?what=text-how-to-pay`);
  expect(sent()).toHaveLength(3);
});

test('while the borrower waits for an answer nothing is sent, and what was scheduled before is stopped', async () => {
  const { session, loan, sent, notices, path } = await withLoan();
  at('01T23:10');
  await pressed(await agentNow(), `${path}?what=text-call-us`);
  const claim = {
    amountMinor: 142_281,
    paidOn: '2026-12-01',
    channel: 'bank-transfer',
    trackingKey: 'ABC123',
  };
  await service.ask(claimPayment, { ...loan, ...claim, image: null } as never, session);
  at('02T12:00');
  await sendDueMessagesOf(service);
  expect([sent(), await notices()]).toEqual([[], []]);
  const page = await (await agentNow()).open(path);
  expect(page.text).toContain('The loan is paused. See in collections');
  expect(fieldsOf(page.html)).toEqual({});
});

test('what changed since the preview is not sent', async () => {
  const { agent, sent, path } = await withLoan();
  const address = `${path}?what=text-call-us`;
  const form = fieldsOf((await agent.open(address)).html);
  at('01T23:10');
  const later = await agentNow();
  const page = await later.send(address, form);
  expect([page.status, sent()]).toEqual([409, []]);
  expect(page.text).toContain('Not sent: it changed since you saw it.');
  expect((await later.send(`${path}?what=fax`, { ...form, what: 'fax' })).status).toBe(404);
});

test('a borrower who withdrew consent to SMS gets the message on the loan page alone', async () => {
  const { session, agent, sent, notices, path } = await withLoan();
  for (const isGranted of [true, false]) {
    await service.ask(decideReminder, { channel: 'sms', isGranted }, session);
  }
  expect((await agent.open(path)).text).toContain('No SMS: the borrower withdrew consent.');
  await pressed(agent, path);
  expect([sent(), (await notices()).length]).toEqual([[], 1]);
});

test('a settlement quote is sent as a document that the borrower opens, with the amount that the repay page asks for on its day', async () => {
  const { session, loan, agent, sent, path } = await withLoan();
  await pay(service, loan, 50_000);
  await pressed(agent, `${path}?what=settlement&day=2027-01-22`);
  expect(sent()).toEqual([
    expect.stringMatching(/^Llano: tiene un mensaje sobre su préstamo LL-[\d-]+\. Léalo/),
  ]);
  const { settlementQuote } = await service.ask(readLoan, loan, session);
  expect(settlementQuote).toMatchObject({ day: '2027-01-22', madeOn: '2026-12-01' });
  const { sessionId, userId, deviceId } = session;
  const query = new URLSearchParams({ ...loan, sessionId, userId, deviceId, lang: '2' });
  const backend = async (request: Request) => service.api.fetch(request);
  const page = await openPage(`/order?${query}`, { backend });
  expect(page.html).toContain('/settlementQuote.pdf?');
  service.setTime('2027-01-22T12:00:00-06:00');
  const { statement } = await service.ask(readRepayment, loan, session);
  expect(statement?.settlesMinor).toBe(settlementQuote?.owedMinor);
  service.setTime('2027-01-24T12:00:00-06:00');
  expect((await service.ask(readLoan, loan, session)).settlementQuote).toBeNull();
});

test('a reference in India is sent by its way to pay, in the language of the borrower', async () => {
  at('01T11:00');
  const session = await newBorrower(service, 'IN');
  const { orderNumber } = await paidOutLoan(service, session, 'in-120');
  // 12:00 in India.
  at('02T00:30');
  const [upi, account] = await Promise.all(
    ['upi', 'virtual-account'].map(async (what) => {
      const page = await (await agentNow()).open(`${sendMessagePath(orderNumber)}?what=${what}`);
      return quoted(page.html)[0];
    }),
  );
  expect(upi).toMatch(/^Message of 2026-12-02: To pay your loan LL-[\d-]+: UPI, UPI \w+ \S+\.$/);
  expect(account).toMatch(/: Bank transfer, Account \w+, IFSC \w{11}\.$/);
});

test('an auditor sees a message and cannot send it', async () => {
  const { loan, path } = await withLoan();
  const auditor = await person('Omar Díaz', 'auditor');
  const page = await auditor.open(path);
  expect([page.status, fieldsOf(page.html)]).toEqual([200, {}]);
  const form = { what: 'text-call-us', messageId: service.dependencies.random.id(), seen: '' };
  expect((await auditor.send(path, form)).status).toBe(403);
  expect((await auditor.open(loanPath(loan.orderNumber))).text).toContain(
    'Sent a message to the borrower: refused',
  );
});
