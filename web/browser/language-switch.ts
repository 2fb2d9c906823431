import { bodyOf, documentOf, isOurAnswer, replacePage } from './answer.ts';
import { selectorOf } from './marks.ts';
import { showToast } from './toast.ts';
import { isTyped, type TypedField, typedFields } from './typed-fields.ts';

/**
 * Fetches the page in the other language and replaces this one, with what was typed, opened and scrolled to. If it cannot be
 * fetched, the page stays and says so (`data-language`).
 */
export function languageSwitch(root: HTMLElement): void {
  root.addEventListener('click', (event) => {
    event.preventDefault();
    void change(root as HTMLAnchorElement | HTMLButtonElement);
  });
}

async function change(root: HTMLAnchorElement | HTMLButtonElement): Promise<void> {
  const isLink = root instanceof HTMLAnchorElement;
  const link = isLink ? root.href : root.formAction;
  const body = isLink || !root.form ? null : bodyOf(root.form, root);
  const got = await fetch(link, body ? { method: 'POST', body } : {})
    .then(async (answer) => ({ answer, html: await answer.text() }))
    .catch(() => null);
  const isHad = got !== null && got.answer.status < 500 && got.answer.status !== 429;
  const page = isHad ? documentOf(got.html) : null;
  if (!isHad || !page || !isOurAnswer(page)) {
    showToast(root.dataset.language ?? '');
    return;
  }
  const { answer } = got;
  if (!answer.ok || answer.redirected) {
    location.assign(answer.url);
    return;
  }
  const [typed, open] = [typedFields().map(typedIn), folds().map((each) => each.open)];
  replacePage(page);
  document.documentElement.lang = page.documentElement.lang;
  history.replaceState(history.state, '', link);
  const fresh = typedFields();
  // The same page has the same fields; another one, which the loan has moved on to, none of them.
  if (fresh.length === typed.length) for (const [index, fill] of typed.entries()) fill?.(fresh[index]);
  for (const [index, each] of folds().entries()) each.open ||= open[index] ?? false;
  document.querySelector<HTMLElement>(selectorOf('language'))?.focus({ preventScroll: true });
}

function folds(): HTMLDetailsElement[] {
  return [...document.querySelectorAll('details')];
}

/** How to copy what was typed into the field of the same name; null if nothing was. */
function typedIn(field: TypedField): ((fresh: TypedField | undefined) => void) | null {
  const { name, type, value } = field;
  const isBox = field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(type);
  if (!isTyped(field)) return null;
  return (fresh) => {
    if (fresh?.name !== name || fresh.type !== type) return;
    if (isBox) (fresh as HTMLInputElement).checked = field.checked;
    else if (type === 'file') (fresh as HTMLInputElement).files = (field as HTMLInputElement).files;
    else fresh.value = value;
    for (const each of ['input', 'change']) fresh.dispatchEvent(new Event(each, { bubbles: true }));
  };
}
