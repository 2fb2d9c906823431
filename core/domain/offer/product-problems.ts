import { annualCostProblems } from './annual-cost.ts';
import { type ProductTerms, productProblems } from './product-terms.ts';
import { type ProposalTerms, proposalProblems } from './proposal.ts';
import { type ReminderTerms, reminderProblems } from './reminder-plan.ts';

/** Why a product cannot be saved, one English sentence each (LEGAL-3, LEGAL-6). */
export function problemsOfProduct(product: ProductTerms & ProposalTerms & ReminderTerms): string[] {
  const problems = [...productProblems(product), ...proposalProblems(product), ...reminderProblems(product)];
  return problems.length > 0 ? problems : annualCostProblems(product);
}

/** The field that a problem concerns; for the whole term, the days between payments. */
export function fieldOfProblem(problem: string): string | undefined {
  return problem.startsWith('the term ') ? 'instalmentDays' : /^[A-Za-z]+/.exec(problem)?.[0];
}
