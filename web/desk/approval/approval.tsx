import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import type { Batch } from '#contract/batch.ts';
import type { DeskApplicationDetail } from '#contract/desk.ts';
import type { ApprovalNow, DeskApproval } from '#contract/desk-correction.ts';
import { needsPreview } from '#contract/doors.ts';
import { decideApplication } from '#contract/host/loan.ts';
import { type DeskEffect, effectKey } from '#domain/desk/effect.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { CodedError } from '#domain/error-code.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { BeforeAfter } from '../correction/before-after.tsx';
import { TargetLink } from '../correction/target-link.tsx';
import { useDeskText } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { ApplicationFigures, OtherLoans } from '../loan/application.tsx';
import { BatchRows } from '../matter/batch.tsx';
import { reasonWords } from '../matter/reason-words.ts';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, batchPath, borrowerPath, deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { DeskForm, deskForm, PostForm, textField } from '../ui/desk-form.tsx';
import { FactList, factLink, type ShownFact } from '../ui/facts.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';
import { Warning } from '../ui/warning.tsx';
import { requestFacts } from './request-facts.tsx';
import { requestWords } from './request-words.ts';

interface ApprovalPage extends ApprovalNow {
  readonly facts: readonly ShownFact[];
  /** Null unless the request is to approve a loan. */
  readonly application: DeskApplicationDetail | null;
  /** Null unless the request is for a batch. */
  readonly batch: Batch | null;
}

/** A request that needs approval: who asked, when, why and what it does; it is approved, sent back or withdrawn here. */
export const approval = deskScreen<ApprovalPage, { readonly isStale: true }>({
  path: deskPaths.approval,
  needs: 'see-money',
  async load(desk) {
    const request = await desk.service.approvals.read(desk.person, desk.part('id'));
    if (!request) throw new CodedError('not-found');
    const { call, effect } = request.approval;
    const isLoan = call === decideApplication.name && effect.orderNumber !== null;
    const isBatch = call === 'carryOutBatch';
    const batch = isBatch ? await desk.service.batches.read(desk.person, desk.part('id')) : null;
    // The page of a batch continues it, since one request does only a part.
    if (batch?.isGoing) return desk.goTo(batchPath(batch.id));
    return {
      ...request,
      facts: await requestFacts(desk, request.approval),
      batch,
      application: isLoan ? await desk.service.loans.application(desk.person, effect.orderNumber) : null,
    };
  },
  async submit({ service: { approvals }, person, part, again, goTo, inList }, form) {
    const id = part('id');
    const step = fieldOf(form, 'step');
    if (step === 'send-back') {
      const reason = fieldOf(form, 'reason')
        .replaceAll(/\p{Cc}+/gu, ' ')
        .slice(0, 300);
      await approvals.sendBack(person, id, reason);
    } else if (step === 'take-back') await approvals.takeBack(person, id);
    else {
      try {
        await approvals.approve(person, id, fieldOf(form, 'seen'));
      } catch (error) {
        if (error instanceof DeskRefusal && error.code === 'stale') return again({ isStale: true }, 409);
        throw error;
      }
    }
    return goTo(inList(approvalPath(id)));
  },
  title: ({ desk, approval: request }) => requestWords(request, desk.language),
  page({ desk, answer, facts, application, batch, ...now }) {
    const { approval: request, effectNow, borrower, unusual, isOwnPart } = now;
    const text = deskCorrectionText[desk.language];
    const { call, effect, reason, askedBy, askedByName, askedAt, state } = request;
    const { currency } = effect;
    const isOwn = askedBy === desk.person.personId;
    const isOwnOffer = application?.offeredBy.includes(desk.person.personId) ?? false;
    const parts = { approval: request, effectNow, isOwnOffer, isOwnPart };
    const { daysLate } = (effectNow ?? effect).before ?? {};
    const shownFacts: (ShownFact | false)[] = [
      borrower !== null && [text.borrower, factLink(borrowerPath(borrower.borrowerId), borrower.name)],
      daysLate !== undefined && [text.daysLate, daysLate === 0 ? text.onTime : daysLate],
      ...facts,
    ];
    const words = requestWords(request, desk.language);
    const movesMoney = needsPreview(call) || effect.amountMinor > 0;
    const what = movesMoney ? `${words}, ${desk.money(effect.amountMinor, currency)}` : words;
    const hasMoved = effectNow !== null && effectKey(effectNow) !== effectKey(effect);
    return (
      <>
        <Steps kind="approval" />
        <PageHead>
          <h1>{words}</h1>
          <p className="sub">
            <TargetLink target={effect} />
          </p>
        </PageHead>
        {application && (
          <>
            <ApplicationFigures application={application} />
            <OtherLoans application={application} />
          </>
        )}
        <PlainPart>
          {answer && <Warning words={text.stale} />}
          <Note as="div" tone={state === 'waiting' && !isOwn ? 'warn' : 'plain'}>
            <p>
              <b>{isOwn ? fill(text.youAsked, { what }) : fill(text.asks, { name: askedByName, what })}</b> ·{' '}
              <span className="num">{desk.time(askedAt, marketOfCurrency(currency))}</span>
            </p>
            <p>“{reasonWords(reason, desk.language)}”</p>
            {unusual.length > 0 && (
              <p>
                <b>{text.unusual}</b> · {unusual.map((each) => text[`unusual-${each}`]).join(' ')}
              </p>
            )}
            {shownFacts.some(Boolean) && <FactList facts={shownFacts} />}
            {hasMoved && <p className="hint">{text.effectAsked}</p>}
            {needsPreview(call) && <BeforeAfter effect={effect} hasComponents />}
            {hasMoved && (
              <>
                <p className="hint">{text.effectNow}</p>
                <BeforeAfter effect={effectNow} hasComponents />
              </>
            )}
            <Decide {...parts} />
          </Note>
          <Why {...parts} />
        </PlainPart>
        {batch && (
          <BatchRows
            id="many"
            title={text.many}
            rows={batch.rows}
            count={Object.values(batch.counts).reduce((sum, each) => sum + each)}
            of={batch}
          />
        )}
      </>
    );
  },
});

