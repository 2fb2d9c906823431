import {
  caretAfterDigits,
  groupedPhone,
  type PhoneRule,
  shownPhone,
} from '#domain/registration/mobile-phone.ts';
import { digitsOf } from '#domain/typed-text.ts';
import { takeKeys } from './typed-keys.ts';

/** What a phone field shows and where its caret stands. */
export interface PhoneTyping {
  readonly value: string;
  readonly caret: number;
}

/** The phone rule that a field's `data-phone-rule` holds (PROMO-3). */
function phoneRuleOfField({ dataset }: HTMLElement): PhoneRule {
  return JSON.parse(dataset.phoneRule ?? '') as PhoneRule;
}

/**
 * Groups a phone field by the rule of its `data-phone-rule`. Of keys it takes digits alone, and no more than a number has (PROMO-2,
 * PROMO-8). What is pasted or filled in stays whole, for the server to judge; only a number of the country is shown without its calling code.
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

/** Whether a key adds to a field's number: a digit, while there is room; a plus sign begins one with its calling code. */
export function takesKey(rule: PhoneRule, before: string, key: string): boolean {
  if (key === '+') return digitsOf(before) === '' && rule.country !== 'CN';
  const digits = digitsOf(before);
  return digitsOf(key) !== '' && digits.length < digitsMax(rule, before, digits);
}

/** The most digits that keys give: as many as a number has, after what people write before it. Template CN takes eleven. */
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

/**
 * A phone field after something was typed, deleted or filled in: regrouped, the caret behind the digit it was behind.
 * Deleting forward over a blank takes the caret over it, so that the next stroke meets a digit.
 */
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
