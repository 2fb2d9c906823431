import { chargeName } from '#content/messages/charge-dispute.ts';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { repayText } from '#content/messages/repay.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { linkParameters } from '#contract/page-query.ts';
import type { Language } from '#domain/language.ts';
import { currencyOf, decimalsOf } from '#domain/market.ts';
import { amountFromText, amountInField } from '#domain/money/amount-input.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { parseTypedAmount } from '#domain/repayment/typed-amount.ts';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { FoldedRest } from '#ui/figures/fold.tsx';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { FieldError } from '#ui/form/field-error.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { ProductHead } from '#ui/frame/product-head.tsx';
import { Note } from '#ui/notice/note.tsx';
import { backendImage } from '../backend-link.ts';
import { SavingNotice } from '../card-payment/pay-sections.tsx';
import { leaveToCardForm, savingState } from '../card-payment/save-card.ts';
import { DisputedPart, DisputeNotices } from '../charge-dispute/dispute-notices.tsx';
import { PaymentPlan } from '../loan/payment-plan.tsx';
import { penaltyParts } from '../loan/penalty-parts.ts';
import { LivePayments, PendingNotice, paymentsMark, TakenBackNotice } from '../loan/received.tsx';
import type { Again, OpenScreen } from '../open-screen.ts';
import { PaidAlready } from '../payment-claim/claim-form.tsx';
import { ClaimNotices } from '../payment-claim/claim-notices.tsx';
import { screen } from '../screen.tsx';
import { AmountChoice, DueLine } from './amount-choice.tsx';
import { ChannelGroups, payableGroups } from './channel-groups.tsx';
import { WaysToPay } from './ways-to-pay.tsx';

/** Rows of the detail list that stand outside the fold (REPAY-2). */
const openRowCount = 2;

interface CardAnswer {
  readonly cardError: string;
}

