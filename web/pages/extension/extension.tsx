import type { ReactNode } from 'react';
import { paymentWords } from '#content/market-words.ts';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { extensionText } from '#content/messages/extension.ts';
import { repayText } from '#content/messages/repay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { type ExtensionDetail, readExtension } from '#contract/calls/extension.ts';
import { type LoanStatement, type PaymentOptionView, readLoan } from '#contract/calls/loan.ts';
import type { CallFailure } from '#contract/client.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { Card, CardActions } from '#ui/figures/card.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { OptionCards } from '#ui/form/option-cards.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { doneIcon, headsetIcon, Icon, laterIcon, listIcon, plusIcon } from '#ui/frame/icons.tsx';
import { FoldLine, LinkBand } from '#ui/frame/link-list.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { ProductLine } from '#ui/frame/product-head.tsx';
import { Note } from '#ui/notice/note.tsx';
import { Words } from '#ui/words.tsx';
import { backendImage } from '../backend-link.ts';
import { DearExtension } from '../loan/dear-extension.tsx';
import { PayByWay, wayCharge } from '../loan/pay-by-way.tsx';
import { type PenaltyGrowth, penaltyGrowth } from '../loan/penalty.ts';
import { isBeingConfirmed, PendingNotice } from '../loan/received.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { usePage, useText } from '../page-context.tsx';
import { problemOf, Refusal } from '../problem.ts';
import { PayWays } from '../repayment/pay-ways.tsx';
import { screen } from '../screen.tsx';
import styles from './service-button.module.css';

type Texts = TextsIn<typeof extensionText>;

/** Extension of a due date: its cost, the alternatives, and how to pay for it (specification, section 2; DELAY-1 to DELAY-3). */
export const extension = screen({
  path: ({ paths }) => paths.repayDelay,
  script: 'extension',
  async load(open) {
    const answer = await open.call(readExtension, open.key());
    if (!answer.success) return { instead: await planInstead(open, answer) };
    return { offer: answer.data, logo: backendImage(open, answer.data.productLogo) };
  },
  title: ({ open }) => extensionText[open.language].title,
  currency: ({ offer, instead }) => (offer ?? instead).currency,
  page({ open, offer, logo, instead }) {
    if (!offer) return <PlanInstead {...instead} />;
    const { statement, notice } = offer;
    // A pending card payment may be for another price and date than today's.
    const isPending = statement !== null && isBeingConfirmed(statement);
    return (
      <>
        <Bar
          title={extensionText[open.language].title}
          backLink={open.link(open.config.paths.order, open.key())}
          helpLink={open.helpLink}
        />
        <main>
          {isPending ? (
            <PendingNotice statement={statement} />
          ) : (
            <>
              <PayInstead offer={offer} />
              <Price offer={offer} logo={logo} />
              <Details offer={offer} />
              <HowToExtend offer={offer} way={open.parameter('way') || 'none'} />
            </>
          )}
          {notice && notice !== repayText[open.language].fraud && (
            <section>
              <Note tone="warn">{notice}</Note>
            </section>
          )}
          <ActionPin offer={isPending ? null : offer} />
        </main>
      </>
    );
  },
});

interface OfferProperties {
  readonly offer: ExtensionDetail;
}

function optionOf({ options }: ExtensionDetail, kind: PaymentOptionView['kind']) {
  return options.find((option) => option.kind === kind) ?? null;
}

/** How much more the extension costs than paying today; 0 for no more or without figures. */
function extraOf(offer: ExtensionDetail): MinorAmount {
  const [extend, payAll] = [optionOf(offer, 'extend'), optionOf(offer, 'pay-all')];
  if (!extend || !payAll || extend.totalMinor <= payAll.totalMinor) return zeroMinor;
  return subtractMinor(extend.totalMinor, payAll.totalMinor);
}

