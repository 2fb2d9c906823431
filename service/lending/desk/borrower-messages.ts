import {
  borrowerMessageText,
  deskMessageText,
  type LenderTexts,
} from '#content/messages/borrower-message.ts';
import { repayText } from '#content/messages/repay.ts';
import { smsText } from '#content/messages/sms.ts';
import { fill, type Text } from '#content/text-pack.ts';
import {
  type DeskBorrowerMessages,
  type DeskMessagePreview,
  type MessageChoice,
  seenMessage,
} from '#contract/borrower-message.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { localDate } from '#domain/calendar.ts';
import { maskedPhone } from '#domain/desk/mask.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Language } from '#domain/language.ts';
import { dayIn } from '#domain/market.ts';
import { type MessageParts, messageTime } from '#domain/matter/message-time.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { findBorrower } from '../borrower/store.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { plainChannel } from '../repayment/channels.ts';
import { isUsable } from '../repayment/issue-references.ts';
import { referencesOf } from '../repayment/store.ts';
import { messageTo } from '../sms/send-code.ts';
import { sendReserved } from '../sms/send-reserved.ts';
import { insertReminder } from '../sms/store.ts';
import { contactOf } from '../support/handlers.ts';
import { perform, record, requireAct } from './audit.ts';
import { runningLoan } from './collections.ts';
import { borrowersContext, figureOn, loanWithState } from './papers.ts';
import { insertNote } from './store/case.ts';
import {
  changeMessage,
  dueMessages,
  hasWithdrawn,
  limitingMessage,
  lockMessage,
  waitingMessages,
} from './store/message.ts';

const dayMs = 86_400_000;

/** What a borrower reads, without time and limits. */
interface Written {
  readonly what: string;
  /** In the language of staff. */
  readonly label: string;
  readonly text: string;
  readonly parts: MessageParts;
}

type Found = NonNullable<Awaited<ReturnType<typeof loanWithState>>>;

export function createBorrowerMessages(dependencies: LendingDependencies): DeskBorrowerMessages {
  const { hostDatabase, clock, random } = dependencies;
  const loggedAt = () => ({ now: clock.now(), random });
  return {
    async preview(person, orderNumber, choice) {
      const entry = { person, needs: 'see-loans', act: 'opened', subject: `loan:${orderNumber}` } as const;
      const draft = await perform(dependencies, entry, (transaction) =>
        draftOf(dependencies, transaction, person, orderNumber, choice),
      );
      return draft?.preview ?? null;
    },
    async send(person, orderNumber, { messageId: id, seen, ...choice }) {
      const entry = { person, act: 'sent-message', subject: `loan:${orderNumber}` };
      await requireAct(dependencies, person, 'collect', entry);
      if (!isId(id)) throw new CodedError('request-invalid', 'messageId');
      const sentNow = await inTransaction(hostDatabase, async (transaction) => {
        const draft = await draftOf(dependencies, transaction, person, orderNumber, choice);
        if (!draft) throw new CodedError('not-found', 'what');
        const { preview, text, parts, loanId, now } = draft;
        const { borrowerId } = preview;
        if (await lockMessage(transaction, { id, borrowerId })) return null;
        const { at, heldBy } = preview.time;
        if (at === null || seenMessage(preview) !== seen) throw new CodedError('status-conflict');
        const message = { kind: 'to-send' as const, text, message: parts, sendAt: at };
        const by = { personId: person.personId, writtenAt: now, isPinned: false };
        await insertNote(transaction, { id, borrowerId, loanId, ...message, ...by });
        if (heldBy === null) return { id, borrowerId };
        const scheduled = { ...entry, act: 'scheduled-message', borrowerId, reason: text };
        await record(transaction, { ...scheduled, outcome: 'done' }, loggedAt());
        return null;
      });
      if (sentNow) await deliver(dependencies, sentNow, choice);
    },
    async stop(person, orderNumber, id) {
      const entry = { person, act: 'stopped-message', subject: `loan:${orderNumber}` };
      await requireAct(dependencies, person, 'collect', entry);
      await inTransaction(hostDatabase, async (transaction) => {
        const found = await loanWithState(transaction, orderNumber);
        const borrowerId = found?.borrower.id ?? '';
        const isStopped =
          isId(id) &&
          found !== undefined &&
          (await changeMessage(transaction, { id, borrowerId }, { kind: 'not-sent' }));
        if (!isStopped) throw new CodedError('not-found', 'messageId');
        await record(transaction, { ...entry, borrowerId, outcome: 'done' }, loggedAt());
      });
    },
  };
}

