import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BackLink, CallLink, hostLink } from './links.tsx';

test('[BRIDGE-2] a telephone number is a tel: link before any script, and says what a host may do instead', () => {
  expect(renderToStaticMarkup(<CallLink telephone="+52 55 1234 5678" />)).toBe(
    '<a href="tel:+525512345678" data-host-action="{&quot;name&quot;:&quot;callTelephone&quot;,' +
      '&quot;telephone&quot;:&quot;+52 55 1234 5678&quot;}">+52 55 1234 5678</a>',
  );
});

test('[BRIDGE-4] what is no telephone number is shown and cannot be pressed', () => {
  expect(renderToStaticMarkup(<CallLink telephone="javascript:alert(1)" />)).toBe(
    '<span>javascript:alert(1)</span>',
  );
});

test('[BRIDGE-2] the way back is a plain link, marked for script', () => {
  expect(
    renderToStaticMarkup(
      <BackLink href="/order" label="Volver">
        ←
      </BackLink>,
    ),
  ).toBe('<a href="/order" aria-label="Volver" data-host-back="">←</a>');
});

test('[BRIDGE-2] the way back to the main page says that it leaves our pages', () => {
  expect(
    renderToStaticMarkup(
      <BackLink href="/" label="Volver" leavesPages>
        ←
      </BackLink>,
    ),
  ).toContain('data-host-back="home"');
});

test('[BRIDGE-2] what only a host can do is there, hidden, and what has an address is a plain link', () => {
  const markup = (href: string) =>
    renderToStaticMarkup(<a {...hostLink({ name: 'mineTab' }, href)}>Mi cuenta</a>);
  expect(markup('')).toBe(
    '<a href="" hidden="" data-host-action="{&quot;name&quot;:&quot;mineTab&quot;}">Mi cuenta</a>',
  );
  expect(markup('/app/me')).not.toContain('hidden');
});
