import type { ReactNode } from 'react';
import { extensionText } from '#content/messages/extension.ts';
import { repayText } from '#content/messages/repay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { readExtension } from '#contract/calls/extension.ts';
import {
  type LoanDetail,
  type LoanStatement,
  type PaymentOptionView,
  readLoan,
} from '#contract/calls/loan.ts';
import type { CallFailure } from '#contract/client.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { OptionCards } from '#ui/form/option-cards.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { headsetIcon, Icon } from '#ui/frame/icons.tsx';
import { ProductHead } from '#ui/frame/product-head.tsx';
import { Note } from '#ui/notice/note.tsx';
import { Words } from '#ui/words.tsx';
import { backendImage } from '../backend-link.ts';
import { extensionWords } from '../loan/extension-words.ts';
import { PaymentPlan } from '../loan/payment-plan.tsx';
import { type PenaltyGrowth, penaltyGrowth } from '../loan/penalty-growth.ts';
import { isBeingConfirmed, PendingNotice } from '../loan/received.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { problemOf, Refusal } from '../problem.ts';
import { ChannelGroups } from '../repayment/channel-groups.tsx';
import { screen } from '../screen.tsx';
import styles from './service-button.module.css';

type Texts = TextsIn<typeof extensionText>;

/** What postponing costs, when it is paid instead, and how to pay for it (specification, section 2; DELAY-1 to DELAY-3). */
export const extension = screen({
  path: ({ paths }) => paths.repayDelay,
  script: 'extension',
  async load(open) {
    const { config, language, link } = open;
    const key = open.key();
    const asked = await open.call(readExtension, key);
    if (!asked.success) return { instead: await planInstead(open, asked) };
    const given = asked.data;
    const { day } = open.dates(given.currency);
    const offer = {
      ...given,
      newDueDate: day(given.newDueDate),
      plan: given.plan
        .map((payment) => ({ ...payment, date: day(payment.date) }))
        .filter(({ title, date }) => title !== '' || date !== ''),
      options: given.options.map((option) => ({ ...option, owedOn: day(option.owedOn) })),
    };
    const money = (amountMinor: MinorAmount) =>
      formatMoney(amountMinor, language, config.amountStyle, offer.currency);
    const shown = {
      text: extensionText[language],
      cardText: repayText[language],
      offer,
      money,
      words: extensionWords(given, language, { money, day }),
      logo: backendImage(open, offer.productLogo),
      loanLink: link(config.paths.order, key),
      repayLink: link(config.paths.repay, key),
      cardLink: link(config.paths.payWay, { ...key, requestType: 2 }),
    };
    return { shown };
  },
  title: ({ open }) => extensionText[open.language].title,
  page({ open, shown, instead }) {
    if (!shown) return <PlanInstead open={open} {...instead} />;
    const { text, cardText, offer, money, words, logo, loanLink, repayLink, cardLink } = shown;
    const {
      amountMinor,
      channelGroups,
      feeTitle,
      newDueDate,
      note,
      notice,
      options,
      plan,
      statement,
      takesCards,
    } = offer;
    // Today's price and date are not those that a card payment may be paying already.
    const isPending = statement !== null && isBeingConfirmed(statement);
    return (
      <>
        <Bar title={text.title} backLink={loanLink} helpLink={open.helpLink} text={cardText} />
        <main>
          {isPending && <PendingNotice open={open} statement={statement} money={money} />}
          {!isPending && (
            <section>
              <AmountHero
                label={feeTitle || text.title}
                amount={money(amountMinor)}
                note={newDueDate && <Words text={fill(text.newDate, { date: newDueDate })} />}
              />
              {words.length > 0 && (
                <p className="gap">
                  <Words text={words.join(' ')} />
                </p>
              )}
              {note && (
                <Note tone="warn">
                  <Words text={note} />
                </Note>
              )}
            </section>
          )}
          {!isPending && (
            <section>
              {options.length > 0 && (
                <>
                  <h2>{text.beforeChoosing}</h2>
                  <Options options={options} text={text} money={money} />
                  <p className="hint">{partNote(text, penaltyGrowth(statement))}</p>
                </>
              )}
              <ButtonLink href={repayLink} kind="second">
                {text.preferToPay}
              </ButtonLink>
            </section>
          )}
          {!isPending && plan.length > 0 && (
            <section>
              <h2>{text.afterwards}</h2>
              <Rows
                rows={plan.map(({ title, date }) => ({
                  label: title,
                  value: <span className="num">{date}</span>,
                }))}
              />
            </section>
          )}
          {!isPending && (
            <>
              <section>
                <h2>{text.howToExtend}</h2>
                <p>{open.isBuiltIn ? `${text.ownCodes} ${text.onlyExtends}` : text.onlyExtends}</p>
              </section>
              <ChannelGroups
                open={open}
                groups={channelGroups}
                amountMinor={amountMinor}
                currency={offer.currency}
                purpose="extend"
              />
              {takesCards && (
                <section>
                  <h2>{cardText.card}</h2>
                  <ButtonLink href={cardLink} kind="second">
                    {cardText.payWithCard}
                  </ButtonLink>
                </section>
              )}
            </>
          )}
          <section>
            {notice && notice !== cardText.fraud && <Note tone="warn">{notice}</Note>}
            <Note tone="plain">{cardText.fraud}</Note>
          </section>
          <section>
            <ProductHead logo={logo} name={offer.productName} note={cardText.product} />
          </section>
        </main>
        <ServiceButton link={open.helpLink} text={text} />
      </>
    );
  },
});

