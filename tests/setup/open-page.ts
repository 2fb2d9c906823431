import { type CallFailure, type CallResult, createContractClient } from '#contract/client.ts';
import type { TakenTolerance } from '#contract/tolerances.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import { qrImage } from '#lending/repayment/payment-codes.ts';
import { createPages } from '#pages/create-pages.tsx';
import type { PagesDependencies, PublicConfig } from '#pages/dependencies.ts';
import { developerScreens } from '#pages/developer/developer-screens.ts';
import { companiesOf } from '#server/companies.ts';
import { readEnvironment } from '#server/environment.ts';
import { createFormReader } from '#server/form-reader.ts';
import { publicConfigOf } from '#server/public-config.ts';
import { renderIcon } from '#server/render-icon.ts';
import { renderPdf } from '#server/render-pdf.ts';
import { unstartedMarks } from './started-marks.ts';

/** A call that a page made, with its request in our names. */
interface MadeCall {
  readonly name: string;
  readonly request: unknown;
}

/** What the backend answers to each call, by its name: data in our names, or a failure. */
export type Answers = Readonly<Record<string, unknown>>;

/** A page as its reader gets it. */
export interface OpenedPage {
  readonly status: number;
  readonly headers: Headers;
  /** Where a redirect leads; null for none. */
  readonly location: string | null;
  /** What stands in the body, scripts and the toast's place left out. */
  readonly html: string;
  /** What stands in the head. */
  readonly head: string;
  /** What is read where script runs, every blank a plain one. */
  readonly text: string;
  /** What is read without script. */
  readonly textWithoutScript: string;
  readonly title: string;
  /** The language of the document. */
  readonly locale: string;
  /** The name of the page's browser module; null for a page that ships no script. */
  readonly script: string | null;
  readonly calls: readonly MadeCall[];
}

const settings = readEnvironment({
  LENDER_NAME: 'Plana Ejemplo SA',
  LENDER_ADDRESS: 'Calle Uno, Ciudad de México',
  LENDER_REGISTRATION: 'Registro de ejemplo',
  LEGAL_DOCUMENTS_MX: 'specification',
  LEGAL_DOCUMENTS_IN: 'specification',
  MODE: 'development',
  H5_BASE: 'https://paginas.example',
});

/** The pages' dependencies without a lending service: a call of it fails the test. */
export const pagesDependencies: PagesDependencies = {
  config: publicConfigOf(settings),
  client: {
    call: () => Promise.reject(new Error('a public page called the lending service')),
  } as PagesDependencies['client'],
  h5Base: settings.http.h5Base,
  apiBase: '',
  imageOrigins: [],
  redirectOrigins: [],
  reportTolerance() {},
  tickets: null,
  isSessionInAddress: true,
  providerFeesUrl: '',
  promotion: { defaultMerchantNumber: '1000', standingLanguage: 'market', androidLink: '', iphoneLink: '' },
  markets: settings.markets,
  companies: companiesOf(settings),
  contactInbox: null,
  objections: null,
  renderIcon,
  admitPaper: async () => undefined,
  renderPdf,
  renderQrCode: qrImage,
  sandbox: null,
  hasDesk: false,
  workbench: null,
  smsInbox: null,
  formReader: createFormReader(
    (_thing, _holders, work) => work(),
    (error) => {
      throw error;
    },
  ),
  now: () => new Date('2026-11-20T18:00:00Z'),
  reportFault(error) {
    throw error;
  },
};

/** A failed call. */
export function failure(facts: Partial<CallFailure> = {}): CallFailure {
  return {
    success: false,
    failure: 'refused',
    errorCode: null,
    code: null,
    message: '',
    status: null,
    raw: null,
    ...facts,
  };
}

/** A call refused with one of our codes and the backend's message. */
export function refused(errorCode: ErrorCode, message = ''): CallFailure {
  return failure({ errorCode, message });
}

