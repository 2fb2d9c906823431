import { hydrateBehaviours } from './hydrate-behaviours.ts';
import { selectorOf } from './marks.ts';
import { trusted } from './trusted.ts';

/** The body that the form sends when `button` is pressed, encoded as without script. */
export function bodyOf(form: HTMLFormElement, button: HTMLButtonElement | null): FormData | URLSearchParams {
  const fields = new FormData(form);
  if (button?.name) fields.append(button.name, button.value);
  if (form.enctype === 'multipart/form-data') return fields;
  return new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
}

/** Parses an answer as a document. Its styles get this page's nonce, which the policy asks for. */
export function documentOf(answer: string): Document {
  const { nonce } = document.querySelector('style') ?? {};
  const html = answer.replace(/(<style nonce=")[^"]*/, `$1${nonce}`);
  return new DOMParser().parseFromString(trusted.createHTML(html), 'text/html');
}

/** Whether the answer is our page (version 0.2.0 or later), not that of a proxy or a network's sign-in. */
export function isOurAnswer(answer: Document): boolean {
  return answer.querySelector(`link[rel=icon][href="data:,"], ${selectorOf('slot')}`) !== null;
}

export function replacePage(answer: Document): void {
  document.title = answer.title;
  const [style, other] = [document, answer].map((each) => each.querySelector('style'));
  if (style && other) style.textContent = other.textContent;
  fill(document.body, ...answer.body.children);
  hydrateBehaviours(document);
}

/** `replaceChildren`, which browsers before Chrome 86 lack. */
export function fill(place: Element, ...nodes: readonly Node[]): void {
  place.textContent = '';
  place.append(...nodes);
}
