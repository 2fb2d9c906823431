export const newPlanPath = '/newPlan';
