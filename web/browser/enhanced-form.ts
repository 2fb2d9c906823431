import { fill, replacePage } from './answer.ts';
import { hydrateBehaviours } from './hydrate-behaviours.ts';
import { selectorOf } from './marks.ts';
import { mendedError } from './mended-error.ts';
import { followRedirect, type SendingProblem, sendForm, slotNames, slotsIn } from './send-form.ts';
import { showToast } from './toast.ts';

/** Dispatched on the form after the server's answer is rendered. */
export const answeredEvent = 'answered';

/**
 * Sends a form without leaving the page: the same POST as without script, answered by the server's own HTML of the page's slots
 * (`data-slot`). Follows redirects (`X-Go-To`) and addresses; shows the backend's words in a toast too (CALL-4). Buttons are
 * disabled and the pressed one says so meanwhile. If the network fails, takes over 60 s or answers with a foreign page,
 * everything typed stays and the form shows its `<template data-problem>` (CALL-8) and its toast, if it has one (PROMO-6). Focus
 * goes to the first field with an error, else back to the button.
 */
export function enhancedForm(root: HTMLElement): void {
  const form = root as HTMLFormElement;
  let pressed: HTMLButtonElement | null = null;
  mendedError(form);
  form.addEventListener('click', ({ target }) => {
    pressed = (target as Element).closest('button');
  });
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const button = (event.submitter as HTMLButtonElement | null) ?? pressed;
    void send(form, button?.type === 'submit' ? button : null);
  });
}

async function send(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
  if (form.dataset.isSending) return;
  const typed = textsOf(form);
  const sending = sendForm(form, button);
  const release = hold(form, button ?? form.querySelector('button:not([type=button])'));
  const sent = await sending;
  // The form stays held until the next page takes its place: a second press would send it again.
  if (sent.kind === 'left') return followRedirect(form, sent);
  release();
  if (sent.kind === 'failed') {
    showOfflineMessage(form, sent.problem);
    takeFocus(form, button);
    return;
  }
  show(sent.answer, form);
  const shown = form.isConnected ? form : (document.getElementById(form.id) as HTMLFormElement | null);
  if (shown && shown !== form) restoreTypedText(form, shown, typed);
  if (sent.isUnanswered) announceTimeout(shown ?? form);
  takeFocus(shown ?? form, button);
  (shown ?? form).dispatchEvent(new Event(answeredEvent, { bubbles: true }));
}

function textsOf(form: HTMLFormElement): ReadonlyMap<string, string> {
  return new Map([...form.querySelectorAll('textarea')].map(({ name, value }) => [name, value]));
}

function restoreTypedText(
  before: HTMLFormElement,
  shown: HTMLFormElement,
  sent: ReadonlyMap<string, string>,
): void {
  for (const [name, value] of textsOf(before)) {
    const fresh = shown.elements.namedItem(name);
    if (value !== sent.get(name) && fresh instanceof HTMLTextAreaElement) fresh.value = value;
  }
}

/** Marks the form as being sent. @returns how to release it. */
function hold(form: HTMLFormElement, button: HTMLButtonElement | null): () => void {
  const buttons = [...form.elements].filter(
    (each): each is HTMLButtonElement =>
      each instanceof HTMLButtonElement && each.type === 'submit' && !each.disabled,
  );
  // A hidden first button, the one that Enter presses, stands for the last.
  const shown = button?.matches('[aria-hidden]') ? (buttons[buttons.length - 1] ?? null) : button;
  const label = shown ? [...shown.childNodes] : [];
  const sendingText = shown?.dataset.sending ?? form.dataset.sending;
  form.dataset.isSending = '1';
  for (const each of buttons) each.disabled = true;
  if (shown && sendingText) shown.textContent = sendingText;
  const output = form.querySelector(selectorOf('sendingOutput'));
  if (output && sendingText) output.textContent = sendingText;
  return () => {
    delete form.dataset.isSending;
    for (const each of buttons) each.disabled = false;
    if (shown && sendingText) fill(shown, ...label);
    if (output) output.textContent = '';
  };
}

/** Replaces the page's slots by the answer's; replaces the whole page if the answer lacks one of them. */
function show(answer: Document, form: HTMLFormElement): void {
  document.title = answer.title;
  const slots = slotsIn(answer);
  const names = new Set(slots.map(({ dataset }) => dataset.slot));
  if (slots.length === 0 || slotNames(form).some((name) => !names.has(name))) {
    replacePage(answer);
    scrollTo(0, 0);
    return;
  }
  for (const slot of slots) {
    const place = document.querySelector(selectorOf('slot', `${slot.dataset.slot}`));
    if (!place) continue;
    const fresh = document.adoptNode(slot);
    place.replaceWith(fresh);
    hydrateBehaviours(fresh);
    const words = fresh.querySelector(selectorOf('toastToo'))?.firstChild?.textContent;
    if (words) showToast(words, { isSaid: true });
  }
}

function takeFocus(form: HTMLFormElement, button: HTMLButtonElement | null): void {
  const error = [...form.querySelectorAll('[role=alert][id]')].find((each) => each.textContent);
  const faulty = error && form.querySelector<HTMLElement>(`[aria-describedby~="${error.id}"]`);
  if (faulty) (faulty.querySelector('input') ?? faulty).focus();
  else if (document.activeElement === document.body) {
    const heading = form.isConnected ? null : document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? button)?.focus({ preventScroll: true });
  }
}

function showOfflineMessage(form: HTMLFormElement, kind: SendingProblem): void {
  const selector = `template${selectorOf('problem', kind)}`;
  // An island has them beside it.
  const template = (form.querySelector(selector) ??
    document.querySelector(selector)) as HTMLTemplateElement | null;
  const slot = form.querySelector(selectorOf('slot', 'problem'));
  if (template && slot) fill(slot, template.content.cloneNode(true));
  announceTimeout(form);
}

function announceTimeout({ dataset }: HTMLFormElement): void {
  if (dataset.unansweredToast) showToast(dataset.unansweredToast);
}
