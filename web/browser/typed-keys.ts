/**
 * Whether an event brings what keys typed. What is pasted, dropped, filled in, dictated or composed brings a whole text, of which no
 * module takes anything away.
 */
function isKeyTyped({ inputType, isComposing, data }: InputEvent): boolean {
  return inputType === 'insertText' && !isComposing && data !== null && [...data].length === 1;
}

/** Has a field take of typed keys only those that `accepts`; `before` is what it holds besides what is selected. */
export function takeKeys(input: HTMLInputElement, accepts: (key: string, before: string) => boolean): void {
  input.addEventListener('beforeinput', (event) => {
    if (!isKeyTyped(event)) return;
    const start = input.selectionStart ?? input.value.length;
    const before = input.value.slice(0, start) + input.value.slice(input.selectionEnd ?? start);
    if (!accepts(event.data ?? '', before)) event.preventDefault();
  });
}
