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

/** A screen of the desk as its `load` and `submit` see it: who sits there, and what they can ask for. */
export interface OpenDesk {
  readonly person: DeskPerson;
  readonly language: Language;
  /** The words of the frame. */
  readonly words: TextsIn<typeof deskText>;
  readonly service: DeskService;
  readonly request: Request;
  /** The page that it is, from which papers of borrowers are written. */
  readonly screen: OpenScreen;
  readonly path: string;
  readonly appName: string;
  /** The market whose zone instants are shown in where a page is of no loan. */
  readonly market: Market;
  readonly now: Date;
  /** A parameter of the address, empty when absent. */
  parameter(name: string): string;
  /** A part of the path that the screen names with a colon, as `:order`. */
  part(name: string): string;
  /** Whether a role of theirs allows it; what a page is written by. */
  may(act: DeskAct): boolean;
  /**
   * Goes on only where a role of theirs allows it.
   * @throws DeskRefusal 'not-allowed' after the attempt was logged: the request ends as the page that says so.
   */
  require(act: DeskAct): Promise<void>;
  /** Makes a call that changes nothing. @throws DeskRefusal, CodedError: the request ends as the page of its problem. */
  read<Request, Answer>(
    call: HostCall<Request, Answer>,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Answer>;
  /** The same, and the record of the desk tells that the subject was opened, since the answer tells of a person. */
  readRecorded<Request, Answer>(
    call: HostCall<Request, Answer>,
    fields: Readonly<Record<string, unknown>>,
    subject: string,
  ): Promise<Answer>;
  /** Makes a call that changes something, once for each `messageId`. @throws DeskRefusal, CodedError. */
  change<Request, Answer>(
    call: HostCall<Request, Answer>,
    fields: Readonly<Record<string, unknown>>,
    step: DeskStep,
  ): Promise<Answer>;
  /** How much waits of each kind that its reader may see, counted once for a page. */
  waiting(): ReturnType<DeskService['matters']['count']>;
  /** Whether the page was opened from a list of the queue. */
  readonly isInList: boolean;
  /** An address of the desk with the place in that list; the same address where there is none. */
  inList(address: string): string;
  /** A new id for a form: it stands in it, and what the form does happens once. */
  newId(): string;
  /** An instant as `2027-01-22 09:14` in the market's zone. */
  time(instant: Date | string, market?: Market): string;
  /** The same with the market behind it, where people of several markets share the desk: for lists and what is of no market. */
  zonedTime(instant: Date | string, market?: Market): string;
  /** An amount as it stands in a field at first, as its reader writes it: `1.422,81`. */
  amountField(amountMinor: number, currency: Currency | null, decimals?: number): string;
  /** What stands before decimals, as its reader writes numbers. */
  readonly decimalMark: ',' | '.';
  /**
   * An amount in minor units, as a number or its digits, as its reader writes it, who is of the desk unless another language is given;
   * a sum beyond what a number holds exactly as digits with a point.
   */
  money(amount: number | bigint | string, currency?: Currency, of?: Language): string;
  /** Parts per million as `0,0493 %`, with so many decimals, or as many as there are, up to four. */
  percent(ppm: number, decimals?: number): string;
  /** Goes to another page of the desk. */
  goTo(address: string): Response;
  again<Answer>(answer: Answer, status: number): Again<Answer>;
  status(status: number): void;
}

const subjectMaxLength = 200;

/** Opens a screen of the desk for somebody who is signed in. */
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
