const formats = [
  { name: 'jpeg', extension: 'jpg', start: /^\xff\xd8\xff/ },
  { name: 'png', extension: 'png', start: /^\x89PNG\r\n/ },
  { name: 'webp', extension: 'webp', start: /^RIFF.{4}WEBPVP8/s },
  { name: 'gif', extension: 'gif', start: /^GIF8[79]a/ },
  { name: 'avif', extension: 'avif', start: /^.{4}ftypavi[fs]/s },
  { name: 'heic', extension: 'heic', start: /^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/s },
] as const;

export const imageStartBytes = 16;

/** `name` follows `image/` in the media type. */
export type ImageFormat = Pick<(typeof formats)[number], 'name' | 'extension'>;

/** The format by the first 16 bytes; null if unknown. */
export function imageFormatOf(start: Uint8Array): ImageFormat | null {
  const letters = String.fromCharCode(...start.slice(0, imageStartBytes));
  return formats.find((format) => format.start.test(letters)) ?? null;
}
