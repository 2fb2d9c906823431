import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { receivedText } from '#content/messages/received.ts';
import { takenBackText } from '#content/messages/taken-back.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanStatement, ReceivedPayment } from '#contract/calls/loan.ts';
import { minorAmount, zeroMinor } from '#domain/money/money.ts';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { Words } from '#ui/words.tsx';
import { type PageFacts, usePage, useText } from '../page-context.tsx';
import { receiptPath } from './document-paths.ts';
import { keyName } from './key-name.ts';
import styles from './received.module.css';
import { shownSum } from './shown-sum.ts';

const takenBackNewsMs = 14 * 86_400_000;

interface ReceivedProperties {
  readonly statement: LoanStatement;
}

/** Payments taken back in the last 14 days: why more is due than before. */
export function TakenBackNotice({ statement }: ReceivedProperties): ReactNode {
  const { money, dates } = usePage();
  const text = useText(takenBackText);
  const { today, reversedPayments, remainingMinor } = statement;
  const isNews = (at: string) => Date.parse(today) - Date.parse(at) < takenBackNewsMs;
  const recent = reversedPayments.filter(({ reversedAt }) => isNews(reversedAt));
  if (recent.length === 0) return null;
  return (
    <section>
      {recent.map(({ amountMinor, paidAt, reversedAt }) => {
        const facts = {
          amount: money(amountMinor),
          paid: dates.minute(paidAt),
          time: dates.minute(reversedAt),
        };
        return (
          <Note tone="warn" key={`${paidAt} ${reversedAt}`}>
            <Words text={fill(text.payment, facts)} /> {remainingMinor > zeroMinor && text.owedAgain}
          </Note>
        );
      })}
    </section>
  );
}

export function hasReceived({ payments, refunds, reversedPayments }: LoanStatement): boolean {
  return payments.length + refunds.length + reversedPayments.length > 0;
}

/** Payments, newest first, with receipts and sum; then refunds, credit, and payments taken back. */
export function ReceivedPayments({ statement }: { readonly statement: LoanStatement }): ReactNode {
  const page = usePage();
  const { money } = page;
  const moment = page.dates.minute;
  const text = useText(receivedText);
  const { heldMinor, refunds, reversedPayments } = statement;
  const keyOf = (payment: ReceivedPayment) =>
    payment.trackingKey && `${keyName(page.market, page.language, payment)} ${payment.trackingKey}`;
  const received = shownSum(page, statement.payments, ({ amountMinor }) => amountMinor);
  const { rows: payments } = received;
  const rows = payments.map((payment): Row => {
    const amount = money(payment.amountMinor);
    return {
      label: [moment(payment.paidAt), text[payment.method], keyOf(payment)].filter(Boolean).join(', '),
      value: (
        <>
          {amount}
          <br />
          <a href={receiptLink(page, payment)} aria-label={fill(text.seeReceiptOf, { amount })}>
            {text.seeReceipt}
          </a>
        </>
      ),
    };
  });
  const inTotal = money(received.sumMinor);
  const held = heldMinor > zeroMinor ? [{ label: text.held, value: money(heldMinor) }] : [];
  const givenBack = refunds.map(
    ({ amountMinor, requestedAt, sentAt }): Row => ({
      label: fill(sentAt === null ? text.refundRequested : text.refundSent, {
        time: moment(sentAt ?? requestedAt),
      }),
      value: money(amountMinor),
    }),
  );
  const takenBack = reversedPayments.map(
    ({ amountMinor, paidAt, reversedAt }): Row => ({
      label: fill(text.takenBackOf, { paid: moment(paidAt), time: moment(reversedAt) }),
      value: money(amountMinor),
    }),
  );
  return (
    <>
      <Rows rows={[...rows, { label: text.inTotal, value: inTotal, isTotal: true }]} />
      <Rows rows={[...givenBack, ...held]} />
      {takenBack.length > 0 && (
        <>
          <h3>{text.takenBack}</h3>
          <p className="hint">{text.takenBackLine}</p>
          <Rows rows={takenBack} />
        </>
      )}
    </>
  );
}

