import type { Behaviours } from './hydrate-behaviours.ts';
import { languageSwitch } from './language-switch.ts';
import { type MarkBehaviours, start as startPublic } from './start-public.ts';

/** Starts a loan page, whose bar has a language switch. */
export function start(behaviours: MarkBehaviours = {}, others: Behaviours = {}): void {
  startPublic({ language: languageSwitch, ...behaviours }, others);
}
