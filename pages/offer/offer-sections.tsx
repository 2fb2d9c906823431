import type { ReactNode } from 'react';
import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { marketText } from '#content/market-words.ts';
import { complaintWaysText } from '#content/messages/complaint-ways.ts';
import type { confirmText } from '#content/messages/confirm.ts';
import { withTaxWords } from '#content/messages/tax.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanOffer } from '#contract/calls/offer.ts';
import type { Language } from '#domain/language.ts';
import { type Market, marketOf } from '#domain/market.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import { formatPercent } from '#domain/offer/annual-cost.ts';
import { termUnitOf } from '#domain/offer/term-unit.ts';
import { hostLink } from '#ui/bridge/links.tsx';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { Plan } from '#ui/figures/plan.tsx';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { Split } from '#ui/figures/split.tsx';
import { ProductHead } from '#ui/frame/product-head.tsx';
import { Note } from '#ui/notice/note.tsx';
import { ComplaintWays } from '../support/complaint-ways.tsx';
import { daysText, KeyFacts, type KeyFactsProperties } from './key-facts.tsx';
import { OfferReloadBand } from './offer-reload.tsx';

type Texts = TextsIn<typeof confirmText>;

interface OfferProperties {
  readonly text: Texts;
  readonly language: Language;
  readonly amountStyle: AmountStyle;
  readonly offer: LoanOffer;
  readonly logo: string | null;
  readonly productId: string;
  /** The host's page of a product, as configured, and the link to that of this one; both empty for none. */
  readonly productDetail: string;
  readonly productLink: string;
  /** Where another account is added without a host; empty for nowhere. */
  readonly accountLink: string;
  readonly day: (text: string) => string;
  /** The market of the offer and who lends there. */
  readonly market: Market;
  readonly company: CompanyFacts;
  readonly complaintLink: string;
  readonly reloadLink: string | null;
  /** Whether the reload was made once already, so that another waits for the borrower (CONFIRM-3). */
  readonly isReload: boolean;
  readonly isRenewed: boolean;
}

/** The offer from the amount down to what being late costs, and the fields that name it when it is accepted (CONFIRM-1). */
export function OfferSections({
  text,
  language,
  amountStyle,
  offer,
  logo,
  productId,
  productDetail,
  productLink,
  accountLink,
  day,
  market,
  company,
  complaintLink,
  reloadLink,
  isReload,
  isRenewed,
}: OfferProperties): ReactNode {
  const { quote } = offer;
  const money = (amountMinor: MinorAmount) => formatMoney(amountMinor, language, amountStyle, offer.currency);
  const percent = (ppm: number, decimals: number | 'exact' = 'exact') =>
    formatPercent(ppm, decimals, language, amountStyle);
  return (
    <>
      <input type="hidden" name="amount" value={offer.amountMinor} />
      <input type="hidden" name="periods" value={offer.term.count} />
      <input type="hidden" name="termUnit" value={offer.term.unit} />
      <input type="hidden" name="quoteId" value={quote?.quoteId ?? ''} />
      {reloadLink && (
        <OfferReloadBand text={text} offer={offer} reloadLink={reloadLink} isReload={isReload} />
      )}
      <section>
        {isRenewed && (
          <Note tone="warn" isAlert>
            {text.renewed}
          </Note>
        )}
        <AmountHero label={text.youReceive} amount={money(offer.amountMinor)} />
        {quote && (
          <Split
            first={{ size: offer.amountMinor, label: text.loan, amount: money(offer.amountMinor) }}
            second={{ size: quote.costMinor, label: text.cost, amount: money(quote.costMinor) }}
          />
        )}
        {quote && (
          <div className="gap">
            <AmountHero
              label={text.youRepay}
              amount={money(quote.totalMinor)}
              note={planNote(offer.plan.length, termText(offer.term, text), text)}
            />
          </div>
        )}
      </section>
      {quote && (
        <KeyFacts
          offer={offer}
          quote={quote}
          company={company}
          market={market}
          language={language}
          text={text}
          money={money}
          percent={percent}
          day={day}
        />
      )}
      {offer.plan.length > 0 && (
        <section>
          <h2>{text.yourPayments}</h2>
          <Plan
            steps={offer.plan.map((payment) => ({
              date: payment.date || payment.title,
              note: payment.description || (payment.date ? payment.title : ''),
              amount: money(payment.amountMinor),
            }))}
          />
        </section>
      )}
      <section>
        <ProductHead logo={logo} name={offer.productName} note={quote ? '' : offer.rateNote} />
        <Rows rows={productRows(offer, text)} />
        {productLink && productId && (
          <p>
            <a
              {...hostLink(
                { name: 'openPageWithParameter', page: productDetail, parameter: productId },
                productLink,
              )}
            >
              {text.seeProduct}
            </a>
          </p>
        )}
        <p>
          <a {...hostLink({ name: 'startBankFlow' }, accountLink)}>{text.otherAccount}</a>
        </p>
      </section>
      {quote && <IfLate quote={quote} text={text} money={money} percent={percent} />}
      {quote && company.coolingOffDays > 0 && (
        <section>
          <h2>{text.changeOfMind}</h2>
          <p>
            {fill(text.coolingOff, {
              days: daysText(company.coolingOffDays, text),
              withTax: withTaxWords(marketOf[market].tax.on, marketText(market, language).taxName, language),
            })}
          </p>
          <p className="hint">{text.coolingOffHow}</p>
        </section>
      )}
      <ComplaintWays
        heading={complaintWaysText[language].heading}
        company={company}
        market={market}
        language={language}
        complaintLink={complaintLink}
        givesNumber={quote !== null}
      />
    </>
  );
}

