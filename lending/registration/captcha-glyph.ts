import { randomInt } from 'node:crypto';
import { captchaStrokes } from './captcha-strokes.ts';

/** A point of the drawing, in px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One line of a character, from its first point to its last, dense enough to be bent. */
export type Stroke = readonly Point[];

const fieldWidth = 10;
const fieldHeight = 14;
/** How far a point may stray, in units of the field. */
const stray = 0.4;
const steps = 6;
const resolution = 1_000_000;

/** A number drawn evenly between two. */
export function drawnBetween(least: number, most: number): number {
  return least + (randomInt(resolution + 1) / resolution) * (most - least);
}

/**
 * The strokes of a character, drawn around 0,0: each point strays, then the whole is turned, leant and stretched, so
 * that no two are alike. @param heightPx of an unturned character.
 */
export function drawGlyph(character: string, heightPx: number): Stroke[] {
  const unit = heightPx / fieldHeight;
  const turn = drawnBetween(-0.32, 0.32);
  const lean = drawnBetween(-0.25, 0.25);
  const wide = drawnBetween(0.9, 1.2) * unit;
  const high = drawnBetween(0.88, 1.15) * unit;
  const place = ({ x, y }: Point): Point => {
    const down = (y - fieldHeight / 2) * high;
    const across = (x - fieldWidth / 2) * wide - down * lean;
    return {
      x: across * Math.cos(turn) - down * Math.sin(turn),
      y: across * Math.sin(turn) + down * Math.cos(turn),
    };
  };
  const strokes = (captchaStrokes[character] ?? '').split('|');
  return strokes.map((stroke) => densePoints(stroke).map(place));
}

/** The points of a written stroke, strayed, with points between them. */
function densePoints(stroke: string): Point[] {
  const isCurve = stroke.startsWith('~');
  const knots = stroke
    .replace('~', '')
    .split(' ')
    .map((pair) => {
      const [x = 0, y = 0] = pair.split(',').map(Number);
      return { x: x + drawnBetween(-stray, stray), y: y + drawnBetween(-stray, stray) };
    });
  return knots.flatMap((knot, index) => {
    const next = knots[index + 1];
    if (next === undefined) return [knot];
    const before = isCurve ? (knots[index - 1] ?? knot) : null;
    const after = isCurve ? (knots[index + 2] ?? next) : null;
    return Array.from({ length: steps }, (_, step) => {
      const t = step / steps;
      return before && after ? curvePoint(before, knot, next, after, t) : linePoint(knot, next, t);
    });
  });
}

function linePoint(from: Point, to: Point, t: number): Point {
  return { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) };
}

/** A point between `from` and `to` of the Catmull-Rom curve through all four, `t` from 0 to 1. */
function curvePoint(before: Point, from: Point, to: Point, after: Point, t: number): Point {
  const along = (a: number, b: number, c: number, d: number): number =>
    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
  return { x: along(before.x, from.x, to.x, after.x), y: along(before.y, from.y, to.y, after.y) };
}
