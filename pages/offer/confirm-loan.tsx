/** Loan confirmation: what a borrower receives and repays, then the agreement (specification, section 2; CONFIRM-1 to 4). */
import { useState } from 'react';
import { data, Form } from 'react-router';
import { confirmText } from '#content/messages/confirm.ts';
import { formProblemText } from '#content/messages/form-problem.ts';
import { fill } from '#content/text-pack.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { backendImage, backendLink } from '../backend-link.ts';
import { hostPageLink } from '../host-page.ts';
import { keepingInput } from '../keeping-input.ts';
import { openScreen, problemOf, refusal, statusOf } from '../open-screen.server.ts';
import { endsForm, type Problem } from '../problem.ts';
import { leaveTo } from '../redirect.server.ts';
import { serverPart } from '../server-part.ts';
import { useShell } from '../shell.ts';
import { fieldOf, submittedForm } from '../submitted-form.server.ts';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { Bar } from '../ui/frame/bar.tsx';
import { Pin } from '../ui/frame/pin.tsx';
import { ProblemNote } from '../ui/notice/problem-note.tsx';
import { Still } from '../ui/still.tsx';
import type { Route } from './+types/confirm-loan.ts';
import { acceptanceOf } from './acceptance.ts';
import { AgreementCheck } from './agreement-check.tsx';
import { OfferReload } from './offer-reload.tsx';
import { OfferSections } from './offer-sections.tsx';
import { useOfferReload } from './reload-timer.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.text.title }];

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, language, parameters, query } = screen;
  const productId = parameters.get('productId') ?? '';
  const isReload = parameters.get('isType') === '1';
  const answer = await screen.call(readOffer, { productId, isReload });
  if (!answer.success) throw refusal(answer);
  const offer = answer.data;
  const text = confirmText[language];
  const amount = formatMoney(offer.amountMinor, language, config.amountStyle);
  const reloadLink = offer.needsReload
    ? screen.link(config.paths.confirmLoan, { productId, isType: 1 })
    : null;
  return {
    text: {
      title: text.title,
      back: text.back,
      help: text.help,
      accept: fill(text.accept, { amount }),
      sending: text.sending,
    },
    problemText: formProblemText[language],
    backLink: hostPageLink(config.hostPages.main, query),
    reloadLink,
    page: serverPart({
      text,
      language,
      amountStyle: config.amountStyle,
      offer,
      logo: backendImage(screen, offer.productLogo),
      agreementLink: backendLink(screen, offer.agreementLink, { productId }),
      reloadLink,
      isRenewed: parameters.get('notice') === 'renewed',
    }),
  };
}

interface Answer {
  readonly problem: Problem | null;
  readonly agreeError?: string;
}

export async function action(args: Route.ActionArgs) {
  const screen = openScreen(args);
  const { config, language, parameters, query } = screen;
  const productId = parameters.get('productId') ?? '';
  const form = await submittedForm(args.request);
  if (fieldOf(form, 'agree') !== 'yes') {
    return data<Answer>({ problem: null, agreeError: confirmText[language].agreeFirst }, { status: 422 });
  }
  const acceptance = acceptanceOf(form, productId);
  if (!acceptance) {
    return data<Answer>({ problem: { kind: 'request-invalid', message: '' } }, { status: 422 });
  }
  const answer = await screen.call(acceptOffer, acceptance);
  if (answer.success) {
    const detailLink = backendLink(screen, answer.data.detailLink, { from: 'confirm' });
    return leaveTo(detailLink ?? hostPageLink(config.hostPages.main, query), { isReplacing: true });
  }
  const problem = problemOf(answer);
  const isRenewed = problem.kind === 'quote-mismatch' || problem.kind === 'quote-expired';
  if (isRenewed || endsForm(problem)) {
    const notice = isRenewed ? 'renewed' : '';
    return leaveTo(screen.link(config.paths.confirmLoan, { productId, notice }), { isReplacing: true });
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

export default function ConfirmLoan({ loaderData, actionData }: Route.ComponentProps) {
  const { text, problemText, backLink, reloadLink, page } = loaderData;
  const answer: Answer | undefined = actionData;
  const { config, helpLink } = useShell();
  const [agrees, setAgrees] = useState(!answer?.agreeError);
  useOfferReload(reloadLink);
  return (
    <>
      <Bar title={text.title} backLink={backLink} helpLink={helpLink} text={text} config={config} />
      <main>
        <Form method="post" replace discover="none">
          <Still>{import.meta.env.SSR && <OfferSections {...page.value} />}</Still>
          <Pin
            above={
              <>
                {answer?.problem && <ProblemNote problem={answer.problem} text={problemText} />}
                <Still
                  onClick={({ target }) => target instanceof HTMLInputElement && setAgrees(target.checked)}
                >
                  {import.meta.env.SSR && <AgreementCheck {...page.value} error={answer?.agreeError} />}
                </Still>
              </>
            }
          >
            <SubmitButton pendingText={text.sending} isDisabled={!agrees}>
              {text.accept}
            </SubmitButton>
          </Pin>
        </Form>
      </main>
      {reloadLink && (
        <Still>{import.meta.env.SSR && <OfferReload {...page.value} reloadLink={reloadLink} />}</Still>
      )}
    </>
  );
}
