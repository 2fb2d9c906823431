// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enhancedForm } from './enhanced-form.ts';
import { registerBehaviours } from './hydrate-behaviours.ts';

const formHtml = `
  <form method="post" action="https://paginas.example/contact" data-enhanced data-sending="Enviando…">
    <template data-problem="network"><p role="alert">No hay conexión.</p></template>
    <template data-problem="unreachable"><p role="alert">No es su conexión.</p></template>
    <template data-problem="timeout"><p role="alert">Tarda demasiado.</p></template>
    <template data-problem="refused"><p role="alert">No se envió.</p></template>
    <input name="name" value="Ana"><input type="checkbox" name="agree" value="yes">
    <div data-slot="problem"></div>
    <button name="do" value="send">Enviar</button><button type="button">Cerrar</button>
    <output data-sending-output></output>
  </form>`;

const answers = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  document.body.innerHTML = formHtml;
  vi.stubGlobal('fetch', answers);
  enhancedForm(form());
});

afterEach(() => {
  answers.mockReset();
  vi.useRealTimers();
});

const form = () => document.querySelector('form') as HTMLFormElement;
const button = () => form().querySelector('button') as HTMLButtonElement;
const problem = () => form().querySelector('[data-slot=problem]')?.textContent?.trim();

function page(body: string, headers: Record<string, string> = {}): Response {
  return new Response(`<title>Otra</title><body>${body}</body>`, { headers });
}

test('the same fields go as without script, with those of the pressed button', async () => {
  answers.mockResolvedValue(page('<div data-slot="problem">No se pudo.</div>'));
  button().click();
  await expect.poll(() => problem()).toBe('No se pudo.');
  const [address, init] = answers.mock.calls[0] ?? [];
  expect(address).toBe('https://paginas.example/contact');
  expect(String(init?.body)).toBe('name=Ana&do=send');
  expect(init).toMatchObject({ method: 'POST', headers: { 'X-Enhanced-Form': 'problem' } });
  expect(document.title).toBe('Otra');
  expect(form().querySelector<HTMLInputElement>('[name=name]')?.value).toBe('Ana');
});

test('an answer without the slots of the form takes the place of the page', async () => {
  answers.mockResolvedValue(page('<div data-slot="other"></div><p>Ya calificó.</p>'));
  button().click();
  await expect.poll(() => document.body.textContent).toContain('Ya calificó.');
  expect(form()).toBeNull();
});

test('[CALL-4] a message of the backend is shown in a toast and in place, one of ours only in place', async () => {
  document.body.insertAdjacentHTML('beforeend', '<output data-toast></output>');
  const toast = () => document.querySelector('[data-toast]')?.textContent;
  answers.mockResolvedValueOnce(page('<div data-slot="problem"><p role="alert">Lo nuestro.</p></div>'));
  button().click();
  await expect.poll(() => problem()).toBe('Lo nuestro.');
  expect(toast()).toBe('');
  const said = '<p data-toast-too="" role="alert">Su tarjeta no pasó.</p>';
  answers.mockResolvedValueOnce(page(`<div data-slot="problem">${said}</div>`));
  button().click();
  await expect.poll(() => problem()).toBe('Su tarjeta no pasó.');
  expect(toast()).toBe('Su tarjeta no pasó.');
});

test('[PROMO-6] an answer that a backend out of reach gave has the form’s toast too', async () => {
  document.body.insertAdjacentHTML('beforeend', '<output data-toast></output>');
  const toast = () => document.querySelector('[data-toast]')?.textContent;
  form().dataset.unansweredToast = 'error';
  const answered = (status: number) =>
    new Response('<body><div data-slot="problem"><p role="alert">No responde.</p></div></body>', { status });
  for (const [status, said] of [
    [422, ''],
    [502, 'error'],
    [504, 'error'],
  ] as const) {
    document.querySelector('[data-toast]')?.replaceChildren();
    answers.mockResolvedValueOnce(answered(status));
    button().click();
    await expect.poll(() => button().disabled).toBe(false);
    expect(problem()).toBe('No responde.');
    expect(toast()).toBe(said);
  }
});

