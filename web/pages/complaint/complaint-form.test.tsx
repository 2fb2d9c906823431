// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDraft, readDraft } from '#browser/complaint/draft.ts';
import { hydrateIsland } from '#browser/hydrate-island.tsx';
import { leavingEvent } from '#browser/send-form.ts';
import {
  type ComplaintAnswer,
  ComplaintForm,
  type ComplaintFormProperties,
} from './complaint-form.island.tsx';

const properties: ComplaintFormProperties = {
  answer: null,
  usedCount: 0,
  uploadLink: '/complainImage?sessionId=s-1&lang=2',
  userId: 'rosa',
  text: {
    content: 'Qué pasó',
    contentHint: 'Sin contraseñas.',
    used: 'Usados:',
    left: 'Quedan {count}.',
    images: 'Fotos',
    imagesHint: 'Hasta 9.',
    add: 'Agregar',
    addImages: 'Agregar fotos',
    upload: 'Subir',
    uploaded: 'Foto agregada',
    image: 'Foto {number}',
    remove: 'Quitar foto {number}',
    retry: 'Reintentar',
    uploading: 'Subiendo foto {number}',
    refused: 'No agregamos {name}. {reason}',
    notUploaded: 'La foto no se subió.',
    unfinished: 'Hay fotos sin subir.',
    imageTooLarge: 'La imagen pesa más de 8 MB.',
    submit: 'Enviar queja',
    sending: 'Enviando su queja',
    problem: {
      network: 'No hay conexión.',
      unreachable: 'No responde.',
      timeout: 'Tarda.',
      other: 'No se pudo.',
    },
  },
};

/** The requests that send an image, oldest first. */
let sent: FakeRequest[];

class FakeRequest {
  readonly upload = {};
  response: unknown = null;
  link = '';
  body: FormData | undefined;
  onloadend: () => void = () => {};
  open(_method: string, link: string): void {
    this.link = link;
  }
  send(body: FormData): void {
    this.body = body;
    sent.push(this);
  }
  answer(response: unknown): void {
    this.response = response;
    this.onloadend();
  }
}

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
let faults: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  sent = [];
  localStorage.clear();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  // React tells there of a page that is not what it would write.
  faults = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => expect(faults).not.toHaveBeenCalled());

/** What the server writes: the slot with the form in it. */
function written(answer: ComplaintAnswer | null): string {
  const shown = { ...properties, answer, usedCount: answer?.content.length ?? 0 };
  const root = document.createElement('div');
  root.dataset.slot = 'complaint-form';
  root.dataset.island = '/assets/complaint.js';
  root.dataset.properties = JSON.stringify(shown);
  root.innerHTML = renderToString(<ComplaintForm {...shown} />);
  return root.outerHTML;
}

/** Brings the island to life over what the server wrote, after `before`. */
function live(answer: ComplaintAnswer | null = null, before: () => void = () => {}): void {
  document.body.innerHTML = `<main>${written(answer)}</main><output data-toast></output>`;
  before();
  hydrateIsland(document.querySelector('[data-island]') as HTMLElement, ComplaintForm);
}

const withImages = (...images: ComplaintAnswer['images']): ComplaintAnswer => ({ content: '', images });

const area = () => document.querySelector('textarea') as HTMLTextAreaElement;
const counter = () => document.getElementById('content-count')?.textContent;
const said = () => document.querySelector('#content-count + output')?.textContent;
const button = () => document.querySelector('form > div button') as HTMLButtonElement;

function type(text: string, event: Event = new Event('input', { bubbles: true })): void {
  area().value = text;
  area().setSelectionRange(text.length, text.length);
  area().dispatchEvent(event);
}

const toast = () => document.querySelector('[data-toast]')?.textContent;
const addresses = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[name=image]')].map(({ value }) => value);
const picker = () => document.querySelector('[type=file]') as HTMLInputElement;

function choose(...files: File[]): void {
  // As a picker that is emptied once its files are taken.
  Object.defineProperty(picker(), 'files', { get: () => files.splice(0), configurable: true });
  picker().dispatchEvent(new Event('change', { bubbles: true }));
}

