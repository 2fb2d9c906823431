import {
  caretAfterDigits,
  groupedPhone,
  type PhoneRule,
  shownPhone,
} from '#domain/registration/mobile-phone.ts';
import { digitsOf } from '#domain/typed-text.ts';
import { takeKeys } from './typed-keys.ts';

export interface PhoneTyping {
  readonly value: string;
  readonly caret: number;
}

function phoneRuleOfField({ dataset }: HTMLElement): PhoneRule {
  return JSON.parse(dataset.phoneRule ?? '') as PhoneRule;
}

/**
 * Groups digits by the rule in `data-phone-rule` while they are typed, and ignores other keys and digits beyond the number's
 * length (PROMO-2, PROMO-8). Pasted text stays whole for the server; only the country's own calling code is removed.
 */
export function phoneTyping(root: HTMLElement): void {
  const input = root as HTMLInputElement;
  const rule = phoneRuleOfField(input);
  // A browser cuts what is pasted to it, calling code and all.
  input.removeAttribute('maxlength');
  takeKeys(input, (key, before) => takesKey(rule, before, key));
  input.addEventListener('input', (event) => {
    const { inputType, isComposing } = event as InputEvent;
    if (isComposing) return;
    const caret = input.selectionStart ?? input.value.length;
    const shown = regrouped(rule, { value: input.value, caret }, inputType === 'deleteContentForward');
    if (input.value !== shown.value) input.value = shown.value;
    input.setSelectionRange(shown.caret, shown.caret);
  });
}

export function takesKey(rule: PhoneRule, before: string, key: string): boolean {
  if (key === '+') return digitsOf(before) === '' && rule.country !== 'CN';
  const digits = digitsOf(before);
  return digitsOf(key) !== '' && digits.length < digitsMax(rule, before, digits);
}

/** The most digits that keys enter: a number with its usual prefix. Template CN takes eleven. */
function digitsMax(
  { country, digits: own, callingCode, trunkPrefixes }: PhoneRule,
  text: string,
  digits: string,
): number {
  if (country === 'CN') return own;
  const codes = text.includes('+') ? [callingCode] : [callingCode, `00${callingCode}`, ...trunkPrefixes];
  const prefix = codes.find((each) => digits.startsWith(each));
  return own + (prefix?.length ?? 0);
}

/** Regroups the field after a change and keeps the caret behind its digit. Deleting forward moves it over a blank. */
export function regrouped(
  rule: PhoneRule,
  { value, caret }: PhoneTyping,
  isForwardDelete = false,
): PhoneTyping {
  const shown = shownPhone(rule, value);
  if (shown === value && groupedPhone(rule, digitsOf(value)) !== value) return { value, caret };
  const lost = digitsOf(value).length - digitsOf(shown).length;
  const position = caretAfterDigits(shown, Math.max(0, digitsOf(value.slice(0, caret)).length - lost));
  return { value: shown, caret: isForwardDelete && shown[position] === ' ' ? position + 1 : position };
}
