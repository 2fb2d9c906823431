/** Runs something once the page and all its images are there; at once when they are. */
export function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run();
  else addEventListener('load', run);
}
