import { expect, onTestFinished, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { readReminders } from '#contract/calls/reminder.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { refusalCodesOf } from '#contract/openapi.ts';
import { tolerances } from '#contract/tolerances.ts';
import { checkedService, problemsOf } from '#tests/setup/checked-service.ts';
import { startExampleBackend } from '#tests/setup/example-backend.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { callChecks } from './call-checks.ts';
import { checkBackend } from './check-backend.ts';
import { junitOf, tableOf } from './report.ts';

const service = await testLendingService();

const builtIn = () => checkedService(service);

test('every call of the contract is checked', () => {
  expect(callChecks.map(({ call }) => call.name).sort()).toEqual(allCalls.map(({ name }) => name).sort());
});

test('[CALL-6] [CALL-7] the built-in service answers all 25 calls as the contract says', async () => {
  const lines: string[] = [];
  const outcomes = await checkBackend(await builtIn(), { report: (call) => lines.push(call) });
  expect(problemsOf(outcomes)).toEqual([]);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(allCalls.map(() => 'works'));
  expect(new Set(lines).size).toBe(25);
  expect(service.reported.filter(({ level }) => level === 'error')).toEqual([]);
  const junit = junitOf(outcomes);
  expect(junit.match(/<testsuite /g)).toHaveLength(25);
  expect(junit).not.toContain('<failure');
  const [table = ''] = tableOf(outcomes).split('\n\n');
  expect(table.split('\n')).toHaveLength(26);
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
  const taken = outcomes.flatMap(({ tolerances: each }) => each.map(({ id }) => id));
  expect(taken.filter((id) => !tolerances[id].isHarmless)).toEqual([]);
  expect(tableOf(outcomes)).toContain(
    'no fault: No market is named (readPromotionTemplate.market); the page takes mobile numbers as those of',
  );
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
      const { code: answerCode } = call.envelope?.refuse(wireCode, '') ?? {};
      return [`${status} ${wireCode}`, `${status} ${answerCode}`];
    });
    for (const refusal of met.get(call.name) ?? []) {
      expect(listed.flat(), `${call.name} was refused with ${refusal}`).toContain(refusal);
    }
    if (call.session === 'required') expect(met.get(call.name), call.name).toContain('401 401');
  }
});

test('an optional call that an answer announces has to be there', async () => {
  const right = await builtIn();
  const fetch = async (request: Request) =>
    new URL(request.url).pathname === readReminders.path
      ? new Response('Not found', { status: 404 })
      : right.fetch(request);
  expect(
    problemsOf(await checkBackend({ ...right, fetch }, { only: ['readLoan', 'readRepayment'] })),
  ).toEqual([
    'readLoan, the calls that it announces are there: takesReminders announces readReminders: there is nothing at its path (404)',
  ]);
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
