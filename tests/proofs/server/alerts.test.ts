import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createDatabaseWatch } from '#server/database-watch.ts';
import { createMetrics, listenForScrapes } from '#server/metrics.ts';
import { findProgram } from '#tests/setup/programs.ts';

const deployFolder = join(import.meta.dirname, '../../../deploy');
const rules = readFileSync(join(deployFolder, 'prometheus-rules.yaml'), 'utf8');
const ruleTests = readFileSync(join(deployFolder, 'prometheus-rules.test.yaml'), 'utf8');
const dashboard = JSON.parse(readFileSync(join(deployFolder, 'grafana-dashboard.json'), 'utf8')) as {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
};
const incidents = readFileSync(join(import.meta.dirname, '../../../docs/incident.md'), 'utf8');
const monitoring = readFileSync(join(import.meta.dirname, '../../../docs/monitoring.md'), 'utf8');

const alerts = rules
  .split('- alert: ')
  .slice(1)
  .map((text) => ({
    name: text.split('\n', 1)[0] ?? '',
    query: /expr:(?: >-)?([\s\S]*?)\n {8}(?:for|labels):/.exec(text)?.[1] ?? '',
    severity: /severity: (\w+)/.exec(text)?.[1],
    runbook: /runbook: docs\/incident\.md#([\w-]+)\n/.exec(text)?.[1],
  }));
const queries = [
  ...alerts.map(({ query }) => query),
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];

/** The names of metrics in a text, without the endings of a histogram's parts. */
function metricsIn(text: string): string[] {
  const names = [...text.matchAll(/\b(?:llano|process|nodejs)_\w+/g)].map(([name]) => name);
  return names.map((name) =>
    (name === 'llano_request_duration_seconds_bucket' ? name : name).replace(/_(bucket|sum|count)$/, ''),
  );
}

/** What `/metrics` of a node prints, with a sample of each metric that has labels. */
let printed: string;
beforeAll(async () => {
  const databaseWatch = createDatabaseWatch({ info() {}, warn() {}, error() {} });
  const full = () => Promise.reject(Object.assign(new Error('full'), { code: '53100' }));
  await databaseWatch.around('insert into loans', full).catch(() => undefined);
  const metrics = createMetrics({
    smsCounts: new Map([['registration refused total', 1]]),
    pools: () => [{ pool: 'pages', total: 1, idle: 1, waiting: 0, longestWaitMs: 0 }],
    databaseWatch,
    machines: async () => [{ name: 'worker-2:5432', shardCount: 16, isThere: false }],
    readiness: { lacks: async () => ['writes'] },
  });
  const durationSeconds = 0.1;
  metrics.requestAnswered({ method: 'GET', route: '/repay', status: 200, durationSeconds });
  metrics.callMade({ call: 'readLoan', outcome: 'done', durationSeconds });
  for (const isSigned of [true, false])
    metrics.callAnswered({ call: 'readLoan', outcome: 'done', durationSeconds, isSigned });
  metrics.jobEnded('penalties', 'done');
  metrics.providerHeard('conekta', 'taken');
  metrics.booksCompared({
    unmatched: [{ currency: 'INR', count: 1, amountMinor: '100' }],
    ...{ disagreementCount: 0, eventFaultCount: 0, suspectedDoubleCount: 1 },
  });
  metrics.mattersCounted([{ kind: 'complaint', all: 3, past: 1 }]);
  metrics.eventsFound({ waitingCount: 7, oldestWaitSeconds: 61, deadCount: 2 });
  const listening = await listenForScrapes(metrics, { host: '127.0.0.1', port: 0 });
  printed = await fetch(`${listening.address}/metrics`).then((answer) => answer.text());
  await listening.close(0);
});

test('prints what waits, fails and is missing', () => {
  for (const line of [
    ...['llano_events_waiting 7', 'llano_events_oldest_wait_seconds 61', 'llano_events_dead 2'],
    ...['llano_lacks{lack="writes"} 1', 'llano_lacks{lack="database"} 0', 'llano_suspected_doubles 1'],
    'llano_database_failures_total{statement="write",failure="exhausted"} 1',
    ...['llano_lock_waits_total{holder="other"} 0', 'llano_lock_held_seconds 0'],
  ]) {
    expect(printed).toContain(`\n${line}\n`);
  }
});

test('alerts, the dashboard and the guide name metrics that a node prints, by labels that they have', () => {
  const known = new Set([...printed.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
  expect(queries.filter((query) => metricsIn(query).length === 0)).toEqual(
    ['up{job="llano"} == 0'].map((query) => expect.stringContaining(query)),
  );
  const named = [...queries, monitoring.replaceAll(/`\w+_\*`/g, '')].flatMap(metricsIn);
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
  const labelsOf = (name: string) =>
    new Set(
      [...printed.matchAll(new RegExp(`^${name}(?:_bucket)?\\{(.*)\\}`, 'gm'))].flatMap(([, labels = '']) =>
        [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
      ),
    );
  const odd = queries.flatMap((query) =>
    [...query.matchAll(/\b((?:llano)_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', matchers = '']) => {
      const labels = labelsOf(name.replace(/_bucket$/, ''));
      return [...matchers.matchAll(/(\w+)(?:=|!)/g)]
        .filter(([, label = '']) => !labels.has(label))
        .map(() => query);
    }),
  );
  expect(odd).toEqual([]);
});

test('the dashboard shows every metric of Llano', () => {
  const shown = new Set(
    dashboard.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr))),
  );
  const own = [...printed.matchAll(/^# TYPE (llano_\S+) /gm)].map(([, name = '']) => name);
  expect(own.filter((name) => !shown.has(name))).toEqual([]);
});

test('each alert says how urgent it is, names its section of the runbook, and is fired by a test', () => {
  expect(alerts.length).toBeGreaterThan(20);
  const anchors = [...incidents.matchAll(/^## (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const { name, severity, runbook } of alerts) {
    expect([name, severity]).toEqual([name, expect.stringMatching(/^(page|ticket)$/)]);
    expect([name, anchors.includes(runbook ?? '')]).toEqual([name, true]);
    // In its test's answer and nowhere else two lines follow its name.
    const fired = new RegExp(`alertname: ${name}\\n +eval_time: \\w+\\n +exp_alerts:\\n +- exp_labels`);
    expect([name, fired.test(ruleTests)]).toEqual([name, true]);
    expect(ruleTests).toContain(`alertname: ${name}, eval_time`);
  }
});

test('Prometheus takes the rules, and its own tests fire each and see it silent before', ({ skip }) => {
  const program = findProgram('promtool');
  if (program === null) return skip('promtool is not installed (Debian: apt-get install prometheus)');
  const said = execFileSync(program, ['test', 'rules', 'prometheus-rules.test.yaml'], {
    cwd: deployFolder,
    encoding: 'utf8',
  });
  expect(said).toContain('SUCCESS');
});
