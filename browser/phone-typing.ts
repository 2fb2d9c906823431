import {
  caretAfterDigits,
  groupedPhone,
  type PhoneRule,
  phoneDigits,
} from '#domain/registration/mobile-phone.ts';

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
 * Keeps to digits in a phone field and groups them while it is typed, by the rule of its `data-phone-rule`, and takes the
 * number out of what is pasted, which may be longer than the field (PROMO-8).
 */
export function phoneTyping(root: HTMLElement): void {
  const input = root as HTMLInputElement;
  const rule = phoneRuleOfField(input);
  const show = ({ value, caret }: PhoneTyping): void => {
    if (input.value !== value) input.value = value;
    input.setSelectionRange(caret, caret);
  };
  input.addEventListener('input', (event) => {
    const { inputType, isComposing } = event as InputEvent;
    if (isComposing) return;
    const typing = { value: input.value, caret: input.selectionStart ?? input.value.length };
    show(regrouped(rule, typing, inputType === 'deleteContentForward'));
  });
  input.addEventListener('paste', (event) => {
    event.preventDefault();
    const before = input.value.slice(0, input.selectionStart ?? 0);
    const after = input.value.slice(input.selectionEnd ?? input.value.length);
    show(pasted(rule, before, event.clipboardData?.getData('text') ?? '', after));
  });
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
  const grouped = groupedPhone(rule, phoneDigits(rule, value));
  const position = caretAfterDigits(grouped, digitsIn(value.slice(0, caret)));
  return { value: grouped, caret: isForwardDelete && grouped[position] === ' ' ? position + 1 : position };
}

/** A phone field after a number was pasted between `before` and `after`: its calling code is left out. */
export function pasted(rule: PhoneRule, before: string, text: string, after: string): PhoneTyping {
  const ahead = before + phoneDigits(rule, text);
  const grouped = groupedPhone(rule, phoneDigits(rule, ahead + after));
  return { value: grouped, caret: caretAfterDigits(grouped, digitsIn(ahead)) };
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length;
}