/** The chosen message as it would be sent now; null where it is not offered. */
async function draftOf(
  dependencies: LendingDependencies,
  transaction: Transaction,
  person: DeskPerson,
  orderNumber: string,
  choice: MessageChoice,
) {
  const found = await loanWithState(transaction, orderNumber);
  const context = found && (await borrowersContext(dependencies, found.borrower, transaction));
  if (!found || !context) return null;
  const { loan, borrower } = found;
  const { now, language } = context;
  const row = await runningLoan(transaction, loan, now);
  const messages = await writtenMessages(dependencies, transaction, {
    found,
    context,
    choice,
    reader: person,
  });
  const chosen = messages.find(({ what }) => what === choice.what) ?? (choice.what === '' && messages[0]);
  if (!row || !chosen) return null;
  const limitingAt = await limitingMessage(transaction, borrower.id, new Date(now.getTime() - dayMs));
  const { text, parts, what } = chosen;
  const time = messageTime({ ...row, isAskedFor: choice.isAskedFor, limitingAt, now });
  const date = context.day(dayIn(loan.market, time.at ?? now));
  const preview: DeskMessagePreview = {
    ...{ market: loan.market, borrowerId: borrower.id, what, language, time },
    text: fill(borrowerMessageText[language].sentOn, { date, text }),
    offered: messages.map((each) => ({ what: each.what, label: each.label })),
    sms: (await hasWithdrawn(transaction, borrower.id, 'sms')) ? null : parts.sms,
    maskedPhone: maskedPhone(borrower.mobilePhone),
    settlement: parts.settlement,
    waiting: await waitingMessages(transaction, loan),
  };
  return { preview, text, parts, loanId: loan.id, now };
}

/** All that can be written to a borrower now: usable references, the settlement of the chosen day, texts of the lender. */
async function writtenMessages(
  dependencies: LendingDependencies,
  transaction: Transaction,
  {
    found: { loan, state },
    context,
    choice: { day },
    reader,
  }: {
    readonly found: Found;
    readonly context: BorrowerContext;
    readonly choice: MessageChoice;
    readonly reader: { readonly language: Language };
  },
): Promise<Written[]> {
  const { configuration } = dependencies;
  const { language, now } = context;
  const { market, orderNumber } = loan;
  const { appName } = configuration.registration;
  const text = borrowerMessageText[language];
  const sms = (reference: string) =>
    fill(smsText[language][reference === '' ? 'message' : 'reference'], {
      ...{ appName, loan: orderNumber, reference },
    });
  const plain = { sms: sms(''), reference: '', settlement: null };
  const usable = (await referencesOf(transaction, loan, 'repay')).filter((each) =>
    isUsable(each, each.amountMinor ?? zeroMinor, now),
  );
  const references = usable.map((each): Written => {
    const subject = { ...context, market, amountMinor: each.amountMinor ?? zeroMinor };
    const { title: way, note, ...channel } = plainChannel(each, subject);
    const shown = plainChannel(each, { ...subject, language: reader.language });
    const bank = channel.bankCode && `, ${repayText[language].bankCode} ${channel.bankCode}`;
    const reference = `${channel.codeLabel} ${channel.payCode}${bank}`;
    const label = { way: shown.title, label: shown.codeLabel, code: channel.payCode };
    return {
      what: each.channelKind,
      label: fill(deskMessageText[reader.language].referenceOf, label),
      text: fill(text.reference, { loan: orderNumber, way, reference, note }).trim(),
      parts: { ...plain, sms: sms(reference), reference },
    };
  });
  const figure = day && figureOn(dependencies, state, day, now);
  const settlements = figure
    ? [
        {
          what: 'settlement',
          label: fill(deskMessageText[reader.language].settlementOf, { date: figure.day }),
          text: fill(text.settlement, { loan: orderNumber, date: context.day(figure.day) }),
          parts: { ...plain, settlement: { ...figure, madeOn: dayIn(market, now) } },
        },
      ]
    : [];
  const { telephone } = await contactOf(transaction, configuration, market);
  const values = { loan: orderNumber, appName, telephone };
  const inWords = (words: LenderTexts[string], of: Language) =>
    fill(words[of] as Text<keyof typeof values>, values);
  const texts = Object.entries(configuration.borrowerMessages).map(([name, words]): Written => {
    return {
      what: `text-${name}`,
      label: inWords(words, reader.language),
      text: inWords(words, language),
      parts: plain,
    };
  });
  return [...settlements, ...references, ...texts];
}

