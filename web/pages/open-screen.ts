import type { CompanyFacts } from '#content/legal/company-facts.ts';
import type { Call } from '#contract/call.ts';
import type { CallResult } from '#contract/client.ts';
import { type PageQuery, queryIn, screenLink } from '#contract/page-query.ts';
import { readRequestQuery } from '#contract/session-cookie.ts';
import {
  formatDay,
  formatDayInWords,
  formatDayShort,
  formatMoment,
  isoDay,
  isReadDate,
} from '#domain/date-format.ts';
import type { Language } from '#domain/language.ts';
import { allCurrencies, currencyOf, type Market, marketOfCurrency, marketSpeaking } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import type { PagesDependencies } from './dependencies.ts';
import { Refusal } from './problem.ts';
import { enhancedFormHeader } from './slots.tsx';

/** Returned by `submit` to show the page again with `answer`. */
export interface Again<Answer> {
  readonly answer: Answer;
  readonly status: number;
}

export interface MountedDependencies extends PagesDependencies {
  isScreenAt(path: string): boolean;
}

/** One request as `load` and `submit` see it. */
export interface OpenScreen extends MountedDependencies {
  readonly request: Request;
  /** False over a lender's own backend, of which only its answers are known. */
  readonly isBuiltIn: boolean;
  readonly query: PageQuery;
  readonly language: Language;
  /** Of a public page: named in the address, else that of the language. */
  readonly market: Market;
  readonly company: CompanyFacts;
  readonly path: string;
  inLanguage(language: PromotionLanguage): OpenScreen;
  /** A screen may read only the parameters that it names. */
  readonly parameters: URLSearchParams;
  /** Customer service, with the loan of the address. */
  readonly helpLink: string;
  /** Empty when absent. */
  parameter(name: string): string;
  /**
   * Date formats of this page: `day` without and `moment` with the time (DATE-1), `short` without the year, where the page shows
   * the whole day too; `iso` is `YYYY-MM-DD` or null.
   * @param currency of the loan, which decides the market; null if unknown.
   */
  dates(
    currency?: Currency | null,
    /** The text may already be formatted. */
    options?: { readonly isReady: boolean },
  ): {
    readonly day: (text: string) => string;
    readonly moment: (text: string) => string;
    /** Without seconds. */
    readonly minute: (text: string) => string;
    readonly short: (text: string) => string;
    /** With the weekday. */
    readonly inWords: (text: string) => string;
    readonly iso: (text: string) => string | null;
  };
  /** Formats amounts of a loan in `currency`; null formats them by the page's language. */
  money(currency: Currency | null): (amountMinor: MinorAmount) => string;
  /** Market and lender of a loan in `currency`; those of the page for null. */
  lenderOf(currency: Currency | null): { readonly market: Market; readonly company: CompanyFacts };
  /** Product and order of the address, empty when absent. */
  key(): { readonly productId: string; readonly orderId: string };
  /** Makes a call for this borrower; a failure is a value (CALL-4). */
  call<Request, Answer>(call: Call<Request, Answer>, request: Request): Promise<CallResult<Answer>>;
  /** Makes a call and returns its data. @throws Refusal if it fails: the request ends with the problem's page. */
  ask<Request, Answer>(call: Call<Request, Answer>, request: Request): Promise<Answer>;
  /** A link within the pages that carries language and session; a cookie may carry the session instead (SESS-3). */
  link(path: string, own?: Readonly<Record<string, string | number | undefined>>): string;
  /** Redirects. With script, `isReplacing` replaces the submitted page in the history (CONFIRM-4). */
  leaveTo(link: string, options?: { readonly isReplacing: boolean }): Response;
  /** Redirects within this screen; enhanced forms stay on the page. */
  showAt(link: string): Response;
  /** Shows the page again. `status` is 400 or above if the form has an error. */
  again<Answer>(answer: Answer, status: number): Again<Answer>;
  header(name: string, value: string): void;
  status(status: number): void;
}

export interface AnswerHead {
  readonly headers: Headers;
  status: number;
}

