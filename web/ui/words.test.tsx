import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Words } from './words.tsx';

test('[DATE-1] a date in a text is written short; what looks like one stays as it came', () => {
  const shown = (text: string) =>
    renderToStaticMarkup(<Words text={text} shortDay={(day) => `short ${day}`} />);
  expect(shown('Pague el 2026-12-20')).toContain('>short 2026-12-20<');
  expect(shown('Pague el 2027-02-30')).toBe('Pague el <span class="num">2027-02-30</span>');
});
