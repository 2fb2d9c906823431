import type { CallName, ScreenPath } from './paths-and-calls.ts';
import type { RequirementId } from './requirements.ts';

/**
 * Requirements without a finished screen. Rules beneath the screens may be tested under the ID already; the first test
 * under `web/pages/` or `tests/journeys/` that names one takes it off this list.
 */
export const requirementsToCome: readonly RequirementId[] = [];

/** Paths that no route answers yet. */
export const pathsToCome: readonly ScreenPath[] = [];

/** Calls that the built-in lending service does not answer yet. */
export const callsToCome: readonly CallName[] = [];
