/**
 * Runs `run` once the page and its images have loaded. Asking the host earlier can stop the loading: a deep link counts as
 * leaving.
 */
export function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run();
  else addEventListener('load', run);
}
