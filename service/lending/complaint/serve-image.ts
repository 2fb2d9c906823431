import { genericEnvelope } from '#contract/envelope.ts';
import { commonParameters } from '#contract/page-query.ts';
import { readRequestQuery, type SessionSources } from '#contract/session-cookie.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { failureAnswer } from '../http/answer.ts';
import { type AnsweredCall, languageOfRequest } from '../http/answer-call.ts';
import { namedSession, requireBorrower } from '../http/session.ts';
import { imagePath, isSignedImageLink } from './image-address.ts';
import { isImageOf } from './store.ts';

/** Cached by the borrower's own browser for an hour and by no shared cache; shown as an image only. */
const imageHeaders = {
  'Content-Type': 'image/jpeg',
  'Cache-Control': 'private, max-age=3600',
  Vary: 'Cookie',
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

/**
 * Serves a complaint's image to its borrower and to holders of a signed link; not found for all others. Not a call of the contract: the
 * addresses in answers lead here.
 */
export const servedImages: AnsweredCall = {
  call: { name: 'complaintImage', method: 'GET', path: `${imagePath}:name`, envelope: genericEnvelope },
  async respond(dependencies, request) {
    try {
      const bytes = await findImage(dependencies, request);
      return new Response(bytes, { headers: imageHeaders });
    } catch (error) {
      const { logger } = dependencies;
      return failureAnswer(error, genericEnvelope, languageOfRequest(request), {
        logger,
        call: 'complaintImage',
      });
    }
  },
};

/** Takes the session from the cookie where the address has none, since an `<img>` sends no headers. */
function withSession(request: Request, sources: SessionSources): Request {
  if (request.headers.has('X-Session-Id')) return request;
  const { origin, pathname } = new URL(request.url);
  return new Request(`${origin}${pathname}?${commonParameters(readRequestQuery(request, sources))}`);
}

async function findImage({ database, clock, configuration, files }: LendingDependencies, request: Request) {
  const url = new URL(request.url);
  const name = url.pathname.slice(imagePath.length);
  const isSigned = isSignedImageLink(name, url.searchParams, configuration.masterSecrets, clock.now());
  if (!isSigned) {
    const now = clock.now();
    const idleMinutes = configuration.sessionIdleMinutes;
    const withSessionRequest = withSession(request, configuration.sessionSources);
    const borrower = await requireBorrower(database, namedSession(withSessionRequest), { now, idleMinutes });
    if (!(await isImageOf(database, borrower.id, name))) throw new CodedError('not-found');
  }
  const bytes = orNotFound(await files.get(name));
  return bytes;
}