const photo = (name = 'foto.jpg') => new File(['x'], name, { type: 'image/jpeg' });

/** Presses the button; whether the form is sent. */
function isSent(): boolean {
  fetched.mockReturnValueOnce(new Promise(() => {}));
  const before = fetched.mock.calls.length;
  submit();
  return fetched.mock.calls.length > before;
}

const submit = () =>
  document.forms[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

/** Sends the form; the server answers with `answer`. */
async function answered(answer: ComplaintAnswer): Promise<void> {
  const request = fetched.mock.calls.length;
  fetched.mockResolvedValueOnce(new Response(`<title>Error</title>${written(answer)}`, { status: 422 }));
  submit();
  await expect.poll(() => fetched.mock.calls.length).toBe(request + 1);
  await expect.poll(() => button().disabled).toBe(false);
}

test('[COMP-3] an image that was sent says so in a toast, and the form has its address', async () => {
  live();
  choose(photo());
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]?.link).toBe('/complainImage?sessionId=s-1&lang=2');
  expect(sent[0]?.body?.has('problemImage')).toBe(true);
  expect(addresses()).toEqual([]);
  sent[0]?.answer({ address: '/a.jpg', message: '' });
  await expect.poll(() => addresses()).toEqual(['/a.jpg']);
  await expect.poll(() => toast()).toBe('Foto agregada');
});

test('[COMP-3] a refused image shows the server’s message in a toast and below the images, and is taken out', async () => {
  live();
  choose(photo());
  await expect.poll(() => sent).toHaveLength(1);
  sent[0]?.answer({ address: '', message: 'El formato no se admite.' });
  await expect.poll(() => toast()).toBe('El formato no se admite.');
  expect(document.body.textContent).toContain('No agregamos foto.jpg. El formato no se admite.');
  expect(document.querySelectorAll('li img')).toHaveLength(0);
  expect(addresses()).toEqual([]);
  // Nothing waits any more, so the complaint can be sent.
  expect(isSent()).toBe(true);
});

test('an upload announces its start and its half to screen readers', async () => {
  live();
  const says = () => document.querySelector('[role=status]')?.textContent;
  expect(says()).toBe('');
  choose(photo());
  await expect.poll(() => says()).toBe('Subiendo foto 1');
  await expect.poll(() => sent).toHaveLength(1);
  const upload = sent[0]?.upload as { onprogress?: (event: object) => void };
  upload.onprogress?.({ lengthComputable: true, loaded: 60, total: 100 });
  await expect.poll(() => says()).toBe('Subiendo foto 1, 50 %');
  sent[0]?.answer({ address: '/a.jpg', message: '' });
  await expect.poll(() => says()).toBe('');
});

test('[CALL-8] where nothing was answered the image can be sent again', async () => {
  live();
  choose(photo());
  await expect.poll(() => sent).toHaveLength(1);
  sent[0]?.answer(null);
  await expect.poll(() => toast()).toBe('La foto no se subió.');
  document.querySelector<HTMLButtonElement>('button[type=button]')?.click();
  await expect.poll(() => sent).toHaveLength(2);
  sent[1]?.answer({ address: '/a.jpg', message: '' });
  await expect.poll(() => addresses()).toEqual(['/a.jpg']);
});

test('[COMP-3] an image of more than 8 MB is not sent, and says why', async () => {
  live();
  const large = photo();
  Object.defineProperty(large, 'size', { value: 25_000_000 });
  choose(large);
  await expect.poll(() => toast()).toBe('La imagen pesa más de 8 MB.');
  expect(sent).toEqual([]);
});

