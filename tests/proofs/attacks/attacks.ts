import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { allHostCalls } from '#contract/all-host-calls.ts';
import { uploadReplyImage } from '#contract/host/complaint.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { issueSession } from '#contract/host/session.ts';
import { defaultTemplateIds } from '#domain/registration/promotion-template.ts';
import { documentPaths } from '#pages/loan/document-paths.ts';
import { sitePaths } from '#pages/site/site-paths.ts';
import type { TestLoan } from '#tests/setup/lending-journeys.ts';
import {
  serviceAt,
  signedRequest,
  type TestSession,
  webhookSignedRequest,
} from '#tests/setup/lending-service.ts';
import { openLanding } from '#tests/setup/registrant.ts';
import type { AttackWorld } from './attack-world.ts';

/** What an attacker may have in hand: a loan and a session of their own. */
export interface Attacker {
  readonly session: TestSession;
  readonly loan: TestLoan;
}

/** What an attack came to. */
export interface AttackOutcome {
  /** How often it was answered how; by HTTP status, or code of the service. */
  readonly answers: Readonly<Record<string, number>>;
  /** What it must not have reached, each with how often it did. */
  readonly gained: Readonly<Record<string, number>>;
}

/** One attacker as a program. */
export interface Attack {
  readonly name: string;
  run(world: AttackWorld, attacker: Attacker): Promise<AttackOutcome>;
}

/** Each of so many addresses in turn, none of another attack's. */
function addresses(network: number, count: number): (turn: number) => string {
  return (turn) => `100.${64 + network}.${(turn % count) >> 8}.${(turn % count) & 255}`;
}

const form = (fields: Readonly<Record<string, string>>, origin: string): RequestInit => ({
  method: 'POST',
  headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

/** The answers that are none of the expected. */
function beyond(answers: Readonly<Record<string, number>>, ...expected: readonly (string | number)[]) {
  const usual = new Set(expected.map(String));
  return Object.fromEntries(Object.entries(answers).filter(([answer]) => !usual.has(answer)));
}

/** Sends the head of a request that announces 8 MB and then, as slowly as it may, parts of its body; gives how it ended. */
async function slowBody(
  origin: string,
  {
    path,
    headers,
    address,
    start,
  }: { path: string; headers: readonly string[]; address: string; start: string },
): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `X-Forwarded-For: ${address}`,
    `Content-Length: ${8 * 1024 * 1024}`,
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${start}`);
  const drip = setInterval(() => socket.write('x'), 500);
  socket.once('close', () => clearInterval(drip));
  return socket;
}

const slowBodies: Attack = {
  name: 'Slow bodies: 24 forged images, 24 forms of one borrower',
  async run({ llano, flood }, { session }) {
    const secret = `whsec_${Buffer.from('a secret of somebody else').toString('base64')}`;
    const { borrowerId: _id, ...named } = session;
    const complaint = `/complainPageNext?${new URLSearchParams({ problemType: '2', ...named })}`;
    const multipart = ['Content-Type: multipart/form-data; boundary=b', `Origin: ${llano.address}`];
    const sockets: Socket[] = [];
    for (const { address: origin } of llano.nodes) {
      for (let place = 0; place < 24; place += 1) {
        const { headers } = webhookSignedRequest(uploadReplyImage.path, {}, { secret });
        sockets.push(
          await slowBody(origin, {
            ...{
              path: uploadReplyImage.path,
              address: `2001:db8:a:${place < 12 ? 1 : place}::${place}`,
              start: '{"',
            },
            headers: [...headers].map(([name, value]) => `${name}: ${value}`),
          }),
          await slowBody(origin, {
            ...{ path: complaint, address: `2001:db8:b:${place}::1`, start: '--b\r\n' },
            headers: multipart,
          }),
        );
      }
    }
    const answers = await flood(1, async () => {
      await pause(200);
      return 'held';
    });
    for (const socket of sockets) socket.destroy();
    return { answers, gained: {} };
  },
};

/** Asks for codes to numbers that are not the attacker's, solving captcha and work as a program with many processors does. */
function smsPumping(name: string, addressOf: (turn: number) => string, network: number): Attack {
  return {
    name: `SMS pumping from ${name}`,
    async run({ llano, flood, seenFrom }) {
      const before = llano.gateway.messageCount();
      const answers = await flood(16, async (turn) => {
        const phone = `55${String((network * 2_000 + turn * 7) % 10_000).padStart(4, '0')}77${(turn % 90) + 10}`;
        const visitor = await openLanding(seenFrom(addressOf(turn)), { phone });
        return (await visitor.sendCode({ capcode: await visitor.solveCaptcha() })).body.code;
      });
      return { answers: { ...answers, sent: llano.gateway.messageCount() - before }, gained: {} };
    },
  };
}

const codeFlood: Attack = {
  name: 'Codes: 300 at once, no captcha solved',
  async run({ llano, ask, flood }) {
    const id = defaultTemplateIds.es;
    const addressOf = addresses(1, 300);
    const answers = await flood(300, (turn) =>
      turn % 2 === 0
        ? ask(addressOf(turn), `/api/v2/youmi/promotion/get-sid?id=${id}`)
        : ask(
            addressOf(turn),
            '/api/v2/youmi/promotion/get-sms',
            form({ sid: 'none', deviceId: 'none', id, phone: '5548217736', capcode: '1234' }, llano.address),
          ),
    );
    return { answers, gained: beyond(answers, 0, 200, 400, 404, 429, 503) };
  },
};

const pageFlood: Attack = {
  name: 'Pages: 64 at once, 500 addresses',
  async run({ ask, flood }) {
    const addressOf = addresses(2, 500);
    const paths = [sitePaths.home, `/order?sessionId=made-up&deviceId=d&userId=1`, sitePaths.contact];
    const answers = await flood(64, (turn) => ask(addressOf(turn), paths[turn % paths.length] ?? '/'));
    return { answers, gained: beyond(answers, 0, 200, 401, 429, 503) };
  },
};

const paperFlood: Attack = {
  name: 'Papers: one borrower, 32 at once',
  async run({ llano, ask, flood }, { session, loan }) {
    const { borrowerId: _id, ...named } = session;
    const path = `${documentPaths.agreementPdf}?${new URLSearchParams({ ...named, orderNo: loan.orderNumber })}`;
    const addressOf = addresses(3, 32);
    const answers = await flood(32, (turn) => ask(addressOf(turn), path));
    return {
      answers,
      gained: {
        papers: Math.max(0, (answers[200] ?? 0) - 30 * llano.nodes.length),
        ...beyond(answers, 0, 200, 429, 503),
      },
    };
  },
};

const contactFlood: Attack = {
  name: 'Contact messages: 75 addresses',
  async run({ llano, ask, flood }) {
    const addressOf = addresses(4, 75);
    const fields = { name: 'A', telephone: '5', email: 'a@b.example', remark: 'x' };
    const answers = await flood(32, (turn) =>
      ask(addressOf(turn), `${sitePaths.contact}?lang=2`, {
        ...form(fields, llano.address),
        redirect: 'manual',
      }),
    );
    return {
      answers,
      gained: { kept: Math.max(0, (answers[303] ?? 0) - 75 * 5), ...beyond(answers, 0, 303, 429, 503) },
    };
  },
};

const ticketRace: Attack = {
  name: 'Tickets: one used by 50 at once',
  async run({ llano, ask, flood }, { session }) {
    let exchanged = 0;
    let tickets = 0;
    const answers = await flood(1, async () => {
      const { ticket = '' } = await llano.tell(issueSession, {
        ...{ borrowerId: session.borrowerId, deviceId: 'a device', ticket: true, keepsOthers: true },
      });
      tickets += 1;
      const uses = await Promise.all(
        Array.from({ length: 50 }, (_none, at) =>
          ask(addresses(5, 50)(at), `/order?ticket=${ticket}&lang=2`, {
            ...form({}, llano.address),
            redirect: 'manual',
          }),
        ),
      );
      exchanged += uses.filter((status) => status === 303).length;
      return 'tried';
    });
    // One each is what tickets are for.
    return { answers: { ...answers, exchanged }, gained: { sessions: Math.abs(exchanged - tickets) } };
  },
};

const replays: Attack = {
  name: 'Replays: one signed read, at each path',
  async run({ flood, seenFrom }) {
    const [read, ...others] = allHostCalls.filter(({ isRead }) => isRead);
    const signed = signedRequest(read?.path ?? '', {});
    const answers = await flood(8, async (turn) => {
      const path = others[turn % others.length]?.path ?? '';
      const replayed = new Request(`http://lender.test${path}`, {
        ...{ method: 'POST', headers: signed.headers },
        body: await signed.clone().text(),
      });
      const response = await seenFrom(addresses(6, 200)(turn)).fetch(replayed);
      return response.status;
    });
    return { answers, gained: beyond(answers, 0, 401, 409, 429, 503) };
  },
};

