/** What opens below a choice (its label stands before it): hidden while another is chosen, also by browsers without `:has`. */
export function pickInset(root: HTMLElement): void {
  const radio = root.previousElementSibling?.querySelector('input');
  const show = (): void => {
    root.hidden = !radio?.checked;
  };
  root.parentElement?.addEventListener('change', show);
  show();
}
