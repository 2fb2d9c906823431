import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backendAddress } from '#contract/safe-address.ts';
import type { ShownTolerance, TakenTolerance } from '#contract/tolerances.ts';
import { tolerances } from '#contract/tolerances.ts';
import { MoneyError } from '#domain/money/money.ts';
import { completeness } from '#kit/bench.ts';
import { checkBackend } from '#kit/check-backend.ts';
import { tableOf } from '#kit/report.ts';
import { anyBrokenBackend, backendOf } from '#tests/setup/generated-backend.ts';
import { openPage } from '#tests/setup/open-page.ts';
import { shiftedSeed } from '#tests/setup/seeded-random.ts';

const apiBase = 'https://backend.example';
const address =
  'productId=mx-120&orderId=1&orderNo=LL-1&sessionId=s&deviceId=d&userId=u&requestType=1&amount=100&payCode=1&problemId=1&id=5';
const paths = [
  ...['/confirmLoan', '/loanDetail', '/order', '/repay', '/repayDelay', '/carpmm', '/contract', '/payWay'],
  ...['/complaint', '/complaintList', '/complainDetails', '/customerService', '/registerTemplate'],
];

const checked = (data: Readonly<Record<string, unknown>>) =>
  checkBackend({
    ...{ apiBase, merchantNumber: '1000', timeoutMs: 5_000, fetch: backendOf(data) },
    credentials: { sessionId: 's', deviceId: 'd', userId: 'u' },
    ...{ imageOrigins: [], redirectOrigins: ['https://paginas.example'] },
    ...{ offeredProductId: 'mx-120', productId: 'mx-120', orderId: '1', orderNumber: 'LL-1' },
    ...{ otherOrderId: null, otherOrderNumber: null, templateId: '5', phone: '5500000000' },
    ...{ captcha: '1234', smsCode: '123456' },
  });

const valueAt = (data: unknown, field: string): unknown =>
  field
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((part, step) => {
      // A list of images may come as one text, joined by commas.
      if (typeof part === 'string') return part.split(',')[Number(step)]?.trim();
      return (part as Record<string, unknown> | null | undefined)?.[step];
    }, data);

test('[CALL-7] whatever a page drops, substitutes or assumes has its line in the kit, over any broken backend', async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyBrokenBackend(), async (data) => {
      const taken: TakenTolerance[] = [];
      const shown: ShownTolerance[] = [];
      for (const path of paths) {
        await openPage(`${path}?${address}&lang=2`, {
          backend: backendOf(data),
          reportTolerance: (each) => taken.push(each),
          dependencies: {
            reportTolerance: (each) => shown.push(each),
            reportFault(error) {
              if (!(error instanceof MoneyError)) throw error;
            },
          },
        });
      }
      const outcomes = await checked(data);
      const rows = outcomes.flatMap(({ tolerances: each }) => each);
      const table = tableOf(outcomes);
      // A call that cannot be made from what other calls answered has that for its line.
      const isNotMade = (name: string) =>
        outcomes
          .find(({ call }) => call === name)
          ?.checks.some(({ check, problem }) => check === completeness && problem !== null);
      for (const { id, call, field } of taken) {
        met.add(id);
        if (isNotMade(call)) continue;
        const line = rows.find((each) => each.id === id && each.call === call && each.field === field);
        expect(line, `${id} ${call} ${field}`).toBeDefined();
        if (tolerances[id].isHarmless) expect(table).toContain(`no fault: ${tolerances[id].title}`);
      }
      for (const { id, value } of shown) {
        met.add(id);
        // A file without a path in front stands below the backend's address too.
        const texts = [value, value.replace(apiBase, ''), value.replace(`${apiBase}/`, '')];
        const holds = (call: string) => {
          const written = JSON.stringify(data[call] ?? null);
          return texts.some((text) => written.includes(text));
        };
        if (Object.keys(data).some((call) => isNotMade(call) && holds(call))) continue;
        const line = rows.find((each) => {
          if (each.id !== id) return false;
          if (id === 'sum-left-out') return true;
          const sent = valueAt(data[each.call], each.field);
          // What is neither text nor number is read as no text.
          const came = typeof sent === 'string' || typeof sent === 'number' ? String(sent) : '';
          return came.trim() === value.trim() || backendAddress(came, apiBase) === value;
        });
        expect(line, `${id} of ${value} in ${Object.keys(data).filter(holds)}`).toBeDefined();
      }
    }),
    { seed: shiftedSeed(20_261_125), numRuns: 12, endOnFailure: true },
  );
  // The draws are worth something only where they meet much of the list.
  expect(met.size).toBeGreaterThan(8);
});
