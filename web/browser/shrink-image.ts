/** Files the backend takes; any other, HEIC for instance, is worth turning into one where the device can read it. */
const takenTypes = /^image\/(jpeg|png|webp)$/;
/** Below this a taken file is sent unchanged. */
const smallBytes = 1_000_000;
/** Beyond this the telephone might not bear decoding it. */
const largeBytes = 24_000_000;
const keptSidePx = 2400;

/**
 * A photo small enough for a bad network: a JPEG of at most 2400 pixels a side. The file itself where it is small already,
 * where the device cannot read or write it, or where nothing would be gained.
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