interface Parts {
  readonly approval: DeskApproval;
  readonly effectNow: DeskEffect | null;
  /** It approves a loan on an offer of the same person. */
  readonly isOwnOffer: boolean;
  readonly isOwnPart: boolean;
}

const backForm = ({ language }: OpenDesk) =>
  deskForm('send-back', {
    reason: textField({ label: deskCorrectionText[language].backReason, maxLength: 300 }),
  });

function Decide({
  approval: { id, call, state, askedBy },
  effectNow,
  isOwnOffer,
  isOwnPart,
}: Parts): ReactNode {
  const { desk, text } = useDeskText(deskCorrectionText);
  if (state !== 'waiting') return null;
  const isOwn = askedBy === desk.person.personId;
  if (!isOwn && !desk.may('approve')) return null;
  const action = desk.inList(approvalPath(id));
  if (isOwn) {
    return (
      <PostForm action={action}>
        <Acts gap={2}>
          <Button kind="second" name="step" value="take-back">
            {text.takeBack}
          </Button>
        </Acts>
      </PostForm>
    );
  }
  return (
    <>
      {effectNow && !isOwnOffer && !isOwnPart && (
        <PostForm action={action} hidden={{ seen: effectKey(effectNow) }}>
          <Acts gap={2}>
            <Button name="step" value="approve">
              {needsPreview(call) || effectNow.amountMinor > 0
                ? fill(text.approveIt, { amount: desk.money(effectNow.amountMinor, effectNow.currency) })
                : text.approveThis}
            </Button>
          </Acts>
        </PostForm>
      )}
      <FormFold title={text.sendBack}>
        <DeskForm form={backForm(desk)} action={action} prefix="back-">
          <Acts>
            <Button kind="second" name="step" value="send-back">
              {text.sendBackNow}
            </Button>
          </Acts>
        </DeskForm>
      </FormFold>
    </>
  );
}

function Why({ approval: request, effectNow, isOwnOffer, isOwnPart }: Parts): ReactNode {
  const { desk, text } = useDeskText(deskCorrectionText);
  const { effect, state, askedBy, askedByName, decidedByName, decidedAt, decisionReason } = request;
  const why = () => {
    if (state !== 'waiting') {
      const words = fill(text[state], {
        name: decidedByName ?? '',
        time: decidedAt === null ? '' : desk.time(decidedAt, marketOfCurrency(effect.currency)),
      });
      return decisionReason === null ? words : `${words}: “${decisionReason}”`;
    }
    if (askedBy === desk.person.personId) return text.ownRequest;
    if (effectNow === null) return text.impossible;
    if (isOwnOffer) return text.ownOffer;
    if (isOwnPart) return text.ownPart;
    return desk.may('approve') ? fill(text.mayApprove, { name: askedByName }) : text.noRole;
  };
  return (
    <SecondPersonNote>
      {why()}
      {request.call === 'carryOutBatch' && (
        <>
          {' '}
          <a href={batchPath(request.id)}>{text.seeMany}</a>
        </>
      )}
    </SecondPersonNote>
  );
}
