import { repayText } from '#content/messages/repay.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { backendImage } from '../backend-link.ts';
import { screen } from '../screen.tsx';
import { AmountHero } from '../ui/figures/amount-hero.tsx';
import { FoldedRest } from '../ui/figures/fold.tsx';
import { Rows } from '../ui/figures/rows.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { Bar } from '../ui/frame/bar.tsx';
import { ProductHead } from '../ui/frame/product-head.tsx';
import { Note } from '../ui/notice/note.tsx';
import { ChannelGroups } from './channel-groups.tsx';

/** Rows of the detail list that stand outside the fold (REPAY-2). */
const openRowCount = 2;

/** What is to be paid and every way to pay it (specification, section 2, instalment repayment; REPAY-1 to REPAY-3). */
export const repay = screen({
  path: ({ paths }) => paths.repay,
  script: 'repay',
  async load(open) {
    const { config, language, link } = open;
    const key = open.key();
    const repayment = await open.ask(readRepayment, key);
    return {
      text: repayText[language],
      repayment,
      date: open.dates(repayment.currency).day(repayment.date),
      amount: formatMoney(repayment.amountMinor, language, config.amountStyle, repayment.currency),
      logo: backendImage(open, repayment.productLogo),
      loanLink: link(config.paths.order, key),
      cardLink: link(config.paths.payWay, key),
    };
  },
  title: ({ text }) => text.title,
  page({ open, text, repayment, date, amount, logo, loanLink, cardLink }) {
    const { amountMinor, currency, details, channelGroups, notice, productName, refusesCards } = repayment;
    return (
      <>
        <Bar title={text.title} backLink={loanLink} helpLink={open.helpLink} text={text} />
        <main>
          <section>
            <AmountHero
              amount={amount}
              label={
                <>
                  {text.dueOn} <b className="num">{date}</b>
                </>
              }
            />
            <div className="gap">
              <Rows rows={details.slice(0, openRowCount)} />
              {details.length > openRowCount && (
                <FoldedRest more={text.more} less={text.less}>
                  <Rows rows={details.slice(openRowCount)} />
                </FoldedRest>
              )}
            </div>
          </section>
          <ChannelGroups
            open={open}
            groups={channelGroups}
            amountMinor={amountMinor}
            currency={currency}
            purpose="repay"
          />
          {!refusesCards && (
            <section>
              <h2>{text.card}</h2>
              <ButtonLink href={cardLink} kind="second">
                {text.payWithCard}
              </ButtonLink>
            </section>
          )}
          <section>
            {notice && notice !== text.fraud && <Note tone="warn">{notice}</Note>}
            <Note tone="plain">{text.fraud}</Note>
          </section>
          <section>
            <ProductHead logo={logo} name={productName} note={text.product} />
          </section>
        </main>
      </>
    );
  },
});
