import type { ReactNode } from 'react';
import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { marketText } from '#content/market-words.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { withTaxWords } from '#content/messages/tax.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanOffer } from '#contract/calls/offer.ts';
import { marketOf } from '#domain/market.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { termUnitOf } from '#domain/offer/term-unit.ts';
import { CallLink, hostLink } from '#ui/bridge/links.tsx';
import { CostScale } from '#ui/figures/cost-scale.tsx';
import { FigureFold, FigureRow, FigureRows } from '#ui/figures/figure-rows.tsx';
import { FoldAfter, FoldedRest } from '#ui/figures/fold.tsx';
import { Rail } from '#ui/figures/rail.tsx';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import {
  bankIcon,
  clockIcon,
  couponIcon,
  flagIcon,
  giveBackIcon,
  houseIcon,
  paperIcon,
  percentIcon,
  questionIcon,
} from '#ui/frame/icons.tsx';
import { FoldLine, LinkLine, LinkList, TextLine } from '#ui/frame/link-list.tsx';
import { ProductHead, ProductLogo } from '#ui/frame/product-head.tsx';
import { Note } from '#ui/notice/note.tsx';
import { usePage, useText } from '../page-context.tsx';
import { ComplaintWayList } from '../support/complaint-ways.tsx';
import { firstDayName, firstFigureNames, firstFiguresOf, validityName } from './acceptance.ts';
import { paperId } from './agreement-check.tsx';
import { daysText, isCat, KeyFacts, penaltyRows } from './key-facts.tsx';

type Texts = TextsIn<typeof confirmText>;

export interface OfferProperties {
  /** Dates as the backend wrote them. */
  readonly offer: LoanOffer;
  readonly logo: string | null;
  readonly productId: string;
  /** The host's page of a product, and the link to this one's; both empty for none. */
  readonly productDetail: string;
  readonly productLink: string;
  readonly paperLink: string | null;
  /** Adds an account without a host; empty for none. */
  readonly accountLink: string;
}

/** The offer at a glance, its details in folds, and the hidden fields that identify it when it is accepted (CONFIRM-1). */
export function OfferSections(properties: OfferProperties): ReactNode {
  const { offer } = properties;
  const { money } = usePage();
  const { quote } = offer;
  const text = useText(confirmText);
  const figures = firstFiguresOf(offer);
  return (
    <>
      <input type="hidden" name="periods" value={offer.term.count} />
      <input type="hidden" name="termUnit" value={offer.term.unit} />
      <input type="hidden" name="quoteId" value={quote?.quoteId ?? ''} />
      <input type="hidden" name={firstDayName} value={offer.firstPaymentDate} />
      <input type="hidden" name={validityName} value={quote?.validThrough ?? ''} />
      {firstFigureNames.map((name) => (
        <input key={name} type="hidden" name={name} value={figures[name] ?? ''} />
      ))}
      <section>
        <CostScale
          received={{ size: offer.amountMinor, label: text.youReceive, amount: money(offer.amountMinor) }}
          repaid={quote && { size: quote.totalMinor, label: text.youRepay, amount: money(quote.totalMinor) }}
          cost={quote && { size: quote.costMinor, label: text.cost, amount: money(quote.costMinor) }}
        />
      </section>
      <Product {...properties} />
      {offer.plan.length > 0 && <Payments {...properties} />}
      <Changes {...properties} />
      <Details {...properties} />
      <Menu {...properties} />
    </>
  );
}

function Product({ offer, logo }: Pick<OfferProperties, 'offer' | 'logo'>): ReactNode {
  const text = useText(confirmText);
  const { productName, term, dailyRate, rateNote, quote } = offer;
  const length = termText(term, text);
  const facts = [length && `${text.term} ${length}`, dailyRate && `${text.dailyRate} ${dailyRate}`];
  return (
    <section>
      <ProductHead logo={logo} name={productName || text.product} note={facts.filter(Boolean).join(' · ')} />
      {/* With a quote the yearly cost says it better. */}
      {!quote && dailyRate && rateNote && <p className="hint">{rateNote}</p>}
    </section>
  );
}