/** Sends the messages whose time has come. One that may not go any more is stopped, one outside the hours waits for the next. */
export async function sendDueMessages(dependencies: LendingDependencies): Promise<void> {
  const { database, logger } = dependencies;
  for (const key of await dueMessages(database, await currentTime(dependencies, database))) {
    await deliver(dependencies, key, { isAskedFor: false }).catch((error: unknown) => {
      logger.error('a message to a borrower failed', { noteId: key.id, ...describeFailure(error) });
    });
  }
}

async function deliver(
  dependencies: LendingDependencies,
  key: Parameters<typeof lockMessage>[1],
  { isAskedFor }: Pick<MessageChoice, 'isAskedFor'>,
): Promise<void> {
  const { database, random } = dependencies;
  const messageId = random.id();
  const sending = await inTransaction(database, async (transaction) =>
    releaseMessage(dependencies, transaction, key, { messageId, isAskedFor }),
  );
  if (!sending) return;
  await sendReserved(dependencies, { messageId, purpose: 'loan-message', ...sending });
}

/** Puts a message before its borrower, unless it may not be now. @returns the SMS to send; null for none. */
async function releaseMessage(
  dependencies: LendingDependencies,
  transaction: Transaction,
  key: Parameters<typeof lockMessage>[1],
  { messageId, isAskedFor }: { readonly messageId: string; readonly isAskedFor: boolean },
) {
  const { clock, configuration, random } = dependencies;
  const note = await lockMessage(transaction, key);
  const borrower = await findBorrower(transaction, key);
  if (note?.kind !== 'to-send' || !note.message || note.loanId === null || !borrower) return null;
  const now = await currentTime(dependencies, transaction);
  const { borrowerId } = key;
  const { market, language } = borrower;
  const row = await runningLoan(transaction, { id: note.loanId, borrowerId, market }, now);
  const message = row && (await messageNow(dependencies, transaction, row.orderNumber, note.message, now));
  const time = row && messageTime({ ...row, isAskedFor, limitingAt: null, now });
  const log = (act: string, by: { readonly personId: string } | null) =>
    record(
      transaction,
      {
        ...{ person: by, act, subject: row && `loan:${row.orderNumber}`, borrowerId, reason: note.text },
        outcome: 'done',
      },
      { now: clock.now(), random },
    );
  if (!message || !time?.at) {
    await changeMessage(transaction, key, { kind: 'not-sent' });
    await log('stopped-message', null);
    return null;
  }
  if (time.heldBy !== null) {
    await changeMessage(transaction, key, { sendAt: time.at });
    return null;
  }
  await changeMessage(transaction, key, { kind: 'we-wrote', writtenAt: now, message });
  await log('sent-message', { personId: note.personId });
  if (await hasWithdrawn(transaction, borrowerId, 'sms')) return null;
  const { to, reservation } = messageTo(borrower, 'loan-message', messageId, dependencies);
  await insertReminder(transaction, { ...reservation, reminderKey: `message ${key.id}` });
  const { appName } = configuration.registration;
  const values = { code: '', originLine: '', amount: '', appName, loan: row.orderNumber };
  const { sms: text, reference } = message;
  return { to, language, text, values: { ...values, reference } };
}

/** What goes with a message at its time: its settlement as it is by then. Null once there is none. */
async function messageNow(
  dependencies: LendingDependencies,
  transaction: Transaction,
  orderNumber: string,
  message: MessageParts,
  now: Date,
): Promise<MessageParts | null> {
  if (!message.settlement) return message;
  const found = await loanWithState(transaction, orderNumber);
  const figure = found && figureOn(dependencies, found.state, localDate(message.settlement.day), now);
  return figure ? { ...message, settlement: { ...figure, madeOn: dayIn(found.loan.market, now) } } : null;
}
