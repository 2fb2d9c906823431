import { expect, test } from 'vitest';
import { failure, openPage, refused } from '#tests/setup/open-page.ts';

const contact = { phone: '+52 55 5000 0100', whatsapp: '+525550000101', email: 'ayuda@llano.example' };

const open = (address: string, answer: unknown = contact) =>
  openPage(address, { answers: { readContacts: answer } });

test.each(['/Dag', '/customerService'])(
  '[SERVICE-1] %s shows telephone and e-mail, and WhatsApp where it is given',
  async (path) => {
    const { text, html, calls } = await open(`${path}?sessionId=s-1&lang=2`);
    expect(calls).toEqual([{ name: 'readContacts', request: {} }]);
    expect(text).toContain('Teléfono +52 55 5000 0100 WhatsApp +525550000101 Correo ayuda@llano.example');
    expect(html).toContain('href="tel:+525550000100"');
    expect(html).toContain('href="https://wa.me/525550000101"');
    expect(html).toContain('href="mailto:ayuda@llano.example"');
    expect(html).toMatch(/href="\/complaint\?sessionId=s-1&amp;lang=2"/);
  },
);

test('[BRIDGE-2] [SERVICE-1] the telephone number says what a host may do with it', async () => {
  const { html, script } = await open('/Dag');
  expect(script).toBe('host-links');
  expect(html).toContain(
    'data-host-action="{&quot;name&quot;:&quot;callTelephone&quot;,&quot;telephone&quot;:&quot;+52 55 5000 0100&quot;}"',
  );
});

test('[SERVICE-1] what is not given is left out, and nothing at all is said in words', async () => {
  const some = await open('/Dag?lang=1', { ...contact, whatsapp: '', email: '' });
  expect(some.text).toContain('Telephone');
  expect(some.text).not.toMatch(/WhatsApp|Email/);
  const none = await open('/Dag?lang=2', { phone: '', whatsapp: '', email: '' });
  expect(none.text).toContain('Por ahora no tenemos un contacto');
});

test('[BRIDGE-4] a contact that is no address is shown and leads nowhere', async () => {
  const hostile = {
    phone: 'javascript:alert(1)',
    whatsapp: '../evil?',
    email: 'a@b.c?bcc=x@y.z&body=<script>',
  };
  const { text, html } = await open('/Dag', hostile);
  for (const shown of Object.values(hostile)) expect(text).toContain(shown);
  const [, rows = ''] = /<dl[^>]*>(.*?)<\/dl>/s.exec(html) ?? [];
  expect(rows).not.toContain('href');
  expect(rows).not.toContain('data-host-action');
});

test('a missing session and a lost connection each get their page', async () => {
  expect((await open('/Dag?lang=2', refused('session-required'))).status).toBe(401);
  expect((await open('/Dag?lang=2', failure({ failure: 'network' }))).text).toContain('No es su conexión');
});
