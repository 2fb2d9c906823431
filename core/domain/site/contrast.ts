/** Least contrast of a brand colour with white, so that text on it is readable (WCAG 2.2, 1.4.3; LOOK, Tokens). */
const brandContrastMin = 4.5;

/**
 * Contrast of a `#rrggbb` colour with white, 1 to 21 (WCAG 2.2, relative luminance).
 * @throws RangeError for anything else.
 */
function contrastWithWhite(color: string): number {
  const channels = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (!channels) throw new RangeError('a colour is # and six hexadecimal digits');
  const [red = 0, green = 0, blue = 0] = channels.slice(1).map((hex) => {
    const share = Number.parseInt(hex, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

export function isBrandColor(color: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(color) && contrastWithWhite(color) >= brandContrastMin;
}
