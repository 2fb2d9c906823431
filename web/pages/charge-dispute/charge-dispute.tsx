import type { ReactNode } from 'react';
import { paymentWords } from '#content/market-words.ts';
import { chargeDisputeText, chargeName } from '#content/messages/charge-dispute.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { type ChargeDispute, disputeCharge, withdrawDispute } from '#contract/calls/charge-dispute.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { type DisputeReason, disputeReasons, disputeWordsMaxLength } from '#domain/loan/charge-dispute.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { Rows } from '#ui/figures/rows.tsx';
import { Button } from '#ui/form/button.tsx';
import { EnhancedForm, ProblemSlot, Slot } from '#ui/form/enhanced-form.tsx';
import { FieldError } from '#ui/form/field-error.tsx';
import { Picks } from '#ui/form/picks.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import type { Problem } from '#ui/notice/problem-note.tsx';
import { fieldOf } from '../open-screen.ts';
import { usePage, useText } from '../page-context.tsx';
import { endsForm, problemOf, statusOf } from '../problem.ts';
import { screen } from '../screen.tsx';
import styles from './charge-dispute.module.css';
import { ChargeList, chargeDisputePath } from './charges.tsx';
import { DisputeNotice, DisputeNotices } from './dispute-notices.tsx';

interface DisputeAnswer {
  readonly typed: { readonly reason: string; readonly words: string };
  readonly faults: { readonly reason?: string; readonly words?: string };
  readonly problem?: Problem;
}

type Texts = TextsIn<typeof chargeDisputeText>;

/** The charges of a loan; a chosen one with its dispute form, or the dispute with a way to withdraw it. */
export const chargeDispute = screen({
  path: () => chargeDisputePath,
  script: 'charge-dispute',
  async load(open) {
    const key = open.key();
    const { statement, currency } = await open.ask(readLoan, key);
    const loanLink = open.link(open.config.paths.order, key);
    const chargeId = open.parameter('charge');
    const dispute = statement?.disputes?.find((each) => each.state === 'open' && each.chargeId === chargeId);
    const charged = statement?.charges?.find((each) => each.chargeId === chargeId);
    // One that was taken off meanwhile, or of a loan that was sold, can still be read and taken back.
    const charge = charged ?? (dispute && { ...dispute, chargedMinor: dispute.amountMinor });
    const listed = chargeId === '' && statement?.charges?.length ? statement : null;
    if (!charge && !listed) return open.leaveTo(loanLink);
    const listLink = open.link(chargeDisputePath, key);
    return {
      text: chargeDisputeText[open.language],
      listed,
      charge,
      dispute,
      currency,
      backLink: listed || !statement?.charges?.length ? loanLink : listLink,
      takesDisputes: statement?.charges != null,
    };
  },
  isSentAgain: true,
  async submit(open, form) {
    const text = chargeDisputeText[open.language];
    const key = open.key();
    const loanLink = open.link(open.config.paths.order, key);
    const listLink = open.link(chargeDisputePath, key);
    const typed = { reason: fieldOf(form, 'reason'), words: fieldOf(form, 'words').replaceAll('\r\n', '\n') };
    const again = (facts: Partial<DisputeAnswer>, status: number) =>
      open.again<DisputeAnswer>({ typed, faults: {}, ...facts }, status);
    if (fieldOf(form, 'do') === 'withdraw') {
      const taken = await open.call(withdrawDispute, { ...key, disputeId: fieldOf(form, 'disputeId') });
      if (taken.success) return open.leaveTo(listLink);
      const refusal = problemOf(taken);
      return endsForm(refusal) ? open.leaveTo(loanLink) : again({ problem: refusal }, statusOf(taken));
    }
    const reason = disputeReasons.find((each) => each === typed.reason);
    const words = wordsFault(typed.words, reason, text);
    if (reason === undefined || words !== undefined) {
      const faults = {
        ...(reason === undefined && { reason: text.whyMissing }),
        ...(words !== undefined && { words }),
      };
      return again({ faults }, 422);
    }
    const chargeId = open.parameter('charge');
    const answer = await open.call(disputeCharge, { ...key, chargeId, reason, words: typed.words.trim() });
    if (answer.success) return open.leaveTo(listLink);
    const refusal = problemOf(answer);
    return endsForm(refusal) ? open.leaveTo(loanLink) : again({ problem: refusal }, statusOf(answer));
  },
  title: ({ text, listed }) => (listed ? text.reviewCharges : text.title),
  currency: ({ currency }) => currency,
  page({ open, answer, text, listed, charge, dispute, takesDisputes, backLink }) {
    return (
      <>
        <Bar title={listed ? text.reviewCharges : text.title} backLink={backLink} helpLink={open.helpLink} />
        <main>
          {listed && <DisputeNotices statement={listed} />}
          {listed && (
            <ChargeList statement={listed} query={open.query} isMissing={open.parameter('choose') !== ''} />
          )}
          {charge && (
            <section>
              <ChargeRows charge={charge} />
            </section>
          )}
          {charge && dispute && (
            <>
              <section>
                <DisputeNotice dispute={dispute} isOnOwnPage />
              </section>
              <Withdraw dispute={dispute} takesDisputes={takesDisputes} answer={answer} />
            </>
          )}
          {charge && !dispute && <DisputeForm answer={answer} />}
        </main>
      </>
    );
  },
});

