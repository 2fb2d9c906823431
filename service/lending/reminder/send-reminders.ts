import { smsText } from '#content/messages/sms.ts';
import { fill } from '#content/text-pack.ts';
import { inTransaction } from '#db/database.ts';
import { amountDueOn } from '#domain/booking/settlement.ts';
import { borrowerZone, hoursWhere, loanDay } from '#domain/borrower-zone.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { formatDay } from '#domain/date-format.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
import { contactRefusal } from '#domain/matter/collection.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { reminderDaysOf, reminderPlanOf, remindsAt } from '#domain/offer/reminder-plan.ts';
import type { ReminderPlan } from '#domain/reminder/reminder-channel.ts';
import { findBorrower } from '../borrower/store.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { anyLate } from '../desk/collections.ts';
import { type LateRow, listLate, placeOf } from '../desk/store/collection.ts';
import { describeFailure } from '../http/answer.ts';
import { courseUpToDate } from '../ledger/loan-course.ts';
import { allProducts } from '../offer/store.ts';
import { messageTo } from '../sms/send-code.ts';
import { sendReserved } from '../sms/send-reserved.ts';
import { existingReminders, insertReminder } from '../sms/store.ts';
import { borrowersReminded } from './store.ts';

const loansAtOnce = 200;

/**
 * Sends SMS reminders of payments to consenting borrowers on the days and in the hours of the loan's product as it is now. A reminder that
 * misses the hours of its day is not sent later, nor one that a process claimed and did not send.
 */
export async function sendReminders(dependencies: LendingDependencies): Promise<void> {
  const { database, configuration } = dependencies;
  const { reminders, markets } = configuration;
  if (!reminders) return;
  const now = await currentTime(dependencies, database);
  const products = await allProducts(database);
  for (const market of markets) {
    const plans = new Map(
      products
        .filter((product) => product.market === market)
        .map((product) => [product.productId, reminderPlanOf(product, reminders)]),
    );
    const today = loanDay({ market }, now);
    for (const days of reminderDaysOf(plans.values())) {
      await remindOfDay(dependencies, { market, plans, days, today, now });
    }
  }
}

interface Moment {
  readonly today: LocalDate;
  readonly now: Date;
}

/** Loans of one market whose oldest unpaid payment is due so many days ago. */
interface DueDay extends Moment {
  readonly market: Market;
  readonly plans: ReadonlyMap<string, ReminderPlan>;
  /** Days since the due day, below zero before it. */
  readonly days: number;
}

async function remindOfDay(dependencies: LendingDependencies, dueDay: DueDay): Promise<void> {
  const { database, logger } = dependencies;
  const { market, days, today } = dueDay;
  const query = { ...anyLate, market, band: [days, days] as const, today, limit: loansAtOnce };
  let after: ReturnType<typeof placeOf> | null = null;
  for (;;) {
    const rows: LateRow[] = await listLate(database, { ...query, after });
    for (const row of await toRemind(dependencies, rows, dueDay)) {
      await remind(dependencies, row, dueDay).catch((error: unknown) => {
        logger.error('a reminder failed', { loanId: row.id, ...describeFailure(error) });
      });
    }
    const last = rows.at(-1);
    if (rows.length < loansAtOnce || !last) return;
    after = placeOf(last, query.sort);
  }
}

const keyOf = ({ id, oldestDueOn }: LateRow, today: LocalDate) => `${id} ${oldestDueOn} ${today}`;

/** Loans whose product reminds now and whose borrowers consented, may be contacted and were not reminded today. */
async function toRemind(
  { database }: LendingDependencies,
  rows: readonly LateRow[],
  { plans, days, today, now }: DueDay,
): Promise<LateRow[]> {
  const reachable = rows.filter(({ productId, market, address, mobilePhone, pausedBy }) => {
    const plan = plans.get(productId);
    const zone = borrowerZone(market, { address, mobilePhone });
    if (!plan || !remindsAt(plan, days, hoursWhere(market, zone, now))) return false;
    // The lender itself writes, whom the agreement names.
    const of = { market, zone, pausedBy, namedAt: now, isAskedFor: false, now };
    return contactRefusal({ kind: 'we-wrote', ...of }) === null;
  });
  if (reachable.length === 0) return [];
  const agreed = await borrowersReminded(
    database,
    reachable.map(({ borrowerId }) => borrowerId),
    'sms',
  );
  const wanted = reachable.filter(({ borrowerId }) => agreed.has(borrowerId));
  if (wanted.length === 0) return [];
  const kept = await existingReminders(
    database,
    wanted.map((row) => keyOf(row, today)),
  );
  return wanted.filter((row) => !kept.has(keyOf(row, today)));
}

/** Sends a reminder, unless the payment arrived meanwhile or another process sends it. */
async function remind(dependencies: LendingDependencies, row: LateRow, { today, now }: Moment) {
  const { database, random, configuration } = dependencies;
  const { id, borrowerId, market, oldestDueOn } = row;
  const messageId = random.id();
  const message = await inTransaction(database, async (transaction) => {
    const current = await courseUpToDate(transaction, { id, borrowerId }, { now, random });
    if (!current || !isRunning(current.loan.status)) return null;
    const { due } = amountDueOn(current, today);
    if (due === null || due.dueDate !== oldestDueOn) return null;
    const borrower = await findBorrower(transaction, { borrowerId });
    if (!borrower) return null;
    const { to, reservation } = messageTo(borrower, 'reminder', messageId, dependencies);
    const reminderKey = keyOf(row, today);
    if (!(await insertReminder(transaction, { ...reservation, reminderKey }))) return null;
    const { language } = borrower;
    const { amountStyle, dateStyle, registration } = configuration;
    const values = {
      code: '',
      originLine: '',
      appName: registration.appName,
      loan: row.orderNumber,
      amount: formatMoney(due.amountMinor, language, amountStyle, current.loan.currency),
      date: formatDay(oldestDueOn, { language, style: dateStyle, market }),
    };
    const text = smsText[language][oldestDueOn < today ? 'reminderAfter' : 'reminderBefore'];
    return { to, language, text: fill(text, values), values };
  });
  if (message === null) return;
  await sendReserved(dependencies, { messageId, purpose: 'reminder', ...message });
}