/** Opens a screen for one request; `head` collects what it sets on its answer. */
export function openScreen(
  request: Request,
  dependencies: MountedDependencies,
  head: AnswerHead,
  language?: PromotionLanguage,
): OpenScreen {
  const address = new URL(request.url);
  const parameters = address.searchParams;
  const h5Base = dependencies.h5Base || address.origin;
  const searchText = readRequestQuery(request, {
    isHttps: h5Base.startsWith('https:'),
    isInAddress: dependencies.isSessionInAddress,
  });
  const query = language ? queryIn(language, searchText) : searchText;
  const parameter = (name: string): string => parameters.get(name) ?? '';
  const showAt = (link: string) =>
    new Response(null, { status: 303, headers: { Location: link, 'Cache-Control': 'no-store' } });
  const market = marketOfPage(dependencies.markets, parameter('market'), query.language);
  const marketIn = (currency: Currency | null) => (currency === null ? market : marketOfCurrency(currency));
  const call: OpenScreen['call'] = (declared, fields) => dependencies.client.call(declared, fields, query);
  return {
    ...dependencies,
    h5Base,
    isBuiltIn: dependencies.apiBase === '',
    request,
    query,
    language: query.language,
    market,
    company: dependencies.companies[market],
    path: address.pathname,
    inLanguage: (another) => openScreen(request, dependencies, head, another),
    parameters,
    helpLink: screenLink(dependencies.config.paths.customerService, query, loanOf(parameters)),
    parameter,
    dates(currency = null, { isReady } = { isReady: false }) {
      const format = {
        language: query.language,
        style: dependencies.config.dateStyle,
        market: marketIn(currency),
      };
      const read = (text: string) => {
        if (!isReady && text.trim() !== '' && !isReadDate(text)) {
          dependencies.reportTolerance({ id: 'date-as-is', value: text });
        }
        return text;
      };
      return {
        day: (text) => formatDay(read(text), format),
        moment: (text) => formatMoment(read(text), format),
        minute: (text) => formatMoment(read(text), format).replace(/(\d\d:\d\d):\d\d$/, '$1'),
        short: (text) => formatDayShort(read(text), format),
        inWords: (text) => formatDayInWords(read(text), format),
        iso: (text) => isoDay(text, format),
      };
    },
    money: (currency) => (amountMinor) =>
      formatMoney(amountMinor, query.language, dependencies.config.amountStyle, currency),
    lenderOf(currency) {
      const named = marketIn(currency);
      return { market: named, company: dependencies.companies[named] };
    },
    key: () => ({ productId: parameter('productId'), orderId: parameter('orderId') }),
    call,
    async ask(declared, fields) {
      const result = await call(declared, fields);
      if (!result.success) throw Refusal.of(result);
      return result.data;
    },
    link: (path, own) => screenLink(path, query, own),
    leaveTo: (link, { isReplacing } = { isReplacing: true }) =>
      request.headers.has(enhancedFormHeader)
        ? new Response(null, {
            status: 204,
            headers: {
              'Cache-Control': 'no-store',
              'X-Go-To': encodeURI(decodeURI(link)),
              ...(isReplacing && { 'X-Go-To-Replace': '1' }),
            },
          })
        : showAt(link),
    showAt,
    again: (answer, status) => ({ answer, status }),
    header: (name, value) => head.headers.set(name, value),
    status(status) {
      head.status = status;
    },
  };
}

function loanOf(parameters: URLSearchParams): { readonly [name: string]: string } {
  const orderId = parameters.get('orderId') ?? '';
  return orderId === '' ? {} : { productId: parameters.get('productId') ?? '', orderId };
}

function marketOfPage(served: readonly Market[], named: string, language: Language): Market {
  return served.find((each) => each === named) ?? marketSpeaking(language, served);
}

/** A text field's value; empty if absent or a file. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** The form's currency; the page's own if it has none that is known. */
export function sentCurrency(open: OpenScreen, form: FormData): Currency {
  const sent = fieldOf(form, 'currency');
  return allCurrencies.find((each) => each === sent) ?? currencyOf(open.market);
}