test('[COMP-2] an image that is taken out while it is made smaller is not sent', async () => {
  let refuse: () => void = () => {};
  const shrinking = vi.fn(() => new Promise((_resolve, reject) => (refuse = reject)));
  vi.stubGlobal('createImageBitmap', shrinking);
  live();
  choose(new File(['x'], 'foto.heic', { type: 'image/heic' }));
  await expect.poll(() => shrinking).toHaveBeenCalledOnce();
  document.querySelector<HTMLButtonElement>('button[name=remove]')?.click();
  refuse();
  choose(photo());
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]?.body?.get('problemImage')).toMatchObject({ type: 'image/jpeg' });
});

test('the form is held back while an image is on its way, and only then', async () => {
  live();
  choose(photo());
  await expect.poll(() => sent).toHaveLength(1);
  expect(isSent()).toBe(false);
  expect(toast()).toBe('Hay fotos sin subir.');
  sent[0]?.answer({ address: '/a.jpg', message: '' });
  await expect.poll(() => addresses()).toEqual(['/a.jpg']);
  expect(isSent()).toBe(true);
});

test('[COMP-2] an image can be taken out without sending the form', async () => {
  live(
    withImages(
      { address: '/a.jpg', previewAddress: '/a.jpg?s=1' },
      { address: '/b.jpg', previewAddress: '/b.jpg?s=1' },
    ),
  );
  const remove = document.querySelector('button[name=remove]') as HTMLButtonElement;
  const submitted = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  document.addEventListener('submit', submitted);
  await expect
    .poll(() => {
      remove.click();
      return addresses();
    })
    .toEqual(['/b.jpg']);
  document.removeEventListener('submit', submitted);
  expect(submitted).not.toHaveBeenCalled();
});

test('[COMP-4] the images of the draft come back with the session, and are kept as they change', async () => {
  const images = ['/a.jpg', '/img?id=7', 'https://files.lender.test/b.jpg'];
  keepDraft('rosa', { content: 'Llaman.', images }, localStorage, Date.now());
  live();
  await expect.poll(() => addresses()).toEqual(images);
  expect([...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '/a.jpg?sessionId=s-1&lang=2',
    '/img?id=7&sessionId=s-1&lang=2',
    'https://files.lender.test/b.jpg',
  ]);
  document.querySelector<HTMLButtonElement>('button[name=remove]')?.click();
  await expect.poll(() => addresses()).toHaveLength(2);
  expect(readDraft('rosa', localStorage, Date.now())).toEqual({
    content: 'Llaman.',
    images: images.slice(1),
  });
});

test('[COMP-2] what was chosen before the island was there is taken over', async () => {
  const chosen = vi.spyOn(HTMLInputElement.prototype, 'files', 'get');
  chosen.mockReturnValueOnce([photo()] as unknown as FileList).mockReturnValue(null);
  live();
  await expect.poll(() => sent).toHaveLength(1);
});

test.each([
  ['an empty form', null],
  [
    'an answer',
    { content: 'Antes.', contentError: 'Acórtelo.', images: [{ address: '/a.jpg', previewAddress: null }] },
  ],
])(
  '[COMP-4] what was typed into %s before the island was there stays, and is kept',
  async (_name, answer) => {
    live(answer, () => {
      area().focus();
      area().value = 'Llaman de noche 👨‍👩‍👧‍👦';
      area().setSelectionRange(6, 6);
    });
    expect(area().value).toBe('Llaman de noche 👨‍👩‍👧‍👦');
    expect(document.activeElement).toBe(area());
    await expect.poll(() => counter()).toBe('Usados: 17/200');
    expect(readDraft('rosa', localStorage, Date.now())?.content).toBe('Llaman de noche 👨‍👩‍👧‍👦');
  },
);

test('[COMP-4] the text of the draft comes back and is kept as it is typed, and focus goes nowhere', async () => {
  keepDraft('rosa', { content: 'Llaman.' }, localStorage, Date.now());
  live();
  await expect.poll(() => area().value).toBe('Llaman.');
  expect(document.activeElement).toBe(document.body);
  type('Llaman de día.');
  expect(readDraft('rosa', localStorage, Date.now())?.content).toBe('Llaman de día.');
});

