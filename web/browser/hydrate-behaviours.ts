export type Behaviours = Readonly<Record<string, (root: HTMLElement) => void>>;

let behaviours: Behaviours = {};

export function registerBehaviours(registry: Behaviours): void {
  behaviours = registry;
}

/** Starts the modules of `place` and of the elements below it; call it once for added markup. */
export function hydrateBehaviours(place: ParentNode): void {
  for (const [selector, behave] of Object.entries(behaviours)) {
    if (place instanceof HTMLElement && place.matches(selector)) behave(place);
    for (const root of place.querySelectorAll<HTMLElement>(selector)) behave(root);
  }
}
