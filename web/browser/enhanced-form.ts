import { fill, showWhole } from './answer.ts';
import { hydrateBehaviours } from './hydrate-behaviours.ts';
import { selectorOf } from './marks.ts';
import { mendedError } from './mended-error.ts';
import { goOn, type SendingProblem, sendForm, slotNames, slotsIn } from './send-form.ts';
import { showToast } from './toast.ts';

/** Told on the form when an answer has been put into the page. */
export const answeredEvent = 'answered';

/**
 * A form that is sent without leaving the page. It sends the same POST as without script, and puts the server's own answer
 * into the page's slots (`data-slot`), whose names it sends along, so that an error is written once, by the server. An answer from another address of
 * the page gives the page that address; the backend's own words stand in a toast too (CALL-4); where the answer says to go on (`X-Go-To`), it does. While the sending runs the
 * buttons take no second press and the pressed one says so (CALL-4). A network that fails or takes longer than 60 s, a
 * backend out of reach of the page itself, or an answer that is not ours leaves all that was entered untouched, and shows what the form keeps for it in
 * `<template data-problem>` (CALL-8), besides its `data-unanswered-toast`, if it has one (PROMO-6). The focus goes to the first
 * field at fault, else back to the button, which lost it while it took no press.
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

/** Sends a form, holds it meanwhile, and shows what came of it. */
async function send(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
  if (form.dataset.isSending) return;
  const typed = textsOf(form);
  const sending = sendForm(form, button);
  const release = hold(form, button ?? form.querySelector('button:not([type=button])'));
  const sent = await sending;
  // The form stays held until the next page takes its place: a second press would send it again.
  if (sent.kind === 'left') return goOn(form, sent);
  release();
  if (sent.kind === 'failed') {
    showKept(form, sent.problem);
    takeFocus(form, button);
    return;
  }
  show(sent.answer, form);
  const shown = form.isConnected ? form : (document.getElementById(form.id) as HTMLFormElement | null);
  if (shown && shown !== form) keepLater(form, shown, typed);
  if (sent.isUnanswered) sayUnanswered(shown ?? form);
  takeFocus(shown ?? form, button);
  (shown ?? form).dispatchEvent(new Event(answeredEvent, { bubbles: true }));
}

function textsOf(form: HTMLFormElement): ReadonlyMap<string, string> {
  return new Map([...form.querySelectorAll('textarea')].map(({ name, value }) => [name, value]));
}

/** Brings what was written while a form was on its way into the one that took its place. */
function keepLater(before: HTMLFormElement, shown: HTMLFormElement, sent: ReadonlyMap<string, string>): void {
  for (const [name, value] of textsOf(before)) {
    const fresh = shown.elements.namedItem(name);
    if (value !== sent.get(name) && fresh instanceof HTMLTextAreaElement) fresh.value = value;
  }
}

/** Marks the form as being sent; returns how to let go of it. */
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

/**
 * Puts an answer's slots in the place of the page's. An answer without any, or that lacks one of the form's, has no such
 * form: it takes the place of the page.
 */
function show(answer: Document, form: HTMLFormElement): void {
  document.title = answer.title;
  const slots = slotsIn(answer);
  const names = new Set(slots.map(({ dataset }) => dataset.slot));
  if (slots.length === 0 || slotNames(form).some((name) => !names.has(name))) {
    showWhole(answer);
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

/**
 * Focuses the first field that an error names, the first of a group; where there is none and the focus is lost, the button
 * or, where the form went with it, the heading of the page.
 */
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

/** Shows what the form keeps for a sending that did not get through, in its `problem` slot. */
function showKept(form: HTMLFormElement, kind: SendingProblem): void {
  const selector = `template${selectorOf('problem', kind)}`;
  // An island has them beside it.
  const template = (form.querySelector(selector) ??
    document.querySelector(selector)) as HTMLTemplateElement | null;
  const slot = form.querySelector(selectorOf('slot', 'problem'));
  if (template && slot) fill(slot, template.content.cloneNode(true));
  sayUnanswered(form);
}

function sayUnanswered({ dataset }: HTMLFormElement): void {
  if (dataset.unansweredToast) showToast(dataset.unansweredToast);
}
