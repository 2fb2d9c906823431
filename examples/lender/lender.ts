// A lender in one file: sets up a product, a borrower and an offer in a production Llano, prints the address of the
// confirmation page, and then does what a lender's systems do when Llano tells them what happened. docs/first-loan.md
// explains it.
//
//   BASE=https://… HOST_SIGNING_SECRET=whsec_… PORT=4000 node lender.ts [--pay]
//
// BASE    where Llano is, as borrowers see it: its H5_BASE. On this machine itself any certificate will do
// PORT    where this program takes events: HOST_EVENTS_URL=http://127.0.0.1:PORT
// MARKET  MX or IN; MX when absent
// --pay   settles every loan as soon as paid out; while another lender.ts has the port, settles the newest
//         loan that is owed and ends
//
// While it runs it reads lines: `pay` settles the newest loan, `pay 150000` pays that many minor units, `page` prints
// a fresh address. SIGUSR2 settles the newest loan.

import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
// In a project of your own: '@llano/host-client', which `npm run package -- host-client` makes.
import {
  createHostClient,
  type HostData,
  type HostEvent,
  HostRefusal,
  type HostRequest,
  type ReceivedEvent,
  readEvent,
} from '../../tools/host-client/host-client.ts';

const { BASE = '', HOST_SIGNING_SECRET = '', PORT = '', MARKET = 'MX' } = process.env;
const paysByItself = process.argv.includes('--pay');

type Market = HostRequest<'/host/products'>['market'];
type Product = Pick<HostRequest<'/host/products'>, 'productId' | 'name' | 'currency' | 'vatPpm'>;
type Person = Pick<HostRequest<'/host/borrowers'>, 'name' | 'address' | 'mobilePhone'>;

interface Terms {
  readonly product: Product;
  readonly person: Person;
  readonly amountMinor: number;
  readonly language: 1 | 2;
}

