import { mayBeMobilePhone, type PhoneRule } from '#domain/registration/mobile-phone.ts';
import {
  faultyField,
  type RegistrationFieldName,
  type RegistrationFields,
  type RegistrationIntent,
  registrationFieldNames,
  registrationFields,
} from '#domain/registration/registration-form.ts';
import { fill } from './answer.ts';
import { answeredEvent } from './enhanced-form.ts';
import { selectorOf } from './marks.ts';
import { showToast } from './toast.ts';

const checkedIntents: readonly string[] = ['send', 'apply'] satisfies readonly RegistrationIntent[];

/**
 * Checks the landing form before it is sent and shows the faulty field's `<template data-fault>`, in a toast too (PROMO-3);
 * replaces the image without the server (PROMO-4); refuses a second code during the countdown (PROMO-5). Enter sends a code, or
 * applies once one is typed.
 */
export function registrationForm(root: HTMLElement): void {
  const form = root as HTMLFormElement;
  const rule = JSON.parse(form.dataset.registration ?? '') as PhoneRule;

  form.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[name=do]');
    if (!button) return;
    const { value: pressed } = button;
    if (pressed === 'enter') {
      event.preventDefault();
      const intent = inputOf(form, 'smsCode')?.value ? 'apply' : 'send';
      form.querySelector<HTMLButtonElement>(`button[value=${intent}]`)?.click();
      return;
    }
    const faulty = checkedIntents.includes(pressed)
      ? faultyField(rule, fieldsOf(form), pressed as RegistrationIntent)
      : null;
    if (checkedIntents.includes(pressed))
      for (const name of registrationFieldNames) showFault(form, name, false);
    if (faulty) {
      event.preventDefault();
      showFault(form, faulty);
    } else if (pressed === 'image' && mayShowImage(form, rule) && showNewImage(form)) {
      event.preventDefault();
    } else if (button.dataset.waitSeconds) {
      event.preventDefault();
      showToast(form.dataset.tooSoon ?? '');
    }
  });

  form.addEventListener(answeredEvent, () => {
    for (const name of registrationFieldNames) markFault(form, name);
    const isSent = form.querySelector(`${selectorOf('slot', 'sent')} [role=alert]`);
    if (isSent) inputOf(form, 'smsCode')?.focus();
  });
}

/** Another image needs a number first (PROMO-4); otherwise the server explains it. */
function mayShowImage(form: HTMLFormElement, rule: PhoneRule): boolean {
  return mayBeMobilePhone(rule, fieldsOf(form).mobile);
}

function fieldsOf(form: HTMLFormElement): RegistrationFields {
  const values = new FormData(form);
  const typedIn = (name: RegistrationFieldName): string => String(values.get(name) ?? '');
  return registrationFields({
    mobile: typedIn('mobile'),
    captcha: typedIn('captcha'),
    smsCode: typedIn('smsCode'),
  });
}

function inputOf(form: HTMLFormElement, name: RegistrationFieldName): HTMLInputElement | null {
  return form.querySelector(`#${name}`);
}

function slotOf(form: HTMLFormElement, name: RegistrationFieldName): Element | null {
  return form.querySelector(selectorOf('slot', `${name}-error`));
}

function showFault(form: HTMLFormElement, name: RegistrationFieldName, isFaulty = true): void {
  const problem = form.querySelector(selectorOf('slot', 'problem'));
  if (problem) problem.textContent = '';
  const template = form.querySelector<HTMLTemplateElement>(`template${selectorOf('fault', name)}`);
  const slot = slotOf(form, name);
  if (slot) fill(slot, ...(template && isFaulty ? [template.content.cloneNode(true)] : []));
  markFault(form, name);
  if (!isFaulty) return;
  showToast(slot?.textContent ?? '', { isSaid: true });
  inputOf(form, name)?.focus();
}

function markFault(form: HTMLFormElement, name: RegistrationFieldName): void {
  const input = inputOf(form, name);
  if (!input) return;
  const error = slotOf(form, name)?.firstElementChild;
  const described = [form.querySelector(`#${name}-hint`), error].flatMap((each) => (each ? [each.id] : []));
  if (error) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
  if (described.length > 0) input.setAttribute('aria-describedby', described.join(' '));
  else input.removeAttribute('aria-describedby');
}

/** Replaces the shown image and clears its field. @returns false if no image is shown. */
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