test('[CALL-4] while it is sent the button says so and a second press sends nothing', async () => {
  let answer: (response: Response) => void = () => {};
  answers.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  button().click();
  expect(button()).toMatchObject({ textContent: 'Enviando…', disabled: true });
  expect(form().querySelector('output')?.textContent).toBe('Enviando…');
  form().dispatchEvent(new Event('submit', { cancelable: true }));
  expect(answers).toHaveBeenCalledOnce();
  answer(page('<div data-slot="problem"></div>'));
  await expect.poll(() => button()).toMatchObject({ textContent: 'Enviar', disabled: false });
});

test('an answer is read with the nonce of this page, whose policy holds its styles', async () => {
  document.head.innerHTML = '<style></style>';
  (document.querySelector('style') as HTMLElement).nonce = 'ours';
  const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
  answers.mockResolvedValue(
    new Response('<style nonce="theirs">p{}</style><div data-slot="problem">No.</div>'),
  );
  button().click();
  await expect.poll(() => problem()).toBe('No.');
  expect(parse.mock.calls[0]?.[0]).toContain('<style nonce="ours">p{}</style>');
});

test('a redirect in the answer is followed, and the form stays disabled', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  answers.mockResolvedValue(
    new Response(null, { status: 204, headers: { 'X-Go-To': '/order?lang=2', 'X-Go-To-Replace': '1' } }),
  );
  button().click();
  await expect.poll(() => replace.mock.calls).toEqual([['/order?lang=2']]);
  expect(button().disabled).toBe(true);
});

test('an answer from another address of the page gives the page that address', async () => {
  const replaceState = vi.spyOn(history, 'replaceState');
  const answer = page('<div data-slot="problem">Escriba el código.</div>');
  Object.defineProperties(answer, { redirected: { value: true }, url: { value: '/payWay?repaymentId=1' } });
  answers.mockResolvedValue(answer);
  button().click();
  await expect.poll(() => problem()).toBe('Escriba el código.');
  expect(replaceState.mock.calls).toEqual([[null, '', '/payWay?repaymentId=1']]);
});

test('Enter presses a hidden first button, and the last one says that it is sent', async () => {
  form().insertAdjacentHTML('afterbegin', '<button aria-hidden="true">Enviar</button>');
  form().insertAdjacentHTML('beforeend', '<button>Pagar</button>');
  answers.mockReturnValue(new Promise(() => {}));
  form().querySelector<HTMLElement>('[aria-hidden]')?.click();
  const labels = [...form().querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(labels).toEqual(['Enviar', 'Enviar', 'Cerrar', 'Enviando…']);
});

test.each([
  [502, 'No es su conexión.'],
  [504, 'Tarda demasiado.'],
])(
  '[CALL-8] a backend that the page itself cannot reach, %i, leaves all that was entered',
  async (status, words) => {
    answers.mockResolvedValue(new Response('<body><main><h1>No hay conexión</h1></main>', { status }));
    button().click();
    await expect.poll(() => problem()).toBe(words);
    expect(button().disabled).toBe(false);
    expect(form().querySelector<HTMLInputElement>('[name=name]')?.value).toBe('Ana');
  },
);

const html = { 'Content-Type': 'text/html' };
test.each([
  [
    'a proxy’s 413',
    'No se envió.',
    () => new Response('<h1>413 Request Entity Too Large</h1>', { status: 413, headers: html }),
  ],
  ['a 429 in text', 'No se envió.', () => new Response('Too many requests', { status: 429 })],
  [
    'our own page of a 429',
    'No se envió.',
    () => new Response('<link rel="icon" href="data:,"><h1>Espere</h1>', { status: 429, headers: html }),
  ],
  [
    'a firewall’s 403',
    'No se envió.',
    () => new Response('<html><title>Blocked</title>', { status: 403, headers: html }),
  ],
  [
    'a sign-in page of a network',
    'No hay conexión.',
    () => new Response('<form><input name="room"></form>', { headers: html }),
  ],
  ['an empty 200', 'No hay conexión.', () => new Response('')],
  ['an empty 500', 'No es su conexión.', () => new Response('', { status: 500 })],
  ['JSON', 'No hay conexión.', () => Response.json({ ok: true })],
] as const)(
  '[CALL-8] %s leaves the page as it is, and the same is sent again',
  async (_what, words, answer) => {
    document.title = 'Contacto';
    form().insertAdjacentHTML('afterbegin', '<input type="hidden" name="step" value="0192f000">');
    const before = document.body.innerHTML;
    answers.mockResolvedValueOnce(answer());
    button().click();
    await expect.poll(() => problem()).toBe(words);
    expect(document.title).toBe('Contacto');
    (form().querySelector('[data-slot=problem]') as Element).replaceChildren();
    expect(document.body.innerHTML).toBe(before);
    answers.mockResolvedValueOnce(page('<div data-slot="problem">Hecho.</div>'));
    button().click();
    await expect.poll(() => problem()).toBe('Hecho.');
    const [first, second] = answers.mock.calls.map(([, init]) => String(init.body));
    expect(second).toBe(first);
    expect(second).toContain('step=0192f000');
  },
);

test('[CALL-8] a lost network leaves all that was entered, and says so', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'));
  button().click();
  await expect.poll(() => problem()).toBe('No hay conexión.');
  expect(button().disabled).toBe(false);
  expect(form().querySelector<HTMLInputElement>('[name=name]')?.value).toBe('Ana');
});

