import type { ReactNode } from 'react';
import { paymentWords } from '#content/market-words.ts';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { repayText } from '#content/messages/repay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import { type RepaymentDetail, readRepayment } from '#contract/calls/repayment.ts';
import { linkParameters } from '#contract/page-query.ts';
import { lastSequence } from '#domain/loan/instalment-state.ts';
import { isSettling } from '#domain/loan/statement.ts';
import { currencyOf, decimalsOf } from '#domain/market.ts';
import { amountFromText, amountInField } from '#domain/money/amount-input.ts';
import { addMinor, type Currency, type MinorAmount } from '#domain/money/money.ts';
import { isAllClaimed } from '#domain/repayment/payment-claim.ts';
import { parseTypedAmount, type TypedAmount } from '#domain/repayment/typed-amount.ts';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { FoldedRest } from '#ui/figures/fold.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { FieldError } from '#ui/form/field-error.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { LinkBand } from '#ui/frame/link-list.tsx';
import { ProductLine } from '#ui/frame/product-head.tsx';
import { Note } from '#ui/notice/note.tsx';
import { Words } from '#ui/words.tsx';
import { backendImage } from '../backend-link.ts';
import { SavingNotice } from '../card-payment/pay-sections.tsx';
import { leaveToCardForm, savingState } from '../card-payment/save-card.ts';
import { DisputedPart, DisputeNotices } from '../charge-dispute/dispute-notices.tsx';
import { ClaimedAlready } from '../loan/claimed-already.tsx';
import { DearExtension } from '../loan/dear-extension.tsx';
import { PrepaidPlanNote } from '../loan/prepaid-plan.tsx';
import { PendingNotice, paymentsMark, QuietLivePayments, TakenBackNotice } from '../loan/received.tsx';
import type { Again, OpenScreen } from '../open-screen.ts';
import { usePage, useText } from '../page-context.tsx';
import { PaidAlready } from '../payment-claim/claim-form.tsx';
import { ClaimNotices } from '../payment-claim/claim-notices.tsx';
import { screen } from '../screen.tsx';
import { AnotherAmount, amountName, kindOfAmount } from './amount-choice.tsx';
import { PayWays } from './pay-ways.tsx';
import { RecoveryAgents } from './recovery-agents.tsx';

type Texts = TextsIn<typeof repayText>;

/** Rows outside of the fold (REPAY-2). */
const openRowCount = 2;

interface CardAnswer {
  readonly cardError: string;
}

/** The amount due and every way to pay it (specification, section 2, instalment repayment; REPAY-1 to REPAY-3). */
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
    // How to read an amount in the address depends on the loan's currency, which the backend returns.
    const isReadAnew = typed !== '' && decimalsOf(first.currency) !== decimalsOf(pageCurrency);
    const repayment = isReadAnew ? await read(first.currency) : first;
    const { statement, currency, amountMinor } = repayment;
    // A borrower who reported a payment has to confirm once before paying again.
    const paysAgain = open.parameter('again') === '1' ? { again: 1 } : {};
    if (statement) open.header('X-Loan-Payments', paymentsMark(statement));
    const shownMinor = repayment.chosenMinor ?? amountMinor;
    const saving = await savingState(open);
    return {
      title: repayText[language].title,
      repayment,
      statement,
      isClaimed: statement !== null && !paysAgain.again && isAllClaimed(statement.claims ?? [], shownMinor),
      typed,
      request: parseTypedAmount(statement ? typed : '', statement?.largestMinor ?? null, currency),
      saving,
      sameLink: link(config.paths.repay, {
        ...key,
        ...(saving === 'open' && { cardSaving: open.parameter('cardSaving') }),
      }),
      shownMinor,
      way: open.parameter('way'),
      logo: backendImage(open, repayment.productLogo),
      links: {
        loan: link(config.paths.order, key),
        card: link(
          config.paths.payWay,
          shownMinor === amountMinor ? key : { ...key, amount: amountInField(shownMinor, currency) },
        ),
        amount: (minor: MinorAmount) =>
          link(config.paths.repay, { ...key, ...paysAgain, amount: amountInField(minor, currency) }),
        again: link(config.paths.repay, { ...key, ...(typed && { amount: typed }), again: 1 }),
        keptFields: [
          ...Object.entries({ ...key, ...(paysAgain.again && { again: '1' }) }),
          ...linkParameters(open.query),
        ] as const,
      },
    };
  },
  submit: addCard,
  title: ({ title }) => title,
  currency: ({ repayment }) => repayment.currency,
  page(page) {
    const { open, title, repayment, statement, isClaimed, shownMinor, saving, sameLink, links } = page;
    // While a pending card payment may pay all of the amount, the page offers no other way, so that nobody pays it twice.
    const pendingMinor = statement?.pendingMinor ?? null;
    const isPending = pendingMinor !== null && !statement?.isPendingToExtend && pendingMinor >= shownMinor;
    const isNothingDue = shownMinor <= 0;
    return (
      <>
        <Bar title={title} backLink={links.loan} helpLink={open.helpLink} />
        <main>
          <SavingNotice saving={saving} sameLink={sameLink} />
          {statement && <TakenBackNotice statement={statement} />}
          {statement && <ClaimNotices statement={statement} />}
          <Due {...page} isNothingDue={isNothingDue} />
          {statement && <DisputeNotices statement={statement} />}
          {statement && <PendingNotice statement={statement} />}
          {isNothingDue ? (
            <section>
              <ButtonLink href={links.loan}>{repayText[open.language].seeLoan}</ButtonLink>
            </section>
          ) : (
            !isPending &&
            (isClaimed ? (
              <section>
                <ClaimedAlready againLink={links.again} />
              </section>
            ) : (
              <HowToPay {...page} />
            ))
          )}
          {statement && statement.amounts.length > 0 && (
            <section>
              <AnotherAmount {...page} statement={statement} prepayment={repayment.prepayment} />
            </section>
          )}
          <DearExtension statement={statement} />
          {!isNothingDue && !isClaimed && statement?.claims && (
            <LinkBand>
              <PaidAlready amountMinor={shownMinor} today={statement.today} />
            </LinkBand>
          )}
          {statement && <QuietLivePayments statement={statement} />}
        </main>
      </>
    );
  },
});

