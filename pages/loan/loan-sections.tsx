import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { chargeDisputeText, chargeName } from '#content/messages/charge-dispute.ts';
import { declineText } from '#content/messages/decline.ts';
import type { loanText } from '#content/messages/loan.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type {
  ExtensionComparison,
  LoanBalance,
  LoanDetail,
  LoanInstalment,
  LoanStatement,
} from '#contract/calls/loan.ts';
import type { HostPages } from '#domain/bridge/actions.ts';
import type { Language } from '#domain/language.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import type { LoanView } from '#domain/loan/loan-view.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import { hostLink } from '#ui/bridge/links.tsx';
import { Plan, type PlanStep } from '#ui/figures/plan.tsx';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Banner } from '#ui/frame/banner.tsx';
import { LinkLine, LinkList } from '#ui/frame/link-list.tsx';
import { ProductHead } from '#ui/frame/product-head.tsx';
import { Note } from '#ui/notice/note.tsx';
import { Words } from '#ui/words.tsx';
import { Charges } from '../charge-dispute/charges.tsx';
import { DisputeNotices } from '../charge-dispute/dispute-notices.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { PaidAlready } from '../payment-claim/claim-form.tsx';
import { ClaimNotices } from '../payment-claim/claim-notices.tsx';
import { CoolingOffSection } from './cooling-off.tsx';
import { LoanDocuments } from './documents.tsx';
import { ExtensionSection, type OfferTexts } from './extension-offer.tsx';
import { LoanHero } from './loan-hero.tsx';
import { PaymentPlan } from './payment-plan.tsx';
import { penaltyGrowth } from './penalty-growth.ts';
import {
  LivePayments,
  PendingNotice,
  ReceivedNotice,
  ReceivedPayments,
  TakenBackNotice,
} from './received.tsx';

type Texts = TextsIn<typeof loanText>;