/** What is to be paid and every way to pay it (specification, section 2, instalment repayment; REPAY-1 to REPAY-3). */
export const repay = screen({
  path: ({ paths }) => paths.repay,
  script: 'repay',
  async load(open) {
    const { config, language, link } = open;
    const key = open.key();
    const typed = open.parameter('amount');
    const read = (of: Currency | null) => {
      const wished = amountFromText(typed, of);
      return open.ask(readRepayment, { ...key, ...(wished && { chosenMinor: wished }) });
    };
    const pageCurrency = currencyOf(open.market);
    const first = await read(pageCurrency);
    // What an amount in an address says depends on the loan's currency, which the backend tells.
    const isReadAnew = typed !== '' && decimalsOf(first.currency) !== decimalsOf(pageCurrency);
    const repayment = isReadAnew ? await read(first.currency) : first;
    const { statement, currency, amountMinor } = repayment;
    if (statement) open.header('X-Loan-Payments', paymentsMark(statement));
    const asked = parseTypedAmount(statement ? typed : '', statement?.largestMinor ?? null, currency);
    const shownMinor = repayment.chosenMinor ?? amountMinor;
    const saving = await savingState(open);
    return {
      text: repayText[language],
      repayment,
      statement,
      typed,
      asked,
      saving,
      sameLink: link(config.paths.repay, {
        ...key,
        ...(saving === 'open' && { cardSaving: open.parameter('cardSaving') }),
      }),
      shownMinor,
      currency,
      money: (minor: MinorAmount) => formatMoney(minor, language, config.amountStyle, currency),
      linkFor: (minor: MinorAmount) =>
        link(config.paths.repay, { ...key, amount: amountInField(minor, currency) }),
      keptFields: [...Object.entries(key), ...linkParameters(open.query)] as const,
      dates: open.dates(currency),
      date: open.dates(currency).day(repayment.date),
      logo: backendImage(open, repayment.productLogo),
      loanLink: link(config.paths.order, key),
      cardLink: link(
        config.paths.payWay,
        shownMinor === amountMinor ? key : { ...key, amount: amountInField(shownMinor, currency) },
      ),
    };
  },
  submit: addCard,
  title: ({ text }) => text.title,
  currency: ({ repayment }) => repayment.currency,
  page({ open, answer, text, repayment, dates, date, logo, loanLink, cardLink, ...choice }) {
    const { statement, shownMinor, money } = choice;
    // What a card payment may be paying already is not paid a second time by another way.
    const pendingMinor = statement?.pendingMinor ?? null;
    const isPending = pendingMinor !== null && !statement?.isPendingToExtend && pendingMinor >= shownMinor;
    const { currency, details, channelGroups, notice, productName, refusesCards } = repayment;
    const cardText = payWithCardText[open.language];
    const ways = {
      open,
      groups: channelGroups,
      amountMinor: shownMinor,
      currency,
      purpose: 'repay',
    } as const;
    const isNothingDue = shownMinor <= 0;
    const takesPayment = !isPending && !isNothingDue;
    const takesCards = takesPayment && !refusesCards;
    const canSaveCard = takesCards && repayment.offersCardSaving;
    return (
      <>
        <Bar title={text.title} backLink={loanLink} helpLink={open.helpLink} text={text} />
        <main>
          <SavingNotice text={cardText} saving={choice.saving} sameLink={choice.sameLink} />
          {statement && <TakenBackNotice {...{ open, statement, money }} moment={dates.minute} />}
          {statement && <ClaimNotices statement={statement} />}
          <section>
            {isNothingDue ? (
              <Note tone="ok">{text.nothingDue}</Note>
            ) : (
              <AmountHero
                amount={money(shownMinor)}
                label={
                  date && (
                    <>
                      {text.dueOn} <b className="num">{date}</b>
                    </>
                  )
                }
              />
            )}
            {statement && !isNothingDue && <DueLine statement={statement} date={date} text={text} />}
            {statement && (
              <div className="gap">
                <Rows rows={sumRows(statement, open.language, money)} />
                <DisputedPart statement={statement} />
              </div>
            )}
            <div className="gap">
              <Rows rows={details.slice(0, openRowCount)} />
              {details.length > openRowCount && (
                <FoldedRest more={text.more} less={text.less}>
                  <Rows rows={details.slice(openRowCount)} />
                </FoldedRest>
              )}
            </div>
          </section>
          {statement && <DisputeNotices statement={statement} />}
          {statement && statement.amounts.length > 0 && (
            <AmountChoice {...choice} statement={statement} text={text} />
          )}
          {statement && <PendingNotice open={open} statement={statement} money={money} />}
          {takesPayment && <ChannelGroups {...ways} />}
          {canSaveCard && (
            <section>
              <h2>{text.card}</h2>
              <form method="post">
                <Button kind="second" name="do" value="save-card">
                  {cardText.addCard}
                </Button>
                <FieldError id="card-error">{answer?.cardError}</FieldError>
              </form>
            </section>
          )}
          <PaymentPlan {...{ open, statement, currency, money }} day={dates.day} />
          {!isNothingDue && statement?.claims && (
            <PaidAlready amountMinor={shownMinor} today={statement.today} />
          )}
          {statement && <LivePayments open={open} statement={statement} />}
          <section>
            {notice && notice !== text.fraud && <Note tone="warn">{notice}</Note>}
            <Note tone="plain">{text.fraud}</Note>
          </section>
          <section>
            <ProductHead logo={logo} name={productName} note={text.product} />
          </section>
          {takesCards && (
            <Pin above={<WaysToPay groups={payableGroups(ways)} label={text.waysToPay} />}>
              <ButtonLink href={cardLink}>{text.payWithCard}</ButtonLink>
            </Pin>
          )}
        </main>
      </>
    );
  },
});

/** The form for a card is the one that the page sends. */
async function addCard(open: OpenScreen): Promise<Response | Again<CardAnswer>> {
  const gone = await leaveToCardForm(open, 'repay');
  if (gone instanceof Response) return gone;
  return open.again<CardAnswer>({ cardError: payWithCardText[open.language].cardSavingFailed }, gone.status);
}

/** What is due as a sum: the payment and its penalties, the larger first, less what was received; one part alone needs none. */
function sumRows(
  statement: LoanStatement,
  language: Language,
  money: (amountMinor: MinorAmount) => string,
): Row[] {
  const { dueMinor, chargedMinor, penaltyMinor, receivedMinor, dueSequences } = statement;
  if (penaltyMinor <= 0 && receivedMinor <= 0) return [];
  const text = repayText[language];
  const { byDayMinor, lateFeeMinor } = penaltyParts(penaltyMinor, statement);
  const charged = [
    { label: dueSequences.length > 1 ? text.payments : text.payment, minor: chargedMinor },
    { label: text.penalty, minor: byDayMinor },
    { label: chargeName('late-fee', language, null), minor: lateFeeMinor },
  ];
  return [
    ...charged
      .filter(({ minor }) => minor > 0)
      .sort((a, b) => b.minor - a.minor)
      .map(({ label, minor }) => ({ label, value: money(minor) })),
    ...(receivedMinor > 0 ? [{ label: text.received, value: `−${money(receivedMinor)}` }] : []),
    { label: text.totalToday, value: money(dueMinor), isTotal: true },
  ];
}
