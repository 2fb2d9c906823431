import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Context } from '@opentelemetry/api';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { EnvironmentError } from './environment.ts';

export interface OpenSpan {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks the span as failed; a refusal is no failure. */
  fail(): void;
}

/** `request` begins a trace; other spans belong to the current one. */
export type SpanKind = 'request' | 'inside' | 'outgoing';

/** Sends spans of requests to an OpenTelemetry collector. */
export interface Tracing {
  /** Runs work as a span; outside a trace only `request` makes one. */
  span<Result>(name: string, kind: SpanKind, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** Headers that continue the trace in another service; empty outside a trace. */
  headers(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** OpenTelemetry's variables that are read here; its packages read those of exporter and resource. */
type Variables = Readonly<Record<string, string | undefined>>;

const closingMs = 3_000;

/**
 * Starts tracing where `OTEL_EXPORTER_OTLP_ENDPOINT`, or that of traces, says where to; null otherwise. Only then are
 * OpenTelemetry's packages loaded. Spans are sent as OTLP over HTTP in JSON.
 * @throws EnvironmentError for a variable that cannot be used.
 */
export async function startTracing(variables: Variables, logger: Logger): Promise<Tracing | null> {
  const endpoint =
    variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || variables.OTEL_EXPORTER_OTLP_ENDPOINT || '';
  const isOff =
    variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || variables.OTEL_TRACES_EXPORTER === 'none';
  if (endpoint === '' || isOff) return null;
  requireUsable(variables, endpoint);
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { resourceAttributesEnvDetector, serviceNameEnvDetector } = resources;
  const resource = resources.resourceFromAttributes({ 'service.name': 'llano' });
  const provider = new sdk.TracerProvider({
    resource: resource.merge(
      resources.detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
    ),
    sampler: samplerOf(variables, sdk),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reporting(new OTLPTraceExporter(), logger),
        ...batchOf(variables),
      }),
    ],
  });
  const tracer = provider.getTracer('llano');
  const contexts = new AsyncLocalStorage<Context>();
  const kinds = {
    request: api.SpanKind.SERVER,
    inside: api.SpanKind.INTERNAL,
    outgoing: api.SpanKind.CLIENT,
  } as const;

  return {
    async span(name, kind, work) {
      const parent = contexts.getStore();
      if (!parent && kind !== 'request') return work(noSpan);
      const below = parent ?? api.ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind] }, below);
      const open: OpenSpan = {
        rename: (own) => void span.updateName(own),
        set: (attributes) => void span.setAttributes(attributes),
        fail: () => void span.setStatus({ code: api.SpanStatusCode.ERROR }),
      };
      try {
        return await contexts.run(api.trace.setSpan(below, span), () => work(open));
      } catch (error) {
        // Without the message: a database's error holds values of the statement.
        if (error instanceof Error) open.set({ 'error.type': error.constructor.name });
        open.fail();
        throw error;
      } finally {
        span.end();
      }
    },
    headers() {
      const current = contexts.getStore();
      const own = current && api.trace.getSpanContext(current);
      if (!own) return {};
      const flags = own.traceFlags.toString(16).padStart(2, '0');
      return { traceparent: `00-${own.traceId}-${own.spanId}-${flags}` };
    },
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, closingMs);
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

export const noSpan: OpenSpan = { rename() {}, set() {}, fail() {} };

function requireUsable(variables: Variables, endpoint: string): void {
  const problems: string[] = [];
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT: must be an address of http or https');
  }
  const protocol =
    variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || variables.OTEL_EXPORTER_OTLP_PROTOCOL || '';
  if (!['', 'http/json', 'http/protobuf'].includes(protocol)) {
    problems.push(`OTEL_EXPORTER_OTLP_PROTOCOL=${protocol}: spans are sent over HTTP only`);
  }
  const { OTEL_TRACES_SAMPLER: sampler = '', OTEL_TRACES_SAMPLER_ARG: share = '' } = variables;
  if (!/^$|^(parentbased_)?(always_on|always_off|traceidratio)$/.test(sampler)) {
    problems.push(`OTEL_TRACES_SAMPLER=${sampler}: must be always_on, always_off or traceidratio`);
  }
  if (sampler.endsWith('traceidratio') && !(Number(share || '1') >= 0 && Number(share || '1') <= 1)) {
    problems.push(`OTEL_TRACES_SAMPLER_ARG=${share}: must be a share from 0 to 1`);
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
}

/** Traces begin here, so samplers with and without `parentbased_` are the same. */
function samplerOf(
  { OTEL_TRACES_SAMPLER: name = '', OTEL_TRACES_SAMPLER_ARG: share }: Variables,
  sdk: typeof import('@opentelemetry/sdk-trace'),
): Sampler {
  const root = name.endsWith('traceidratio')
    ? new sdk.TraceIdRatioBasedSampler(Number(share || '1'))
    : name.endsWith('always_off')
      ? new sdk.AlwaysOffSampler()
      : new sdk.AlwaysOnSampler();
  return new sdk.ParentBasedSampler({ root });
}

function batchOf(variables: Variables) {
  const number = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined);
  const attributes = {
    scheduledDelayMillis: number(variables.OTEL_BSP_SCHEDULE_DELAY),
    exportTimeoutMillis: number(variables.OTEL_BSP_EXPORT_TIMEOUT),
    maxQueueSize: number(variables.OTEL_BSP_MAX_QUEUE_SIZE),
    maxExportBatchSize: number(variables.OTEL_BSP_MAX_EXPORT_BATCH_SIZE),
  };
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** Logs spans that the collector refuses; requests do not wait for it. */
function reporting(exporter: SpanExporter, logger: Logger): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error)
          logger.warn({ spanCount: spans.length, failure: result.error.name }, 'spans were not accepted');
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