/** Whether an unanswered card payment may cover all that is due, so that it must not be paid again by another way. */
export function isBeingConfirmed({ pendingMinor, isPendingToExtend, dueMinor }: LoanStatement): boolean {
  return pendingMinor !== null && (isPendingToExtend || pendingMinor >= dueMinor);
}

/** An unanswered card payment: both outcomes, and where to look. */
export function PendingNotice({ statement }: ReceivedProperties): ReactNode {
  const { money, link, paths, key } = usePage();
  const text = useText(receivedText);
  const { pendingMinor, dueMinor } = statement;
  if (pendingMinor === null) return null;
  if (statement.isPendingToExtend) {
    return (
      <section>
        <Note tone="brand">{fill(text.pendingToExtend, { amount: money(pendingMinor) })}</Note>
        <ButtonLink href={link(paths.payWay, { ...key, requestType: 2 })} kind="second">
          {text.seePending}
        </ButtonLink>
      </section>
    );
  }
  const left = money(minorAmount(Math.max(0, dueMinor - pendingMinor)));
  return (
    <section>
      <Note tone="brand">
        {fill(text.pending, { amount: money(pendingMinor) })}{' '}
        {fill(text.pendingOutcomes, { left, owed: money(dueMinor) })}
      </Note>
      <ButtonLink href={link(paths.payWay, key)} kind="second">
        {text.seePending}
      </ButtonLink>
    </section>
  );
}

/** Announces a payment that arrives (`web/browser/live-payments.ts`); silent before. */
export function QuietLivePayments({ statement }: ReceivedProperties): ReactNode {
  const { news, otherNews } = useText(receivedText);
  return (
    <div {...marks({ livePayments: paymentsMark(statement), news, otherNews })}>
      <output className={styles.news} {...marks({ liveNews: '' })} />
    </div>
  );
}

/**
 * Says that the page checks for payments, with a link to check without script (`web/browser/live-payments.ts`).
 * @param loanLink page to check and to go to, if this one does not show payments.
 */
export function LivePayments({
  statement,
  loanLink,
}: ReceivedProperties & { readonly loanLink?: string }): ReactNode {
  const { link, path, key } = usePage();
  const text = useText(receivedText);
  return (
    <section
      {...marks({
        livePayments: paymentsMark(statement),
        liveAt: loanLink,
        news: loanLink ? text.newsAt : text.news,
        otherNews: loanLink ? text.otherNewsAt : text.otherNews,
      })}
    >
      <output className="hint" {...marks({ liveNews: '' })}>
        {text.looking}
      </output>
      <p>
        <a href={loanLink ?? link(path, key)}>{loanLink ? text.lookAt : text.lookNow}</a>
      </p>
    </section>
  );
}

/**
 * Changes when a payment arrives, is taken back or answered, or when a claim or dispute moves; reveals nothing of the loan.
 * Starts with the number of payments, by which the browser notices a new one.
 */
export function paymentsMark({ payments, pendingMinor, claims, disputes }: LoanStatement): string {
  const open = disputes?.filter(({ state }) => state === 'open') ?? [];
  const disputed =
    open.length === 0 ? '' : `-d${open.length}-${open.filter((each) => each.complaintId !== null).length}`;
  const waiting = claims?.filter(({ state }) => state === 'waiting') ?? [];
  const answered = waiting.filter(({ complaintId }) => complaintId !== null);
  const mark = `${payments.length}-${pendingMinor === null ? 0 : 1}`;
  return (waiting.length === 0 ? mark : `${mark}-${waiting.length}-${answered.length}`) + disputed;
}

export function receiptLink(
  { link, key }: Pick<PageFacts, 'link' | 'key'>,
  { paymentId }: Pick<ReceivedPayment, 'paymentId'>,
): string {
  return link(receiptPath, { ...key, paymentId });
}
