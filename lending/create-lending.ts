import { Hono } from 'hono';
import { genericEnvelope, v3Envelope } from '#contract/envelope.ts';
import { CodedError } from '#domain/error-code.ts';
import { answeredCalls } from './answered-calls.ts';
import { answeredHostCalls } from './answered-host-calls.ts';
import { settleCharge } from './card-payment/charge.ts';
import { servedImages } from './complaint/serve-image.ts';
import type { LendingDependencies } from './dependencies.ts';
import { failureAnswer, refusal } from './http/answer.ts';
import { languageOfRequest } from './http/answer-call.ts';
import { createJobs, type Jobs } from './jobs.ts';

/** The lending service: `fetch` answers the contract's calls and those under `/host/`, `jobs` does what is due by time. */
export interface Api {
  fetch(request: Request): Promise<Response> | Response;
  readonly jobs: Jobs;
}

/** Builds the service on what it is given; it opens and closes nothing itself. */
export function createLending(dependencies: LendingDependencies): Api {
  const app = new Hono();
  dependencies.cards?.listen(async (reference, answer) => {
    await settleCharge(dependencies, reference, answer);
  });
  for (const answered of [...answeredCalls, servedImages, ...answeredHostCalls(dependencies.configuration)]) {
    const { method, path, envelope } = answered.call;
    app.on(method, path, (context) => answered.respond(dependencies, context.req.raw));
    app.all(path, (context) => {
      const error = new CodedError('method-not-allowed');
      const response = refusal(error, envelope ?? genericEnvelope, languageOfRequest(context.req.raw));
      response.headers.set('Allow', method);
      return response;
    });
  }
  app.notFound((context) =>
    refusal(new CodedError('not-found'), envelopeFor(context.req.path), languageOfRequest(context.req.raw)),
  );
  app.onError((error, context) =>
    failureAnswer(error, envelopeFor(context.req.path), languageOfRequest(context.req.raw), {
      logger: dependencies.logger,
      call: 'unknown',
    }),
  );
  return { fetch: (request) => app.fetch(request), jobs: createJobs(dependencies) };
}

function envelopeFor(path: string) {
  return path.startsWith('/v3/') || path.startsWith('/host/') ? v3Envelope : genericEnvelope;
}
