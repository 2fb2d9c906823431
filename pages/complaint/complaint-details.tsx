/** A complaint and the answer to it, which can be rated (specification, sections 2 and 4; COMP-6). */
import { data, Form } from 'react-router';
import { complaintDetailsText } from '#content/messages/complaint-details.ts';
import { formProblemText } from '#content/messages/form-problem.ts';
import { readComplaint } from '#contract/calls/complaint.ts';
import { sendRating } from '#contract/calls/loan.ts';
import { isScore } from '#domain/loan/rating.ts';
import { keepingInput } from '../keeping-input.ts';
import { useRatingNotices } from '../loan/rating-notices.ts';
import { openScreen, problemOf, refusal, statusOf } from '../open-screen.server.ts';
import { endsForm, type Problem } from '../problem.ts';
import { leaveTo } from '../redirect.server.ts';
import { useShell } from '../shell.ts';
import { fieldOf, submittedForm } from '../submitted-form.server.ts';
import { Bar } from '../ui/frame/bar.tsx';
import { Still } from '../ui/still.tsx';
import type { Route } from './+types/complaint-details.ts';
import { complaintImages } from './complaint-image.ts';
import { complaintPaths } from './complaint-paths.ts';
import { stateWord } from './complaint-words.ts';
import { DetailsSections } from './details-sections.tsx';
import { RatingDialog } from './rating-dialog.tsx';
import { useRatingSheet } from './rating-sheet.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.text.title }];

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { language, parameters } = screen;
  const answer = await screen.call(readComplaint, { complaintId: parameters.get('problemId') ?? '' });
  if (!answer.success) throw refusal(answer);
  const complaint = answer.data;
  return {
    text: complaintDetailsText[language],
    problemText: formProblemText[language],
    complaint: {
      ...complaint,
      images: complaintImages(screen, complaint.images),
      replyImages: complaintImages(screen, complaint.replyImages),
    },
    progress: complaint.progress.map(({ state, time }) => ({ word: stateWord(state, language), time })),
    isThanked: parameters.get('thanks') === '1',
    backLink: screen.link(complaintPaths.list),
  };
}

interface Answer {
  readonly problem: Problem | null;
  readonly starError?: string;
}

/** Sends a rating, the one form of this page. */
export async function action(args: Route.ActionArgs) {
  const screen = openScreen(args);
  const complaintId = screen.parameters.get('problemId') ?? '';
  const score = Number(fieldOf(await submittedForm(args.request), 'score'));
  if (!isScore(score)) {
    const starError = complaintDetailsText[screen.language].chooseStar;
    return data<Answer>({ problem: null, starError }, { status: 422 });
  }
  const answer = await screen.call(sendRating, { score, orderId: null, complaintId });
  const problem = answer.success ? null : problemOf(answer);
  if (answer.success || (problem && endsForm(problem))) {
    const thanks = answer.success ? 1 : undefined;
    return leaveTo(screen.link(complaintPaths.details, { problemId: complaintId, thanks }), {
      isReplacing: true,
    });
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

export default function ComplaintDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { text, problemText, complaint, backLink } = loaderData;
  const answer: Answer | undefined = actionData;
  const { config, helpLink } = useShell();
  useRatingSheet(complaint.asksForRating);
  const chooseStar = useRatingNotices(answer?.problem, { text, problemText });
  return (
    <>
      <Bar title={text.title} backLink={backLink} helpLink={helpLink} text={text} config={config} />
      <main>
        <Still>{import.meta.env.SSR && <DetailsSections {...loaderData} answer={answer} />}</Still>
      </main>
      <Form method="post" replace discover="none" onInvalidCapture={chooseStar}>
        <Still>{import.meta.env.SSR && complaint.asksForRating && <RatingDialog text={text} />}</Still>
      </Form>
    </>
  );
}
