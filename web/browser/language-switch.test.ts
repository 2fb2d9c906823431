// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enhancedForm } from './enhanced-form.ts';
import { hydrateBehaviours, registerBehaviours } from './hydrate-behaviours.ts';
import { languageSwitch } from './language-switch.ts';

const link = `${location.origin}/repay?orderId=1&sessionId=s-1&lang=1`;
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

const fields = `<form method="get"><input type="hidden" name="productId" value="p"><input name="amount" value="1422.81"></form>
  <details><summary>Otro</summary><form id="claim"><textarea name="note"></textarea>
  <input type="radio" name="way" value="bank" checked><input type="radio" name="way" value="shop">
  <select name="month"><option selected>1</option><option>2</option></select></form></details>`;

const spanish = `<a data-language="No pudimos." href="${link}" lang="en-IN">English</a>${fields}<output data-toast></output>`;
const english = `<html lang="en-IN"><head><link rel="icon" href="data:,"><title>Pay</title><style>b{}</style></head><body>
  <a data-language="We could not." href="${link}">Español</a>${fields}</body></html>`;

beforeEach(() => {
  document.documentElement.lang = 'es-MX';
  document.head.innerHTML = '<title>Pagar</title><style nonce="n">a{}</style>';
  vi.stubGlobal('fetch', fetched);
  registerBehaviours({ '[data-language]': languageSwitch, '[data-enhanced]': enhancedForm });
});
afterEach(() => fetched.mockReset());

function show(html: string): void {
  document.body.innerHTML = html;
  hydrateBehaviours(document);
}

function answered(html: string, init: ResponseInit = {}, url = link): Response {
  return Object.defineProperty(new Response(html, init), 'url', { value: url });
}

const at = <Element extends HTMLElement>(selector: string) => document.querySelector(selector) as Element;

test('the page speaks the other language in its place, with everything that was typed and opened', async () => {
  show(spanish);
  at<HTMLInputElement>('[name=amount]').value = '12';
  at<HTMLTextAreaElement>('[name=note]').value = 'Ayer';
  at<HTMLInputElement>('[value=shop]').checked = true;
  at<HTMLSelectElement>('select').selectedIndex = 1;
  at<HTMLDetailsElement>('details').open = true;
  fetched.mockImplementation(async () => answered(english));
  at('[data-language]').click();
  await expect.poll(() => document.documentElement.lang).toBe('en-IN');
  expect(location.href).toBe(link);
  expect(fetched).toHaveBeenCalledWith(link, {});
  expect(document.title).toBe('Pay');
  expect(at('style').textContent).toBe('b{}');
  expect(at<HTMLInputElement>('[name=amount]').value).toBe('12');
  expect(at<HTMLTextAreaElement>('[name=note]').value).toBe('Ayer');
  expect(at<HTMLInputElement>('[value=shop]').checked).toBe(true);
  expect(at<HTMLInputElement>('[value=bank]').checked).toBe(false);
  expect(at<HTMLSelectElement>('select').value).toBe('2');
  expect(at<HTMLDetailsElement>('details').open).toBe(true);
  expect(document.activeElement).toBe(at('[data-language]'));
  // The switch of the fresh page is alive.
  at('[data-language]').click();
  await expect.poll(() => fetched).toHaveBeenCalledTimes(2);
});

test('what nobody touched stays as the server wrote it', async () => {
  show(spanish);
  fetched.mockResolvedValue(answered(english.replace('value="1422.81"', 'value="1500.00"')));
  at('[data-language]').click();
  await expect.poll(() => document.documentElement.lang).toBe('en-IN');
  expect(at<HTMLInputElement>('[name=amount]').value).toBe('1500.00');
});

test('a button sends its form along, and the form itself takes no notice', async () => {
  const form = `<form id="offer" method="post" data-enhanced action="/confirmLoan">
    <input type="checkbox" name="agree" value="yes" checked></form>`;
  show(
    `<button data-language="No." form="offer" formaction="${link}" name="intent" value="language">English</button>${form}`,
  );
  fetched.mockResolvedValue(answered(english));
  at('button').click();
  await expect.poll(() => document.documentElement.lang).toBe('en-IN');
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(fetched.mock.calls[0]?.[0]).toBe(link);
  expect(String(fetched.mock.calls[0]?.[1].body)).toBe('agree=yes&intent=language');
});

test.each([
  ['no connection', () => Promise.reject(new TypeError('lost'))],
  ['a service that does not answer', () => Promise.resolve(answered('', { status: 503 }))],
  ['a page of ours that asks to wait', () => Promise.resolve(answered(english, { status: 429 }))],
  ['a firewall’s answer', () => Promise.resolve(answered('<h1>Blocked</h1>', { status: 403 }))],
  ['a network’s sign-in page', () => Promise.resolve(answered('<h1>Wi-Fi</h1>'))],
])('[CALL-8] with %s the page stays as it is and says so', async (_name, answer) => {
  show(spanish);
  at<HTMLTextAreaElement>('[name=note]').value = 'Ayer';
  fetched.mockImplementation(answer);
  at('[data-language]').click();
  await expect.poll(() => at('[data-toast]').textContent).toBe('No pudimos.');
  expect(document.documentElement.lang).toBe('es-MX');
  expect(at<HTMLTextAreaElement>('[name=note]').value).toBe('Ayer');
});

test('a page that is no longer there is gone to', async () => {
  show(spanish);
  const gone = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  fetched.mockResolvedValue(answered(english, { status: 401 }));
  at('[data-language]').click();
  await expect.poll(() => gone).toHaveBeenCalledWith(link);
});
