/** Where the borrower answers a new plan. */
export const newPlanPath = '/newPlan';