test('a slot within a slot comes with it', async () => {
  document.querySelector('[data-slot]')?.insertAdjacentHTML('beforebegin', '<div data-slot="outer"></div>');
  answers.mockResolvedValue(
    page(
      '<div data-slot="problem"></div><div data-slot="outer"><div data-slot="inner">Otra imagen.</div></div>',
    ),
  );
  button().click();
  await expect.poll(() => form().querySelector('[data-slot=inner]')?.textContent).toBe('Otra imagen.');
  answers.mockResolvedValue(
    page('<div data-slot="problem"></div><div data-slot="outer"><div data-slot="inner">Y otra.</div></div>'),
  );
  button().click();
  await expect.poll(() => form().querySelector('[data-slot=inner]')?.textContent).toBe('Y otra.');
});

test('[COMP-2] a form in a slot is answered with it, and what was written meanwhile stays', async () => {
  const island = (text: string) =>
    `<div data-slot="island"><form id="island" method="post"><textarea name="content">${text}</textarea>
      <input name="other"><div data-slot="problem"></div><button>Enviar</button></form></div>`;
  document.body.innerHTML = `<template data-problem="network"><p role="alert">No hay conexión.</p></template>
    ${island('')}`;
  const area = () => document.querySelector('textarea') as HTMLTextAreaElement;
  enhancedForm(form());
  answers.mockRejectedValueOnce(new TypeError('lost'));
  button().click();
  await expect.poll(() => problem()).toBe('No hay conexión.');
  area().value = 'Antes';
  answers.mockImplementationOnce(async () => {
    area().value = 'Antes y después';
    return page(island('Antes').replace('"problem">', '"problem"><p role="alert">No se pudo.</p>'));
  });
  button().click();
  await expect.poll(() => problem()).toBe('No se pudo.');
  expect(answers.mock.calls[1]?.[1]).toMatchObject({ headers: { 'X-Enhanced-Form': 'island' } });
  expect(area().value).toBe('Antes y después');
  answers.mockResolvedValueOnce(page(island('Del servidor')));
  enhancedForm(form());
  button().click();
  await expect.poll(() => area().value).toBe('Del servidor');
});

test('[PROMO-6] [PAYWAY-4] a lost network is also shown in a toast, if the form has one for it', async () => {
  answers.mockRejectedValue(new TypeError('Failed to fetch'));
  document.body.insertAdjacentHTML('beforeend', '<output data-toast></output>');
  const toast = () => document.querySelector('[data-toast]')?.textContent;
  button().click();
  await expect.poll(() => problem()).toBe('No hay conexión.');
  expect(toast()).toBe('');
  form().dataset.unansweredToast = 'error';
  button().click();
  await expect.poll(() => toast()).toBe('error');
  expect(problem()).toBe('No hay conexión.');
});

