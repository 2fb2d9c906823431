import type { Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ReactNode } from 'react';
import { formProblemText } from '#content/messages/form-problem.ts';
import { fill } from '#content/text-pack.ts';
import { openComplaint } from '#contract/calls/complaint.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { CodedError, type ErrorCode } from '#domain/error-code.ts';
import { localeOf } from '#domain/language.ts';
import type { Currency } from '#domain/money/money.ts';
import { promotionLocaleOf } from '#domain/registration/promotion-template.ts';
import { boundedForm } from './bounded-form.ts';
import type { PagesDependencies, PublicConfig } from './dependencies.ts';
import { type DocumentProperties, documentText, type PageAssets } from './document.tsx';
import {
  type Again,
  type AnswerHead,
  type MountedDependencies,
  type OpenScreen,
  openScreen,
} from './open-screen.ts';
import { isLanguageChange } from './other-language.ts';
import { PageProvider } from './page-context.tsx';
import { Refusal } from './problem.ts';
import { ProblemPage } from './problem-page.tsx';
import { loanButton, type ProblemView, problemView } from './problem-view.ts';
import { slotsText } from './slots.tsx';

export interface PagesBindings {
  /** Nonce of the Content-Security-Policy, empty without one. */
  readonly nonce?: string;
  /** Called with the pattern of the matching path before it is handled. */
  readonly routed?: (pattern: string) => void;
  /** Answers with this refusal's page, without script and with no data of the request but its language. */
  readonly refusedBy?: ErrorCode;
  /** Compresses a page for browsers that accept gzip, else null; `shared` are its texts that other pages have too. */
  readonly compress?: (html: string, shared: readonly string[]) => Uint8Array<ArrayBuffer> | null;
}

export type PagesApp = Hono<{ Bindings: PagesBindings }>;

export interface Mounting {
  readonly app: PagesApp;
  readonly dependencies: MountedDependencies;
  readonly assets: PageAssets;
  readonly isDesk?: boolean;
}

/** A screen or resource; `key` is its name in `screens.ts`. */
export interface Mountable {
  mount(key: string, mounting: Mounting): void;
}

/** What `title`, `page` and the like receive. */
export type Page<Data, Answer> = Data & { readonly open: OpenScreen; readonly answer: Answer | undefined };

type Paths = (config: PublicConfig) => string | readonly string[];

/** A screen in the order it happens: path, load, submit, page. */
export interface ScreenDefinition<Data extends object, Answer, Form = FormData> {
  readonly path: Paths;
  /** Browser module `web/browser/<script>.ts`; none by default. */
  readonly script?: string;
  readonly headScript?: string;
  load(open: OpenScreen): Data | Response | Promise<Data | Response>;
  submit?(open: OpenScreen, form: Form): Promise<Response | Again<Answer>>;
  /** For forms that are not read into memory whole. */
  readForm?(open: OpenScreen): Promise<Form>;
  /** The form is long to type and harmless to repeat: the page of a problem offers to send it again (CALL-8). */
  readonly isSentAgain?: boolean;
  title(page: Page<Data, Answer>): string;
  /** Of the page's loan; decides how components write money and dates. */
  currency?(page: Page<Data, Answer>): Currency | null;
  head?(page: Page<Data, Answer>): ReactNode;
  /** Language and brand, where they are not the configured ones (LANG-5). */
  document?(page: Page<Data, Answer>): Pick<DocumentProperties, 'locale' | 'brandColor'>;
  page(page: Page<Data, Answer>): ReactNode;
}

/** Follows old hash links of the promotion pages (PROMO-7). */
const hashForms = 'hash-forms';

/** Declares a public screen, which promotion links may lead to (PROMO-7). */
export function publicScreen<Data extends object, Answer = never, Form = FormData>(
  definition: Omit<ScreenDefinition<Data, Answer, Form>, 'headScript'>,
): Mountable {
  return declared({ ...definition, headScript: hashForms }, false);
}

/**
 * Declares a screen that answers GET, HEAD and, with `submit`, POST. Its bar has a language switch, which keeps what was typed
 * into the form that the bar names.
 */
export function screen<Data extends object, Answer = never, Form = FormData>(
  definition: ScreenDefinition<Data, Answer, Form>,
): Mountable {
  return declared(definition, true);
}

