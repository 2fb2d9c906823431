import { expect, onTestFinished, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { refusalCodesOf } from '#contract/openapi.ts';
import { defaultTemplateIds } from '#domain/registration/promotion-template.ts';
import { mutated, mutations } from '#fixtures/backend-mutations.ts';
import { newCardHolder } from '#tests/setup/card-holders.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { startExampleBackend } from '../examples/backend/backend.ts';
import type { CheckedBackend } from './bench.ts';
import { callChecks } from './call-checks.ts';
import { type CallOutcome, checkBackend } from './check-backend.ts';
import { junitOf, tableOf } from './report.ts';

const service = await testLendingService();

/** The built-in service as the kit is told of it, with borrowers of its own. */
async function builtIn(): Promise<CheckedBackend> {
  const { session, loan } = await newCardHolder(service);
  const other = await paidOutLoan(service, await newBorrower(service));
  return {
    apiBase: 'http://lender.test',
    merchantNumber: 'LL0001',
    timeoutMs: 60_000,
    fetch: async (request) => service.api.fetch(request),
    credentials: session,
    imageOrigins: ['http://lender.test'],
    redirectOrigins: ['https://pay.test'],
    offeredProductId: 'mx-90-steps',
    productId: loan.productId,
    orderId: loan.orderId,
    orderNumber: loan.orderNumber,
    otherOrderId: other.orderId,
    otherOrderNumber: other.orderNumber,
    templateId: defaultTemplateIds.es,
    phone: '5548217736',
    captcha: null,
    smsCode: null,
  };
}

const problemsOf = (outcomes: readonly CallOutcome[]) =>
  outcomes.flatMap(({ call, checks }) =>
    checks.flatMap(({ check, problem }) => (problem === null ? [] : [`${call}, ${check}: ${problem}`])),
  );

test('every call of the contract is checked', () => {
  expect(callChecks.map(({ call }) => call.name).sort()).toEqual(allCalls.map(({ name }) => name).sort());
});

test('[CALL-6] [CALL-7] the built-in service answers all 25 calls as the contract says', async () => {
  const told: string[] = [];
  const outcomes = await checkBackend(await builtIn(), { report: (call) => told.push(call) });
  expect(problemsOf(outcomes)).toEqual([]);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(allCalls.map(() => 'works'));
  expect(new Set(told).size).toBe(25);
  expect(service.reported.filter(({ level }) => level === 'error')).toEqual([]);
  const junit = junitOf(outcomes);
  expect(junit.match(/<testsuite /g)).toHaveLength(25);
  expect(junit).not.toContain('<failure');
  expect(tableOf(outcomes).trim().split('\n')).toHaveLength(26);
});

test('[CALL-7] the example backend answers all 25 calls as the contract says, to the end of each', async () => {
  const example = await startExampleBackend(0);
  onTestFinished(example.close);
  const outcomes = await checkBackend({
    apiBase: example.address,
    merchantNumber: 'LL0001',
    timeoutMs: 60_000,
    fetch: (request) => fetch(request),
    imageOrigins: ['https://files.example'],
    redirectOrigins: ['https://pay.example'],
    credentials: { sessionId: 'of-the-lender', deviceId: 'device-1', userId: '90817' },
    offeredProductId: 'mx-120',
    productId: 'mx-120',
    orderId: '0197f6a2',
    orderNumber: 'LL-1',
    otherOrderId: '0197f6a3',
    otherOrderNumber: 'LL-2',
    templateId: '5',
    phone: '5500000000',
    captcha: '1234',
    smsCode: '123456',
  });
  expect(problemsOf(outcomes)).toEqual([]);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(allCalls.map(() => 'works'));
  expect(outcomes.flatMap(({ notes }) => notes)).toEqual([
    'market is not named, so mobile numbers are those of the market of the pages',
  ]);
  expect(tableOf(outcomes)).toContain('readPromotionTemplate, taken for granted: market is not named');
  const made = outcomes.flatMap(({ checks }) => checks.map(({ check }) => check));
  expect(made).toContain('the right code confirms, and once');
  expect(made).toContain('the right code registers, or says that the number is known');
});

test('[CALL-6] every refusal that the kit meets is one that the document lists for its call', async () => {
  const right = await builtIn();
  const met = new Map<string, Set<string>>();
  const fetch = async (request: Request) => {
    const response = await right.fetch(request);
    const { pathname } = new URL(request.url);
    const call = allCalls.find(({ path }) => path === pathname);
    const reading = call?.envelope?.read(await response.clone().json());
    if (call && reading && !reading.success) {
      met.set(call.name, (met.get(call.name) ?? new Set()).add(`${response.status} ${reading.code}`));
    }
    return response;
  };
  await checkBackend({ ...right, fetch });
  const neverRefused = allCalls.map(({ name }) => name).filter((name) => !met.has(name));
  expect(neverRefused.sort()).toEqual(['readCaptcha', 'startPromotionVisit', 'trackClick', 'trackVisit']);
  for (const call of allCalls) {
    const listed = refusalCodesOf(call).map((code) => {
      const { status, wireCode } = errorCodes[code];
      const { code: given } = call.envelope?.refuse(wireCode, '') ?? {};
      return [`${status} ${wireCode}`, `${status} ${given}`];
    });
    for (const refusal of met.get(call.name) ?? []) {
      expect(listed.flat(), `${call.name} was refused with ${refusal}`).toContain(refusal);
    }
    if (call.session === 'required') expect(met.get(call.name), call.name).toContain('401 401');
  }
});

test.each([3000.5, '1234.56', -5])(
  'amounts of %j are findings, and every other call is asked all the same',
  async (amount) => {
    const right = await builtIn();
    const amounts: Readonly<Record<string, string>> = { readOffer: 'amount', readRepayment: 'repayAmount' };
    const fetch = async (request: Request) => {
      const response = await right.fetch(request);
      const { pathname } = new URL(request.url);
      const field = amounts[allCalls.find(({ path }) => path === pathname)?.name ?? ''];
      if (!field || !response.ok) return response;
      const body = (await response.json()) as { data: Record<string, unknown> };
      body.data[field] = amount;
      return Response.json(body);
    };
    const outcomes = await checkBackend({ ...right, fetch });
    expect(outcomes.map(({ call }) => call).sort()).toEqual(allCalls.map(({ name }) => name).sort());
    const problems = problemsOf(outcomes).join('\n');
    expect(problems).toMatch(/^readOffer, .*amount is/m);
    for (const call of ['acceptOffer', 'readPaymentInstruction', 'payWithCard', 'readPaymentPage']) {
      expect(problems).toMatch(
        new RegExp(`^${call}, is asked to its end: .*what was answered before: amount is`, 'm'),
      );
      expect(outcomes.find((outcome) => outcome.call === call)?.verdict).toBe('differs');
    }
    expect(outcomes.filter(({ verdict }) => verdict === 'works').length).toBeGreaterThan(15);
  },
);

test('[SESS-4] a code that is configured as the end of a session asks to sign in', async () => {
  const right = await builtIn();
  const fetch = async (request: Request) => {
    const response = await right.fetch(request);
    return response.status === 401
      ? Response.json({ success: false, code: 'TOKEN_EXPIRED', message: 'Token vencido' })
      : response;
  };
  const said = async (sessionOverCodes: readonly string[]) =>
    problemsOf(await checkBackend({ ...right, fetch, sessionOverCodes }, { only: ['readLoan'] })).join();
  expect(await said([])).toMatch(
    /asks to sign in: .*nor one of SESSION_OVER_CODES \(200 and code TOKEN_EXPIRED\)/,
  );
  expect(await said(['TOKEN_EXPIRED'])).toBe('');
});

test('there are at least 40 ways to be wrong, at least one for each call', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(40);
  const mutatedCalls = new Set(mutations.map(({ call }) => call));
  const left = allCalls.map(({ name }) => name).filter((name) => !mutatedCalls.has(name));
  expect(left).toEqual([]);
});

test.each(mutations)('a backend is caught in which $call is wrong: $name', async (mutation) => {
  const right = await builtIn();
  const timeoutMs = mutation.name === 'never answers' ? 50 : right.timeoutMs;
  const wrong = { ...right, timeoutMs, fetch: mutated(right.fetch, mutation) };
  if (mutation.call === 'readComplaint') await checkBackend(right, { only: ['sendComplaint'] });
  const outcomes = await checkBackend(wrong, { only: [mutation.call] });
  expect(problemsOf(outcomes).join('\n')).toMatch(mutation.finding);
  expect(outcomes[0]?.verdict).not.toBe('works');
  expect(junitOf(outcomes)).toContain('<failure');
  expect(tableOf(outcomes)).toMatch(/differs|missing/);
});