const absurdAmounts: Attack = {
  name: 'Absurd amounts, signed',
  async run({ llano, flood }, { loan }) {
    const amounts = [2 ** 53 - 1, -1, 0, 0.5, 1e21, 10 ** 13];
    const answers = await flood(2, async (turn) => {
      const answer = await serviceAt(() => llano.nodes[0]?.address ?? '').host(recordPayment.path, {
        ...{ provider: 'sandbox', eventId: `absurd ${turn}`, orderNumber: loan.orderNumber, currency: 'MXN' },
        amountMinor: amounts[turn % amounts.length],
        anotherPayment: true,
      });
      return answer.status;
    });
    return { answers, gained: beyond(answers, 0, 400, 422, 429, 503) };
  },
};

const junk = ['null', '[]', '{}', '"x"', '{"id":1,"type":{}}', '{', '\u0000'];

const webhookJunk: Attack = {
  name: 'Webhooks: junk from 100 addresses',
  async run({ ask, flood }) {
    const addressOf = addresses(7, 100);
    const paths = [
      '/webhooks/stripe',
      '/webhooks/razorpay',
      '/webhooks/conekta',
      '/webhooks/stp',
      '/host/payments',
    ];
    const answers = await flood(32, (turn) =>
      ask(addressOf(turn), paths[turn % paths.length] ?? '', {
        ...{ method: 'POST', body: junk[turn % junk.length] ?? '' },
        headers: { 'Content-Type': 'application/json', 'Stripe-Signature': 't=1,v1=00' },
      }),
    );
    return { answers, gained: beyond(answers, 0, 400, 401, 404, 405, 413, 422, 429, 503) };
  },
};

/** Every attacker, in the order of the table. */
export const attacks: readonly Attack[] = [
  slowBodies,
  smsPumping('one address', () => '100.80.0.1', 1),
  smsPumping('15 addresses', addresses(17, 15), 2),
  smsPumping('300 addresses', addresses(18, 300), 3),
  smsPumping('a /48', (turn) => `2001:db8:cafe:${(turn % 65_536).toString(16)}::1`, 4),
  codeFlood,
  pageFlood,
  paperFlood,
  contactFlood,
  ticketRace,
  replays,
  absurdAmounts,
  webhookJunk,
];