function declared<Data extends object, Answer, Form>(
  definition: ScreenDefinition<Data, Answer, Form>,
  hasOtherLanguage: boolean,
): Mountable {
  const { script, headScript = null, submit } = definition;
  return {
    mount(key, mounting) {
      const show = async (
        context: Context,
        open: OpenScreen,
        head: AnswerHead,
        answer?: Answer,
        typed: FormData | null = null,
      ) => {
        const data = await definition.load(open);
        if (data instanceof Response) return data;
        if (open.request.method === 'HEAD') return context.body(null, answerInit(head));
        const page = { ...data, open, answer };
        const currency = definition.currency?.(page) ?? null;
        const inPage = (write: () => ReactNode) => (
          <PageProvider
            open={open}
            assets={mounting.assets}
            currency={currency}
            typed={typed}
            hasOtherLanguage={hasOtherLanguage}
          >
            <Content write={write} />
          </PageProvider>
        );
        const shown = inPage(() => definition.page(page));
        const ownTitle = definition.title(page);
        // The first thing that is heard of a page that loads; the promotion pages have languages of their own.
        const title =
          isRefused(open, head) && !definition.document
            ? fill(formProblemText[open.language].title, { title: ownTitle })
            : ownTitle;
        const hasSlots = answer !== undefined || open.request.method === 'GET';
        const slots = hasSlots ? slotsText(open.request, shown, title) : null;
        if (slots !== null) return writeText(context, slots, head, []);
        return writePage(context, shown, head, {
          open,
          title,
          head: definition.head && inPage(() => definition.head?.(page)),
          style: mounting.assets.styleOf(key),
          script: script === undefined ? null : mounting.assets.scriptOf(script),
          headScript: headScript && mounting.assets.scriptOf(headScript),
          locale: localeOf(open.language, open.lenderOf(currency).market),
          ...definition.document?.(page),
        });
      };
      on(definition.path, mounting, {
        get: show,
        ...(submit && {
          async post(context, open, head) {
            let form: Form | null = null;
            try {
              form = (await (definition.readForm ?? formOf)(open)) as Form;
              if (hasOtherLanguage && form instanceof FormData && isLanguageChange(form)) {
                return await show(context, open, head, undefined, form);
              }
              const reply = await submit(open, form);
              if (reply instanceof Response) return reply;
              head.status = reply.status;
              return await show(context, open, head, reply.answer);
            } catch (error) {
              const refusal = refusalOf(error, mounting.dependencies);
              throw definition.isSentAgain ? refusal.ofForm(await typedIn(form, open)) : refusal;
            }
          },
        }),
        headScript,
      });
    },
  };
}

/** Renders a page inside `PageProvider`, so that its own code can use hooks too. */
function Content({ write }: { readonly write: () => ReactNode }): ReactNode {
  return write();
}

const formMaxBytes = 64 * 1024;

/** The fields of a failed form; an unread one is read only if it is small. */
async function typedIn(form: unknown, { request }: OpenScreen): Promise<FormData | null> {
  if (form instanceof FormData) return form;
  if (form !== null) return (form as { readonly form?: FormData }).form ?? null;
  if (request.bodyUsed || !request.headers.has('Content-Length')) return null;
  const typed = await boundedForm(request, formMaxBytes).catch(() => null);
  return typed === 'too-large' ? null : typed;
}

function isRefused({ request }: OpenScreen, { status }: AnswerHead): boolean {
  return request.method === 'POST' && status >= 400;
}

type Answering = (open: OpenScreen) => Response | Promise<Response>;

/** Declares a path that answers with something other than a page: a file, an image, an upload. */
export function resource(definition: {
  readonly path: Paths;
  readonly get?: Answering;
  readonly post?: Answering;
}): Mountable {
  const { path, get, post } = definition;
  return {
    mount: (_key, mounting) =>
      on(path, mounting, {
        ...(get && { get: (_context, open) => get(open) }),
        ...(post && { post: (_context, open) => post(open) }),
      }),
  };
}

type Handler = (context: Context, open: OpenScreen, head: AnswerHead) => Response | Promise<Response>;

function on(
  path: Paths,
  { app, dependencies, assets, isDesk = false }: Mounting,
  {
    get,
    post,
    headScript = null,
  }: { readonly get?: Handler; readonly post?: Handler; readonly headScript?: string | null },
): void {
  const answering = (pattern: string, handler: Handler | undefined) => async (context: Context) => {
    context.env?.routed?.(pattern);
    const head: AnswerHead = { headers: new Headers({ 'Cache-Control': 'no-store' }), status: 200 };
    const open = openScreen(context.req.raw, dependencies, head);
    try {
      if (!handler) throw Refusal.coded('method-not-allowed');
      return await handler(context, open, head);
    } catch (error) {
      return refuse(context, open, assets, refusalOf(error, dependencies), { headScript, isDesk });
    }
  };
  for (const each of [path(dependencies.config)].flat()) {
    app.get(each, answering(each, get));
    app.post(each, answering(each, post));
    app.all(each, answering(each, undefined));
  }
}

