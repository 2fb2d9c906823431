import { allCalls } from '#contract/all-calls.ts';
import { createContractClient } from '#contract/client.ts';
import type { Api } from '#lending/create-lending.ts';
import type { Clock, Logger } from '#lending/ports.ts';
import { qrImage } from '#lending/repayment/payment-codes.ts';
import type { PagesDependencies } from '#pages/dependencies.ts';
import { boundedInbox, boundedPapers } from './admission/bounded.ts';
import type { Shares } from './admission/shares.ts';
import { companiesOf } from './companies.ts';
import { createContactInbox } from './contact-inbox.ts';
import type { RunningWorkbench } from './developer/workbench.ts';
import { errorSummary } from './error-summary.ts';
import { createFormReader } from './form-reader.ts';
import { createLeftOutReports } from './left-out-addresses.ts';
import type { Observation } from './observation.ts';
import type { PaperWriter } from './paper-writer.ts';
import { publicConfigOf } from './public-config.ts';
import { renderIcon } from './render-icon.ts';
import { backendHeaders, type RequestScope } from './request-scope.ts';
import type { Settings } from './settings.ts';
import type { Tracing } from './tracing.ts';

interface PagesParts extends Pick<PagesDependencies, 'sandbox' | 'smsInbox' | 'redirectOrigins'> {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly requestScope: RequestScope;
  readonly tracing: Tracing | null;
  readonly observation: Observation;
  readonly shares: Shares;
  readonly papers: PaperWriter;
  /** Null with a lender's own backend. */
  readonly api: Api | null;
  readonly workbench: RunningWorkbench | null;
}

export function pagesDependenciesOf(settings: Settings, parts: PagesParts): PagesDependencies {
  const { http, database, backend, markets, site, desk } = settings;
  const { api, clock, logger, shares, workbench, redirectOrigins } = parts;
  const reportLeftOut = createLeftOutReports((findings, isNeeded) =>
    isNeeded
      ? logger.error('the page of a provider that a payment needs was left out', findings)
      : logger.warn('an address of the backend was left out', findings),
  );
  const storeMessages = api
    ? { keep: api.keepContactMessage }
    : createContactInbox(database.dataDirectory, () => clock.now());
  return {
    config: publicConfigOf(settings),
    client: contractClientOf(settings, parts),
    tickets: api && {
      exchange: (ticket) => api.exchangeTicket(ticket),
      isRevoked: (sessionId) => api.isSessionRevoked(sessionId),
    },
    isSessionInAddress: http.isSessionInAddress,
    h5Base: http.h5Base,
    apiBase: backend.apiBase,
    imageOrigins: http.imageOrigins,
    redirectOrigins,
    reportTolerance(shown) {
      reportLeftOut(shown);
      workbench?.reportShown(shown);
    },
    providerFeesUrl: settings.paymentProvider.feesUrl,
    promotion: { ...site, defaultMerchantNumber: backend.defaultMerchantNumber },
    markets,
    companies: companiesOf(settings),
    contactInbox: site.isContactInboxOn ? boundedInbox(storeMessages, shares) : null,
    objections: api && { object: api.objectToPhoneChange },
    renderIcon,
    renderQrCode: qrImage,
    ...boundedPapers(parts.papers.write, shares),
    sandbox: parts.sandbox,
    hasDesk: api !== null && desk.signIn !== 'off' && desk.port === null,
    workbench,
    smsInbox: parts.smsInbox,
    formReader: createFormReader(shares.hold, (error) =>
      logger.error('no disk space for the photos of a form', { error: errorSummary(error) }),
    ),
    now: () => clock.now(),
    reportFault: (error) => logger.error('a page failed', { error: errorSummary(error) }),
  };
}

function contractClientOf(
  settings: Settings,
  { api, workbench, tracing, requestScope, observation, shares, logger }: PagesParts,
): PagesDependencies['client'] {
  const { backend } = settings;
  const apiFetch = api ? (request: Request) => Promise.resolve(api.fetch(request)) : fetch;
  return createContractClient({
    ...backend,
    fetch: workbench?.fetch ?? apiFetch,
    ...(workbench && { reportTolerance: workbench.reportTaken }),
    ...(api && { answerHere: api.answerHere }),
    apiBase: backend.apiBase || 'http://lending.internal',
    headers: () =>
      api ? {} : { ...backendHeaders(requestScope.current(), backend.token), ...tracing?.headers() },
    around: noteBorrowerAfterCalls(observation.aroundPageCall, shares),
    reportFault: (fault) => logger.warn('the backend failed a call', { ...fault }),
    isFaultReported: settings.mode === 'development',
  });
}

const sessionCalls: ReadonlySet<string> = new Set(
  allCalls.filter(({ session }) => session === 'required').map(({ name }) => name),
);

/** Counts the caller as a known borrower after a successful call that requires a session. */
function noteBorrowerAfterCalls(
  around: Observation['aroundPageCall'],
  { noteBorrower }: Pick<Shares, 'noteBorrower'>,
): Observation['aroundPageCall'] {
  return async (call, make) => {
    const result = await around(call, make);
    if (result.success && sessionCalls.has(call)) noteBorrower();
    return result;
  };
}
