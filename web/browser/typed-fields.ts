export type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function typedFields(): TypedField[] {
  return [...document.querySelectorAll<TypedField>('input:not([type=hidden]), textarea, select')];
}

/** Whether the field's value differs from the one it was loaded with. */
export function isTyped(field: TypedField): boolean {
  if (field instanceof HTMLSelectElement) return !field.selectedOptions[0]?.defaultSelected;
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    return field.checked !== field.defaultChecked;
  }
  return field.value !== field.defaultValue;
}
