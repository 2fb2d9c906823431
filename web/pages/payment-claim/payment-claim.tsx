import { paymentClaimText } from '#content/messages/payment-claim.ts';
import { fill } from '#content/text-pack.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { typedDay } from '#domain/calendar.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { amountFromText, exampleAmount } from '#domain/money/amount-input.ts';
import { claimChannels, trackingKeyMaxLength, trackingKeyOf } from '#domain/repayment/payment-claim.ts';
import { Fold } from '#ui/figures/fold.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { receiveForm, requireSender } from '../complaint/received-images.ts';
import { fieldOf, sentCurrency } from '../open-screen.ts';
import { endsForm, problemOf, statusOf } from '../problem.ts';
import { screen } from '../screen.tsx';
import { type ClaimAnswer, ClaimForm, paymentClaimPath } from './claim-form.tsx';
import { ClaimNotices } from './claim-notices.tsx';

/** Reports a payment; the same form is folded on pages that ask for money. */
export const paymentClaim = screen({
  path: () => paymentClaimPath,
  script: 'payment-claim',
  async load(open) {
    const key = open.key();
    const { status, statement, currency } = await open.ask(readLoan, key);
    const loanLink = open.link(open.config.paths.order, key);
    if (!statement?.claims || !isRunning(status)) return open.leaveTo(loanLink);
    const { dueMinor: amountMinor, today } = statement;
    const waiting = statement.claims.filter(({ state }) => state === 'waiting');
    return {
      text: paymentClaimText[open.language],
      statement,
      waiting,
      amountMinor,
      today,
      currency,
      loanLink,
    };
  },
  isSentAgain: true,
  async readForm(open) {
    await requireSender(open);
    return receiveForm(open, 1);
  },
  async submit(open, { form, images, problem }) {
    const text = paymentClaimText[open.language];
    const key = open.key();
    const currency = sentCurrency(open, form);
    const typed: ClaimAnswer['typed'] = {
      amount: fieldOf(form, 'amount'),
      paidOn: fieldOf(form, 'paidOn'),
      channel: fieldOf(form, 'channel'),
      trackingKey: fieldOf(form, 'trackingKey'),
      images: images.slice(-1),
    };
    const again = (facts: Partial<ClaimAnswer>, status: number) =>
      open.again<ClaimAnswer>({ typed, faults: {}, ...facts }, status);
    if (problem) return again({ problem }, 422);
    const amountMinor = amountFromText(typed.amount, currency);
    const paidOn = typedDay(typed.paidOn);
    const [image = null] = typed.images;
    const isAmount = amountMinor !== null && amountMinor > 0;
    const isKey = typed.trackingKey.length <= trackingKeyMaxLength;
    const hasProof = isKey && (image !== null || trackingKeyOf(typed.trackingKey) !== '');
    if (!isAmount || paidOn === null || !hasProof) {
      const faults = {
        ...(!isAmount && { amount: fill(text.notAnAmount, { example: exampleAmount(currency) }) }),
        ...(paidOn === null && { paidOn: text.dayWrong }),
        ...(!hasProof && { proof: text.proofMissing }),
      };
      return again({ faults }, 422);
    }
    const channel = claimChannels.find((each) => each === typed.channel) ?? 'other';
    const { trackingKey } = typed;
    const answer = await open.call(claimPayment, {
      ...key,
      amountMinor,
      paidOn,
      channel,
      trackingKey,
      image,
    });
    const loanLink = open.link(open.config.paths.order, key);
    if (answer.success) return open.leaveTo(`${loanLink}#claims`);
    const refusal = problemOf(answer);
    if (endsForm(refusal)) return open.leaveTo(loanLink);
    // The form sends nothing else that could be wrong by now.
    if (refusal.kind === 'request-invalid') return again({ faults: { paidOn: text.dayWrong } }, 422);
    return again({ problem: refusal }, statusOf(answer));
  },
  title: ({ text }) => text.title,
  currency: ({ currency }) => currency,
  page: ({ open, answer, text, statement, waiting, loanLink, amountMinor, today }) => (
    <>
      <Bar title={text.title} backLink={loanLink} helpLink={open.helpLink} />
      <main>
        {waiting.length === 0 ? (
          <section>
            <ClaimForm amountMinor={amountMinor} today={today} answer={answer} isMain />
          </section>
        ) : (
          <>
            <ClaimNotices statement={{ ...statement, claims: waiting }} />
            <section>
              <ButtonLink href={loanLink}>{text.seeLoan}</ButtonLink>
              <Fold title={text.another} isOpen={answer !== undefined}>
                <ClaimForm amountMinor={amountMinor} today={today} answer={answer} />
              </Fold>
            </section>
          </>
        )}
      </main>
    </>
  ),
});
