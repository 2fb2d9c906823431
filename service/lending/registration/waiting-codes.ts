import { inTransaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import { waitingSlot } from '#domain/registration/proof-of-work.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import { partiesOf, requireSendAllowed, sendReservedCode } from '../sms/send-code.ts';
import { insertSend, lockSends, waitingOfAddress } from '../sms/store.ts';
import { registrationCodeWords } from './code-message.ts';
import {
  insertPromotionSend,
  insertWaitingCode,
  lastWaitingAt,
  takeDueCode,
  type WaitingCode,
} from './store.ts';

/** Most waiting codes for one address, so that it does not fill the queue. */
const waitingPerAddress = 2;

export interface CodeToWait {
  readonly sessionId: string;
  readonly mobilePhone: string;
  readonly country: string;
  readonly language: PromotionLanguage;
  /** The level that a proof would need. */
  readonly level: number;
  readonly origin: Pick<WaitingCode, 'pageId' | 'appFrom' | 'userFrom' | 'utmTag'>;
}

/**
 * Queues a code without proof of work. It counts towards the budgets from now on. @returns the whole seconds until it is sent. @throws
 * CodedError as `requireSendAllowed`; also 'sms-limit-reached' when the queue, or the address's share, is full.
 */
export async function queueCode(
  { database, ...sending }: LendingDependencies,
  { sessionId, mobilePhone, country, language, level, origin }: CodeToWait,
): Promise<number> {
  const receiver = { mobilePhone, country, borrowerId: null };
  const now = sending.clock.now();
  const secondsTo = (instant: Date) => Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));
  return inTransaction(database, async (transaction) => {
    await lockSends(transaction, 'registration');
    const sender = await requireSendAllowed(transaction, sending, 'registration', receiver);
    const parties = partiesOf(sending, 'registration', receiver);
    const ofAddress = await waitingOfAddress(transaction, parties);
    const isReturning = sender?.isReturning ?? false;
    const slot = waitingSlot(level, await lastWaitingAt(transaction), now, isReturning);
    const first = ofAddress.at(-waitingPerAddress);
    if (first !== undefined || !slot.isAllowed) {
      sending.smsWatch.refused('registration', first === undefined ? 'total' : 'address');
      const retryAt = first ?? (slot.isAllowed ? now : slot.retryAt);
      throw new CodedError('sms-limit-reached', String(secondsTo(retryAt)));
    }
    const sendId = sending.random.id();
    insertSend(transaction, { id: sendId, ...parties, sentAt: slot.sendAt, outcome: 'waiting' });
    const waiting = { sendId, sessionId, mobilePhone, language, ...origin };
    await insertWaitingCode(transaction, { ...waiting, sendAt: slot.sendAt });
    return secondsTo(slot.sendAt);
  });
}

export async function sendWaitingCodes(dependencies: LendingDependencies): Promise<void> {
  const { database, clock, configuration, logger, random } = dependencies;
  for (;;) {
    const due = await takeDueCode(database, clock.now());
    if (!due) return;
    const { sendId, sessionId, mobilePhone, language, pageId, appFrom, userFrom, utmTag } = due;
    try {
      await sendReservedCode(dependencies, sendId, {
        binding: { purpose: 'registration', mobilePhone },
        subject: sessionId,
        mobilePhone,
        words: (code) => registrationCodeWords(language, configuration.registration, code),
      });
      const origin = { pageId, appFrom, userFrom, utmTag };
      await insertPromotionSend(database, { id: random.id(), ...origin, sentAt: clock.now() });
    } catch (error) {
      logger.error('a waiting code was not sent', describeFailure(error));
    }
  }
}
