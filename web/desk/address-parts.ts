/** Reads parts of an address each as it is written; what is not known, or is written otherwise, is left out. */
export function partsOf(text: URLSearchParams) {
  const part = (name: string, isKnown: (value: string) => boolean) => {
    const value = text.get(name) ?? '';
    return isKnown(value) ? { [name]: value } : {};
  };
  return {
    oneOf: (name: string, values: readonly string[]) => part(name, (value) => values.includes(value)),
    written: (name: string, pattern: RegExp) => part(name, (value) => pattern.test(value)),
  };
}

/** How an address names somebody of the desk: who reads it, who has nothing, or an id; and an amount. */
export const writtenHolder = /^(?:me|nobody|[0-9a-f-]{36})$/;
export const writtenAmount = /^[\d.,]{1,20}$/;
