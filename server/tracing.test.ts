import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTracing } from './tracing.ts';

const logger = pino({ level: 'silent' });
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };

test.each([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  { ...endpoint, OTEL_SDK_DISABLED: 'true' },
  { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
])('nothing is traced with %o', async (variables) => {
  expect(await startTracing(variables, logger)).toBeNull();
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
])('%s=%s stops the program with a message that names it', async (name, value) => {
  await expect(startTracing({ ...endpoint, [name]: value }, logger)).rejects.toThrow(name);
});

test('a share that is none stops it too', async () => {
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: 'half' };
  await expect(startTracing({ ...endpoint, ...sampler }, logger)).rejects.toThrow('OTEL_TRACES_SAMPLER_ARG');
});

async function tracingWith(variables: Record<string, string>) {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint.OTEL_EXPORTER_OTLP_ENDPOINT);
  const tracing = await startTracing({ ...endpoint, ...variables }, logger);
  if (!tracing) throw new Error('no tracing');
  onTestFinished(tracing.close);
  return tracing;
}

test('a span inside a request continues its trace; outside a request there is none', async () => {
  const tracing = await tracingWith({});
  expect(tracing.headers()).toEqual({});
  expect(await tracing.span('sql select', 'outgoing', async () => tracing.headers())).toEqual({});
  const { traceparent = '' } = await tracing.span('request', 'request', async () => tracing.headers());
  expect(traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
});

test('an unsampled trace passes that on', async () => {
  const tracing = await tracingWith({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
  const { traceparent } = await tracing.span('request', 'request', async () => tracing.headers());
  expect(traceparent).toMatch(/-00$/);
});
