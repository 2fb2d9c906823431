import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { sendComplaint, sendComplaintImage } from '#contract/calls/complaint.ts';
import { uploadReplyImage } from '#contract/host/complaint.ts';
import { smallImage } from '#fixtures/images.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import {
  credentials,
  jsonRequest,
  signedRequest,
  type TestSession,
  webhookSignedRequest,
} from '#tests/setup/lending-service.ts';
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

/** Sends the head of a request that announces 8 MB, and `begun` alone of its body. */
async function begin(path: string, headers: readonly string[], address: string, begun = ''): Promise<Socket> {
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
  socket.write(`${lines.join('\r\n')}\r\n\r\n${begun}`);
  return socket;
}

/** The same with nothing of the body; gives the status. */
async function announce(path: string, headers: readonly string[], address: string): Promise<number> {
  const socket = await begin(path, headers, address);
  const [head] = await once(socket.setEncoding('utf8'), 'data');
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(String(head))?.[1]);
}

/** The headers of a request as sent. */
const linesOf = ({ headers }: Request) => [...headers].map(([name, value]) => `${name}: ${value}`);

test('60 uploads at once without a session are refused before any of their bodies came', async () => {
  const multipart = 'Content-Type: multipart/form-data; boundary=b';
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      announce('/user-problem/upload-problem-img', [multipart], `198.51.100.${index}`),
    ),
  );
  expect(statuses).toEqual(Array(60).fill(401));
});

test('a call of the lender’s systems that is unsigned, old or of another path is refused before its body came', async () => {
  const path = '/host/complaints/images';
  const signed = (where: string, signedAt?: Date) =>
    linesOf(signedRequest(where, {}, { ...(signedAt && { signedAt }) }));
  const old = linesOf(webhookSignedRequest(path, {}, { signedAt: new Date(0) }));
  const lines = [['Content-Type: application/json'], old, signed(path, new Date(0)), signed('/host/jobs')];
  for (const each of lines) {
    expect(await announce(path, each, '198.51.101.1')).toBe(401);
  }
});

test('slow images that look signed and slow forms of one borrower keep nobody from photos and complaints', async () => {
  const [slow, other] = [await newBorrower(llano), await newBorrower(llano)];
  const uploadPath = uploadReplyImage.path;
  const image = new File([smallImage('jpeg')], 'photo.jpg');
  const { folio } = await llano.ask(sendComplaint, wholeDraft, other);
  const imageBase64 = Buffer.from(await image.bytes()).toString('base64');
  const upload = signedRequest(uploadPath, { folio, imageBase64 });
  const lender = nodeSeenFrom(node, '192.0.2.10');
  expect((await lender.fetch(signedRequest('/host/reconciliation', {}))).status).toBe(200);

  const network = `2001:db8:${drawn()}`;
  const secret = `whsec_${Buffer.from('a secret of somebody else').toString('base64')}`;
  const forged = (block: number, host: number) =>
    begin(
      uploadPath,
      linesOf(webhookSignedRequest(uploadPath, {}, { secret })),
      `${network}:${block}::${host}`,
      '{"',
    );
  const complaint = (path: string, { borrowerId: _id, ...credentials }: TestSession) =>
    `${path}?${new URLSearchParams({ problemType: '2', ...credentials })}`;
  const multipart = ['Content-Type: multipart/form-data; boundary=b', `Origin: ${llano.address}`];
  const form = (block: number) =>
    begin(complaint('/complainPageNext', slow), multipart, `${network}:f${block}::1`, '--b\r\n');
  const sockets = await Promise.all([
    ...Array.from({ length: 12 }, (_, host) => forged(1, host + 1)),
    ...Array.from({ length: 12 }, (_, block) => forged(block + 2, 1)),
    ...Array.from({ length: 24 }, (_, block) => form(block)),
  ]);
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  await pause(500);

  const bystander = nodeSeenFrom(node, '192.0.2.20');
  const photo = () => {
    const body = new FormData();
    body.append('problemImage', image);
    return body;
  };
  const complaintPhoto = () =>
    new Request(`http://lender.test${sendComplaintImage.path}`, {
      ...{ method: 'POST', body: photo() },
      headers: credentials(other),
    });
  const formPhoto = () =>
    new Request(`http://lender.test${complaint('/complainImage', other)}`, {
      ...{ method: 'POST', body: photo() },
      headers: { Origin: llano.address },
    });
  const statuses = await Promise.all([
    statusOnceTaken(() => lender.fetch(upload.clone())),
    statusOnceTaken(() => bystander.fetch(complaintPhoto())),
    statusOnceTaken(() => bystander.fetch(formPhoto())),
  ]);
  expect(statuses).toEqual([200, 200, 200]);
});

/** The status of a request, sent again where a node that has much to do refuses it at once; who gets no place waits for ten seconds. */
async function statusOnceTaken(send: () => Promise<Response>): Promise<number> {
  for (;;) {
    const sentAt = performance.now();
    const { status } = await send();
    if (status !== 503 || performance.now() - sentAt > 9_000) return status;
    await pause(500);
  }
}

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
    trackingKey: `${loan.orderNumber} ${index}`,
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