/** What a test gives a page in place of what is real. */
export interface PageOptions {
  readonly answers?: Answers;
  /** A lender's own backend that answers on the wire, in place of `answers`. */
  readonly backend?: (request: Request) => Promise<Response>;
  /** Takes all that is put up with in its answers. */
  readonly reportTolerance?: (taken: TakenTolerance) => void;
  /** Codes by which it says that a session is over. */
  readonly sessionOverCodes?: readonly string[];
  /** Fields to post; `body` for another body or method. */
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: RequestInit;
  readonly config?: Partial<PublicConfig>;
  readonly dependencies?: Partial<PagesDependencies>;
}

/** Requests an address as a browser on our own pages does, and gives the answer and the calls that were made for it. */
export async function requestPage(
  address: string,
  { answers, backend, reportTolerance, sessionOverCodes, form, body, config, dependencies }: PageOptions = {},
): Promise<{ readonly response: Response; readonly calls: readonly MadeCall[] }> {
  const calls: MadeCall[] = [];
  const pages = createPages(
    {
      ...pagesDependencies,
      ...(answers && {
        client: { call: async (call, request) => answerOf(call.name, request, answers, calls) as never },
      }),
      ...(backend && {
        client: createContractClient({
          apiBase: 'https://backend.example',
          defaultMerchantNumber: '1000',
          fetch: backend,
          ...(sessionOverCodes && { sessionOverCodes }),
          ...(reportTolerance && { reportTolerance }),
        }),
        apiBase: 'https://backend.example',
      }),
      ...dependencies,
      config: { ...pagesDependencies.config, ...config },
    },
    undefined,
    developerScreens,
  );
  const init: RequestInit = {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    ...body,
  };
  const request = new Request(`https://paginas.example${address}`, init);
  if (!request.headers.has('Origin')) request.headers.set('Origin', 'https://paginas.example');
  return { response: await pages.request(request), calls };
}

/**
 * Opens a page at `address`, or sends `form` to it, over a backend that gives `answers`.
 * @throws for a page whose module leaves a mark on it without its behaviour.
 */
export async function openPage(address: string, options: PageOptions = {}): Promise<OpenedPage> {
  const { response, calls } = await requestPage(address, options);
  const whole = await response.text();
  const [, head = ''] = /<head>(.*)<\/head>/s.exec(whole) ?? [];
  const [, body = ''] = /<body>(.*)<\/body>/s.exec(whole) ?? [];
  const html = body.replace(/<output [^>]*data-toast=""><\/output><script.*$/s, '');
  const script = /<script type="module">\/\* (.*?) \*\/<\/script>/.exec(body)?.[1] ?? null;
  const unstarted = unstartedMarks(html, script);
  if (unstarted.length > 0) throw new Error(`${address} lacks the script of ${unstarted.join(', ')}`);
  return {
    calls,
    status: response.status,
    headers: response.headers,
    location: response.headers.get('Location'),
    html,
    head,
    text: textOf(html.replace(/<(noscript|template).*?<\/\1>/gs, '')),
    textWithoutScript: textOf(html.replace(/<(dialog|template).*?<\/\1>/gs, '')),
    title: textOf(/<title>(.*?)<\/title>/s.exec(head)?.[1] ?? ''),
    locale: /<html lang="([^"]*)"/.exec(whole)?.[1] ?? '',
    script,
  };
}

function answerOf(name: string, request: unknown, answers: Answers, calls: MadeCall[]): CallResult<unknown> {
  calls.push({ name, request });
  const answer = answers[name];
  if (answer === undefined) throw new Error(`the page called ${name}, which the test does not answer`);
  if (typeof answer === 'object' && answer !== null && 'failure' in answer) return answer as CallFailure;
  return { success: true, code: null, message: '', data: answer, raw: null };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** What a reader sees of a piece of HTML: without tags, every blank a plain one. */
export function textOf(html: string): string {
  return html
    .replace(/<(span|time) class="num"[^>]*>(.*?)<\/\1>/g, '$2')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&([#\w]+);/g, (_match, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
