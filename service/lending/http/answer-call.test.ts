import { expect, test } from 'vitest';
import { z } from 'zod';
import { allCalls, optionalCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/call.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readAgreement, readLoan } from '#contract/calls/loan.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { createContractClient } from '#contract/client.ts';
import { type PageQuery, queryIn, readPageQuery } from '#contract/page-query.ts';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { answerVisitor } from './answer-call.ts';

const service = await testLendingService();

const backend = {
  fetch: async (request: Request) => service.api.fetch(request),
  apiBase: 'http://lending.test',
  defaultMerchantNumber: '',
};

const samples = [...allCalls, ...optionalCalls]
  .filter(({ encoding, envelope }) => encoding === 'json' && envelope !== null)
  .map((call) => ({ call, sample: wireSamples[call.name as keyof typeof wireSamples]?.() }));

/** What a value on the wire may be instead, as far as the contract lets it. */
const otherValues = [' ', -0, undefined];

/** A tree, and all that differ from it in one place: another value, or an unknown field. */
function* variationsOf(tree: unknown): Generator<unknown> {
  yield tree;
  yield* otherValues;
  if (typeof tree !== 'object' || tree === null) return;
  if (!Array.isArray(tree)) yield { ...tree, unknown: { field: 1 } };
  for (const [name, part] of Object.entries(tree)) {
    for (const other of variationsOf(part)) {
      yield Array.isArray(tree) ? tree.with(Number(name), other) : { ...tree, [name]: other };
    }
  }
}

const [plain, ...queries] = [
  {},
  { lang: '1' },
  { lang: '2', sessionId: 's', deviceId: ' d', userId: 'ü' },
].map((each) => readPageQuery(new URLSearchParams(each))) as [PageQuery, ...PageQuery[]];

test.each(samples.filter(({ sample }) => sample))(
  '[CALL-7] $call.name gives a page of this process what HTTP brings',
  async ({ call, sample }) => {
    let answer: unknown;
    const requests: unknown[] = [];
    const answered = answerVisitor(call, async ({ lang }, request) => {
      requests.push({ lang, request });
      return answer;
    });
    const { dependencies } = service.api;
    const fetch = (request: Request) => answered.respond(dependencies, request);
    const byHttp = createContractClient({ ...backend, fetch });
    const here = createContractClient({
      ...{ ...backend, fetch: () => Promise.reject(new Error('asked by HTTP')) },
      answerHere: (_call, fields, query) => answered.respondHere?.(dependencies, fields, query) ?? null,
    });
    const readable = (schema: z.core.$ZodType, values: Iterable<unknown>) =>
      [...values]
        .map((each) => z.safeDecode(schema, each))
        .flatMap((decoded) => (decoded.success ? [decoded.data] : []));
    const [request] = readable(call.request, [sample?.request]);
    let compared = 0;
    const compare = async (expectation: unknown, query: PageQuery) => {
      const [overHttp, within] = [
        await byHttp.call(call, expectation, query),
        await here.call(call, expectation, query),
      ];
      expect(within).toStrictEqual(overHttp);
      compared += 1;
    };
    for (const query of [plain, ...queries, ...queries.map((each) => queryIn('zh', each))]) {
      for (const each of readable(call.request, variationsOf(sample?.request))) await compare(each, query);
    }
    expect(requests.filter((_each, place) => place % 2 === 1)).toStrictEqual(
      requests.filter((_each, place) => place % 2 === 0),
    );
    for (answer of readable(call.response, variationsOf(sample?.response))) await compare(request, plain);
    // What the contract forbids is a fault either way.
    for (answer of [null, 'text', Number.NaN, [{}]]) await compare(request, plain);
    expect(compared).toBeGreaterThan(20);
  },
);

test('[CALL-7] [SESS-4] a page gets the same loan and the same refusals by HTTP and in process', async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const applicant = await newBorrower(service);
  const application = await applyForLoan(service, applicant);
  const indian = await newBorrower(service, 'IN');
  const byHttp = createContractClient(backend);
  const here = createContractClient({
    ...{ ...backend, fetch: () => Promise.reject(new Error('asked by HTTP')) },
    answerHere: service.api.answerHere,
  });
  const requests: [Call, unknown][] = [loan, application, { ...loan, orderId: crypto.randomUUID() }].flatMap(
    ({ productId, orderId, orderNumber }) => {
      const key = { productId, orderId };
      return [
        [readLoan, key],
        [readRepayment, key],
        [readExtension, key],
        [readAgreement, { orderNumber }],
        [readOffer, { productId }],
        [readOffer, { productId: 'in-120' }],
      ] as [Call, unknown][];
    },
  );
  const outcomes = new Set<unknown>();
  for (const day of ['2026-11-20', '2027-02-01']) {
    service.setTime(`${day}T12:00:00-06:00`);
    for (const each of [
      ...[session, applicant, indian],
      { ...session, deviceId: 'another' },
      { ...session, userId: indian.userId },
      { ...session, sessionId: ` ${session.sessionId}` },
      { ...session, sessionId: 'ü' },
      { ...session, sessionId: '' },
    ]) {
      for (const lang of ['1', '2']) {
        const query = readPageQuery(new URLSearchParams({ ...each, lang }));
        for (const [call, request] of requests) {
          const answer = await here.call(call, request, query);
          expect(answer).toStrictEqual(await byHttp.call(call, request, query));
          outcomes.add(answer.success ? call.name : answer.errorCode);
        }
      }
    }
  }
  expect([...outcomes].toSorted()).toEqual([
    ...['extension-unavailable', 'not-found', 'offer-unavailable', 'open-loan-exists'],
    ...['readAgreement', 'readExtension', 'readLoan', 'readOffer', 'readRepayment'],
    ...['session-required', 'status-conflict'],
  ]);
});
