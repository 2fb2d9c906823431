/**
 * Runs something once the page and all its images are there; at once when they are. What asks the host does: the deep
 * link of a host without an interface would end the loading of a page that is not all there.
 */
export function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run();
  else addEventListener('load', run);
}
