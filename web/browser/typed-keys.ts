/** Whether keys produced the input. Pasted, dropped, filled, dictated and composed text comes whole and is never cut. */
function isKeyTyped({ inputType, isComposing, data }: InputEvent): boolean {
  return inputType === 'insertText' && !isComposing && data !== null && [...data].length === 1;
}

/** Ignores typed keys that `accepts` refuses; `before` is the field's value without the selection. */
export function takeKeys(input: HTMLInputElement, accepts: (key: string, before: string) => boolean): void {
  input.addEventListener('beforeinput', (event) => {
    if (!isKeyTyped(event)) return;
    const start = input.selectionStart ?? input.value.length;
    const before = input.value.slice(0, start) + input.value.slice(input.selectionEnd ?? start);
    if (!accepts(event.data ?? '', before)) event.preventDefault();
  });
}