function IfLate({
  quote,
  text,
  money,
  percent,
}: Pick<KeyFactsProperties, 'quote' | 'text' | 'money' | 'percent'>): ReactNode {
  return (
    <section>
      <h2>{text.ifLate}</h2>
      <p>{dailyPenaltyWords({ quote, text, money, percent })}</p>
      <p>{text.penaltyFirst}</p>
      {quote.lateFeeMinor > 0 && <p>{fill(text.lateFee, { amount: money(quote.lateFeeMinor) })}</p>}
      {quote.extensionMaxDays > 0 && (
        <p>{fill(text.extension, { days: daysText(quote.extensionMaxDays, text) })}</p>
      )}
      <Note tone="plain">{text.noHarassment}</Note>
    </section>
  );
}

/** What the days of a delay add, from the first one to those that add something else. */
function dailyPenaltyWords({
  quote,
  text,
  money,
  percent,
}: Pick<KeyFactsProperties, 'quote' | 'text' | 'money' | 'percent'>): string {
  const { penaltyDailyPpm, firstPenaltyMinor, laterPenalties } = quote;
  const [next] = laterPenalties;
  const free = next
    ? fill(text.noPenaltyYet, { days: daysText(next.fromDay - 1, text) })
    : text.noDailyPenalty;
  return [
    penaltyDailyPpm > 0
      ? fill(text.penalty, { rate: percent(penaltyDailyPpm), amount: money(firstPenaltyMinor) })
      : free,
    ...laterPenalties.map((later) =>
      fill(text.penaltyLater, {
        day: later.fromDay,
        rate: percent(later.dailyPpm),
        amount: money(later.firstPenaltyMinor),
      }),
    ),
  ].join(' ');
}

function productRows(offer: LoanOffer, text: Texts): Row[] {
  const { couponCount } = offer;
  const coupons =
    couponCount === 1 ? text.oneCouponAvailable : fill(text.couponsAvailable, { count: couponCount });
  return [
    { label: text.term, value: termText(offer.term, text) },
    { label: text.dailyRate, value: offer.dailyRate },
    { label: text.firstPayment, value: offer.firstPaymentDate },
    ...offer.details,
    { label: text.coupons, value: couponCount > 0 ? coupons : '' },
  ].filter(({ value }) => value !== '');
}

/** How long the loan runs; empty for no time, and for a unit that is not known: a backend's code says nothing to a borrower (CONFIRM-1). */
function termText({ count, unit }: LoanOffer['term'], text: Texts): string {
  const known = termUnitOf(unit);
  if (!known || count <= 0) return '';
  const words = {
    day: [text.oneDay, text.days],
    week: [text.oneWeek, text.weeks],
    fortnight: [text.oneFortnight, text.fortnights],
    month: [text.oneMonth, text.months],
  } as const;
  const [one, many] = words[known];
  return count === 1 ? one : fill(many, { count });
}

/** In how many payments the loan is paid back, and over which time where that is known. */
function planNote(count: number, term: string, text: Texts): string {
  if (term === '') return count === 1 ? text.onePayment : fill(text.payments, { count });
  return count === 1 ? fill(text.inOnePayment, { term }) : fill(text.inPayments, { count, term });
}