export async function refuse(
  context: Context,
  screenRequest: OpenScreen,
  assets: PageAssets,
  { problem, status, retryAfterSeconds, language, typed }: Refusal,
  {
    headScript = null,
    isDesk = false,
    isStatic = false,
  }: {
    readonly headScript?: string | null;
    readonly isDesk?: boolean;
    /** Without script, and without links that need its request. */
    readonly isStatic?: boolean;
  } = {},
): Promise<Response> {
  const open = language ? screenRequest.inLanguage(language) : screenRequest;
  const head: AnswerHead = { headers: new Headers({ 'Cache-Control': 'no-store' }), status };
  if (retryAfterSeconds !== null) head.headers.set('Retry-After', String(retryAfterSeconds));
  const state =
    problem.kind === 'status-conflict'
      ? await loanState(open)
      : problem.kind === 'open-loan-exists'
        ? await openLoan(open)
        : null;
  const view = { ...problemView(problem, open, language ?? open.language), ...state };
  const usualScript = isDesk || isStatic ? null : 'host-links';
  const script = problem.kind === 'session-required' ? 'force-login' : usualScript;
  // Public pages have a language of their own, and what was typed does not go along.
  const isSwitched = !isDesk && !isStatic && headScript === null && language === null && typed === null;
  const shown = (
    <PageProvider open={open} assets={assets} currency={null} typed={null} hasOtherLanguage={isSwitched}>
      <ProblemPage problem={problem} view={view} isBorrowers={!isDesk} typed={typed} />
    </PageProvider>
  );
  const isOver = problem.kind === 'session-required' && !isStatic;
  return writePage(context, shown, head, {
    open,
    keepsVouchers: isOver && (await keepsVouchers(open)),
    title: view.heading,
    headScript: headScript && assets.scriptOf(headScript),
    ...(language && { locale: promotionLocaleOf(language) }),
    style: assets.styleOf('problem'),
    script: script && assets.scriptOf(script),
  });
}

/** Whether stored slips stay after the session ended: not if it was revoked, which only the built-in service can say. */
async function keepsVouchers({ tickets, query }: OpenScreen): Promise<boolean> {
  if (tickets === null) return false;
  return query.sessionId === '' || !(await tickets.isRevoked(query.sessionId).catch(() => false));
}

/** The loan's status, for a page that no longer applies to it; null if unknown. */
async function loanState(open: OpenScreen): Promise<Pick<ProblemView, 'heading' | 'line'> | null> {
  const key = open.key();
  const loan = key.orderId ? await open.call(readLoan, key).catch(() => null) : null;
  if (!loan?.success || loan.data.statusTitle === '') return null;
  return { heading: loan.data.statusTitle, line: loan.data.statusDescription };
}

/** A button to the borrower's open loan of the product; null if unknown. */
async function openLoan(open: OpenScreen): Promise<Pick<ProblemView, 'button'> | null> {
  const { productId } = open.key();
  const start = await open.call(openComplaint, { orderId: null }).catch(() => null);
  const orders = start?.success ? start.data.orders : [];
  for (const { orderNumber: orderId, status } of orders) {
    if (['declined', 'settled'].includes(status)) continue;
    const loan = await open.call(readLoan, { productId, orderId }).catch(() => null);
    if (loan?.success) return { button: loanButton(open, { productId, orderId }) };
  }
  return null;
}

/** Maps a thrown value to a refusal; faults are reported and become 'internal'. */
export function refusalOf(error: unknown, dependencies: Pick<PagesDependencies, 'reportFault'>): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof CodedError) return Refusal.coded(error.code);
  if (error instanceof HTTPException) return new Refusal({ kind: 'refused', message: '' }, error.status);
  dependencies.reportFault(error);
  return Refusal.coded('internal');
}

/** Reads a form of at most `maxBytes`. @throws Refusal 'body-too-large', or 'request-malformed' for a body that is no form. */
export async function formOf({ request }: OpenScreen, maxBytes = formMaxBytes): Promise<FormData> {
  const form = await boundedForm(request, maxBytes).catch(() => null);
  if (form === null) throw Refusal.coded('request-malformed');
  if (form === 'too-large') throw Refusal.coded('body-too-large');
  return form;
}

export function writePage(
  context: Context,
  page: ReactNode,
  head: AnswerHead,
  document: Omit<DocumentProperties, 'nonce' | 'children'>,
) {
  const { nonce }: PagesBindings = context.env ?? {};
  const { headScript, style, script } = document;
  const html = documentText({ ...document, nonce, children: page });
  return writeText(context, html, head, [headScript ?? '', style, script ?? '']);
}

function writeText(context: Context, html: string, head: AnswerHead, shared: readonly string[]) {
  const { status, headers } = answerInit(head);
  context.status(status);
  for (const [name, value] of headers) context.header(name, value);
  const { compress }: PagesBindings = context.env ?? {};
  const compressed = compress?.(html, shared);
  if (!compressed) return context.html(html);
  context.header('Content-Type', 'text/html; charset=UTF-8');
  context.header('Content-Encoding', 'gzip');
  return context.body(compressed);
}

function answerInit({ status, headers }: AnswerHead) {
  return { status: status as 200, headers };
}
