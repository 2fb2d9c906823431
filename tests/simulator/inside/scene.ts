import type { LocalDate } from '#domain/calendar.ts';
import {
  applyForLoan,
  newBorrower,
  type OfferedProduct,
  paidOutLoan,
  type TestLoan,
} from '#tests/setup/lending-journeys.ts';
import type { LendingService, TestAnswer, TestSession } from '#tests/setup/lending-service.ts';
import type { Kill } from './scheduled-sessions.ts';

/** Borrowers and loans that acts happen to, and the acts. */
export interface Scene {
  readonly borrowerIds: readonly string[];
  readonly loanIds: readonly string[];
  /** What names made up for it begin with. */
  readonly tag: string;
  /** Each does an act once, the same each time; gives the status that it was answered with and what else tells. */
  readonly acts: readonly ((service: LendingService) => Promise<string>)[];
  /** When they happen, where it is not when the scene begins; ISO 8601. */
  readonly at?: string;
  /** The day that days are counted from, where it is not that of other scenes. */
  readonly day?: LocalDate;
  /** Says what else does not hold, and puts back what scenes share. */
  readonly end?: () => Promise<readonly string[]>;
}

/** Acts that may happen at once. */
export interface Scenario {
  readonly name: string;
  readonly actCount: number;
  /** The kills after which who asks again is answered as if nothing had happened, where it is not all of them. */
  readonly kills?: readonly Kill[];
  begin(service: LendingService): Promise<Scene>;
}

/** A scenario of three acts, unless said otherwise. */
export function scenario(
  name: string,
  begin: Scenario['begin'],
  { actCount = 3, kills }: Partial<Pick<Scenario, 'actCount' | 'kills'>> = {},
): Scenario {
  return { name, actCount, begin, ...(kills && { kills }) };
}

export const provider = 'bank';
export const currency = 'MXN';
export const reason = 'asked for';
/** What the first payment of a loan of `mx-120` takes. */
export const firstDueMinor = 142_281;

let scenes = 0;

/** What the names of a scene begin with. */
export function newTag(): string {
  scenes += 1;
  return `scene${scenes}x`;
}

/** What an answer says besides its figures. */
export function said({ status, body: { code, data } }: TestAnswer): string {
  const { outcome, isRepeated } = (data ?? {}) as {
    readonly outcome?: string;
    readonly isRepeated?: boolean;
  };
  return [status, code, outcome, isRepeated].filter((each) => each !== undefined).join(' ');
}

/** A signed call of the lender's, under one id. */
export const tells =
  (path: string, body: Readonly<Record<string, unknown>>, messageId: string) => async (on: LendingService) =>
    said(await on.host(path, body, messageId));

/** A loan with its borrower. */
export interface Own extends TestLoan {
  readonly session: TestSession;
  readonly tag: string;
}

/** A new borrower with a loan, paid out unless said otherwise. */
export async function ownLoan(
  service: LendingService,
  { isPaidOut = true, productId = 'mx-120' }: { isPaidOut?: boolean; productId?: OfferedProduct } = {},
): Promise<Own> {
  const session = await newBorrower(service, productId === 'in-120' ? 'IN' : 'MX');
  const loan = await (isPaidOut ? paidOutLoan : applyForLoan)(service, session, productId);
  return { ...loan, session, tag: newTag() };
}

/** A scene of one loan. */
export const sceneOf = ({ session, orderId, tag }: Own, acts: Scene['acts']): Scene => ({
  ...{ borrowerIds: [session.borrowerId], loanIds: [orderId], tag, acts },
});

/** Reports of money to a loan, each a message of its own. */
export function reportsOf({ orderNumber, tag }: Pick<Own, 'orderNumber' | 'tag'>) {
  let messages = 0;
  return (amountMinor: number, name: string, more: Readonly<Record<string, unknown>> = {}) => {
    const named = { provider, eventId: `${tag}${name}`, orderNumber, amountMinor, currency };
    messages += 1;
    return tells('/host/payments', { anotherPayment: true, ...named, ...more }, `${tag}m${messages}`);
  };
}

/** Money that came without a loan, known by a key. */
export async function lostMoney(service: LendingService, tag: string): Promise<void> {
  const money = {
    provider,
    eventId: `${tag}lost`,
    reference: `${tag}unknown`,
    amountMinor: 70_000,
    currency,
  };
  await service.host('/host/payments', { ...money, trackingKey: `${tag}key` });
}
