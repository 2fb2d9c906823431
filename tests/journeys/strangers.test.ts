import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { jsonRequest, signedRequest } from '#tests/setup/lending-service.ts';
import { nodeSeenFrom } from '#tests/setup/node-seen-from.ts';
import { type ProductionNode, testProductionLlano } from '#tests/setup/production-llano.ts';
import { openLanding } from '#tests/setup/registrant.ts';

const perMinute = 120;
const llano = await testProductionLlano({
  variables: { REQUESTS_PER_MINUTE: String(perMinute), REGISTRATION_PROOF_ITERATIONS: '1' },
});
const [node] = llano.nodes as [ProductionNode];

/** A number below 2^16 in hexadecimal; drawn, so that a test that is run again finds nothing of its first run. */
const drawn = () => Math.floor(Math.random() * 0x1_0000).toString(16);

/** Sends the head of a request that announces 8 MB, and nothing of the body; gives the status. */
async function announce(path: string, headers: readonly string[], address: string): Promise<number> {
  const { hostname, port } = new URL(node.address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `X-Forwarded-For: ${address}`,
    `Content-Length: ${8 * 1024 * 1024}`,
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [head] = await once(socket.setEncoding('utf8'), 'data');
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(String(head))?.[1]);
}

test('60 uploads at once without a session are refused before any of their bodies came', async () => {
  const multipart = 'Content-Type: multipart/form-data; boundary=b';
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      announce('/user-problem/upload-problem-img', [multipart], `198.51.100.${index}`),
    ),
  );
  expect(statuses).toEqual(Array(60).fill(401));
});

test('a call of the lender’s systems that is unsigned or old is refused before its body came', async () => {
  const { headers } = signedRequest('/host/payments', {}, { signedAt: new Date(0) });
  const old = [...headers].map(([name, value]) => `${name}: ${value}`);
  for (const lines of [['Content-Type: application/json'], old]) {
    expect(await announce('/host/complaints/images', lines, '198.51.101.1')).toBe(401);
  }
});

test('one IPv6 /64 has one limit, which leaves its neighbours, its health checks and the lender’s reports alone', async () => {
  const session = await newBorrower(llano);
  const loan = await paidOutLoan(llano, session);
  const ask = (path: string, address: string) =>
    nodeSeenFrom(node, address).fetch(new Request(`http://lender.test${path}`));
  const network = `2001:db8:${drawn()}`;
  const block = (host: number) => `${network}:1::${host.toString(16)}`;
  const statuses: number[] = [];
  const callers = Array.from({ length: 4 }, async (_, caller) => {
    for (let host = 1; host <= 50; host += 1) {
      statuses.push((await ask('/openapi.json', block(caller * 50 + host))).status);
    }
  });
  await Promise.all(callers);
  expect(statuses.filter((status) => status === 200)).toHaveLength(perMinute);
  expect(statuses.filter((status) => status === 429)).toHaveLength(200 - perMinute);

  expect((await ask('/openapi.json', `${network}:2::1`)).status).toBe(200);
  for (const path of ['/health', '/ready']) {
    const answers = await Promise.all(Array.from({ length: 150 }, () => ask(path, block(1))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }

  const seen = nodeSeenFrom(node, block(1));
  const unsigned = await seen.fetch(jsonRequest('/host/payments', {}));
  expect(unsigned.status).toBe(429);
  const event = (index: number) => ({
    provider: 'stand-in',
    eventId: `${loan.orderNumber} ${index}`,
    orderNumber: loan.orderNumber,
    amountMinor: 100,
    currency: 'MXN',
  });
  const reported: number[] = [];
  // More at once would wait for their loan's row, which is no matter of limits.
  const reporters = Array.from({ length: 3 }, async (_, reporter) => {
    for (let index = 0; index < 50; index += 1) {
      const report = signedRequest('/host/payments', event(reporter * 50 + index));
      reported.push((await seen.fetch(report)).status);
    }
  });
  await Promise.all(reporters);
  expect(reported).toEqual(Array(150).fill(200));
});

test('codes for registration are bounded for a /64 and for its /48, and for no other network', async () => {
  const network = `2001:db8:${drawn()}`;
  let block = Math.floor(Math.random() * 9000);
  const asks = async (address: string): Promise<string> => {
    block += 1;
    // Each number in a block of its own.
    const phone = `55${String(block).padStart(4, '0')}7736`;
    const visitor = await openLanding(nodeSeenFrom(node, address), { phone });
    return (await visitor.sendCode({ capcode: await visitor.solveCaptcha() })).body.code;
  };
  const codesOf = async (subnet: number): Promise<string[]> => {
    const codes: string[] = [];
    for (let host = 1; host <= 20; host += 1) codes.push(await asks(`${network}:${subnet}::${host}`));
    return codes;
  };
  expect(await codesOf(1)).toEqual(Array(20).fill('0'));
  expect(await asks(`${network}:1::99`)).toBe('429002');
  expect(await codesOf(2)).toEqual(Array(20).fill('0'));
  expect(await codesOf(3)).toEqual(Array(20).fill('0'));
  expect(await asks(`${network}:4::1`)).toBe('429002');
  expect(await asks('2001:db9:a:1::1')).toBe('0');
});
