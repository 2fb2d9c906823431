/** Types that the backend accepts. Others, such as HEIC, are converted where the device can read them. */
const takenTypes = /^image\/(jpeg|png|webp)$/;
/** Accepted files below this are sent unchanged. */
const smallBytes = 1_000_000;
/** Decoding more may be too much for a phone. */
const largeBytes = 24_000_000;
const keptSidePx = 2400;

/**
 * Converts a photo to a JPEG of at most 2400 px a side; returns the file itself if it is small, unreadable, or would not shrink.
 */
export async function shrinkImage(file: File): Promise<Blob> {
  if (file.size > largeBytes || (takenTypes.test(file.type) && file.size < smallBytes)) return file;
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, keptSidePx / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    return shrunk && (shrunk.size < file.size || !takenTypes.test(file.type)) ? shrunk : file;
  } catch {
    return file;
  }
}
