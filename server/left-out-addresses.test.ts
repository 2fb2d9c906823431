import { expect, test } from 'vitest';
import { createLeftOutReports } from './left-out-addresses.ts';

test('an origin that is left out is told once an hour, without what else stands in its address', () => {
  const told: object[] = [];
  let nowMs = 0;
  const report = createLeftOutReports(
    (found) => told.push(found),
    () => nowMs,
  );
  const address = 'https://rosa:medina@cdn.lender.example/loans/LL-1.png?sessionId=s-1#5512345678';
  report('image', address);
  report('image', address);
  report('link', address);
  report('link', '//cdn.lender.example/loans');
  report('link', 'call us');
  report('image', 'loans/LL-1.png');
  expect(told).toEqual([
    { origin: 'https://cdn.lender.example', setting: 'IMAGE_ORIGINS' },
    { origin: 'https://cdn.lender.example', setting: 'REDIRECT_ORIGINS' },
    { origin: 'none', setting: 'IMAGE_ORIGINS' },
  ]);
  nowMs = 3_600_000;
  report('image', address);
  expect(told).toHaveLength(4);
});

test('the page that a payment needs is told as such, beside a link to the same origin', () => {
  const told: string[] = [];
  const report = createLeftOutReports((_found, kind) => told.push(kind));
  report('link', 'https://3ds.bank.example/1');
  report('payment', 'https://3ds.bank.example/1');
  report('payment', 'https://3ds.bank.example/2');
  expect(told).toEqual(['link', 'payment']);
});

test('a backend that names ever other origins fills no log', () => {
  const told: object[] = [];
  const report = createLeftOutReports((found) => told.push(found));
  for (let index = 0; index < 100; index += 1) report('link', `https://cdn-${index}.lender.example/`);
  expect(told).toHaveLength(20);
});
