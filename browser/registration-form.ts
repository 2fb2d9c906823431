import {
  faultyField,
  type RegistrationFields,
  type RegistrationIntent,
  registrationFields,
} from '#domain/registration/registration-form.ts';
import { fill } from './answer.ts';
import { answeredEvent } from './enhanced-form.ts';
import { selectorOf } from './marks.ts';
import { oneTimeCode } from './one-time-code.ts';
import { phoneRuleOfField } from './phone-typing.ts';
import { showToast } from './toast.ts';

type FieldName = keyof RegistrationFields;

const fieldNames: readonly FieldName[] = ['mobile', 'captcha', 'smsCode'];

/**
 * What the landing's form does before it is sent and after it is answered: finds a field at fault by itself, under the
 * phone rule of its field, and shows its `<template data-fault>` (PROMO-3); shows another image without
 * asking the server (PROMO-4); sends no second code while the button counts down (`data-too-soon`), tells of one that was
 * sent (`data-just-sent`), and waits for it in its field (PROMO-5).
 */
export function registrationForm(root: HTMLElement): void {
  const form = root as HTMLFormElement;
  const rule = phoneRuleOfField(inputOf(form, 'mobile'));
  let pressed = '';

  form.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[name=do]');
    if (!button) return;
    const typed = (name: FieldName): string => inputOf(form, name).value;
    const fields = registrationFields(rule, {
      mobile: typed('mobile'),
      captcha: typed('captcha'),
      smsCode: typed('smsCode'),
    });
    pressed = button.value;
    if (pressed === 'question') return;
    if (pressed === 'image') {
      if (fields.mobile === '') showFault(form, 'mobile');
      else if (!showNewImage(form)) return;
      event.preventDefault();
      return;
    }
    const faulty = faultyField(rule, fields, pressed as RegistrationIntent);
    if (faulty) {
      event.preventDefault();
      showFault(form, faulty);
    } else if (button.dataset.waitSeconds) {
      event.preventDefault();
      showToast(form.dataset.tooSoon ?? '');
    }
  });

  form.addEventListener(answeredEvent, () => {
    for (const name of fieldNames) markFault(form, name);
    const sent = form.querySelector<HTMLElement>(selectorOf('justSent'));
    if (sent) {
      showToast(sent.dataset.justSent ?? '');
      oneTimeCode(inputOf(form, 'smsCode'));
    }
    const faulty = form.querySelector<HTMLElement>('[aria-invalid]');
    const next = faulty ?? (sent ? inputOf(form, 'smsCode') : null);
    // What was pressed may have gone with the answer, and the focus with it.
    if (next || document.activeElement === document.body) {
      (next ?? shownButton(form, pressed) ?? inputOf(form, 'captcha')).focus();
    }
  });
}

function inputOf(form: HTMLFormElement, name: FieldName): HTMLInputElement {
  return form.querySelector(`#${name}`) as HTMLInputElement;
}

function shownButton(form: HTMLFormElement, value: string): HTMLButtonElement | null {
  return form.querySelector(`button[value="${value}"]:not([tabindex])`);
}

function slotOf(form: HTMLFormElement, name: FieldName): Element | null {
  return form.querySelector(selectorOf('slot', `${name}-error`));
}

/** Shows what the form keeps for a field at fault; null for none at fault. What was said before goes. */
function showFault(form: HTMLFormElement, faulty: FieldName | null): void {
  const problem = form.querySelector(selectorOf('slot', 'problem'));
  if (problem) problem.textContent = '';
  for (const name of fieldNames) {
    const template = form.querySelector<HTMLTemplateElement>(`template${selectorOf('fault', name)}`);
    const slot = slotOf(form, name);
    if (slot) fill(slot, ...(template && name === faulty ? [template.content.cloneNode(true)] : []));
    markFault(form, name);
  }
  if (faulty) inputOf(form, faulty).focus();
}

/** Ties a field to what stands below it, and marks it. */
function markFault(form: HTMLFormElement, name: FieldName): void {
  const input = inputOf(form, name);
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
  if (!image || !requestedAt) return false;
  showFault(form, null);
  const address = new URL(image.src);
  requestedAt.value = String(Date.now());
  address.searchParams.set('a', requestedAt.value);
  image.src = address.href;
  inputOf(form, 'captcha').value = '';
  return true;
}
