import { expect, test } from 'vitest';
import type { RequestFacts } from '../request-scope.ts';
import { createShares, type ShareOptions } from './shares.ts';

/** Shares of a node, for the request that is set. */
function sharesFor(options: Partial<ShareOptions> = {}) {
  let request: RequestFacts | null = null;
  const shares = createShares({
    ...{
      requestsPerMinute: 100,
      addressRequestsPerMinute: 2000,
      hostRequestsPerMinute: 100,
      databaseSessions: 16,
      trustedProxyCount: 0,
    },
    ...{ databaseUrl: '', key: Buffer.from('a key'), nodeCount: 1 },
    current: () => request,
    ...options,
  });
  const as = (facts: Partial<RequestFacts>) => {
    request = { address: '192.0.2.1', credential: null, id: 'a request', isSigned: false, ...facts };
    return shares;
  };
  return { as };
}

const block = (at: number) => `2001:db8:0:${at.toString(16)}::1`;

/** Holds places of a thing until `end`, for each of the callers; gives how many got one. */
async function holdAll(
  as: (facts: Partial<RequestFacts>) => ReturnType<typeof createShares>,
  thing: 'visitor-call' | 'image',
  callers: readonly Partial<RequestFacts>[],
) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let heldCount = 0;
  for (const caller of callers) {
    void as(caller).hold(thing, [], async () => {
      heldCount += 1;
      await promise;
    });
  }
  await new Promise((done) => setImmediate(done));
  return { heldCount, end: resolve };
}

test('calls of strangers hold at most half of the sessions of the database, those of one block an eighth, and a quarter of theirs stays for who was here lately', async () => {
  const { as } = sharesFor();
  const ofOneBlock = await holdAll(as, 'visitor-call', Array(30).fill({ address: block(1) }));
  expect(ofOneBlock.heldCount).toBe(2);
  const ofMany = await holdAll(
    as,
    'visitor-call',
    Array.from({ length: 30 }, (_none, at) => ({ address: block(at + 10) })),
  );
  expect(ofMany.heldCount).toBe(4);
  as({ address: block(99), credential: 'a session' }).noteBorrower();
  const known = await holdAll(as, 'visitor-call', Array(2).fill({ address: block(99) }));
  expect(known.heldCount).toBe(2);
  for (const held of [ofOneBlock, ofMany, known]) held.end();
});

test('images of strangers, of borrowers and of the lender take no place of each other', async () => {
  const { as } = sharesFor();
  const many = (facts: (at: number) => Partial<RequestFacts>) =>
    holdAll(
      as,
      'image',
      Array.from({ length: 40 }, (_none, at) => facts(at)),
    );
  const strangers = await many((at) => ({ address: block(at) }));
  const borrowers = await many((at) => ({ address: block(at + 100), borrowerId: `borrower-${at}` }));
  const lender = await many((at) => ({ address: block(at + 200), isSigned: true }));
  expect([strangers.heldCount, borrowers.heldCount, lender.heldCount]).toEqual([4, 12, 12]);
  for (const held of [strangers, borrowers, lender]) held.end();
});

test('a place that is given back is another’s, whatever class held it', async () => {
  const { as } = sharesFor();
  const callers = Array.from({ length: 30 }, (_none, at) => ({ address: block(at) }));
  for (let round = 0; round < 3; round += 1) {
    const held = await holdAll(as, 'visitor-call', callers.slice(0, 6));
    expect(held.heldCount).toBe(6);
    held.end();
    await new Promise((done) => setImmediate(done));
  }
});

test('five messages of the contact page an hour from one block, and a flood from many leaves room to who writes for the first time', async () => {
  const { as } = sharesFor();
  const send = async (address: string) => (await as({ address }).admitContactMessage()).isAdmitted;
  let admitted = 0;
  for (let count = 0; count < 460; count += 1) if (await send(block(1))) admitted += 1;
  expect(admitted).toBe(5);
  for (let at = 0; at < 75; at += 1) for (let count = 0; count < 5; count += 1) await send(block(at + 10));
  expect(await send(block(10)), 'more of the same').toBe(false);
  expect(await send(block(999)), 'somebody new').toBe(true);
});

