/** Removes a field's error once its value changes. The error is the alert named in `aria-describedby` of the field or its group. */
export function mendedError(form: HTMLElement): void {
  form.addEventListener('input', ({ target }) => {
    const field = target as Element;
    for (let place: Element | null = field; place && place !== form; place = place.parentElement) {
      place.removeAttribute('aria-invalid');
      for (const id of (place.getAttribute('aria-describedby') ?? '').split(' ')) {
        const error = id && document.getElementById(id);
        if (error && error.getAttribute('role') === 'alert') error.textContent = '';
      }
    }
  });
}
