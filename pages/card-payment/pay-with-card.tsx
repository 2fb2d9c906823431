/** Payment with a saved card, and the code that confirms it (specification, sections 2 and 4; PAYWAY-1 to PAYWAY-6). */
import { data, Form } from 'react-router';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { fill } from '#content/text-pack.ts';
import { readSavedCards } from '#contract/calls/card-payment.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { keepingInput } from '../keeping-input.ts';
import { openScreen, problemOf, refusal } from '../open-screen.server.ts';
import { leaveTo } from '../redirect.server.ts';
import { useShell } from '../shell.ts';
import { submittedForm } from '../submitted-form.server.ts';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { Bar } from '../ui/frame/bar.tsx';
import { Pin } from '../ui/frame/pin.tsx';
import { ProblemNote } from '../ui/notice/problem-note.tsx';
import { Still } from '../ui/still.tsx';
import type { Route } from './+types/pay-with-card.ts';
import { cardPicks } from './card-picks.ts';
import { payLinks } from './pay-links.server.ts';
import { useCodeCountdown, useErrorPlaces, usePendingLook } from './pay-page-script.ts';
import { CardChoice, PayHead } from './pay-sections.tsx';
import { payStep } from './pay-step.ts';
import { PendingPayment } from './pending-payment.tsx';
import { shownAmount } from './shown-amount.ts';
import { type PayAnswer, submitPayment } from './submit-payment.server.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.text.title }];

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, language, parameters } = screen;
  const text = payWithCardText[language];
  const links = payLinks(screen);
  const named = { repaymentId: parameters.get('repaymentId') ?? '', cardId: parameters.get('cardId') ?? '' };
  const [due, ways] = await Promise.all([
    screen.call(readRepayment, links.key),
    screen.call(readSavedCards, { orderId: links.key.orderId }),
  ]);
  const step = ways.success ? payStep(ways.data, named) : null;
  const isOver = step?.name === 'over' || (!due.success && due.errorCode === 'status-conflict');
  if (isOver && named.repaymentId !== '') throw leaveTo(links.order, { isReplacing: true });
  if (!due.success) throw refusal(due);
  const money = (amountMinor: typeof due.data.amountMinor) =>
    formatMoney(amountMinor, language, config.amountStyle);
  if (step?.name === 'pending' && step.payment.repaymentId !== named.repaymentId) {
    throw leaveTo(links.pay({ repaymentId: step.payment.repaymentId }), { isReplacing: true });
  }
  const waitingMinor = step?.name === 'code' ? step.amountMinor : null;
  const asked = parameters.get('amount');
  const amount = shownAmount({ waitingMinor, asked }, due.data.amountMinor);
  const waiting = step?.name === 'choose' ? step.waiting : null;
  const codeCardId = step?.name === 'code' ? step.cardId : '';
  return {
    text: { ...text, pay: fill(text.pay, { amount: money(amount.minor) }) },
    problemText: { network: text.network, timeout: text.network, other: text.processingFailed },
    amountMinor: amount.minor,
    amount: money(amount.minor),
    otherAmount: { value: amount.inField, error: amount.isWrong ? text.amountWrong : undefined },
    dueOn: amount.isDue ? due.data.date : null,
    notice: parameters.get('notice') ?? '',
    step,
    pendingAmount: step?.name === 'pending' ? money(step.payment.amountMinor) : '',
    waiting: waiting && {
      line: fill(text.openPayment, { amount: money(waiting.amountMinor) }),
      link: links.pay({ repaymentId: waiting.repaymentId, amountMinor: waiting.amountMinor }),
    },
    listProblem: ways.success ? null : problemOf(ways),
    repayToken: ways.success ? ways.data.repayToken : '',
    picks: cardPicks(ways.success ? ways.data.cards : [], codeCardId),
    offersProviderPage: ways.success && ways.data.offersPaymentPage,
    links: {
      order: links.order,
      repay: links.repay,
      same: links.pay({ repaymentId: named.repaymentId, cardId: named.cardId }),
      addCard: links.addCard,
      keptFields: links.keptFields,
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const screen = openScreen(args);
  const outcome = await submitPayment(screen, await submittedForm(args.request));
  return 'link' in outcome
    ? leaveTo(outcome.link, { isReplacing: true })
    : data<PayAnswer>(outcome.answer, { status: outcome.status });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepingInput<PayAnswer>({ serverAction });
}

/** What was loaded stays until a new page takes its place; an answer to the form brings what has changed. */
export function shouldRevalidate(): boolean {
  return false;
}

export default function PayWithCard({ loaderData, actionData }: Route.ComponentProps) {
  const { text, step, picks, links, problemText } = loaderData;
  const answer: PayAnswer | undefined = actionData;
  const { config, helpLink } = useShell();
  const isPending = step?.name === 'pending';
  usePendingLook(isPending);
  useCodeCountdown(step?.name === 'code' ? step.waitSeconds : 0, text);
  useErrorPlaces(answer);
  return (
    <>
      <Bar title={text.title} backLink={links.repay} helpLink={helpLink} text={text} config={config} />
      <main>
        <Still>
          {import.meta.env.SSR &&
            (isPending ? <PendingPayment {...loaderData} /> : <PayHead {...loaderData} />)}
        </Still>
        {!isPending && picks.count > 0 && (
          <Form method="post" replace discover="none">
            {/* The first button of a form is the one that Enter presses. */}
            <button type="submit" className="sr" tabIndex={-1} aria-hidden="true">
              {text.pay}
            </button>
            <input type="hidden" name="repayToken" value={answer?.repayToken ?? loaderData.repayToken} />
            <Still>{import.meta.env.SSR && <CardChoice {...loaderData} answer={answer} />}</Still>
            <Pin above={answer?.problem && <ProblemNote problem={answer.problem} text={problemText} />}>
              <SubmitButton pendingText={text.sending}>{text.pay}</SubmitButton>
            </Pin>
          </Form>
        )}
      </main>
    </>
  );
}
