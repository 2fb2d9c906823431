import { countGraphemes, firstGraphemes } from '#domain/graphemes.ts';
import { answeredEvent } from '../enhanced-form.ts';
import { selectorOf } from '../marks.ts';

/** A text field's value and where its caret stands, in UTF-16 units. */
export interface EditedText {
  readonly value: string;
  readonly caret: number;
}

/**
 * What is left of an edited text of at most `limit` graphemes: what was typed or pasted too much goes from before the
 * caret, so that nothing written earlier is lost (COMP-2).
 */
export function limitText({ value, caret }: EditedText, limit: number): EditedText {
  const excess = countGraphemes(value) - limit;
  if (excess <= 0) return { value, caret };
  const before = value.slice(0, caret);
  const kept = firstGraphemes(before, Math.max(0, countGraphemes(before) - excess));
  return { value: firstGraphemes(kept + value.slice(caret), limit), caret: kept.length };
}

/** How many graphemes are left when it is said aloud. */
const announcedAt: readonly number[] = [20, 10, 0];

/**
 * A text of at most `maxlength` of what a person would call characters: instead of stopping at UTF-16 units it counts
 * graphemes into `[data-counter]`, ignores what is too much, and says `data-left` in `[data-left-output]` when few are left
 * (COMP-2). An answer that refuses the text leads back to it.
 */
export function countedText(root: HTMLElement): void {
  const area = root as HTMLTextAreaElement;
  const limit = area.maxLength;
  const form = area.closest('form') as HTMLFormElement;
  const counter = form.querySelector(selectorOf('counter'))?.lastChild;
  const output = form.querySelector(selectorOf('leftOutput'));
  const take = (): void => {
    const limited = limitText({ value: area.value, caret: area.selectionStart }, limit);
    if (limited.value !== area.value) {
      area.value = limited.value;
      area.setSelectionRange(limited.caret, limited.caret);
    }
    const count = countGraphemes(limited.value);
    const left = limit - count;
    const leftText = area.dataset.left?.replace('{count}', String(left)) ?? '';
    if (counter) counter.textContent = `${count}/${limit}`;
    if (output) output.textContent = announcedAt.includes(left) ? leftText : '';
  };
  area.removeAttribute('maxlength');
  area.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) take();
  });
  area.addEventListener('compositionend', take);
  form.addEventListener(answeredEvent, () => {
    const isRefused = document.getElementById(`${area.id}-error`) !== null;
    area.setAttribute('aria-invalid', String(isRefused));
    if (isRefused) area.focus();
  });
  take();
}