test('thirty papers in ten minutes for one session, and others’ are their own; sessions that were made up count for their address', async () => {
  const { as } = sharesFor();
  const madeBy = async (credential: (at: number) => string, address = block(1)) => {
    let count = 0;
    for (let at = 0; at < 31; at += 1) {
      if ((await as({ credential: credential(at), address }).admitPaper()).isAdmitted) count += 1;
    }
    return count;
  };
  as({ credential: 'a session' }).noteBorrower();
  as({ credential: 'another' }).noteBorrower();
  expect(await madeBy(() => 'a session')).toBe(30);
  expect(await madeBy(() => 'another')).toBe(30);
  expect(await madeBy((at) => `made up ${at}`)).toBe(30);
  expect(await madeBy((at) => `made up ${at}`, block(2))).toBe(30);
});

const borrowersBehind = (address: string, count: number) =>
  Array.from({ length: count }, (_none, at) => ({
    address,
    credential: `session-${at}`,
    id: `borrower-${at}`,
  }));

test('300 borrowers behind one address ask in one minute and none is refused; each has a bound of their own', async () => {
  const { as } = sharesFor({ requestsPerMinute: 600, addressRequestsPerMinute: 12_000 });
  const outcomes = [];
  for (const { id, ...caller } of borrowersBehind('192.0.2.1', 300)) {
    for (let at = 0; at < 6; at += 1) {
      const shares = as({ ...caller, ...(at > 0 && { borrowerId: id }) });
      outcomes.push(await shares.admitRequest());
      as({ ...caller, borrowerId: id }).noteBorrower();
    }
  }
  expect(outcomes.filter(({ isAdmitted }) => !isAdmitted)).toEqual([]);
  const { as: few } = sharesFor({ requestsPerMinute: 5 });
  const [one, other] = borrowersBehind('192.0.2.1', 2).map(({ id, ...caller }) => ({
    ...caller,
    borrowerId: id,
  }));
  few(one ?? {}).noteBorrower();
  few(other ?? {}).noteBorrower();
  for (let at = 0; at < 5; at += 1) expect((await few(one ?? {}).admitRequest()).isAdmitted).toBe(true);
  expect((await few(one ?? {}).admitRequest()).isAdmitted).toBe(false);
  expect((await few(other ?? {}).admitRequest()).isAdmitted).toBe(true);
});

test('of 10,000 made-up sessions of one address 600 pass, and a borrower there is not refused', async () => {
  const { as } = sharesFor({ requestsPerMinute: 600, addressRequestsPerMinute: 12_000 });
  const borrower = { address: '192.0.2.1', credential: 'a good session', borrowerId: 'borrower-1' };
  as(borrower).noteBorrower();
  let admitted = 0;
  for (let at = 0; at < 10_000; at += 1) {
    const shares = as({ address: '192.0.2.1', credential: `made-up-${at}` });
    if ((await shares.admitRequest()).isAdmitted) admitted += 1;
  }
  expect(admitted).toBe(600);
  expect((await as(borrower).admitRequest()).isAdmitted).toBe(true);
});

test('the high bound of an address holds for all its borrowers together', async () => {
  const { as } = sharesFor({ addressRequestsPerMinute: 10 });
  const outcomes = [];
  for (const { id: borrowerId, ...caller } of borrowersBehind('192.0.2.1', 12)) {
    as({ ...caller, borrowerId }).noteBorrower();
    outcomes.push((await as({ ...caller, borrowerId }).admitRequest()).isAdmitted);
  }
  expect(outcomes).toEqual([...Array(10).fill(true), false, false]);
});

test('a node that has learnt which sessions are good counts their first request for their borrowers', async () => {
  const { as } = sharesFor({ requestsPerMinute: 1 });
  as({}).learn([{ credential: 'a good session', borrowerId: 'borrower-1' }]);
  expect((await as({ credential: null }).admitRequest()).isAdmitted).toBe(true);
  expect((await as({ credential: null }).admitRequest()).isAdmitted).toBe(false);
  expect((await as({ credential: 'a good session' }).admitRequest()).isAdmitted).toBe(true);
});
