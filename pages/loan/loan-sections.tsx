import type { ReactNode } from 'react';
import type { loanText } from '#content/messages/loan.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanBalance, LoanDetail, LoanInstalment } from '#contract/calls/loan.ts';
import type { Language } from '#domain/language.ts';
import type { LoanView } from '#domain/loan/loan-view.ts';
import type { Score } from '#domain/loan/rating.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import type { Problem } from '../problem.ts';
import { Plan, type PlanStep } from '../ui/figures/plan.tsx';
import { type Row, Rows } from '../ui/figures/rows.tsx';
import { Banner } from '../ui/frame/banner.tsx';
import { ProductHead } from '../ui/frame/product-head.tsx';
import { Note } from '../ui/notice/note.tsx';
import type { FormProblemText } from '../ui/notice/problem-line.ts';
import { Words } from '../ui/words.tsx';
import { ExtensionSection } from './extension-section.tsx';
import { LoanHero } from './loan-hero.tsx';
import { LoanPin } from './loan-pin.tsx';
import { RatingBand } from './rating-band.tsx';

/** What the order page is written from. */
export interface LoanSectionsProperties {
  readonly text: TextsIn<typeof loanText>;
  readonly problemText: FormProblemText;
  readonly language: Language;
  readonly amountStyle: AmountStyle;
  readonly order: LoanDetail;
  readonly view: LoanView;
  readonly logo: string | null;
  readonly thanksScore: Score | null;
  readonly answer: { readonly problem: Problem | null; readonly starError?: string } | undefined;
  /** The order moves on by itself. */
  readonly isLive: boolean;
  readonly links: {
    readonly same: string;
    readonly repay: string;
    readonly extend: string;
    readonly borrowAgain: string;
    readonly agreement: string | null;
    readonly more: string | null;
  };
}

/** The order from its status down to its details, and the actions at the thumb. */
export function LoanSections(properties: LoanSectionsProperties): ReactNode {
  const { text, language, amountStyle, order, view, logo, isLive, links } = properties;
  const { balance } = order;
  const money = (amountMinor: MinorAmount) => formatMoney(amountMinor, language, amountStyle);
  return (
    <>
      <RatingBand {...properties} />
      <Banner
        scene={view.scene}
        tone={view.tone}
        title={order.statusTitle}
        description={order.statusDescription}
      />
      {order.notices.length > 0 && (
        <section>
          {order.notices.map(({ tone, text: notice }) => (
            <Note key={notice} tone={tone}>
              <Words text={notice} />
            </Note>
          ))}
        </section>
      )}
      {balance && <LoanHero status={order.status} balance={balance} text={text} money={money} />}
      {isLive && (
        <section>
          <p className="hint">{text.checksItself}</p>
          <p>
            <a href={links.same}>{text.checkNow}</a>
          </p>
        </section>
      )}
      <ExtensionSection {...properties} />
      {balance && !isLive && view.showsDetails && <Payments balance={balance} text={text} money={money} />}
      <section>
        <ProductHead
          logo={logo}
          name={order.productName}
          note={balance ? fill(text.loanNumber, { number: balance.orderNumber }) : ''}
        />
        {view.showsDetails && <Rows rows={detailRows(order, links.agreement, text)} />}
        {links.more && (
          <p>
            <a href={links.more}>{text.moreInformation}</a>
          </p>
        )}
      </section>
      <LoanPin {...properties} money={money} />
    </>
  );
}

function detailRows(order: LoanDetail, agreementLink: string | null, text: TextsIn<typeof loanText>): Row[] {
  if (!agreementLink) return [...order.details];
  return [
    ...order.details,
    { label: text.agreement, value: <a href={agreementLink}>{text.seeAgreement}</a> },
  ];
}

function Payments({
  balance,
  text,
  money,
}: {
  readonly balance: LoanBalance;
  readonly text: TextsIn<typeof loanText>;
  readonly money: (amountMinor: MinorAmount) => string;
}): ReactNode {
  if (balance.instalments.length === 0) return null;
  return (
    <section>
      <h2>{text.yourPayments}</h2>
      <Plan
        steps={balance.instalments.map((instalment): PlanStep => {
          const step = {
            date: instalment.dueDate,
            note: instalmentNote(instalment, text),
            amount: money(instalment.totalMinor),
          };
          if (instalment.state === 'paid') return { ...step, state: 'done' };
          return instalment.state === 'overdue' ? { ...step, state: 'late' } : step;
        })}
      />
    </section>
  );
}

function instalmentNote({ state, paidOn }: LoanInstalment, text: TextsIn<typeof loanText>): string {
  if (state === 'paid') return paidOn ? fill(text.paidOn, { date: paidOn }) : text.paid;
  return state === 'upcoming' ? '' : text[state];
}