/** Paying today, outlined; shown first where it costs less. */
function PayInstead({ offer }: OfferProperties): ReactNode {
  const { money, key, link, paths } = usePage();
  const text = useText(extensionText);
  const payAll = optionOf(offer, 'pay-all');
  const isCheaper = payAll !== null && extraOf(offer) > 0;
  const button = (
    <ButtonLink href={link(paths.repay, key)} kind="second">
      {text.payAll}
    </ButtonLink>
  );
  return (
    <section>
      {isCheaper ? (
        <Card icon={doneIcon} title={text.costsLess} titleAs="h2">
          <Rows rows={[{ label: text.inTotal, value: money(payAll.totalMinor) }]} />
          <CardActions>{button}</CardActions>
        </Card>
      ) : (
        button
      )}
    </section>
  );
}

/** Price today, amount due later, and their sum (DELAY-1). */
function Price({ offer, logo }: OfferProperties & { readonly logo: string | null }): ReactNode {
  const { money, dates } = usePage();
  const text = useText(extensionText);
  const { amountMinor, feeTitle, productName } = offer;
  const newDueDate = dates.day(offer.newDueDate);
  const extend = optionOf(offer, 'extend');
  const extraMinor = extraOf(offer);
  // The folds below show the full date.
  const date = newDueDate && <Words text={newDueDate} shortDay={extend ? dates.short : undefined} />;
  return (
    <section>
      <AmountHero
        label={feeTitle || text.title}
        amount={money(amountMinor)}
        note={<ProductLine logo={logo} name={productName} />}
      />
      {extend && (
        <div className="gap">
          <Rows
            rows={[
              { label: text.today, value: money(amountMinor) },
              { label: date || text.later, value: money(extend.owedAfterMinor) },
              { label: text.inTotal, value: money(extend.totalMinor), isTotal: true },
            ]}
          />
        </div>
      )}
      {!extend && date && (
        <p>
          {text.newDate} {date}
        </p>
      )}
      {extraMinor > 0 && <p className="hint">{fill(text.costsMore, { amount: money(extraMinor) })}</p>}
    </section>
  );
}

function Details({ offer }: OfferProperties): ReactNode {
  const { language, market, money, dates } = usePage();
  const text = useText(extensionText);
  const { amountMinor, feeMinor, vatMinor, currency, note, options, plan, statement } = offer;
  const newDueDate = dates.day(offer.newDueDate);
  const planned = plan
    .map(({ title, date }) => ({ title, date: dates.day(date) }))
    .filter(({ title, date }) => title !== '' || date !== '');
  const chargeMinor = addMinor(feeMinor ?? zeroMinor, vatMinor);
  const penaltyMinor =
    feeMinor !== null && chargeMinor <= amountMinor ? subtractMinor(amountMinor, chargeMinor) : zeroMinor;
  const parts = [
    { label: text.penalty, minor: penaltyMinor },
    { label: text.title, minor: feeMinor ?? zeroMinor },
    { label: chargeName('vat', language, currency), minor: vatMinor },
  ].filter(({ minor }) => minor > 0);
  const hasDate = newDueDate !== '' && optionOf(offer, 'extend') !== null;
  const hasSum = parts.length > 0 || note !== '' || hasDate;
  if (!hasSum && options.length + planned.length === 0) return null;
  return (
    <LinkBand>
      {hasSum && (
        <FoldLine icon={plusIcon} title={text.howWorkedOut}>
          <Rows
            rows={[
              ...parts.map(({ label, minor }) => ({ label, value: money(minor) })),
              ...(parts.length > 0
                ? [{ label: text.payToday, value: money(amountMinor), isTotal: true }]
                : []),
              ...(hasDate ? [{ label: text.newDate, value: <span className="num">{newDueDate}</span> }] : []),
            ]}
          />
          {note && (
            <p className="hint">
              <Words text={note} />
            </p>
          )}
        </FoldLine>
      )}
      {options.length > 0 && (
        <FoldLine icon={listIcon} title={text.beforeChoosing}>
          <Options options={options} />
          <p className="hint">{partNote(text, penaltyGrowth(statement))}</p>
        </FoldLine>
      )}
      {planned.length > 0 && (
        <FoldLine icon={laterIcon} title={fill(text.afterwards, paymentWords(market, language))}>
          <Rows
            rows={planned.map(({ title, date }) => ({
              label: title,
              value: <span className="num">{date}</span>,
            }))}
          />
        </FoldLine>
      )}
    </LinkBand>
  );
}