test('[CALL-3] [CALL-8] after 60 s without an answer it says that it takes too long', async () => {
  vi.useFakeTimers();
  answers.mockImplementation(
    (_address, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
  );
  button().click();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(problem()).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(problem()).toBe('Tarda demasiado.');
});

test('an answer without slots, such as a page of a problem, takes the place of the page and of its styles', async () => {
  document.head.innerHTML = '<style nonce="n-1">form{color:red}</style>';
  const html =
    '<head><link rel="icon" href="data:,"><style nonce="n-2">main>h1{color:blue}</style></head><body><main><h1>Entre otra vez</h1></main>';
  answers.mockResolvedValue(new Response(html));
  button().click();
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe('Entre otra vez');
  expect(document.querySelector('form')).toBeNull();
  expect(document.head.querySelector('style')?.outerHTML).toBe(
    '<style nonce="n-1">main>h1{color:blue}</style>',
  );
});

test.each([
  ['a field', '<input id="day" aria-describedby="day-hint day-error">', '#day'],
  [
    'the first of what is chosen from',
    '<fieldset aria-describedby="day-error"><input id="card"></fieldset>',
    '#card',
  ],
])('the focus goes to %s that the answer finds at fault', async (_name, markup, selector) => {
  const error = '<p id="day-error" role="alert">Falta.</p><p id="other" role="alert">Y esto.</p>';
  answers.mockResolvedValue(page(`<div data-slot="problem">${markup}${error}</div>`));
  button().focus();
  button().click();
  await expect.poll(() => problem()).toContain('Falta.');
  expect(document.activeElement).toBe(document.querySelector(selector));
});

test('the focus comes back to the button where no field is at fault', async () => {
  answers.mockResolvedValueOnce(page('<div data-slot="problem"><p role="alert">No se pudo.</p></div>'));
  button().focus();
  button().click();
  button().blur();
  await expect.poll(() => problem()).toBe('No se pudo.');
  expect(document.activeElement).toBe(button());
  answers.mockRejectedValueOnce(new TypeError('no connection'));
  button().click();
  button().blur();
  await expect.poll(() => problem()).toBe('No hay conexión.');
  expect(document.activeElement).toBe(button());
});

test('the focus goes to the heading of a page that takes the place of this one', async () => {
  answers.mockResolvedValue(page('<link rel="icon" href="data:,"><main><h1>Su sesión terminó</h1></main>'));
  button().click();
  await expect.poll(() => document.activeElement?.textContent).toBe('Su sesión terminó');
});

test('an error that says nothing takes no focus from what the answer opened', async () => {
  registerBehaviours({ '#code': (root) => root.focus() });
  const markup =
    '<fieldset aria-describedby="none"><input></fieldset><p id="none" role="alert"></p><input id="code">';
  answers.mockResolvedValue(page(`<div data-slot="problem">${markup}</div>`));
  button().click();
  await expect.poll(() => form().querySelector('#code')).not.toBeNull();
  expect(document.activeElement?.id).toBe('code');
});

test('an error leaves its field, or the group it is about, once something else stands there, and no other', () => {
  document.body.innerHTML = `<form data-enhanced>
    <fieldset aria-describedby="card-error"><input type="radio" name="card" value="1"></fieldset>
    <p id="card-error" role="alert">Primero elija una tarjeta.</p>
    <input name="code" aria-invalid="true" aria-describedby="hint code-error"><p id="hint">6 dígitos</p>
    <p id="code-error" role="alert">Escriba el código.</p></form>`;
  enhancedForm(form());
  const type = (selector: string) =>
    form()
      .querySelector(selector)
      ?.dispatchEvent(new Event('input', { bubbles: true }));
  const said = () => [...form().querySelectorAll('p')].map(({ textContent }) => textContent);
  type('[name=card]');
  expect(said()).toEqual(['', '6 dígitos', 'Escriba el código.']);
  type('[name=code]');
  expect(said()).toEqual(['', '6 dígitos', '']);
  expect(form().querySelector('[name=code]')?.hasAttribute('aria-invalid')).toBe(false);
});
