import { hydrateRoot } from 'react-dom/client';
import { ComplaintImages, type ComplaintImagesProperties } from '../complaint/complaint-images.tsx';

/** Takes over the images of the complaint form, as the server wrote them into `root`. */
export function hydrate(root: HTMLElement): void {
  const properties = JSON.parse(root.dataset.properties ?? '{}') as ComplaintImagesProperties;
  hydrateRoot(root, <ComplaintImages {...properties} />);
}