function Payments({ offer: { plan, quote } }: Pick<OfferProperties, 'offer'>): ReactNode {
  const { language, market, money, dates } = usePage();
  const text = useText(confirmText);
  const { payment, payments } = marketText(market, language);
  const amounts = plan.map((each) => each.amountMinor);
  const [count, dearestMinor] = [plan.length, Math.max(...amounts) as MinorAmount];
  const areAlike = amounts.every((each) => each === dearestMinor);
  const heading =
    count === 1 ? fill(text.inOne, { payment }) : fill(areAlike ? text.each : text.upTo, { count, payments });
  return (
    <section>
      <h2 className="between">
        {heading} <span className="num">{money(dearestMinor)}</span>
      </h2>
      <Rail
        steps={plan.map(({ date, title }, index) => ({
          label: dates.short(date) || title,
          day: dates.iso(date),
          state: index === 0 ? 'now' : undefined,
        }))}
      />
      <FoldAfter title={fill(text.eachPayment, { payment })}>
        <Rows
          rows={[
            ...plan.map(({ date, title, description, amountMinor }, index) => ({
              label: `${index + 1} · ${dates.day(date) || title}`,
              note: description || (date ? title : ''),
              value: <span className="num">{money(amountMinor)}</span>,
            })),
            ...(quote
              ? [
                  {
                    label: text.inTotal,
                    value: <span className="num">{money(quote.totalMinor)}</span>,
                    isTotal: true,
                  },
                ]
              : []),
          ]}
        />
        <p className="hint">{text.nothingToday}</p>
      </FoldAfter>
    </section>
  );
}

/** The cost of paying late, and the annual cost; nothing without a quote. */
function Changes({ offer: { quote } }: Pick<OfferProperties, 'offer'>): ReactNode {
  const { language, market, company, percent } = usePage();
  const text = useText(confirmText);
  if (!quote) return null;
  const { coolingOffDays } = company;
  const days = daysText(coolingOffDays, text);
  return (
    <section className="list">
      <h2 className="sr">{text.whatChanges}</h2>
      <FigureRows>
        <LateRow quote={quote} />
        <FigureRow
          icon={percentIcon}
          label={isCat(quote) ? text.cat : text.apr}
          figure={percent(quote.annualCostPpm, 1)}
          hint={isCat(quote) ? text.catNote : text.aprNote}
        />
        {coolingOffDays > 0 && (
          <FigureFold icon={giveBackIcon} label={fill(text.changeOfMind, { days })}>
            <p>
              {fill(text.coolingOff, {
                days,
                withTax: withTaxWords(
                  marketOf[market].tax.on,
                  marketText(market, language).taxName,
                  language,
                ),
              })}
            </p>
            <p className="hint">{text.coolingOffHow}</p>
          </FigureFold>
        )}
      </FigureRows>
    </section>
  );
}

/** Penalty of the first charged day; the hint adds a higher later penalty, the fixed fee and the limits. */
function LateRow({
  quote: { penaltyDailyPpm, firstPenaltyMinor, laterPenalties, lateFeeMinor, ...caps },
}: {
  readonly quote: NonNullable<LoanOffer['quote']>;
}): ReactNode {
  const { language, market, money } = usePage();
  const text = useText(confirmText);
  const [begins] = penaltyDailyPpm > 0 ? [] : laterPenalties;
  const isOnce = penaltyDailyPpm === 0 && !begins && lateFeeMinor > 0;
  const shownMinor = isOnce ? lateFeeMinor : (begins?.firstPenaltyMinor ?? firstPenaltyMinor);
  const dearer = laterPenalties.find((later) => later.firstPenaltyMinor > shownMinor);
  const { payment } = marketText(market, language);
  const { penaltyMaxMinor: ofLoanMinor, penaltyMaxOfPaymentMinor: ofPaymentMinor } = caps;
  const ofPayment =
    ofPaymentMinor === null ? [] : [fill(text.atMostOfPayment, { payment, amount: money(ofPaymentMinor) })];
  const atMost = ofLoanMinor === null ? ofPayment : [fill(text.atMost, { amount: money(ofLoanMinor) })];
  const hints = [
    ...(begins ? [fill(text.onlyFromDay, { day: begins.fromDay })] : []),
    ...(dearer ? [fill(text.fromDay, { day: dearer.fromDay, amount: money(dearer.firstPenaltyMinor) })] : []),
    ...(lateFeeMinor > 0 && !isOnce ? [fill(text.plusOnce, { amount: money(lateFeeMinor) })] : []),
    ...(isOnce || shownMinor === 0 ? [] : atMost),
  ];
  return (
    <FigureRow
      icon={clockIcon}
      label={text.ifLate}
      figure={money(shownMinor)}
      unit={isOnce ? text.once : text.aDay}
      hint={hints.join('; ')}
    />
  );
}

/** The backend's rows, two open and the rest folded, and the first due date (CONFIRM-1, DATE-1). */
function Details({ offer }: Pick<OfferProperties, 'offer'>): ReactNode {
  const { language, market, dates } = usePage();
  const text = useText(confirmText);
  const { payment } = marketText(market, language);
  const rows = [
    ...offer.details,
    { label: fill(text.firstPayment, { payment }), value: dates.day(offer.firstPaymentDate) },
  ].filter(({ value }) => value !== '');
  if (rows.length === 0) return null;
  return (
    <section>
      <Rows rows={rows.slice(0, 2)} />
      {rows.length > 2 && (
        <FoldedRest more={text.moreRows} less={text.fewerRows}>
          <Rows rows={rows.slice(2)} />
        </FoldedRest>
      )}
    </section>
  );
}

