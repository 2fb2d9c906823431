import { deskText } from '#content/messages/desk.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { DeskService, DeskStep } from '#contract/desk.ts';
import type { HostCall } from '#contract/host-call.ts';
import { formatDateTime } from '#domain/calendar.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { type DeskAct, mayDo } from '#domain/desk/role.ts';
import type { Language } from '#domain/language.ts';
import { allMarkets, currencyOf, type Market, marketOf } from '#domain/market.ts';
import { wholeQueue } from '#domain/matter/matter.ts';
import { decimalOf } from '#domain/money/amount-input.ts';
import { type Currency, minorAmount } from '#domain/money/money.ts';
import { formatAmount, formatMoney } from '#domain/money/money-format.ts';
import { formatPercent } from '#domain/offer/annual-cost.ts';
import type { Again, OpenScreen } from '#pages/open-screen.ts';
import type { DeskDependencies } from './dependencies.ts';
import { placedIn } from './paths.ts';

/** The desk of a signed-in person, as a screen's `load` and `submit` use it. */
export interface OpenDesk {
  readonly person: DeskPerson;
  readonly language: Language;
  readonly words: TextsIn<typeof deskText>;
  readonly service: DeskService;
  readonly request: Request;
  /** The borrower pages' context, for documents that borrowers see too. */
  readonly screen: OpenScreen;
  readonly path: string;
  readonly appName: string;
  /** The market in whose time zone pages without a loan show times. */
  readonly market: Market;
  readonly now: Date;
  parameter(name: string): string;
  part(name: string): string;
  /** Whether a role of the person allows an act. Decides only what a page shows; `require` enforces it. */
  may(act: DeskAct): boolean;
  /** @throws DeskRefusal 'not-allowed' if no role of the person allows the act; the attempt is logged. */
  require(act: DeskAct): Promise<void>;
  /** Makes a call that changes nothing. @throws DeskRefusal, CodedError; both become a problem page. */
  read<Request, Answer>(
    call: HostCall<Request, Answer>,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Answer>;
  /** For answers with personal data: like `read`, and writes to the audit log that the reader opened `subject`. */
  readRecorded<Request, Answer>(
    call: HostCall<Request, Answer>,
    fields: Readonly<Record<string, unknown>>,
    subject: string,
  ): Promise<Answer>;
  /** Makes a call that changes something; idempotent by `messageId`. @throws DeskRefusal, CodedError. */
  change<Request, Answer>(
    call: HostCall<Request, Answer>,
    fields: Readonly<Record<string, unknown>>,
    step: DeskStep,
  ): Promise<Answer>;
  /** Counts the open matters of each kind that the reader may see; once for each page. */
  waiting(): ReturnType<DeskService['matters']['count']>;
  /** Whether the page was opened from a list of the queue. */
  readonly isInList: boolean;
  /** Adds the position in that list to an address; returns it unchanged if the page was not opened from a list. */
  inList(address: string): string;
  /** A new id for a form, so that sending the form twice has one effect. */
  newId(): string;
  /** An instant as `2027-01-22 09:14` in the market's time zone. */
  time(instant: Date | string, market?: Market): string;
  /** Like `time`, followed by the market if the desk serves several; for lists. */
  zonedTime(instant: Date | string, market?: Market): string;
  /** An amount as the reader types it: `1.422,81`. */
  amountField(amountMinor: number, currency: Currency | null, decimals?: number): string;
  readonly decimalMark: ',' | '.';
  /** Formats minor units for the reader, or for readers of `of`; sums above 2^53 as digits with a point. */
  money(amount: number | bigint | string, currency?: Currency, of?: Language): string;
  /** Parts per million as `0,0493 %`; with up to four decimals unless `decimals` says how many. */
  percent(ppm: number, decimals?: number): string;
  goTo(address: string): Response;
  again<Answer>(answer: Answer, status: number): Again<Answer>;
  status(status: number): void;
}

const subjectMaxLength = 200;

export function openDesk(
  open: OpenScreen,
  person: DeskPerson,
  parts: Readonly<Record<string, string>>,
  { service, newId }: DeskDependencies,
): OpenDesk {
  const { language } = person;
  const market = open.markets[0] ?? allMarkets[0];
  const { amountStyle } = open.config;
  const time: OpenDesk['time'] = (instant, of = market) =>
    formatDateTime(new Date(instant), marketOf[of].timeZone).slice(0, 16);
  const isInList = open.parameters.has('queue') && open.parameter('at') !== '';
  let counts: ReturnType<DeskService['matters']['count']> | undefined;
  return {
    person,
    language,
    words: deskText[language],
    service,
    request: open.request,
    screen: open,
    path: open.path,
    appName: open.config.appName,
    market,
    now: open.now(),
    parameter: open.parameter,
    part: (name) => parts[name] ?? '',
    may: (act) => mayDo(person.roles, act),
    require: (act) =>
      service.require(person, act, {
        act: open.request.method === 'POST' ? 'sent' : 'opened',
        subject: `page:${open.path}`.slice(0, subjectMaxLength),
      }),
    read: (call, fields) => service.ask(person, call, fields, { messageId: newId() }),
    readRecorded: (call, fields, subject) =>
      service.ask(person, call, fields, { messageId: newId(), subject, loggedAs: 'opened' }),
    change: (call, fields, step) => service.ask(person, call, fields, step),
    waiting: () => (counts ??= service.matters.count(person, wholeQueue)),
    isInList,
    inList: (address) =>
      isInList ? placedIn(address, { queue: open.parameter('queue'), at: open.parameter('at') }) : address,
    newId,
    time,
    zonedTime: (instant, of = market) =>
      open.markets.length > 1 ? `${time(instant, of)} ${of}` : time(instant, of),
    amountField: (amountMinor, currency, decimals) =>
      formatAmount(amountMinor, language, amountStyle, currency, decimals),
    decimalMark: amountStyle === 'dot' ? ',' : '.',
    money: (amount, currency = currencyOf(market), of = language) =>
      Number.isSafeInteger(Number(amount))
        ? formatMoney(minorAmount(Number(amount)), of, amountStyle, currency)
        : `${decimalOf(String(amount), currency)} ${currency}`,
    percent(ppm, decimals) {
      return formatPercent(ppm, decimals ?? 'exact', language, amountStyle);
    },
    goTo: open.showAt,
    again: open.again,
    status: open.status,
  };
}