/** The loan from its status down to its details. */
export function LoanSections({
  open,
  dates,
  text,
  money,
  loan,
  view,
  extension,
  logo,
  hostPages,
  productId,
  links,
}: {
  readonly open: OpenScreen;
  readonly dates: ReturnType<OpenScreen['dates']>;
  readonly text: OfferTexts;
  readonly money: (amountMinor: MinorAmount) => string;
  readonly loan: LoanDetail;
  readonly view: LoanView;
  readonly extension: ExtensionComparison | null;
  readonly logo: string | null;
  readonly hostPages: Pick<HostPages, 'productDetail'>;
  readonly productId: string;
  readonly links: {
    readonly same: string;
    readonly repay: string;
    readonly extend: string;
    readonly agreement: string | null;
    readonly more: string | null;
    readonly complain: string;
    /** Where what is held in the borrower's favour is asked for. */
    readonly credit: string;
    readonly product: string;
  };
}): ReactNode {
  const { balance, statement } = loan;
  const received = statement && { open, statement, money, moment: dates.minute };
  return (
    <>
      <Banner
        scene={view.scene}
        tone={view.tone}
        title={loan.statusTitle}
        description={loan.statusDescription}
      />
      {received && <ReceivedNotice {...received} />}
      {received && <TakenBackNotice {...received} />}
      {received && <PendingNotice {...received} />}
      {received && <ClaimNotices {...received} />}
      {received && <DisputeNotices {...received} />}
      {loan.notices.length > 0 && (
        <section>
          {loan.notices.map(({ tone, text: notice }) => (
            <Note key={notice} tone={tone}>
              <Words text={notice} />
            </Note>
          ))}
        </section>
      )}
      {balance && (
        <LoanHero status={loan.status} language={open.language} {...{ balance, statement, text, money }} />
      )}
      {statement && statement.heldMinor > 0 && loan.status === 'settled' && (
        <section>
          <h2>{fill(text.creditTitle, { amount: money(statement.heldMinor) })}</h2>
          <p>{text.creditLine}</p>
          <ButtonLink href={links.credit}>
            {fill(text.claimCredit, { amount: money(statement.heldMinor) })}
          </ButtonLink>
        </section>
      )}
      {loan.status === 'declined' && <AfterDecline open={open} links={links} />}
      {view.isLive && (
        <section {...marks({ liveStatus: loan.status })}>
          <p className="hint">{text.checksItself}</p>
          <p>
            <a href={links.same}>{text.checkNow}</a>
          </p>
          <p>
            <a href={open.helpLink}>{text.askAboutIt}</a>
          </p>
        </section>
      )}
      {view.actions.includes('extend') && (
        <ExtensionSection
          extension={extension}
          options={loan.options}
          growth={penaltyGrowth(
            balance && { ...balance, isPenaltyPaused: statement?.isPenaltyPaused ?? false },
          )}
          text={text}
          money={money}
          links={links}
        />
      )}
      {view.actions.includes('repay') && !view.actions.includes('extend') && (
        <PaymentPlan {...{ open, statement, money }} day={dates.day} />
      )}
      {balance && balance.instalments.length > 0 && !view.isLive && view.showsDetails && (
        <section>
          <h2>{text.yourPayments}</h2>
          <Plan steps={planSteps(loan, balance, open, text, money)} />
        </section>
      )}
      {statement?.claims && isRunning(loan.status) && (
        <PaidAlready amountMinor={statement.dueMinor} today={statement.today} />
      )}
      {received && view.showsDetails && <ReceivedPayments {...received} />}
      {received && view.showsDetails && <Charges {...received} />}
      {loan.coolingOff && (
        <CoolingOffSection
          open={open}
          coolingOff={loan.coolingOff}
          taxName={chargeName('vat', open.language, loan.currency)}
          today={statement?.today ?? ''}
          money={money}
          day={dates.day}
        />
      )}
      {view.showsDetails && <LoanDocuments open={open} loan={loan} agreementLink={links.agreement} />}
      {received && isRunning(loan.status) && <LivePayments {...received} />}
      <section>
        <ProductHead
          logo={logo}
          name={loan.productName}
          note={balance ? fill(text.loanNumber, { number: balance.orderNumber }) : ''}
        />
        {view.showsDetails && <Rows rows={detailRows(loan, links.agreement, text)} />}
        {links.product && productId && (
          <p>
            <a
              {...hostLink(
                { name: 'openPageWithParameter', page: hostPages.productDetail, parameter: productId },
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
    </>
  );
}

/** What somebody can do who was declined: ask why, or say that it was wrong. */
function AfterDecline({
  open,
  links: { complain },
}: {
  readonly open: OpenScreen;
  readonly links: { readonly complain: string };
}): ReactNode {
  const text = declineText[open.language];
  return (
    <section>
      <h2>{text.whatNow}</h2>
      <LinkList>
        <LinkLine href={open.helpLink}>{text.askWhy}</LinkLine>
        <LinkLine href={complain}>{text.complain}</LinkLine>
      </LinkList>
    </section>
  );
}

function detailRows({ details }: LoanDetail, agreementLink: string | null, text: Texts): Row[] {
  if (!agreementLink) return [...details];
  return [...details, { label: text.agreement, value: <a href={agreementLink}>{text.seeAgreement}</a> }];
}

function planSteps(
  { statement, currency }: LoanDetail,
  { instalments }: LoanBalance,
  { language }: OpenScreen,
  text: Texts,
  money: (amountMinor: MinorAmount) => string,
): PlanStep[] {
  return instalments.map((instalment) => {
    const step: PlanStep = {
      date: instalment.dueDate,
      note: instalmentNote(instalment, text),
      amount: money(instalment.totalMinor),
      ...(instalment.state === 'paid' && { state: 'done' }),
      ...(instalment.state === 'overdue' && { state: 'late' }),
      ...partOf(instalment, statement, receivedText[language], money),
    };
    const disputed = disputedNote(statement, instalment.sequence, language, currency);
    return { ...step, note: [step.note, disputed].filter(Boolean).join(' · ') };
  });
}

/** A payment that is partly made: what of it was paid, what is left, and both to scale. */
function partOf(
  { sequence, state }: LoanInstalment,
  statement: LoanStatement | null,
  text: TextsIn<typeof receivedText>,
  money: (amountMinor: MinorAmount) => string,
): Partial<PlanStep> {
  const standing = statement?.instalments.find((each) => each.sequence === sequence);
  if (state === 'paid' || !standing || standing.paidMinor <= 0) return {};
  const { paidMinor, chargedMinor, owedMinor } = standing;
  return {
    note: fill(text.partly, { paid: money(paidMinor), charged: money(chargedMinor) }),
    amount: fill(text.left, { amount: money(owedMinor) }),
    paidShare: paidMinor / chargedMinor,
  };
}

/** Which charges of a payment are disputed; empty for none. */
function disputedNote(
  statement: LoanStatement | null,
  sequence: number,
  language: Language,
  currency: Currency | null,
): string {
  const disputed = statement?.disputes?.filter(
    (each) => each.state === 'open' && each.sequence === sequence && each.amountMinor > 0,
  );
  if (!disputed || disputed.length === 0) return '';
  const charges = disputed.map(({ kind }) => chargeName(kind, language, currency)).join(', ');
  return fill(chargeDisputeText[language].planNote, { charges });
}

function instalmentNote({ state, paidOn }: LoanInstalment, text: Texts): string {
  if (state === 'paid') return paidOn ? fill(text.paidOn, { date: paidOn }) : text.paid;
  return state === 'upcoming' ? '' : text[state];
}
