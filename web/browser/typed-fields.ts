/** What a borrower types into or chooses from. */
export type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields of the page, in its order. */
export function typedFields(): TypedField[] {
  return [...document.querySelectorAll<TypedField>('input:not([type=hidden]), textarea, select')];
}

/** Whether a field holds anything else than what the page came with. */
export function isTyped(field: TypedField): boolean {
  if (field instanceof HTMLSelectElement) return !field.selectedOptions[0]?.defaultSelected;
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    return field.checked !== field.defaultChecked;
  }
  return field.value !== field.defaultValue;
}
