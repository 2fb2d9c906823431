import { bookScenarios } from './book-scenarios.ts';
import { loanScenarios } from './loan-scenarios.ts';
import type { Scenario } from './scene.ts';

/** All acts that are looked at, at once. */
export const scenarios: readonly Scenario[] = [...loanScenarios, ...bookScenarios];
