import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { textOf } from '#tests/setup/open-page.ts';
import { examplesIn } from './examples.tsx';

const examples = examplesIn('es');

function html(name: string): string {
  return renderToStaticMarkup(examples[name]);
}

test.each(Object.keys(examples))(
  '%s: every id it points at is there, and nothing is styled in place',
  (name) => {
    const markup = html(name);
    const ids = new Set([...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const pointers = [...markup.matchAll(/(?:aria-labelledby|aria-describedby|commandfor|for)="([^"]+)"/g)];
    for (const [, value] of pointers) for (const id of value?.split(' ') ?? []) expect(ids).toContain(id);
    expect(ids.size).toBe([...markup.matchAll(/ id="/g)].length);
    expect(markup).not.toMatch(/ style="| undefined|\[object/);
  },
);

test.each(Object.keys(examples))('%s: pictures are silent and buttons have names', (name) => {
  const markup = html(name);
  for (const [picture] of markup.matchAll(/<svg[^>]*>/g)) expect(picture).toContain('aria-hidden="true"');
  for (const [image] of markup.matchAll(/<img[^>]*>/g)) expect(image).toContain('alt="');
  for (const [whole, , content] of markup.matchAll(/<(?:button|a)([^>]*)>(.*?)<\/(?:button|a)>/gs)) {
    const name = textOf(content ?? '') || whole.match(/(?:aria-label|alt)="[^"]+"/);
    expect(name, whole).toBeTruthy();
  }
});

test('the bar leaves out what it is not given, and lets a banner hold the heading', () => {
  expect(html('bar')).toContain('<h1 class="title">Pagar</h1>');
  expect(html('bar')).toContain('aria-label="Volver"');
});

test('a total is set apart, a paid step has its tick, a late one its own mark', () => {
  expect(html('rows')).toContain('<div class="total"><dt>Costo total</dt>');
  expect(html('plan')).toContain('<li data-mark="✓" class="numbered done">');
  expect(html('plan')).toContain('<li data-mark="2" class="numbered late">');
});

test('an amount of the hero may wrap after its symbol, one in a row may not', () => {
  expect(html('amount hero')).toContain('<p class="amount">$ 5.000,00</p>');
  expect(html('rows')).toContain('$\u00a0300,00');
});

test('a dialog opens, closes and is named without script', () => {
  const markup = html('dialog');
  expect(markup).toContain('type="button" command="show-modal" commandfor="example">Aplazar</button>');
  expect(markup).toMatch(/<dialog[^>]*id="example" aria-labelledby="example-title" closedby="any"/);
  expect(markup.match(/command="close" commandfor="example"/g)).toHaveLength(2);
});

test('an error is under its input, which it describes', () => {
  expect(html('field')).toContain('aria-invalid="true" aria-describedby="phone-error"');
  expect(html('field')).toContain(
    '<p class="error" id="phone-error" role="alert">Escriba los 10 dígitos.</p>',
  );
  expect(html('field')).toContain('aria-describedby="email-hint"');
  expect(html('check')).toContain('aria-describedby="agree-again-error"');
});

test('[INSTR-1] a code is read in groups, and neither its button nor selecting it gives a space', () => {
  expect(html('card')).toContain('data-copy="032180000118359719"');
  const code = html('card').match(/<code class="digits" translate="no">(.*?)<\/code>/)?.[1] ?? '';
  expect(textOf(code)).toBe('032 180 0001 1835 9719');
  expect(code.replace(/<[^>]*>/g, '')).toBe('032180000118359719');
});

test('a name is copied with its spaces', () => {
  expect(html('copyable text')).toContain('<code class="digits" translate="no">Llano Servicios</code>');
  expect(html('copyable text')).toContain('data-copy="Llano Servicios"');
});

test('every component of the kit stands among the examples', () => {
  const shown = globSync('examples/*.tsx', { cwd: import.meta.dirname })
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('');
  const components = globSync('*/*.tsx', { cwd: import.meta.dirname })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      [
        ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^export function ([A-Z]\w+)/gm),
      ].map(([, name]) => name),
    );
  // Parts of those that are shown.
  const within = [
    'Amount',
    'GroupedCode',
    'FieldError',
    'FieldFrame',
    'Hold',
    'Icon',
    'KeptProblems',
    'ProblemNote',
    'Sign',
    'Slot',
    'SavedPage',
    'Summary',
  ];
  expect(components.length).toBeGreaterThan(40);
  expect(
    components.filter((name = '') => !new RegExp(`<${name}\\b`).test(shown) && !within.includes(name)),
  ).toEqual([]);
});
