import type { Random } from '../ports.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One line of a character, with points dense enough to be bent. */
export type Stroke = readonly Point[];

const fieldWidth = 10;
const fieldHeight = 14;
/** How far a point may stray, in units of the field. */
const stray = 0.4;
const steps = 6;
const resolution = 1_000_000;

export function drawnBetween(random: Random, least: number, most: number): number {
  return least + (random.below(resolution + 1) / resolution) * (most - least);
}

/**
 * The strokes of a character around 0,0: each point strays, then the whole is turned, slanted and stretched. @param heightPx of an unturned
 * character.
 */
export function drawGlyph(character: string, heightPx: number, random: Random): Stroke[] {
  const unit = heightPx / fieldHeight;
  const turn = drawnBetween(random, -0.32, 0.32);
  const lean = drawnBetween(random, -0.25, 0.25);
  const wide = drawnBetween(random, 0.9, 1.2) * unit;
  const high = drawnBetween(random, 0.88, 1.15) * unit;
  const place = ({ x, y }: Point): Point => {
    const down = (y - fieldHeight / 2) * high;
    const across = (x - fieldWidth / 2) * wide - down * lean;
    return {
      x: across * Math.cos(turn) - down * Math.sin(turn),
      y: across * Math.sin(turn) + down * Math.cos(turn),
    };
  };
  const strokes = (captchaStrokes[character] ?? '').split('|');
  return strokes.map((stroke) => densePoints(stroke, random).map(place));
}

function densePoints(stroke: string, random: Random): Point[] {
  const isCurve = stroke.startsWith('~');
  const knots = stroke
    .replace('~', '')
    .split(' ')
    .map((pair) => {
      const [x = 0, y = 0] = pair.split(',').map(Number);
      return { x: x + drawnBetween(random, -stray, stray), y: y + drawnBetween(random, -stray, stray) };
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

/**
 * Handwritten characters on a field of 10 by 14 from its upper left corner: strokes between `|`, points as `x,y`; a stroke that begins with
 * `~` is a curve through its points.
 */
export const captchaStrokes: Readonly<Record<string, string>> = {
  2: '~.5,3.5 2.5,.5 6,0 9,2 8.5,5.5 4,10 0,14|0,14 10,14',
  3: '~.5,1.5 4,0 8,1.2 8,4.8 4,6.6|~4,6.6 9,8.2 9,12 5,14 .3,12.5',
  4: '3.2,0 .6,8.8 10,8.8|7,3.6 7,14',
  5: '9,0 2,0 1.2,6|~1.2,6 5,5 9.3,7.5 9,12 5,14 .3,12.6',
  6: '~8.5,.8 4,1.8 1,6 .8,11 4.5,14 9,12 8.6,8 4.8,6.8 1,9.5',
  7: '0,0 10,0 4,14',
  8: '~5,6.6 1.4,4.2 2.4,.8 5,0 7.8,.8 8.6,4.2 5,6.6 .8,9.6 1.2,12.8 5,14 8.8,12.8 9.2,9.6 5,6.6',
  9: '~9,4.5 5.2,7.4 1.3,6 1,2 5,0 9,2.5 9,8 6,14',
  A: '0,14 5,0 10,14|1.9,9 8.1,9',
  C: '~9.3,2.4 6,0 2,1.6 .4,7 2,12.4 6,14 9.5,11.8',
  D: '1,0 1,14|~1,0 6,.6 9.5,4 9.5,10 6,13.5 1,14',
  E: '9,0 1,0 1,14 9.3,14|1,6.7 7.5,6.7',
  F: '9,0 1,0 1,14|1,6.8 7.5,6.8',
  H: '1,0 1,14|9,0 9,14|1,7 9,7',
  J: '8,0 8,9|~8,9 7.6,12.6 4.5,14 1.2,12.6 .6,10',
  K: '1,0 1,14|9,0 1,8.2|3.8,5.6 9.5,14',
  M: '0,14 1.2,0 5,8.5 8.8,0 10,14',
  N: '1,14 1,0 9,14 9,0',
  P: '1,14 1,0|~1,0 6.4,0 9,2.4 8.8,6 6,7.8 1,7.8',
  R: '1,14 1,0|~1,0 6.4,0 9,2.4 8.8,6 6,7.6 1,7.6|4.4,7.6 9.6,14',
  T: '0,0 10,0|5,0 5,14',
  W: '0,0 2.4,14 5,5 7.6,14 10,0',
  X: '.5,0 9.5,14|9.5,0 .5,14',
  Y: '.3,0 5,7|9.7,0 5,7 5,14',
};
