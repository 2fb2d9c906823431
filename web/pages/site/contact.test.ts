import { expect, test, vi } from 'vitest';
import { CodedError } from '#domain/error-code.ts';
import { openPage } from '#tests/setup/open-page.ts';
import type { PagesDependencies } from '../dependencies.ts';
import type { ContactMessage } from './contact-message.ts';
import { contactFieldNames } from './contact-message.ts';

const message: ContactMessage = {
  name: 'Eva <b>Ruiz</b>',
  telephone: '55 1234 5678',
  email: 'eva@correo.example',
  remark: '¿Cuánto cuesta?\nGracias',
};

function inbox() {
  const keep = vi.fn<(contactMessage: ContactMessage) => Promise<void>>(async () => {});
  return { keep };
}

function send(
  address: string,
  form: Readonly<Record<string, string>>,
  contactInbox: PagesDependencies['contactInbox'] = null,
) {
  return openPage(address, { form, dependencies: { contactInbox } });
}

test('[SITE-4] a message beyond the visitor’s share is refused in so many words, and what was typed stays', async () => {
  const keep = async () => {
    throw new CodedError('too-many-requests', '3600');
  };
  for (const [lang, words] of [
    [1, 'Send it again in an hour'],
    [2, 'Vuelva a enviarlo en una hora'],
  ] as const) {
    const page = await send(`/Contact?lang=${lang}`, { ...message }, { keep });
    expect(page.status).toBe(429);
    expect(page.text).toContain(words);
    expect(page.html).toContain(typedAsShown(message.remark));
  }
});

test('[SITE-4] the form has name, telephone, email, remark and Submit, and sends to its own page', async () => {
  const { html } = await openPage('/Contact?lang=1');
  expect(/<form[^>]*>/.exec(html)?.[0]).toMatch(/ noValidate="".* action="\/Contact\?lang=1" method="post"/);
  const labels = [...html.matchAll(/<label [^>]*for="(\w+)">([^<]*)</g)].map(([, id, label]) => [id, label]);
  expect(labels).toEqual([
    ['name', 'Name'],
    ['telephone', 'Telephone'],
    ['email', 'Email'],
    ['remark', 'Remark'],
  ]);
  expect(html).toMatch(/<button [^>]*>Submit<\/button>/);
});

test.each(contactFieldNames)(
  '[SITE-4] an empty %s is refused in so many words, and what was typed stays',
  async (name) => {
    for (const blank of ['', '  \n']) {
      const contactInbox = inbox();
      const page = await send('/Contact?lang=1', { ...message, [name]: blank }, contactInbox);
      expect(page.status).toBe(422);
      expect(page.title).toMatch(/^Error: /);
      expect(page.html).toMatch(/role="alert">Please provide complete information!</);
      expect(page.text).not.toContain('Successful!');
      expect(page.html.match(/aria-invalid="true"/g)).toHaveLength(1);
      expect(page.html).toMatch(new RegExp(`id="${name}"[^>]*aria-describedby="${name}-error"`));
      const others = contactFieldNames.filter((other) => other !== name);
      for (const other of others) expect(page.text + page.html).toContain(typedAsShown(message[other]));
      expect(contactInbox.keep).not.toHaveBeenCalled();
    }
  },
);

function typedAsShown(typed: string): string {
  return typed.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

test('[SITE-4] a form without fields is refused, not broken', async () => {
  const page = await send('/Contact', {});
  expect(page.status).toBe(422);
  expect(page.html).toMatch(/role="alert">Proporcione la información completa\.</);
  expect(page.html.match(/aria-invalid="true"/g)).toHaveLength(4);
});

test('[SITE-4] a complete form is answered Successful!, and without an inbox the page says that nothing is kept', async () => {
  const sent = await send('/Contact?lang=1&sessionId=s1', { ...message });
  expect(sent.status).toBe(303);
  expect(sent.location).toBe('/Contact?sent=1&sessionId=s1&lang=1');
  const page = await openPage(sent.location ?? '');
  expect(page.status).toBe(200);
  expect(page.text).toContain('Successful!');
  expect(page.text).toContain('This form does not keep what you write or pass it on.');
  expect(page.html).not.toContain('Ruiz');
  expect((await openPage('/Contact?lang=1')).text).toContain('does not keep what you write');
});

test('[SITE-4] with an inbox the message is stored once, trimmed, and the page says so', async () => {
  const contactInbox = inbox();
  const sent = await send('/Contact', { ...message, name: ` ${message.name} `, extra: 'x' }, contactInbox);
  expect(contactInbox.keep).toHaveBeenCalledExactlyOnceWith(message);
  const page = await openPage(sent.location ?? '', { dependencies: { contactInbox } });
  expect(page.text).toContain('Listo. Recibimos su mensaje.');
  expect((await openPage('/Contact', { dependencies: { contactInbox } })).text).not.toContain(
    'no guarda lo que escribe',
  );
});

test('[SITE-4] what goes beyond a field is left off', async () => {
  const contactInbox = inbox();
  await send('/Contact', { ...message, remark: 'r'.repeat(5000), name: 'n'.repeat(200) }, contactInbox);
  const contactMessage = contactInbox.keep.mock.calls[0]?.[0];
  expect([contactMessage?.remark.length, contactMessage?.name.length]).toEqual([2000, 120]);
});

test('[CALL-8] script sends the same form, and says of a message without an answer that it may have arrived', async () => {
  const { html, script } = await openPage('/Contact?lang=1');
  expect(script).toBe('contact');
  expect(html).toMatch(/<form[^>]* data-enhanced="" data-sending="Sending your message"/);
  expect(html).toMatch(/<template data-problem="timeout">.*?sent again, it would arrive twice\./);
  const sent = await openPage('/Contact?lang=1', {
    form: { ...message },
    body: { headers: { 'X-Enhanced-Form': '1' } },
  });
  expect(sent.headers.get('X-Go-To')).toBe('/Contact?sent=1&lang=1');
  expect(sent.headers.has('X-Go-To-Replace')).toBe(false);
});

test('a failing inbox shows the visitor an error and keeps the typed text', async () => {
  const contactInbox = { keep: () => Promise.reject(new Error('disk full')) };
  const page = await send('/Contact?lang=1', { ...message }, contactInbox);
  expect(page.status).toBe(503);
  expect(page.text).toContain('We could not store your message.');
  expect(page.html).toContain('value="eva@correo.example"');
  expect(page.html).not.toContain('disk full');
});
