import { hydrateBehaviours } from './hydrate-behaviours.ts';
import { selectorOf } from './marks.ts';
import { trusted } from './trusted.ts';

/** What a form sends when `button` is pressed, encoded as it would be without script. */
export function bodyOf(form: HTMLFormElement, button: HTMLButtonElement | null): FormData | URLSearchParams {
  const fields = new FormData(form);
  if (button?.name) fields.append(button.name, button.value);
  if (form.enctype === 'multipart/form-data') return fields;
  return new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
}

/** An answer as a document. Its styles are held against this page's policy, so they get its nonce. */
export function documentOf(answer: string): Document {
  const { nonce } = document.querySelector('style') ?? {};
  const html = answer.replace(/(<style nonce=")[^"]*/, `$1${nonce}`);
  return new DOMParser().parseFromString(trusted.createHTML(html), 'text/html');
}

/** Whether a page or slots of ours are the answer, of version 0.2.0 or later, and not what a proxy, a firewall or a network's sign-in page answered. */
export function isOurs(answer: Document): boolean {
  return answer.querySelector(`link[rel=icon][href="data:,"], ${selectorOf('slot')}`) !== null;
}

/** Puts a whole answer in the place of the page. */
export function showWhole(answer: Document): void {
  document.title = answer.title;
  const [style, other] = [document, answer].map((each) => each.querySelector('style'));
  if (style && other) style.textContent = other.textContent;
  fill(document.body, ...answer.body.children);
  hydrateBehaviours(document);
}

/** Puts `nodes` in the place of all that an element holds: `replaceChildren`, which came with Chrome 86. */
export function fill(place: Element, ...nodes: readonly Node[]): void {
  place.textContent = '';
  place.append(...nodes);
}