function Menu(properties: OfferProperties): ReactNode {
  const { offer, logo, productId, productDetail, productLink, accountLink } = properties;
  const page = usePage();
  const { language, market, company, helpLink, link, paths } = page;
  const { quote, couponCount } = offer;
  const text = useText(confirmText);
  const { paper, payment } = marketText(market, language);
  // No coupon changes the figures of a quote.
  const [oneCoupon, coupons] = quote
    ? [text.oneCouponUnused, text.couponsUnused]
    : [text.oneCoupon, text.coupons];
  return (
    <section className="list">
      <LinkList>
        {offer.accountEnding !== '' && (
          <TextLine icon={bankIcon}>{fill(text.account, { ending: offer.accountEnding })}</TextLine>
        )}
        <LinkLine icon={bankIcon} {...hostLink({ name: 'startBankFlow' }, accountLink)}>
          {text.otherAccount}
        </LinkLine>
        {couponCount > 0 && (
          <TextLine icon={couponIcon}>
            {fill(couponCount === 1 ? oneCoupon : coupons, { count: couponCount })}
          </TextLine>
        )}
        {quote && (
          <FoldLine
            icon={paperIcon}
            title={paper}
            note={quote.validThrough ? <Validity day={quote.validThrough} /> : text.paperNote}
            id={paperId}
          >
            <KeyFacts offer={offer} quote={quote} />
            {properties.paperLink && (
              <p>
                <a href={properties.paperLink}>{text.wholePaper}</a>
              </p>
            )}
          </FoldLine>
        )}
        {productLink && productId && (
          <LinkLine
            icon={<ProductLogo logo={logo} size={24} />}
            {...hostLink(
              { name: 'openPageWithParameter', page: productDetail, parameter: productId },
              productLink,
            )}
          >
            {text.seeProduct}
          </LinkLine>
        )}
        <FoldLine icon={questionIcon} title={text.cannotPay} note={text.cannotPayNote}>
          {quote && <Rows rows={penaltyRows(quote, page)} />}
          {quote && <p>{text.penaltyFirst}</p>}
          {quote && quote.extensionMaxDays > 0 && (
            <p>{fill(text.extension, { payment, days: daysText(quote.extensionMaxDays, text) })}</p>
          )}
          <p>
            <a href={helpLink}>{text.talk}</a>
            <br />
            <span className="hint">{text.talkIsFree}</span>
          </p>
          <Note tone="plain">{text.noHarassment}</Note>
        </FoldLine>
        <FoldLine icon={flagIcon} title={text.complaints}>
          <ComplaintWayList
            company={company}
            market={market}
            language={language}
            complaintLink={link(paths.complaint)}
            givesNumber={quote !== null}
          />
        </FoldLine>
        <FoldLine
          icon={houseIcon}
          title={fill(text.lentBy, { lender: company.appName })}
          note={text.lentByNote}
        >
          <Rows rows={lenderRows(company, text)} />
          <p className="hint">{text.noDeposits}</p>
        </FoldLine>
      </LinkList>
    </section>
  );
}

/** Last day of the offer as a short date; the key facts show the full date. */
function Validity({ day }: { readonly day: string }): ReactNode {
  const { dates } = usePage();
  const text = useText(confirmText);
  const [before = '', after = ''] = text.validUntil.split('{day}');
  return (
    <>
      {before}
      <time dateTime={day}>{dates.short(day)}</time>
      {after}
    </>
  );
}

function lenderRows({ lenderName, registration, telephone }: CompanyFacts, text: Texts): Row[] {
  return [
    { label: text.lender, value: lenderName },
    ...(registration ? [{ label: text.registration, value: registration }] : []),
    ...(telephone ? [{ label: text.telephone, value: <CallLink telephone={telephone} /> }] : []),
  ];
}

/** The loan's term; empty without a term or with an unknown unit, whose code would mean nothing to borrowers (CONFIRM-1). */
function termText({ count, unit }: LoanOffer['term'], text: Texts): string {
  const termUnit = termUnitOf(unit);
  if (!termUnit || count <= 0) return '';
  const words = {
    day: [text.oneDay, text.days],
    week: [text.oneWeek, text.weeks],
    fortnight: [text.oneFortnight, text.fortnights],
    month: [text.oneMonth, text.months],
  } as const;
  const [one, many] = words[termUnit];
  return count === 1 ? one : fill(many, { count });
}
