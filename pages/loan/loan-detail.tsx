/** Order detail: where a loan stands and what can be done with it (specification, sections 2 and 4; ORDER-1 to ORDER-7). */
import { data, Form } from 'react-router';
import { formProblemText } from '#content/messages/form-problem.ts';
import { loanText } from '#content/messages/loan.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { sendRating } from '#contract/calls/offer.ts';
import { loanView } from '#domain/loan/loan-view.ts';
import { isScore } from '#domain/loan/rating.ts';
import { backendImage, backendLink } from '../backend-link.ts';
import { hostPageLink } from '../host-page.ts';
import { keepingInput } from '../keeping-input.ts';
import { type OpenScreen, openScreen, problemOf, refusal, statusOf } from '../open-screen.server.ts';
import { endsForm, type Problem } from '../problem.ts';
import { leaveTo } from '../redirect.server.ts';
import { serverPart } from '../server-part.ts';
import { useShell } from '../shell.ts';
import { fieldOf, submittedForm } from '../submitted-form.server.ts';
import { Bar } from '../ui/frame/bar.tsx';
import { Still } from '../ui/still.tsx';
import type { Route } from './+types/order-detail.ts';
import { useArrival } from './arrival.ts';
import { isLiveStatus, statusHeader, useLiveStatus } from './live-status.ts';
import { LoanDialogs } from './loan-dialogs.tsx';
import { LoanSections } from './loan-sections.tsx';
import { useRatingNotices } from './rating-notices.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.title }];

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, language, parameters, query } = screen;
  const key = loanKeyOf(screen);
  const answer = await screen.call(readLoan, key);
  if (!answer.success) throw refusal(answer);
  const text = loanText[language];
  // A backend may leave the status text out; the page still has a heading.
  const order = { ...answer.data, statusTitle: answer.data.statusTitle || text.title };
  const { isExtendable, status } = order;
  const thanks = Number(parameters.get('thanks'));
  const thanksScore = isScore(thanks) ? thanks : null;
  const problemText = formProblemText[language];
  return data(
    {
      title: order.statusTitle,
      text: {
        title: text.title,
        back: text.back,
        help: text.help,
        chooseStar: text.chooseStar,
        sending: text.sending,
      },
      problemText,
      status,
      backLink: hostPageLink(config.hostPages.main, query),
      productId: key.productId,
      isConfirmed: parameters.get('from') === 'confirm',
      thanksScore,
      page: serverPart({
        text,
        problemText,
        language,
        amountStyle: config.amountStyle,
        order,
        view: loanView(status, { isExtendable, isLoanMarket: config.isLoanMarket }),
        logo: backendImage(screen, order.productLogo),
        thanksScore,
        links: {
          // The page answers at two configured paths, and stays at the one it was opened by.
          same: screen.link(args.url.pathname, { ...key }),
          repay: screen.link(config.paths.repay, { ...key }),
          extend: screen.link(config.paths.repayDelay, { ...key }),
          borrowAgain: screen.link(config.paths.confirmLoan, { productId: key.productId }),
          agreement: backendLink(screen, order.agreementLink, { ...key }),
          more: backendLink(screen, order.moreLink),
        },
      }),
    },
    { headers: { [statusHeader]: status } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
  return loaderHeaders;
}

function loanKeyOf({ parameters }: OpenScreen): { productId: string; orderId: string } {
  return { productId: parameters.get('productId') ?? '', orderId: parameters.get('orderId') ?? '' };
}

interface Answer {
  readonly problem: Problem | null;
  readonly starError?: string;
}

/** Sends a rating, the one form of this page (ORDER-6). */
export async function action(args: Route.ActionArgs) {
  const screen = openScreen(args);
  const key = loanKeyOf(screen);
  const score = Number(fieldOf(await submittedForm(args.request), 'score'));
  if (!isScore(score)) {
    return data<Answer>({ problem: null, starError: loanText[screen.language].chooseStar }, { status: 422 });
  }
  const answer = await screen.call(sendRating, { score, orderId: key.orderId });
  const problem = answer.success ? null : problemOf(answer);
  if (answer.success || (problem && endsForm(problem))) {
    const own = answer.success ? { ...key, thanks: score } : { ...key };
    return leaveTo(screen.link(args.url.pathname, own), { isReplacing: true });
  }
  return data<Answer>({ problem }, { status: statusOf(answer) });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepingInput<Answer>({ serverAction });
}

/** What was loaded stays until a new page takes its place; an answer to the form changes none of it. */
export function shouldRevalidate(): boolean {
  return false;
}

export default function LoanDetail({ loaderData, actionData }: Route.ComponentProps) {
  const { text, status, backLink, page } = loaderData;
  const answer: Answer | undefined = actionData;
  const { config, helpLink } = useShell();
  const chooseStar = useRatingNotices(answer?.problem, loaderData);
  useArrival(loaderData, config);
  useLiveStatus(status);
  return (
    <>
      <Bar
        title={text.title}
        titleAs="span"
        backLink={backLink}
        helpLink={helpLink}
        text={text}
        config={config}
      />
      <main>
        <Still>
          {import.meta.env.SSR && (
            <LoanSections {...page.value} answer={answer} isLive={isLiveStatus(status)} />
          )}
        </Still>
      </main>
      <Form method="post" replace discover="none" onInvalidCapture={chooseStar}>
        <Still>{import.meta.env.SSR && <LoanDialogs {...page.value} />}</Still>
      </Form>
    </>
  );
}