/** What this lender lends, by market; ratios in parts per million, amounts in minor units. */
const markets: Readonly<Record<Market, Terms>> = {
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

const missing = Object.entries({ BASE, HOST_SIGNING_SECRET, PORT }).filter(([, value]) => !value);
if (missing.length > 0 || !isMarket(MARKET)) {
  process.stderr.write(
    missing.length > 0 ? `Set ${missing.map(([name]) => name).join(', ')}.\n` : 'MARKET is MX or IN.\n',
  );
  process.exit(1);
}
const market = MARKET;
const terms = markets[market];

const { call } = createHostClient({ origin: BASE, secret: HOST_SIGNING_SECRET, fetch: reach });
const say = (line: string) => process.stdout.write(`${line}\n`);

function isMarket(name: string): name is Market {
  return name in markets;
}

/** Reaches Llano; on this machine itself a certificate is believed, also a self-signed one. */
async function reach(request: Request): Promise<Response> {
  const { protocol, hostname } = new URL(request.url);
  const isLocal = /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(hostname);
  if (protocol !== 'https:' || !isLocal) return fetch(request);
  const sent = requestHttps(request.url, {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    rejectUnauthorized: false,
    signal: request.signal,
  });
  sent.end(await request.text());
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return new Response(await text(response), { status: response.statusCode ?? 500 });
}

/** Product, borrower and offer: each call sets what is said, so that it can be made again at every start. */
async function setUp() {
  const { product, person, amountMinor } = terms;
  await call('/host/products', {
    ...product,
    market,
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
  const { borrowerId } = await call('/host/borrowers', { lenderBorrowerId, ...person, market });
  const { productId } = product;
  await call('/host/offers', { borrowerId, productId, amountMinor, depositAccountEnding: '4821' });
  return borrowerId;
}

/** An address of the confirmation page that lets this borrower in; a ticket in it serves once, within a minute. */
async function pageOf(borrowerId: string): Promise<string> {
  const deviceId = randomUUID();
  const session = await call('/host/sessions', { borrowerId, deviceId, ticket: true });
  const address = new URL('/confirmLoan', BASE);
  const { ticket, sessionId = '', userId } = session;
  const letIn = ticket ? { ticket } : { sessionId, userId, deviceId };
  const parameters = { productId: terms.product.productId, lang: String(terms.language), ...letIn };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

interface OwedLoan {
  readonly orderNumber: string;
  readonly currency: HostRequest<'/host/payments'>['currency'];
  readonly owedMinor: number;
}

/** The loans that are paid out and not paid back, oldest first, as the events tell. */
async function loansOwed(): Promise<OwedLoan[]> {
  const owed = new Map<string, OwedLoan>();
  let cursor: string | null | undefined;
  do {
    const page: HostData<'/host/events/list'> = await call('/host/events/list', {
      limit: 100,
      ...(cursor && { cursor }),
    });
    // Each has the type and the data that it was sent with.
    for (const { type, data } of page.events as readonly unknown[] as readonly HostEvent[]) {
      if (type === 'loan.disbursed') owed.set(data.orderNumber, { ...data, owedMinor: data.totalMinor });
      if (type === 'payment.received' || type === 'loan.changed')
        owed.set(data.orderNumber, { ...data, owedMinor: data.balanceMinor });
      if (type === 'loan.settled' || type === 'loan.written-off' || type === 'loan.sold')
        owed.delete(data.orderNumber);
    }
    cursor = page.nextCursor;
  } while (cursor);
  return [...owed.values()].filter(({ owedMinor }) => owedMinor > 0);
}

/** Reports money as a bank would tell of it: what settles the newest loan that is owed, or an amount. */
async function pay(amountMinor?: number): Promise<void> {
  const loan = (await loansOwed()).at(-1);
  if (!loan) return void say('nothing is owed');
  const eventId = `transfer-${randomUUID()}`;
  if (amountMinor === undefined) return settle(loan, eventId);
  await report(loan, amountMinor, eventId);
}

/** Reports as much as settles a loan today, which is less than its plan: interest is charged for the days used. */
async function settle(loan: Pick<OwedLoan, 'orderNumber' | 'currency'>, eventId: string): Promise<void> {
  const { orderNumber } = loan;
  const { settlesMinor } = await call('/host/loans/settlement-quote', { orderNumber });
  await report(loan, settlesMinor, eventId);
}

/** @param eventId the bank's own id of the money (its tracking key): reported twice, it counts once. */
async function report(
  { orderNumber, currency }: Pick<OwedLoan, 'orderNumber' | 'currency'>,
  amountMinor: number,
  eventId: string,
): Promise<void> {
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
async function act({ id, event }: ReceivedEvent): Promise<void> {
  const once = (name: string) => `${name}-${id}`;
  if (event.type === 'application.submitted') {
    const decision = event.data.principalMinor <= approvesUpToMinor ? 'approve' : 'decline';
    const { orderNumber } = event.data;
    await call('/host/applications/decision', { orderNumber, decision, actor: 'example' }, once('decide'));
  }
  if (event.type === 'loan.approved') {
    const { orderNumber } = event.data;
    const reference = `payout-${orderNumber}`;
    await call('/host/disbursals', { orderNumber, reference, actor: 'example' }, once('disburse'));
  }
  if (event.type === 'loan.disbursed' && paysByItself) await settle(event.data, once('pay'));
  if (event.type === 'complaint.filed') {
    const reply =
      market === 'MX' ? 'Gracias. Lo revisamos y ya está corregido.' : 'Thank you. We have put it right.';
    await call('/host/complaints/answer', { folio: event.data.folio, reply }, once('answer'));
  }
}

/** Ids of events that are done; a real lender keeps them in the database that the work is done in. */
const done = new Set<string>();

/** Takes an event: 2xx once its work is done, so that one that could not be done comes again. */
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  let received: ReceivedEvent;
  try {
    received = readEvent(body, request.headers, [HOST_SIGNING_SECRET]);
  } catch {
    return void response.writeHead(401).end();
  }
  if (!done.has(received.id)) {
    say(`event=${received.event.type} ${subjectOf(received.event)}`.trimEnd());
    try {
      await act(received);
    } catch (error) {
      say((error as Error).message);
      const wasDone = error instanceof HostRefusal && error.status === 409;
      if (!wasDone) return void response.writeHead(500).end();
    }
    done.add(received.id);
  }
  response.writeHead(204).end();
}

/** The loan that an event is about, or the complaint; empty for another. */
function subjectOf({ data }: HostEvent): string {
  if ('orderNumber' in data && data.orderNumber !== null) return data.orderNumber;
  return 'folio' in data ? data.folio : '';
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

/** Serves events on PORT; false when another program has it. */
function serve(): Promise<boolean> {
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(Number(PORT), '127.0.0.1', () => resolve(true));
  });
}

async function main(): Promise<void> {
  if (!(await serve())) {
    if (!paysByItself) throw new Error(`Port ${PORT} is taken.`);
    return pay();
  }
  const borrowerId = await setUp();
  say(`page=${await pageOf(borrowerId)}`);
  const report = (error: Error) => void say(error.message);
  process.on('SIGUSR2', () => pay().catch(report));
  createInterface(process.stdin).on('line', (line) => {
    const [word, amount] = line.trim().split(/\s+/);
    if (word === 'pay') pay(amount ? Number(amount) : undefined).catch(report);
    if (word === 'page') pageOf(borrowerId).then((address) => say(`page=${address}`), report);
  });
}

main().catch((error: Error) => {
  const { message, cause } = error;
  process.stderr.write(`${message}${cause instanceof Error ? ` (${cause.message})` : ''}\n`);
  process.exit(1);
});
