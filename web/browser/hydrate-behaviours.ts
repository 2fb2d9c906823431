/** What a page does with the elements of a selector: each module takes its root element. */
export type Behaviours = Readonly<Record<string, (root: HTMLElement) => void>>;

let behaviours: Behaviours = {};

/** Says what the page does with its elements, now and with those that are put in later. */
export function behaveAs(registry: Behaviours): void {
  behaviours = registry;
}

/** Gives the elements below `place`, and `place` itself, their behaviours. Markup put in later needs it once. */
export function hydrateBehaviours(place: ParentNode): void {
  for (const [selector, behave] of Object.entries(behaviours)) {
    if (place instanceof HTMLElement && place.matches(selector)) behave(place);
    for (const root of place.querySelectorAll<HTMLElement>(selector)) behave(root);
  }
}