test('[COMP-2] the counter counts what a person would, and replaces the browser’s own limit', async () => {
  live();
  await expect.poll(() => area().hasAttribute('maxlength')).toBe(false);
  type('ñ👨‍👩‍👧‍👦');
  await expect.poll(() => counter()).toBe('Usados: 2/200');
});

test('[COMP-2] the 201st character is ignored, but nothing while a character is being composed', async () => {
  live();
  await expect.poll(() => area().hasAttribute('maxlength')).toBe(false);
  type('a'.repeat(201));
  expect(area().value).toBe('a'.repeat(200));
  await expect.poll(() => counter()).toBe('Usados: 200/200');
  type('b'.repeat(201), new InputEvent('input', { isComposing: true, bubbles: true }));
  expect(area().value).toHaveLength(201);
  area().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
  expect(area().value).toHaveLength(200);
});

test.each([
  [21, ''],
  [20, 'Quedan 20.'],
  [19, ''],
  [10, 'Quedan 10.'],
  [0, 'Quedan 0.'],
])('[COMP-2] with %i left it says "%s"', async (left, words) => {
  live();
  type('a'.repeat(200 - left));
  await expect.poll(() => counter()).toBe(`Usados: ${200 - left}/200`);
  expect(said()).toBe(words);
});

test('[COMP-2] a refused text is marked and focused at each refusal', async () => {
  live();
  const error = () => document.getElementById('content-error');
  await answered({ content: '', images: [], contentError: 'Escriba algo.' });
  await expect.poll(() => document.activeElement === area()).toBe(true);
  expect(area().getAttribute('aria-invalid')).toBe('true');
  expect(document.title).toBe('Error');
  const first = error();
  expect(first?.textContent).toBe('Escriba algo.');
  await answered({ content: '', images: [], contentError: 'Escriba algo.' });
  await expect.poll(() => error()).not.toBe(first);
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toBe(document.forms[0]?.action);
  expect(init).toMatchObject({ method: 'POST', headers: { 'X-Enhanced-Form': 'complaint-form' } });
});

test('[CALL-4] the backend’s own words stand beside the form and in a toast, and what was written stays', async () => {
  live();
  type('Algo.');
  await answered({ content: 'Algo.', images: [], problem: { kind: 'refused', message: 'Ya no está.' } });
  expect(document.querySelector('[data-slot=problem] [role=alert]')?.textContent).toBe('Ya no está.');
  await expect.poll(() => toast()).toBe('Ya no está.');
  expect(area().value).toBe('Algo.');
});

test('[CALL-4] [CALL-8] while it is sent the button says so; a lost network leaves all as it is, and says so', async () => {
  live();
  type('Algo.');
  let lose: (reason: Error) => void = () => {};
  fetched.mockReturnValueOnce(new Promise((_resolve, reject) => (lose = reject)));
  submit();
  await expect.poll(() => button().textContent).toBe('Enviando su queja');
  expect(button().disabled).toBe(true);
  submit();
  expect(fetched).toHaveBeenCalledOnce();
  lose(new TypeError('no network'));
  await expect.poll(() => document.querySelector('[role=alert]')?.textContent).toBe('No hay conexión.');
  expect(button().textContent).toBe('Enviar queja');
  await expect.poll(() => document.activeElement === button()).toBe(true);
  expect(area().value).toBe('Algo.');
});

test('[COMP-4] a complaint that was filed leads on, and its form stays held', async () => {
  live();
  const leaving = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  document.addEventListener(leavingEvent, leaving, { once: true });
  fetched.mockResolvedValueOnce(
    new Response(null, { status: 204, headers: { 'X-Go-To': '/complaint?filed=1' } }),
  );
  submit();
  await expect.poll(() => leaving).toHaveBeenCalledOnce();
  expect(button().disabled).toBe(true);
});

test('an answer without the form takes the place of the page', async () => {
  live();
  fetched.mockResolvedValueOnce(
    new Response('<link rel="icon" href="data:,"><title>Otra</title><main><h1>Entre otra vez</h1></main>'),
  );
  submit();
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe('Entre otra vez');
});
