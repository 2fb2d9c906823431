import { complaintDetailsText } from '#content/messages/complaint-details.ts';
import { readComplaint } from '#contract/calls/complaint.ts';
import { sendRating } from '#contract/calls/loan.ts';
import { isScore } from '#domain/loan/rating.ts';
import { type RatingAnswer, RatingDialog } from '#ui/form/rating.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { fieldOf } from '../open-screen.ts';
import { endsForm, problemOf, statusOf } from '../problem.ts';
import { screen } from '../screen.tsx';
import { complaintImages } from './complaint-image.ts';
import { complaintPaths } from './complaint-paths.ts';
import { stateWord } from './complaint-words.ts';
import { DetailsSections } from './details-sections.tsx';

/** A complaint with its answer, which can be rated (specification, sections 2 and 4; COMP-6). */
export const complaintDetails = screen({
  path: () => complaintPaths.details,
  script: 'complaint-details',
  async load(open) {
    const { language } = open;
    const { minute } = open.dates(null, { isReady: true });
    const isThanked = open.parameter('thanks') === '1';
    const complaint = await open.ask(readComplaint, { complaintId: open.parameter('problemId') });
    return {
      text: complaintDetailsText[language],
      complaint: {
        ...complaint,
        // The backend may still ask for a rating shortly after it accepted one.
        asksForRating: complaint.asksForRating && !isThanked,
        images: complaintImages(open, complaint.images),
        replyImages: complaintImages(open, complaint.replyImages),
        interimAnswers: complaint.interimAnswers.map(({ time, text }) => ({ time: minute(time), text })),
      },
      progress: complaint.progress.map(({ state, time }) => ({
        word: stateWord(state, language),
        time: minute(time),
      })),
      isThanked,
    };
  },
  async submit(open, form) {
    const complaintId = open.parameter('problemId');
    const score = Number(fieldOf(form, 'score'));
    if (!isScore(score)) {
      const { chooseStar } = complaintDetailsText[open.language];
      return open.again<RatingAnswer>({ starError: chooseStar }, 422);
    }
    const sent = await open.call(sendRating, { score, orderId: null, complaintId });
    const detailsLink = (thanks?: number) =>
      open.link(complaintPaths.details, { problemId: complaintId, thanks });
    if (sent.success) return open.leaveTo(detailsLink(1));
    const problem = problemOf(sent);
    if (endsForm(problem)) return open.leaveTo(detailsLink());
    return open.again<RatingAnswer>({ problem }, statusOf(sent));
  },
  title: ({ text }) => text.title,
  page: ({ open, answer, text, ...data }) => (
    <>
      <Bar title={text.title} backLink={open.link(complaintPaths.list)} helpLink={open.helpLink} />
      <main>
        <DetailsSections {...data} answer={answer} />
      </main>
      {data.complaint.asksForRating && <RatingDialog text={text} answer={answer} opensItself />}
    </>
  ),
});
