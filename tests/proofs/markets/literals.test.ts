import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { markets } from '#markets/markets.ts';

/** What is shipped and is no market's own folder. Tests, fixtures, samples and measurements act in a market and may name it. */
const rooms = 'core/{contract,content,domain},service,web,server,tools/kit';
const files = globSync(`{${rooms}}/**/*.{ts,tsx}`).filter(
  (path) => !/\.test\.tsx?$|^service\/db\/migrations\/|^web\/ui\/examples\//.test(path),
);

const all = Object.entries(markets);
/** What a literal must not be. */
const names = all.flatMap(([code, { timeZone, locale }]) => [code, timeZone, locale]);
/** What a literal must not have in it. */
const parts = all.flatMap(([, { currency, telephone }]) => [
  new RegExp(`\\b${currency.code}\\b`),
  new RegExp(`\\+${telephone.callingCode}[\\s\\d]`),
  ...(currency.sign === '$' ? [] : [new RegExp(currency.sign)]),
]);

/** The names and texts in a syntax tree that belong to a market: strings, parts of templates and patterns, keys. */
function literalsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, name } = node as { type?: string; value?: unknown; name?: string };
  const texts =
    type === 'Identifier' || type === 'JSXIdentifier'
      ? names.filter((each) => each === name)
      : [textOf(type, value)].filter((text) => names.includes(text) || parts.some((part) => part.test(text)));
  return [...texts, ...Object.values(node).flatMap(literalsIn)];
}

function textOf(type: string | undefined, value: unknown): string {
  if (type === 'TemplateElement') return (value as { raw: string }).raw;
  return ['Literal', 'JSXText'].includes(type ?? '') ? String(value) : '';
}

function literalsOf(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} is not read.`);
  return literalsIn(program).map((text) => `${path}: ${text}`);
}

test.each([
  ["const market = 'MX';", 1],
  ['const row = marketOf.IN;', 1],
  ['const rows = { IN: 1 };', 1],
  ["const when = market === 'IN' ? `cu=INR` : /MXN|₹/;", 3],
  ['const tag = <a lang="es-MX" href="tel:+52 55">₹ 5</a>; const zone = \'Asia/Kolkata\';', 4],
  ["const inside = { in: 'in', MIX: 'IN A TEXT' }; // MX, INR", 0],
])('a literal of a market is seen: %s', (source, count) => {
  expect(literalsOf('sample.tsx', source)).toHaveLength(count);
});

test('code, currency, time zone, locale and calling code of a market are only in its own folder', () => {
  expect(files.length).toBeGreaterThan(800);
  expect(files.flatMap((path) => literalsOf(path, readFileSync(path, 'utf8')))).toEqual([]);
});
