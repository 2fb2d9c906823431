import type { ReactNode } from 'react';
import { paymentWords } from '#content/market-words.ts';
import { chargeDisputeText, chargeName } from '#content/messages/charge-dispute.ts';
import { loanText } from '#content/messages/loan.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill } from '#content/text-pack.ts';
import type { ExtensionComparison, LoanDetail, LoanInstalment } from '#contract/calls/loan.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { hostLink } from '#ui/bridge/links.tsx';
import { Plan, type PlanStep } from '#ui/figures/plan.tsx';
import { Rail, type RailStep } from '#ui/figures/rail.tsx';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { ProductHead } from '#ui/frame/product-head.tsx';
import { Words } from '#ui/words.tsx';
import { type PageFacts, usePage, useText } from '../page-context.tsx';
import type { BannerWords } from './banner-words.ts';
import type { OrderProperties } from './loan-hero.tsx';
import { hasReceived, ReceivedPayments } from './received.tsx';

export interface MenuProperties extends OrderProperties {
  readonly banner: BannerWords;
  readonly extension: ExtensionComparison | null;
  readonly logo: string | null;
  readonly links: OrderProperties['links'] & {
    readonly agreement: string | null;
    readonly more: string | null;
    readonly complain: string;
    readonly product: string;
    readonly home: string;
    readonly account: string;
    readonly recommendedLoans: string;
  };
}

/** Short due dates of a plan whose next instalment is unpaid; the rows below have whole dates and amounts. */
export function PlanAtAGlance({
  loan: { balance, statement, status },
}: Pick<OrderProperties, 'loan'>): ReactNode {
  const { dates, market, language } = usePage();
  const text = useText(loanText);
  if (!balance || status !== 'to-repay' || balance.instalments.length < 2) return null;
  if (statement && statement.receivedMinor + statement.disputedMinor > 0) return null;
  const next = balance.instalments.findIndex(({ state }) => state !== 'paid');
  const steps = balance.instalments.map(
    ({ sequence, dueDate, state }, index): RailStep => ({
      number: sequence,
      label: dates.short(dueDate),
      day: dates.iso(dueDate),
      state: state === 'paid' ? 'done' : index === next ? 'now' : undefined,
    }),
  );
  return (
    <section>
      <h2>{fill(text.yourPayments, paymentWords(market, language))}</h2>
      <Rail steps={steps} />
    </section>
  );
}

/** Product and rows of the backend, at the end of the page (ORDER-2, ORDER-3). */
export function LoanFacts(properties: MenuProperties): ReactNode {
  const { loan, view, logo, links } = properties;
  const page = usePage();
  const { hostPages, key } = page;
  const text = loanText[page.language];
  const { balance } = loan;
  return (
    <section>
      <h2 className="sr">{text.loanDetails}</h2>
      <ProductHead
        logo={logo}
        name={loan.productName}
        note={balance ? fill(text.loanNumber, { number: balance.orderNumber }) : ''}
      />
      {view.showsDetails && <Rows rows={detailRows(properties, page)} />}
      {links.product && key.productId && (
        <p>
          <a
            {...hostLink(
              { name: 'openPageWithParameter', page: hostPages.productDetail, parameter: key.productId },
              links.product,
            )}
          >
            {text.seeProduct}
          </a>
        </p>
      )}
      {links.more && (
        <p>
          <a href={links.more}>{text.moreInformation}</a>
        </p>
      )}
    </section>
  );
}

/** The status with whole dates, the plan and the payments (DATE-1). */
export function LoanDates({ loan, view, banner, links }: MenuProperties): ReactNode {
  const page = usePage();
  const text = loanText[page.language];
  const { balance } = loan;
  const status = { title: loan.statusTitle, description: loan.statusDescription };
  const notice = banner.title === status.title ? [status] : [status, banner];
  return (
    <>
      {notice.map(({ title, description }) => (
        <p key={title}>
          <b>{title}</b> <Words text={description} />
        </p>
      ))}
      {balance && balance.instalments.length > 0 && !view.isLive && view.showsDetails && (
        <Plan steps={balance.instalments.map((each) => planStep(each, loan, page))} />
      )}
      {loan.statement && isRunning(loan.status) && hasReceived(loan.statement) && (
        <>
          <h3>{receivedText[page.language].whatArrived}</h3>
          <ReceivedPayments statement={loan.statement} />
        </>
      )}
      {isRunning(loan.status) && (
        <p>
          <a href={links.same}>{text.checkNow}</a>
        </p>
      )}
    </>
  );
}

function detailRows({ loan: { details }, links }: MenuProperties, { language }: PageFacts): Row[] {
  const text = loanText[language];
  return [
    ...details,
    ...(links.agreement
      ? [{ label: text.agreement, value: <a href={links.agreement}>{text.seeAgreement}</a> }]
      : []),
  ];
}

function planStep(instalment: LoanInstalment, loan: LoanDetail, page: PageFacts): PlanStep {
  const { money, dates } = page;
  const step: PlanStep = {
    number: instalment.sequence,
    date: dates.day(instalment.dueDate),
    note: instalmentNote(instalment, page),
    amount: money(instalment.totalMinor),
    ...(instalment.state === 'paid' && { state: 'done' }),
    ...(instalment.state === 'overdue' && { state: 'late' }),
    ...partOf(instalment, loan, page),
  };
  return { ...step, note: [step.note, disputedNote(instalment, loan, page)].filter(Boolean).join(' · ') };
}

function partOf(
  { sequence, state }: LoanInstalment,
  { statement }: LoanDetail,
  { language, money }: PageFacts,
): Partial<PlanStep> {
  const text = receivedText[language];
  const position = statement?.instalments.find((each) => each.sequence === sequence);
  if (state === 'paid' || !position || position.paidMinor <= 0) return {};
  const { paidMinor, chargedMinor, owedMinor } = position;
  return {
    note: fill(text.partly, { paid: money(paidMinor), charged: money(chargedMinor) }),
    amount: fill(text.left, { amount: money(owedMinor) }),
    paidShare: Math.min(1, paidMinor / Math.max(chargedMinor, paidMinor)),
  };
}

function disputedNote(
  { sequence }: LoanInstalment,
  { statement, currency }: LoanDetail,
  { language, dates }: PageFacts,
): string {
  const disputed = statement?.disputes?.filter(
    (each) => each.state === 'open' && each.sequence === sequence && each.amountMinor > 0,
  );
  if (!disputed || disputed.length === 0) return '';
  const charges = disputed.map(({ kind }) => chargeName(kind, language, currency)).join(', ');
  const [until = ''] = disputed.map(({ answerBy }) => dates.day(answerBy)).sort();
  return fill(chargeDisputeText[language].planNote, { charges, date: until });
}

function instalmentNote({ state, paidOn }: LoanInstalment, { language, dates }: PageFacts): string {
  const text = loanText[language];
  if (state === 'paid') return paidOn ? fill(text.paidOn, { date: dates.day(paidOn) }) : text.paid;
  return state === 'upcoming' ? '' : text[state];
}
