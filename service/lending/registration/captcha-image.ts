import sharp from 'sharp';
import type { Random } from '../ports.ts';
import { drawGlyph, drawnBetween, type Point, type Stroke } from './captcha-glyph.ts';

/** Image size in px: twice the displayed size, for dense screens. */
export const captchaWidthPx = 232;
export const captchaHeightPx = 104;

type Between = (least: number, most: number) => number;

const glyphHeightPx = 54;
const paper = '#f3f0e9';
const ink = '#38514e';

/**
 * A PNG of a captcha's characters, handwritten, bent and struck through, never twice alike (PROMO-4). @param text characters of the captcha
 * alphabet.
 */
export async function drawCaptcha(text: string, random: Random): Promise<Uint8Array<ArrayBuffer>> {
  const png = await sharp(Buffer.from(captchaDrawing(text, random)))
    .png({ palette: true, colours: 8, effort: 4 })
    .toBuffer();
  return Uint8Array.from(png);
}

/** The drawing as SVG, which visitors never get: a program could read it without vision. */
export function captchaDrawing(text: string, random: Random): string {
  const between = (least: number, most: number): number => drawnBetween(random, least, most);
  const bend = drawnBend(between);
  const step = captchaWidthPx / (text.length + 0.7);
  const glyphs = [...text].map((character, index) => {
    const centre = {
      x: step * (index + 0.85) + between(-3, 3),
      y: captchaHeightPx / 2 + between(-10, 10),
    };
    const strokes = drawGlyph(character, glyphHeightPx, random).map((stroke) =>
      stroke.map(({ x, y }) => bend({ x: x + centre.x, y: y + centre.y })),
    );
    return line(strokes.map(pathOf).join(''), ink, between(5.5, 7.5));
  });
  const strikes = [
    line(pathAcross(between), ink, between(2, 3)),
    line(pathAcross(between), ink, between(1, 2)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${captchaWidthPx}" height="${captchaHeightPx}">
<rect width="100%" height="100%" fill="${paper}"/>${[...glyphs, ...strikes].join('')}${specks(30, between)}</svg>`;
}

function drawnBend(between: Between): (point: Point) => Point {
  const wave = (leastPx: number, mostPx: number, lengthPx: number) => {
    const depthPx = between(leastPx, mostPx);
    const length = between(lengthPx * 0.8, lengthPx * 1.25);
    const start = between(0, 2 * Math.PI);
    return (along: number): number => depthPx * Math.sin((2 * Math.PI * along) / length + start);
  };
  const sideways = wave(3, 6, captchaHeightPx);
  const upAndDown = wave(3, 7, captchaWidthPx * 0.6);
  const ripple = wave(0.6, 1.4, 24);
  return ({ x, y }) => ({ x: x + sideways(y) + ripple(y), y: y + upAndDown(x) + ripple(x) });
}

function pathOf(stroke: Stroke): string {
  return `M${stroke.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
}

function pathAcross(between: Between): string {
  const height = (): string => between(captchaHeightPx * 0.2, captchaHeightPx * 0.8).toFixed(1);
  const along = (share: number): string => (captchaWidthPx * (share + between(-0.1, 0.1))).toFixed(1);
  return `M-4 ${height()}C${along(0.33)} ${height()} ${along(0.66)} ${height()} ${captchaWidthPx + 4} ${height()}`;
}

function line(path: string, color: string, widthPx: number): string {
  const width = widthPx.toFixed(1);
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function specks(count: number, between: Between): string {
  const circles = Array.from({ length: count }, () => {
    const x = between(0, captchaWidthPx).toFixed(1);
    const y = between(0, captchaHeightPx).toFixed(1);
    return `<circle cx="${x}" cy="${y}" r="${between(0.6, 1.8).toFixed(1)}" fill="${ink}"/>`;
  });
  return circles.join('');
}
