import { expect, test } from 'vitest';
import type { Machine } from '#db/citus/machines.ts';
import { createMetrics } from './metrics.ts';
import { createSmsWatch } from './sms-watch.ts';

const silent = { info() {}, warn() {}, error() {} };
const nothing = {
  smsCounts: null,
  pools: null,
  databaseWatch: null,
  machines: null,
  readiness: { lacks: () => Promise.resolve([]) },
};

test('messages are counted by purpose, and those refused by the budget that was used up', async () => {
  const watch = createSmsWatch(silent);
  const metrics = createMetrics({ ...nothing, smsCounts: watch.counts });
  watch.concluded('card-payment', 'accepted');
  watch.refused('registration', 'total');
  expect(await metrics.text()).toContain(
    'llano_sms_total{purpose="card-payment",outcome="accepted",budget=""} 1',
  );
  watch.refused('registration', 'total');
  expect(await metrics.text()).toContain(
    'llano_sms_total{purpose="registration",outcome="refused",budget="total"} 2',
  );
});

test('money that found its loan is no longer reported as waiting', async () => {
  const metrics = createMetrics(nothing);
  metrics.booksCompared({ unmatched: [{ currency: 'INR', count: 2, amountMinor: '500' }] });
  metrics.booksCompared({ unmatched: [{ currency: 'INR', count: 1, amountMinor: '100' }] });
  expect(await metrics.text()).toContain('llano_unmatched_payments{currency="INR"} 1');
  metrics.booksCompared({ unmatched: [] });
  metrics.booksCompared({ disagreementCount: 3, eventFaultCount: 0 });
  const text = await metrics.text();
  expect(text).not.toContain('llano_unmatched_payments{');
  expect(text).toContain('llano_reconciliation_differences{books="loans"} 3');
});

test('provider messages are counted by outcome, and so is money that none reported', async () => {
  const metrics = createMetrics(nothing);
  metrics.providerHeard('conekta', 'refused');
  metrics.providerHeard('conekta', 'found', 2);
  const text = await metrics.text();
  expect(text).toContain('llano_provider_messages_total{provider="conekta",outcome="refused"} 1');
  expect(text).toContain('llano_provider_messages_total{provider="conekta",outcome="found"} 2');
});

test('parts of borrowers are away whose machine does not answer, until it does', async () => {
  const machine = { name: 'worker-2:5432', shardCount: 16 };
  let found: readonly Machine[] | null = [{ ...machine, isThere: false }];
  const metrics = createMetrics({ ...nothing, machines: async () => found });
  const away = 'llano_shards_away{machine="worker-2:5432"}';
  expect(await metrics.text()).toContain(`${away} 16`);
  found = null;
  expect(await metrics.text(), 'while the coordinator does not say').toContain(`${away} 16`);
  found = [{ ...machine, isThere: true }];
  expect(await metrics.text()).toContain(`${away} 0`);
});
