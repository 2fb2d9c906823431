import type { loanText } from '#content/messages/loan.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanDetail } from '#contract/calls/loan.ts';
import type { Language } from '#domain/language.ts';
import type { LoanState } from '#domain/loan/loan-view.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import type { OpenScreen } from '../open-screen.ts';
import { recentPayment } from './circumstances.ts';

export interface BannerWords {
  readonly title: string;
  readonly description: string;
}

/** The banner's words for a state, with whole dates; by default the backend's words for the status. */
export function bannerWords(
  state: LoanState,
  loan: LoanDetail,
  {
    text,
    money,
    dates,
    language,
  }: {
    readonly text: TextsIn<typeof loanText>;
    readonly money: (amountMinor: MinorAmount) => string;
    readonly dates: ReturnType<OpenScreen['dates']>;
    readonly language: Language;
  },
): BannerWords {
  const { statement, usualWay } = loan;
  const news = recentPayment(loan);
  const claim = statement?.claims?.find((each) => each.state === 'waiting');
  if (state === 'voucher-waiting' && usualWay?.waitsUntil) {
    return {
      title: usualWay.name === '' ? text.codeTitle : fill(text.voucherTitle, { name: usualWay.name }),
      description: fill(text.voucherUntil, { date: dates.day(usualWay.waitsUntil) }),
    };
  }
  if (state === 'card-pending') {
    const isToExtend = statement?.isPendingToExtend ?? false;
    return {
      title: text.confirmingTitle,
      description: isToExtend ? text.confirmingToExtend : text.confirmingText,
    };
  }
  if (state === 'claimed' && claim) {
    const { complaintId, folio, answerBy } = claim;
    const until = fill(text.claimedUntil, { time: dates.minute(answerBy) });
    const complained = folio === '' ? text.claimedComplaintPlain : fill(text.claimedComplaint, { folio });
    return { title: text.claimedTitle, description: complaintId === null ? until : complained };
  }
  const arrived =
    news &&
    fill(text.arrivedText, { time: dates.minute(news.paidAt), method: receivedText[language][news.method] });
  if (state === 'paid-up' && statement) {
    return {
      title: fill(text.paidUpTitle, { date: dates.day(statement.dueDate) }),
      description: arrived
        ? `${fill(text.arrivedTitle, { amount: money(news.amountMinor) })}. ${arrived}`
        : loan.statusDescription,
    };
  }
  if (state === 'received' && arrived) {
    return { title: fill(text.arrivedTitle, { amount: money(news.amountMinor) }), description: arrived };
  }
  return { title: loan.statusTitle, description: loan.statusDescription };
}
