import { expect, test } from 'vitest';
import { createLeftOutReports } from './left-out-addresses.ts';

test('an origin that is left out is told once an hour, without what else stands in its address', () => {
  const lines: object[] = [];
  let nowMs = 0;
  const report = createLeftOutReports(
    (rows) => lines.push(rows),
    () => nowMs,
  );
  const address = 'https://rosa:medina@cdn.lender.example/loans/LL-1.png?sessionId=s-1#5512345678';
  report({ id: 'image-left-out', value: address });
  report({ id: 'image-left-out', value: address });
  report({ id: 'link-left-out', value: address });
  report({ id: 'link-left-out', value: '//cdn.lender.example/loans' });
  report({ id: 'link-left-out', value: 'call us' });
  report({ id: 'image-left-out', value: 'loans/LL-1.png' });
  expect(lines).toEqual([
    { origin: 'https://cdn.lender.example', setting: 'IMAGE_ORIGINS' },
    { origin: 'https://cdn.lender.example', setting: 'REDIRECT_ORIGINS' },
    { origin: 'none', setting: 'IMAGE_ORIGINS' },
  ]);
  nowMs = 3_600_000;
  report({ id: 'image-left-out', value: address });
  expect(lines).toHaveLength(4);
});

test('the page that a payment needs is reported apart from a link to the same origin', () => {
  const needed: boolean[] = [];
  const report = createLeftOutReports((_found, isNeeded) => needed.push(isNeeded));
  const link = { id: 'link-left-out', value: 'https://3ds.bank.example/1' } as const;
  report(link);
  report({ ...link, isNeeded: true });
  report({ ...link, isNeeded: true });
  expect(needed).toEqual([false, true]);
});

test('a backend that names ever other origins fills no log', () => {
  const lines: object[] = [];
  const report = createLeftOutReports((rows) => lines.push(rows));
  for (let index = 0; index < 100; index += 1)
    report({ id: 'link-left-out', value: `https://cdn-${index}.lender.example/` });
  expect(lines).toHaveLength(20);
});
