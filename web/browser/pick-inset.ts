/** Hides what opens below a choice while another is chosen, in browsers without `:has` too. */
export function pickInset(root: HTMLElement): void {
  const radio = root.previousElementSibling?.querySelector('input');
  const show = (): void => {
    root.hidden = !radio?.checked;
  };
  root.parentElement?.addEventListener('change', show);
  show();
}
