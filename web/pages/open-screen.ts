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

/** What a form's `submit` gives to show the same page again, with what it has to say about the form. */
export interface Again<Answer> {
  readonly answer: Answer;
  readonly status: number;
}

/** The pages' dependencies, and where their screens are mounted. */
export interface MountedDependencies extends PagesDependencies {
  /** Whether a path is that of a page of ours. */
  isScreenAt(path: string): boolean;
}

/** A screen as its `load` and `submit` see it: who asks, in which language, and the calls it can make. */
export interface OpenScreen extends MountedDependencies {
  readonly request: Request;
  /** Whether the built-in service answers the calls: of a lender's own backend nothing is known but what it says. */
  readonly isBuiltIn: boolean;
  readonly query: PageQuery;
  readonly language: Language;
  /** The market of a public page: the one its address names, else that of its language, of those served. */
  readonly market: Market;
  /** Who lends in that market. */
  readonly company: CompanyFacts;
  /** The path the page was opened by; one screen may answer at several. */
  readonly path: string;
  /** The same in another language than the address's. */
  inLanguage(language: PromotionLanguage): OpenScreen;
  /** The address's parameters; only what a screen names may be read from here. */
  readonly parameters: URLSearchParams;
  /** The link to customer service that stands on every loan screen; it carries the loan. */
  readonly helpLink: string;
  /** A parameter of the address, empty when absent. */
  parameter(name: string): string;
  /**
   * How dates read on this page: `day` without and `moment` with the time (DATE-1), `minute` to the minute, `short` without the year
   * where the page says the day whole too; `iso` is the day as `YYYY-MM-DD`, null where the text names none.
   * @param currency that of the loan, which tells its market; null where the backend does not say.
   */
  dates(
    currency?: Currency | null,
    /** Whether the text may be anything, ready to show. */
    options?: { readonly isReady: boolean },
  ): {
    readonly day: (text: string) => string;
    readonly moment: (text: string) => string;
    /** The same without seconds, where the specification asks for none. */
    readonly minute: (text: string) => string;
    readonly short: (text: string) => string;
    /** The day in words, with its weekday. */
    readonly inWords: (text: string) => string;
    readonly iso: (text: string) => string | null;
  };
  /** Writes amounts of a loan in `currency`; with null, as the page's language does. */
  money(currency: Currency | null): (amountMinor: MinorAmount) => string;
  /** The market of a loan in `currency`, and who lends there; those of the page where the backend names no currency. */
  lenderOf(currency: Currency | null): { readonly market: Market; readonly company: CompanyFacts };
  /** The product and the order that the address names, each empty when absent. */
  key(): { readonly productId: string; readonly orderId: string };
  /** Makes a call of the contract for this borrower; a failure is a value (CALL-4). */
  call<Request, Answer>(call: Call<Request, Answer>, request: Request): Promise<CallResult<Answer>>;
  /**
   * Makes a call that the page cannot do without and gives its data.
   * @throws Refusal when it fails: the request ends as the page of its problem.
   */
  ask<Request, Answer>(call: Call<Request, Answer>, request: Request): Promise<Answer>;
  /** A link to a path of ours that carries on the language, and the session unless a cookie brings it (SESS-3). */
  link(path: string, own?: Readonly<Record<string, string | number | undefined>>): string;
  /**
   * Leaves for another page. `isReplacing` puts it in the place of the page that was submitted (CONFIRM-4), which needs
   * script: without it a browser keeps both.
   */
  leaveTo(link: string, options?: { readonly isReplacing: boolean }): Response;
  /** Goes on to another address of this same screen, which an enhanced form shows without leaving the page. */
  showAt(link: string): Response;
  /** Shows the page again with `answer`; `status` is its HTTP status, from 400 where the form met a fault. */
  again<Answer>(answer: Answer, status: number): Again<Answer>;
  /** Adds a header to the answer. */
  header(name: string, value: string): void;
  /** Answers with another status than 200. */
  status(status: number): void;
}

/** What a screen set on its answer while it loaded. */
export interface AnswerHead {
  readonly headers: Headers;
  status: number;
}

/** Opens a screen for one request, in its language unless another is given; what it sets on its answer is collected in `head`. */
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

/** The loan that an address names, which help goes on to know; nothing where it names none. */
function loanOf(parameters: URLSearchParams): { readonly [name: string]: string } {
  const orderId = parameters.get('orderId') ?? '';
  return orderId === '' ? {} : { productId: parameters.get('productId') ?? '', orderId };
}

function marketOfPage(served: readonly Market[], named: string, language: Language): Market {
  return served.find((each) => each === named) ?? marketSpeaking(language, served);
}

/** A text field's value; empty when it is absent or a file. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** The currency that a sent form carries; the page's own where it carries none that is known. */
export function sentCurrency(open: OpenScreen, form: FormData): Currency {
  const sent = fieldOf(form, 'currency');
  return allCurrencies.find((each) => each === sent) ?? currencyOf(open.market);
}
