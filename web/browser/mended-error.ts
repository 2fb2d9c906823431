/**
 * Takes an error off its field once something else is typed or chosen there: it was about what stood there before. The
 * error is the alert that the field, or the group it stands in, names in `aria-describedby`.
 */
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
