/**
 * Whether an event brings what keys typed. What is pasted, dropped, filled in, dictated or composed brings a whole text, of which no
 * module takes anything away.
 */
export function isKeyTyped({ inputType, isComposing, data }: InputEvent): boolean {
  return inputType === 'insertText' && !isComposing && data !== null && [...data].length === 1;
}
