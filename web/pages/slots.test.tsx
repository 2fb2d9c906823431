import { expect, test } from 'vitest';
import { requestPage } from '#tests/setup/open-page.ts';

const form = { name: 'Eva', telephone: '', email: 'eva@correo.example', remark: '' };

/** What the contact form is answered with where it names these slots; undefined where script has no part in it. */
async function answerTo(slots?: string): Promise<string> {
  const body = slots === undefined ? {} : { headers: { 'X-Enhanced-Form': slots } };
  const { response } = await requestPage('/Contact?lang=1', { form, body });
  expect(response.status).toBe(422);
  return response.text();
}

test('[SITE-4] a form that names its slots is answered with these and the title alone', async () => {
  const whole = await answerTo();
  const names = [...whole.matchAll(/data-slot="([^"]*)"/g)].map(([, name]) => name);
  const answer = await answerTo(names.join());
  expect(answer).toMatch(/^<!DOCTYPE html><title>Error: Contact[^<]*<\/title><div data-slot=/);
  expect(answer).not.toMatch(/<style|<script|<main/);
  expect(answer.length).toBeLessThan(whole.length / 4);
  const slots = answer.slice(answer.indexOf('</title>') + '</title>'.length).split(/(?=<div data-slot=)/);
  expect(slots).toHaveLength(names.length);
  for (const slot of slots) expect(whole).toContain(slot);
});

test.each(['whole', 'problem,of-another-page', ''])(
  '[CALL-4] a form that names "%s" gets the page',
  async (slots) => {
    expect(await answerTo(slots)).toMatch(/<html.*<main/s);
  },
);