/** Every way to pay the extension, with its own codes (DELAY-1). */
function HowToExtend({
  offer,
  way,
}: OfferProperties & {
  readonly way: string;
}): ReactNode {
  const { key, link, paths, isBuiltIn } = usePage();
  const text = useText(extensionText);
  return (
    <section id="ways">
      <h2>{text.howToExtend}</h2>
      <PayWays
        groups={offer.channelGroups}
        amountMinor={offer.amountMinor}
        purpose="extend"
        usual={offer.usualWay}
        opened={way}
        hint={isBuiltIn ? `${text.ownCodes} ${text.onlyExtends}` : text.onlyExtends}
        card={offer.takesCards ? { link: link(paths.payWay, { ...key, requestType: 2 }) } : null}
      />
    </section>
  );
}

/** Paying by the usual way, else a link to all ways; beside it, help (DELAY-2). */
function ActionPin({ offer }: { readonly offer: ExtensionDetail | null }): ReactNode {
  const page = usePage();
  const text = useText(extensionText);
  const way = offer?.usualWay ?? null;
  return (
    <Pin above={offer && way && <p className="hint center">{wayCharge(page, way)}</p>}>
      <ServiceButton />
      {offer &&
        (way ? (
          <PayByWay way={way} purpose="extend" amountMinor={offer.amountMinor} />
        ) : (
          <ButtonLink href="#ways">{text.howToExtend}</ButtonLink>
        ))}
    </Pin>
  );
}

/**
 * A loan whose extension costs too much to be sold: its statement, with a possible new plan.
 * @throws Refusal for any other refusal.
 */
async function planInstead(open: OpenScreen, refused: CallFailure) {
  if (problemOf(refused).kind !== 'extension-unavailable') throw Refusal.of(refused);
  const loan = await open.call(readLoan, open.key());
  const statement = loan.success ? loan.data.statement : null;
  if (!loan.success || !statement?.dearExtension) throw Refusal.of(refused);
  return { statement, currency: loan.data.currency };
}

function PlanInstead({ statement }: { readonly statement: LoanStatement }): ReactNode {
  const { key, link, paths, helpLink } = usePage();
  const text = useText(extensionText);
  return (
    <>
      <Bar title={text.title} backLink={link(paths.order, key)} helpLink={helpLink} />
      <main>
        <DearExtension statement={statement} />
        <Pin>
          <ServiceButton />
          <ButtonLink href={link(paths.repay, key)}>{text.payAll}</ButtonLink>
        </Pin>
      </main>
    </>
  );
}

function partNote(text: Texts, growth: PenaltyGrowth): string {
  return {
    growing: text.partGrows,
    'once-late': text.partOnceLate,
    'paused-by-claim': text.partPaused,
    'standing-still': text.partStandingStill,
  }[growth];
}

function Options({ options }: { readonly options: readonly PaymentOptionView[] }): ReactNode {
  const { money, dates } = usePage();
  const text = useText(extensionText);
  const names = { extend: text.extend, 'pay-part': text.payPart, 'pay-all': text.payAll };
  const dayOf = (kind: PaymentOptionView['kind']) =>
    dates.day(options.find((option) => option.kind === kind)?.owedOn ?? '');
  return (
    <OptionCards
      options={options.map(({ kind, payTodayMinor, owedAfterMinor, totalMinor }) => ({
        name: names[kind],
        steps: [
          { label: text.today, date: dayOf('pay-all'), amount: money(payTodayMinor) },
          { label: text.later, date: dayOf('extend'), amount: money(owedAfterMinor) },
        ],
        total: { label: text.inTotal, amount: money(totalMinor) },
      }))}
    />
  );
}

/** Docked help link, which script makes draggable (DELAY-2). */
function ServiceButton(): ReactNode {
  const { helpLink } = usePage();
  const text = useText(extensionText);
  return (
    <span className={styles.dock}>
      <a id="service-button" className={styles.button} href={helpLink} draggable={false}>
        <Icon path={headsetIcon} />
        <span className="sr">{text.service}</span>
      </a>
      <span className="sr" id="service-button-hint">
        {text.serviceMoves}
      </span>
    </span>
  );
}