interface RepayProperties {
  readonly answer: CardAnswer | undefined;
  readonly way: string;
  readonly repayment: RepaymentDetail;
  readonly statement: LoanStatement | null;
  readonly typed: string;
  readonly request: TypedAmount;
  readonly shownMinor: MinorAmount;
  readonly logo: string | null;
  readonly links: {
    readonly loan: string;
    readonly card: string;
    readonly amount: (amountMinor: MinorAmount) => string;
    readonly keptFields: readonly (readonly [name: string, value: string])[];
  };
}

/** The amount, its instalment and product, and its rows: two open, the rest folded (REPAY-1, REPAY-2). */
function Due({
  repayment,
  statement,
  shownMinor,
  logo,
  isNothingDue,
}: RepayProperties & { readonly isNothingDue: boolean }): ReactNode {
  const text = useText(repayText);
  const { money, dates, market, language } = usePage();
  const { details: rows } = repayment;
  const date = dates.day(repayment.date);
  const hasFold = rows.length > openRowCount;
  // The folded rows below show the full date.
  const shortDay = hasFold ? dates.short : undefined;
  const isOfDue = shownMinor === repayment.amountMinor;
  const words = paymentWords(market, language);
  const label = isOfDue
    ? dueLine({ text, words, statement, date })
    : amountName(text, words, kindOfAmount(statement, shownMinor));
  const isLate = (statement?.daysLate ?? 0) > 0;
  const dated = { label: isLate ? text.wasDueOn : text.isDueOn, value: <span className="num">{date}</span> };
  return (
    <section>
      {isNothingDue ? (
        <Note tone="ok">{text.nothingDue}</Note>
      ) : (
        <AmountHero
          amount={money(shownMinor)}
          label={label && <Words text={label} shortDay={shortDay} />}
          note={<ProductLine logo={logo} name={repayment.productName} />}
        />
      )}
      <div className="gap">
        <PrepaidPlanNote plan={repayment.prepayment} />
        <Rows rows={rows.slice(0, openRowCount)} />
        {hasFold && (
          <FoldedRest more={text.more} less={text.less}>
            <Rows rows={[...rows.slice(openRowCount), ...(date === '' ? [] : [dated])]} />
            <RecoveryAgents />
          </FoldedRest>
        )}
        {statement && <DisputedPart statement={statement} />}
      </div>
    </section>
  );
}

/** Says which instalments are due and whether they are late; only the date without a statement, empty without a date. */
function dueLine({
  text,
  words,
  statement,
  date,
}: {
  readonly text: Texts;
  readonly words: ReturnType<typeof paymentWords>;
  readonly statement: LoanStatement | null;
  readonly date: string;
}): string {
  if (date === '') return '';
  if (statement === null) return fill(text.dueOn, { date });
  if (isSettling(statement)) return fill(text.settlesToday, { date });
  const { dueSequences, instalments, daysLate } = statement;
  const [number = 1] = dueSequences;
  const isLate = daysLate > 0;
  if (dueSequences.length > 1) {
    return fill(isLate ? text.lateMany : text.dueMany, { ...words, count: dueSequences.length, date });
  }
  return fill(isLate ? text.late : text.onTime, { ...words, number, count: lastSequence(instalments), date });
}

/** Every way to pay, the usual one open (REPAY-3, REPAY-4). */
function HowToPay({ answer, way, repayment, statement, shownMinor, links }: RepayProperties): ReactNode {
  const text = useText(repayText);
  const { channelGroups, notice, refusesCards, offersCardSaving, usualWay } = repayment;
  const cardText = useText(payWithCardText);
  return (
    <section>
      <h2>{text.howWillYouPay}</h2>
      <PayWays
        groups={channelGroups}
        amountMinor={shownMinor}
        purpose="repay"
        usual={usualWay}
        opened={way}
        receivedMinor={statement && addMinor(...statement.payments.map(({ amountMinor }) => amountMinor))}
        card={
          refusesCards
            ? null
            : {
                link: links.card,
                more: offersCardSaving && (
                  <form method="post">
                    <Button kind="second" name="do" value="save-card">
                      {cardText.addCard}
                    </Button>
                    <FieldError id="card-error">{answer?.cardError}</FieldError>
                  </form>
                ),
              }
        }
      />
      {notice && notice !== text.fraud && <Note tone="warn">{notice}</Note>}
    </section>
  );
}

async function addCard(open: OpenScreen): Promise<Response | Again<CardAnswer>> {
  const gone = await leaveToCardForm(open, 'repay');
  if (gone instanceof Response) return gone;
  return open.again<CardAnswer>({ cardError: payWithCardText[open.language].cardSavingFailed }, gone.status);
}
