// A lender in one file: sets up a product, a borrower and an offer in a production Llano, prints the address of the
// confirmation page, and then does what a lender's systems do when Llano tells them what happened. docs/first-loan.md
// explains it.
//
//   BASE=https://… HOST_SIGNING_SECRET=whsec_… PORT=4000 node lender.mjs [--pay]
//
// BASE    where Llano is, as borrowers see it: its H5_BASE. On this machine itself any certificate will do
// PORT    where this program takes events: HOST_EVENTS_URL=http://127.0.0.1:PORT
// MARKET  MX or IN; MX when absent
// --pay   pays every loan in full as soon as it is paid out; while another lender.mjs has the port, pays the newest
//         loan that is owed and ends
//
// While it runs it reads lines: `pay` pays all that is owed, `pay 150000` that many minor units, `page` prints a fresh
// address. SIGUSR2 pays all that is owed.

import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

const { BASE, HOST_SIGNING_SECRET, PORT, MARKET = 'MX' } = process.env;
const paysByItself = process.argv.includes('--pay');

/** What this lender lends, by market; ratios in parts per million, amounts in minor units. */
const markets = {
  MX: {
    product: { productId: 'first-loan-mx', name: 'Llano 120', currency: 'MXN', vatPpm: 160_000 },
    person: { name: 'Rosa Medina', address: 'Avenida Juárez 12, Puebla', mobilePhone: `55${digits(8)}` },
    amountMinor: 500_000,
    language: 2,
  },
  IN: {
    product: { productId: 'first-loan-in', name: 'Llano 120', currency: 'INR', vatPpm: 180_000 },
    person: { name: 'Ananya Rao', address: '12 Mosque Road, Bengaluru', mobilePhone: `98${digits(8)}` },
    amountMinor: 800_000,
    language: 1,
  },
};

/** Approves what is not more than this, in minor units. */
const approvesUpToMinor = 1_000_000;

const market = markets[MARKET];
const missing = Object.entries({ BASE, HOST_SIGNING_SECRET, PORT }).filter(([, value]) => !value);
if (missing.length > 0 || !market) {
  process.stderr.write(
    missing.length > 0 ? `Set ${missing.map(([name]) => name).join(', ')}.\n` : 'MARKET is MX or IN.\n',
  );
  process.exit(1);
}

const webhook = new Webhook(HOST_SIGNING_SECRET);
const say = (line) => process.stdout.write(`${line}\n`);

/** A refusal of Llano's: 4xx, which is no use to repeat. */
class Refusal extends Error {
  constructor(path, status, message) {
    super(`${path} was refused with ${status}: ${message}`);
    this.status = status;
  }
}

/**
 * Makes a signed call and gives its data. The same id has one effect however often it is sent, so a call whose answer was
 * lost is simply sent again. No other call may have it: an id belongs to the path it was first sent to.
 */
async function call(path, fields, id = randomUUID()) {
  const body = JSON.stringify(fields);
  for (let attempt = 1; ; attempt += 1) {
    const now = new Date();
    try {
      const { status, answer } = await post(new URL(path, BASE), body, {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now / 1000)),
        'webhook-signature': webhook.sign(id, now, body),
      });
      if (status < 300) return answer.data;
      if (status >= 400 && status < 500 && status !== 429) throw new Refusal(path, status, answer.message);
      throw new Error(`${path} failed with ${status}`);
    } catch (error) {
      if (error instanceof Refusal || attempt === 10) throw error;
      await wait(500 * attempt);
    }
  }
}

/** Sends JSON and gives what is answered; on this machine itself a certificate is believed, whoever made it. */
async function post(address, body, headers) {
  const isLocal = /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(address.hostname);
  const sent = (address.protocol === 'https:' ? requestHttps : requestHttp)(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers },
    rejectUnauthorized: !isLocal,
    timeout: 15_000,
  });
  sent.once('timeout', () => sent.destroy(new Error(`${address.pathname} was not answered`)));
  sent.end(body);
  const [response] = await once(sent, 'response');
  const answered = await text(response);
  return { status: response.statusCode, answer: answered.startsWith('{') ? JSON.parse(answered) : {} };
}

/** Product, borrower and offer: each call sets what is said, so that it can be made again at every start. */
async function setUp() {
  const { product, person, amountMinor } = market;
  await call('/host/products', {
    ...product,
    market: MARKET,
    instalmentCount: 4,
    instalmentDays: 30,
    annualInterestPpm: 180_000,
    dailyInterestPpm: 493,
    feePpm: 60_000,
    penaltyBands: [{ fromDay: 1, dailyPpm: 10_000 }],
    extensionDailyPpm: 10_000,
    extensionMaxDays: 7,
    minimumMinor: 100_000,
    maximumMinor: 1_000_000,
    stepMinor: 10_000,
  });
  const lenderBorrowerId = `customer-${randomUUID()}`;
  const { borrowerId } = await call('/host/borrowers', { lenderBorrowerId, ...person, market: MARKET });
  const { productId } = product;
  await call('/host/offers', { borrowerId, productId, amountMinor, depositAccountEnding: '4821' });
  return borrowerId;
}

