import type { ReactNode } from 'react';
import type { extensionText } from '#content/messages/extension.ts';
import type { repayText } from '#content/messages/repay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { ExtensionDetail, PaymentOptionView } from '#contract/calls/extension.ts';
import type { Language } from '#domain/language.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import type { ChannelCardView } from '../repayment/channel-card-view.ts';
import { ChannelGroups } from '../repayment/channel-groups.tsx';
import { AmountHero } from '../ui/figures/amount-hero.tsx';
import { Rows } from '../ui/figures/rows.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { OptionCards } from '../ui/form/option-cards.tsx';
import { ProductHead } from '../ui/frame/product-head.tsx';
import { Note } from '../ui/notice/note.tsx';
import { Words } from '../ui/words.tsx';

type Texts = TextsIn<typeof extensionText>;

/** The price, the ways to go on, the plan afterwards, and every way to pay the extension. */
export function ExtensionSections({
  text,
  cardText,
  language,
  amountStyle,
  extension,
  amount,
  logo,
  groups,
  repayLink,
}: {
  readonly text: Texts;
  readonly cardText: TextsIn<typeof repayText>;
  readonly language: Language;
  readonly amountStyle: AmountStyle;
  readonly extension: ExtensionDetail;
  readonly amount: string;
  readonly logo: string | null;
  readonly groups: readonly { readonly title: string; readonly cards: readonly ChannelCardView[] }[];
  readonly repayLink: string;
}): ReactNode {
  const { feeTitle, newDueDate, note, notice, options, plan, productName } = extension;
  const money = (amountMinor: MinorAmount) => formatMoney(amountMinor, language, amountStyle);
  return (
    <>
      <section>
        <AmountHero
          label={feeTitle || text.title}
          amount={amount}
          note={<Words text={fill(text.newDate, { date: newDueDate })} />}
        />
        {note && (
          <Note tone="warn">
            <Words text={note} />
          </Note>
        )}
      </section>
      <section>
        {options.length > 0 && (
          <>
            <h2>{text.beforeChoosing}</h2>
            <Options options={options} text={text} money={money} />
            <p className="hint">{text.partGrows}</p>
          </>
        )}
        <ButtonLink href={repayLink} kind="second">
          {text.preferToPay}
        </ButtonLink>
      </section>
      {plan.length > 0 && (
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
      <section>
        <h2>{text.howToExtend}</h2>
        <p>{text.ownCodes}</p>
      </section>
      <ChannelGroups groups={groups} text={cardText} amount={amount} />
      <section>
        {notice && notice !== cardText.fraud && <Note tone="warn">{notice}</Note>}
        <Note tone="plain">{cardText.fraud}</Note>
      </section>
      <section>
        <ProductHead logo={logo} name={productName} note={cardText.product} />
      </section>
    </>
  );
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