/**
 * What is shown of a loan whose extension costs too much to be sold: its statement, with the plan to propose.
 * @throws Refusal for any other loan that cannot be extended, and whatever else went wrong.
 */
async function planInstead(open: OpenScreen, refused: CallFailure) {
  if (problemOf(refused).kind !== 'extension-unavailable') throw Refusal.of(refused);
  const loan = await open.call(readLoan, open.key());
  const statement = loan.success ? loan.data.statement : null;
  if (!loan.success || !statement?.paymentPlan) throw Refusal.of(refused);
  return { statement, currency: loan.data.currency };
}

/** The page of an extension that is not sold: why, a way to talk, the plan, and paying. */
function PlanInstead({
  open,
  statement,
  currency,
}: {
  readonly open: OpenScreen;
  readonly statement: LoanStatement;
  readonly currency: LoanDetail['currency'];
}): ReactNode {
  const { config, language, link } = open;
  const text = extensionText[language];
  const key = open.key();
  return (
    <>
      <Bar
        title={text.title}
        backLink={link(config.paths.order, key)}
        helpLink={open.helpLink}
        text={repayText[language]}
      />
      <main>
        <PaymentPlan
          open={open}
          statement={statement}
          currency={currency}
          money={(amountMinor) => formatMoney(amountMinor, language, config.amountStyle, currency)}
          day={open.dates(currency).day}
        />
        <section>
          <ButtonLink href={link(config.paths.repay, key)} kind="second">
            {text.preferToPay}
          </ButtonLink>
        </section>
      </main>
      <ServiceButton link={open.helpLink} text={text} />
    </>
  );
}

/** What becomes of the penalty on the rest where only a part is paid. */
function partNote(text: Texts, growth: PenaltyGrowth): string {
  return {
    growing: text.partGrows,
    'once-late': text.partOnceLate,
    'paused-by-claim': text.partPaused,
    'standing-still': text.partStandingStill,
  }[growth];
}

/** Extending, paying a part and paying all, each with what it takes today, what is owed after it, and the sum. */
function Options({
  options,
  text,
  money,
}: {
  readonly options: readonly PaymentOptionView[];
  readonly text: Texts;
  readonly money: (amountMinor: MinorAmount) => string;
}): ReactNode {
  const names = { extend: text.extend, 'pay-part': text.payPart, 'pay-all': text.payAll };
  const dayOf = (kind: PaymentOptionView['kind']) =>
    options.find((option) => option.kind === kind)?.owedOn ?? '';
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

/** The way to a person, floating above the page: a plain link, which script lets one move (DELAY-2). */
function ServiceButton({ link, text }: { readonly link: string; readonly text: Texts }): ReactNode {
  return (
    <aside aria-label={text.service}>
      <a id="service-button" className={styles.button} href={link} draggable={false}>
        <Icon path={headsetIcon} />
        <span>{text.service}</span>
      </a>
      <span className="sr" id="service-button-hint">
        {text.serviceMoves}
      </span>
    </aside>
  );
}
