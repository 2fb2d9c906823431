import { newPlanText } from '#content/messages/new-plan.ts';
import { fill } from '#content/text-pack.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { acceptNewPlan, declineNewPlan } from '#contract/calls/new-plan.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { Button } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Note } from '#ui/notice/note.tsx';
import { type Problem, ProblemNote } from '#ui/notice/problem-note.tsx';
import { Words } from '#ui/words.tsx';
import { fieldOf } from '../open-screen.ts';
import { endsForm, problemOf, statusOf } from '../problem.ts';
import { screen } from '../screen.tsx';
import { NewPlanFigures, waitingPlan } from './new-plan-figures.tsx';
import { newPlanPath } from './new-plan-path.ts';

/** Why an answer was not taken: the figures changed, or a problem. */
interface PlanAnswer {
  readonly isChanged: boolean;
  readonly problem?: Problem;
}

/** Refusals after which there is no plan any more; the loan's page explains. */
const endings: readonly string[] = ['not-found', 'status-conflict', 'quote-expired'];

/** A new plan proposed by the lender, to accept or decline. */
export const newPlan = screen({
  path: () => newPlanPath,
  async load(open) {
    const key = open.key();
    const { statement, currency } = await open.ask(readLoan, key);
    const loanLink = open.link(open.config.paths.order, key);
    const plan = waitingPlan(statement);
    if (!plan || !statement) return open.leaveTo(loanLink);
    const text = newPlanText[open.language];
    return { text, plan, today: statement.today, currency, loanLink };
  },
  isSentAgain: true,
  async submit(open, form) {
    const key = open.key();
    const loanLink = open.link(open.config.paths.order, key);
    const named = { ...key, planId: fieldOf(form, 'planId') };
    const answer =
      fieldOf(form, 'do') === 'decline'
        ? await open.call(declineNewPlan, named)
        : await open.call(acceptNewPlan, { ...named, seen: fieldOf(form, 'seen') });
    if (answer.success) return open.leaveTo(loanLink);
    const problem = problemOf(answer);
    if (endsForm(problem) || endings.includes(problem.kind)) return open.leaveTo(loanLink);
    if (problem.kind === 'quote-mismatch') return open.again<PlanAnswer>({ isChanged: true }, 409);
    return open.again<PlanAnswer>({ isChanged: false, problem }, statusOf(answer));
  },
  title: ({ text }) => text.title,
  currency: ({ currency }) => currency,
  page({ open, answer, text, plan, today, currency, loanLink }) {
    const { moratoriumDays, validThrough, planId, seen } = plan;
    const { day } = open.dates(currency);
    const restUntil = day(addDays(localDate(today), moratoriumDays));
    return (
      <>
        <Bar title={text.title} backLink={loanLink} helpLink={open.helpLink} />
        <main>
          <section>
            {answer?.isChanged && (
              <Note tone="warn" isAlert>
                {text.changed}
              </Note>
            )}
            {answer?.problem && <ProblemNote problem={answer.problem} />}
            <NewPlanFigures plan={plan} />
            {moratoriumDays > 0 && (
              <p>
                <Words text={fill(text.rest, { date: restUntil })} />
              </p>
            )}
            <form method="post">
              <input type="hidden" name="planId" value={planId} />
              <input type="hidden" name="seen" value={seen} />
              <Button name="do" value="accept">
                {text.accept}
              </Button>
              <Button kind="quiet" name="do" value="decline">
                {text.decline}
              </Button>
            </form>
            <p className="hint">
              <Words text={fill(text.valid, { date: day(validThrough) })} />
            </p>
          </section>
        </main>
      </>
    );
  },
});
