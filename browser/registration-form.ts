import type { PhoneRule } from '#domain/registration/mobile-phone.ts';
import {
  faultyField,
  type RegistrationFields,
  type RegistrationIntent,
  type RegistrationStep,
  registrationFields,
  registrationSteps,
} from '#domain/registration/registration-form.ts';
import { fill } from './answer.ts';
import { answeredEvent } from './enhanced-form.ts';
import { selectorOf } from './marks.ts';
import { showToast } from './toast.ts';

const checkedIntents: readonly string[] = ['next', 'send', 'apply'] satisfies readonly RegistrationIntent[];

/** What the history keeps of a step after the first, so that the way back leads to the number. */
const laterStep = { isRegistering: true };

/**
 * What a step of the landing's form does before it is sent and after it is answered: finds its field at fault by itself,
 * under the phone rule of the form, and shows its `<template data-fault>` (PROMO-3); shows another image without
 * asking the server (PROMO-4); asks for no second code while the button counts down (`data-too-soon`, PROMO-5). The
 * browser's way back leads from a later step to the number.
 */
export function registrationForm(root: HTMLElement): void {
  const form = root as HTMLFormElement;
  const rule = JSON.parse(form.dataset.registration ?? '') as PhoneRule;
  const step = registrationSteps.find((name) => inputOf(form, name)) ?? 'mobile';
  if (step !== 'mobile' && !isLaterStep(history.state)) history.pushState(laterStep, '');

  form.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[name=do]');
    if (!button) return;
    const { value: pressed } = button;
    const faulty = checkedIntents.includes(pressed)
      ? faultyField(rule, fieldsOf(form), pressed as RegistrationIntent)
      : null;
    // A field of another step is the server's to show.
    if (faulty === step) {
      event.preventDefault();
      showFault(form, step);
    } else if (pressed === 'image' && showNewImage(form)) {
      event.preventDefault();
    } else if (button.dataset.waitSeconds) {
      event.preventDefault();
      showToast(form.dataset.tooSoon ?? '');
    }
  });

  form.addEventListener(answeredEvent, () => {
    markFault(form, step);
    // What was pressed may have gone with the answer, and the focus with it.
    if (document.activeElement === document.body) inputOf(form, step)?.focus();
  });

  const goBack = (event: PopStateEvent): void => {
    if (!form.isConnected) removeEventListener('popstate', goBack);
    else if (!isLaterStep(event.state))
      form.querySelector<HTMLButtonElement>('button[value=mobile]')?.click();
  };
  addEventListener('popstate', goBack);
}

function isLaterStep(state: unknown): boolean {
  return (state as Partial<typeof laterStep> | null)?.isRegistering === true;
}

/** What is typed on this step, and on the others. */
function fieldsOf(form: HTMLFormElement): RegistrationFields {
  const values = new FormData(form);
  const typedIn = (name: RegistrationStep): string => String(values.get(name) ?? '');
  return registrationFields({
    mobile: typedIn('mobile'),
    captcha: typedIn('captcha'),
    smsCode: typedIn('smsCode'),
  });
}

/** The field of a step; null on another one, which has it unseen. */
function inputOf(form: HTMLFormElement, name: RegistrationStep): HTMLInputElement | null {
  return form.querySelector(`#${name}`);
}

function slotOf(form: HTMLFormElement, name: RegistrationStep): Element | null {
  return form.querySelector(selectorOf('slot', `${name}-error`));
}

/** Shows what the form keeps for its field at fault; where `isFaulty` is false, what was said before goes. */
function showFault(form: HTMLFormElement, step: RegistrationStep, isFaulty = true): void {
  const problem = form.querySelector(selectorOf('slot', 'problem'));
  if (problem) problem.textContent = '';
  const template = form.querySelector<HTMLTemplateElement>(`template${selectorOf('fault', step)}`);
  const slot = slotOf(form, step);
  if (slot) fill(slot, ...(template && isFaulty ? [template.content.cloneNode(true)] : []));
  markFault(form, step);
  if (isFaulty) inputOf(form, step)?.focus();
}

/** Ties a field to what stands below it, and marks it. */
function markFault(form: HTMLFormElement, name: RegistrationStep): void {
  const input = inputOf(form, name);
  if (!input) return;
  const error = slotOf(form, name)?.firstElementChild;
  const described = [form.querySelector(`#${name}-hint`), error].flatMap((each) => (each ? [each.id] : []));
  if (error) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
  if (described.length > 0) input.setAttribute('aria-describedby', described.join(' '));
  else input.removeAttribute('aria-describedby');
}

/** Another image in the place of the one that is shown, with nothing typed for it yet; false when none is shown. */
function showNewImage(form: HTMLFormElement): boolean {
  const image = form.querySelector<HTMLImageElement>(`${selectorOf('slot', 'captcha')} img`);
  const requestedAt = form.querySelector<HTMLInputElement>('[name=captchaAt]');
  const typed = inputOf(form, 'captcha');
  if (!image || !requestedAt || !typed) return false;
  showFault(form, 'captcha', false);
  const address = new URL(image.src);
  requestedAt.value = String(Date.now());
  address.searchParams.set('a', requestedAt.value);
  image.src = address.href;
  typed.value = '';
  return true;
}