/** An address of the confirmation page that lets this borrower in; a ticket in it serves once, within a minute. */
async function pageOf(borrowerId) {
  const deviceId = randomUUID();
  const session = await call('/host/sessions', { borrowerId, deviceId, ticket: true });
  const address = new URL('/confirmLoan', BASE);
  const { ticket, sessionId, userId } = session;
  const letIn = ticket ? { ticket } : { sessionId, userId, deviceId };
  const parameters = { productId: market.product.productId, lang: market.language, ...letIn };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

/** The loans that are paid out and not paid back, oldest first, as the events tell. */
async function loansOwed() {
  const owed = new Map();
  let cursor;
  do {
    const page = await call('/host/events/list', { limit: 100, ...(cursor && { cursor }) });
    for (const { type, data } of page.events) {
      const { orderNumber, currency } = data;
      if (type === 'loan.disbursed') owed.set(orderNumber, { ...data, owedMinor: data.totalMinor });
      if (type === 'payment.received' || type === 'loan.changed')
        owed.set(orderNumber, { orderNumber, currency, owedMinor: data.balanceMinor });
      if (['loan.settled', 'loan.written-off', 'loan.sold'].includes(type)) owed.delete(orderNumber);
    }
    cursor = page.nextCursor;
  } while (cursor);
  return [...owed.values()].filter(({ owedMinor }) => owedMinor > 0);
}

/** Reports money as a bank would tell of it: all that is owed on the newest loan, or an amount. */
async function pay(amountMinor) {
  const loan = (await loansOwed()).at(-1);
  if (!loan) return say('nothing is owed');
  await report(loan, amountMinor ?? loan.owedMinor, `transfer-${randomUUID()}`);
}

/** @param eventId the bank's own id of the money (its tracking key): reported twice, it counts once. */
async function report({ orderNumber, currency }, amountMinor, eventId) {
  await call(
    '/host/payments',
    { provider: 'example-bank', eventId, trackingKey: eventId, orderNumber, amountMinor, currency },
    eventId,
  );
  say(`paid=${orderNumber} ${amountMinor}`);
}

/**
 * What the lender does about an event. An event may come again, so everything is done under an id made from the
 * event's own; what was done already is refused as such, which is as good.
 */
async function act(id, { type, data }) {
  const once = (name) => `${name}-${id}`;
  if (type === 'application.submitted') {
    const decision = data.principalMinor <= approvesUpToMinor ? 'approve' : 'decline';
    const { orderNumber } = data;
    await call('/host/applications/decision', { orderNumber, decision, actor: 'example' }, once('decide'));
  }
  if (type === 'loan.approved') {
    const { orderNumber } = data;
    const reference = `payout-${orderNumber}`;
    await call('/host/disbursals', { orderNumber, reference, actor: 'example' }, once('disburse'));
  }
  if (type === 'loan.disbursed' && paysByItself) await report(data, data.totalMinor, once('pay'));
  if (type === 'complaint.filed') {
    const reply =
      MARKET === 'MX' ? 'Gracias. Lo revisamos y ya está corregido.' : 'Thank you. We have put it right.';
    await call('/host/complaints/answer', { folio: data.folio, reply }, once('answer'));
  }
}

/** Ids of events that are done; a real lender keeps them in the database that the work is done in. */
const done = new Set();

/** Takes an event: 2xx once its work is done, so that one that could not be done comes again. */
async function take(request, response) {
  const body = await text(request);
  const id = String(request.headers['webhook-id']);
  let event;
  try {
    event = webhook.verify(body, request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  if (done.has(id)) return response.writeHead(204).end();
  say(`event=${event.type} ${event.data.orderNumber ?? event.data.folio ?? ''}`.trimEnd());
  try {
    await act(id, event);
  } catch (error) {
    say(error.message);
    const wasDone = error instanceof Refusal && error.status === 409;
    if (!wasDone) return response.writeHead(500).end();
  }
  done.add(id);
  response.writeHead(204).end();
}

function digits(count) {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

/** Serves events on PORT; false when another program has it. */
function serve() {
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(Number(PORT), '127.0.0.1', () => resolve(true));
  });
}

async function main() {
  if (!(await serve())) {
    if (!paysByItself) throw new Error(`Port ${PORT} is taken.`);
    return pay();
  }
  const borrowerId = await setUp();
  say(`page=${await pageOf(borrowerId)}`);
  const report = (error) => say(error.message);
  process.on('SIGUSR2', () => pay().catch(report));
  createInterface(process.stdin).on('line', (line) => {
    const [word, amount] = line.trim().split(/\s+/);
    if (word === 'pay') pay(amount && Number(amount)).catch(report);
    if (word === 'page') pageOf(borrowerId).then((address) => say(`page=${address}`), report);
  });
}

main().catch((error) => {
  process.stderr.write(`${error.message}${error.cause ? ` (${error.cause.message})` : ''}\n`);
  process.exit(1);
});