function ChargeRows({
  charge: { kind, sequence, chargedMinor },
}: {
  readonly charge: Pick<ChargeDispute, 'kind' | 'sequence'> & { readonly chargedMinor: MinorAmount };
}): ReactNode {
  const { language, market, currency, money } = usePage();
  const text = useText(chargeDisputeText);
  const words = paymentWords(market, language);
  return (
    <Rows
      rows={[
        { label: text.charge, value: chargeName(kind, language, currency) },
        { label: text.partOf, value: fill(text.payment, { ...words, number: sequence }) },
        { label: text.amount, value: money(chargedMinor), isTotal: true },
      ]}
    />
  );
}

function wordsFault(typed: string, reason: DisputeReason | undefined, text: Texts): string | undefined {
  if (typed.trim().length > disputeWordsMaxLength) return text.wordsTooLong;
  return reason === 'other' && typed.trim() === '' ? text.wordsMissing : undefined;
}

interface FormParts {
  readonly answer: DisputeAnswer | undefined;
}

function DisputeForm({ answer }: FormParts): ReactNode {
  const text = useText(chargeDisputeText);
  const { reason, words } = answer?.faults ?? {};
  return (
    <section>
      <EnhancedForm noValidate>
        <div className={styles.form}>
          <p>
            {text.intro} {text.stillDue}
          </p>
          <Slot name="dispute-fields">
            <fieldset className={styles.reasons} aria-describedby={reason ? 'reason-error' : undefined}>
              <legend>{text.why}</legend>
              <Picks
                name="reason"
                chosen={answer?.typed.reason ?? ''}
                picks={disputeReasons.map((value) => ({ value, label: text[value], note: '' }))}
              />
              {reason && <FieldError id="reason-error">{reason}</FieldError>}
            </fieldset>
            <TextArea
              id="words"
              name="words"
              label={text.words}
              hint={text.wordsHint}
              error={words}
              maxLength={disputeWordsMaxLength}
              defaultValue={answer?.typed.words}
              autoFocus={reason === undefined && words !== undefined}
            />
            <ProblemSlot problem={answer?.problem} />
          </Slot>
          <Button>{text.send}</Button>
        </div>
      </EnhancedForm>
    </section>
  );
}

function Withdraw({
  dispute,
  takesDisputes,
  answer,
}: FormParts & { readonly dispute: ChargeDispute; readonly takesDisputes: boolean }): ReactNode {
  const text = useText(chargeDisputeText);
  return (
    <section>
      <Rows
        rows={[
          { label: text.yourReason, value: text[dispute.reason] },
          ...(dispute.words === '' ? [] : [{ label: text.yourWords, value: dispute.words }]),
        ]}
      />
      <EnhancedForm>
        <div className={styles.form}>
          <input type="hidden" name="do" value="withdraw" />
          <input type="hidden" name="disputeId" value={dispute.disputeId} />
          <p>
            {text.withdrawLine} {takesDisputes && text.withdrawAgain}
          </p>
          <ProblemSlot problem={answer?.problem} />
          <Button kind="second">{text.withdraw}</Button>
        </div>
      </EnhancedForm>
    </section>
  );
}
