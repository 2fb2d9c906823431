// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { hydrate } from '../islands/complaint-images.tsx';
import { ComplaintImages, type ComplaintImagesProperties } from './complaint-images.tsx';
import { keepDraft, readDraft } from './draft.ts';

const properties: ComplaintImagesProperties = {
  images: [],
  uploadLink: '/complainImage?sessionId=s-1&lang=2',
  userId: 'rosa',
  text: {
    images: 'Fotos',
    add: 'Agregar',
    addImages: 'Agregar fotos',
    uploaded: 'Foto agregada',
    image: 'Foto {number}',
    remove: 'Quitar foto {number}',
    retry: 'Reintentar',
    uploading: 'Subiendo foto {number}',
    refused: 'No agregamos {name}. {reason}',
    notUploaded: 'La foto no se subió.',
    unfinished: 'Hay fotos sin subir.',
    imageTooLarge: 'La imagen pesa más de 8 MB.',
  },
  icons: { add: 'M12 5v14', remove: 'M6 6l12 12' },
  classNames: { tile: 'tile' },
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

beforeEach(() => {
  sent = [];
  localStorage.clear();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

/** Brings the island to life over what the server wrote. */
function live(images: ComplaintImagesProperties['images'] = []): void {
  const given = { ...properties, images };
  document.body.innerHTML = `<form><div>${renderToString(<ComplaintImages {...given} />)}</div></form>
    <output data-toast></output>`;
  const root = document.querySelector('div') as HTMLElement;
  root.dataset.properties = JSON.stringify(given);
  hydrate(root);
}

const toast = () => document.querySelector('output')?.textContent;
const addresses = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[name=image]')].map(({ value }) => value);
const picker = () => document.querySelector('[type=file]') as HTMLInputElement;

function choose(...files: File[]): void {
  // As a picker that is emptied once its files are taken.
  Object.defineProperty(picker(), 'files', { get: () => files.splice(0), configurable: true });
  picker().dispatchEvent(new Event('change', { bubbles: true }));
}

const photo = (name = 'foto.jpg') => new File(['x'], name, { type: 'image/jpeg' });

const submit = () =>
  document.forms[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

test('[COMP-3] an image that was sent says so in a toast, and the form has its address', async () => {
  live();
  choose(photo());
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.link).toBe('/complainImage?sessionId=s-1&lang=2');
  expect(sent[0]?.body?.has('problemImage')).toBe(true);
  expect(addresses()).toEqual([]);
  sent[0]?.answer({ address: '/a.jpg', message: '' });
  await vi.waitFor(() => expect(addresses()).toEqual(['/a.jpg']));
  expect(toast()).toBe('Foto agregada');
});

test('[COMP-3] a refused image shows the server’s message in a toast and below the images, and is taken out', async () => {
  live();
  choose(photo());
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.answer({ address: '', message: 'El formato no se admite.' });
  await vi.waitFor(() => expect(toast()).toBe('El formato no se admite.'));
  expect(document.body.textContent).toContain('No agregamos foto.jpg. El formato no se admite.');
  expect(document.querySelectorAll('li img')).toHaveLength(0);
  expect(addresses()).toEqual([]);
  // Nothing waits any more, so the complaint can be sent.
  expect(submit()).toBe(true);
});

test('an upload says that it began and that half of it is done, to whoever only hears the page', async () => {
  live();
  const says = () => document.querySelector('[role=status]')?.textContent;
  expect(says()).toBe('');
  choose(photo());
  await vi.waitFor(() => expect(says()).toBe('Subiendo foto 1'));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const upload = sent[0]?.upload as { onprogress?: (event: object) => void };
  upload.onprogress?.({ lengthComputable: true, loaded: 60, total: 100 });
  await vi.waitFor(() => expect(says()).toBe('Subiendo foto 1, 50 %'));
  sent[0]?.answer({ address: '/a.jpg', message: '' });
  await vi.waitFor(() => expect(says()).toBe(''));
});

test('[CALL-8] where nothing was answered the image can be sent again', async () => {
  live();
  choose(photo());
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(null);
  await vi.waitFor(() => expect(toast()).toBe('La foto no se subió.'));
  document.querySelector<HTMLButtonElement>('button[type=button]')?.click();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  sent[1]?.answer({ address: '/a.jpg', message: '' });
  await vi.waitFor(() => expect(addresses()).toEqual(['/a.jpg']));
});

test('[COMP-3] an image of more than 8 MB is not sent, and says why', async () => {
  live();
  const large = photo();
  Object.defineProperty(large, 'size', { value: 25_000_000 });
  choose(large);
  await vi.waitFor(() => expect(toast()).toBe('La imagen pesa más de 8 MB.'));
  expect(sent).toEqual([]);
});

test('[COMP-2] an image that is taken out while it is made smaller is not sent', async () => {
  let refuse: () => void = () => {};
  const shrinking = vi.fn(() => new Promise((_resolve, reject) => (refuse = reject)));
  vi.stubGlobal('createImageBitmap', shrinking);
  live();
  choose(new File(['x'], 'foto.heic', { type: 'image/heic' }));
  await vi.waitFor(() => expect(shrinking).toHaveBeenCalledOnce());
  document.querySelector<HTMLButtonElement>('button[name=remove]')?.click();
  refuse();
  choose(photo());
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body?.get('problemImage')).toMatchObject({ type: 'image/jpeg' });
});

test('the form is held back while an image is on its way, and only then', async () => {
  live();
  await vi.waitFor(() => expect(submit()).toBe(true));
  choose(photo());
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(submit()).toBe(false);
  expect(toast()).toBe('Hay fotos sin subir.');
  sent[0]?.answer({ address: '/a.jpg', message: '' });
  await vi.waitFor(() => expect(addresses()).toEqual(['/a.jpg']));
  expect(submit()).toBe(true);
});

test('[COMP-2] an image can be taken out without sending the form', async () => {
  live([
    { address: '/a.jpg', shown: '/a.jpg?s=1' },
    { address: '/b.jpg', shown: '/b.jpg?s=1' },
  ]);
  const remove = document.querySelector('button[name=remove]') as HTMLButtonElement;
  const submitted = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  document.addEventListener('submit', submitted);
  await vi.waitFor(() => {
    remove.click();
    expect(addresses()).toEqual(['/b.jpg']);
  });
  document.removeEventListener('submit', submitted);
  expect(submitted).not.toHaveBeenCalled();
});

test('[COMP-4] the images of the draft come back with the session, and are kept as they change', async () => {
  const images = ['/a.jpg', '/img?id=7', 'https://files.lender.test/b.jpg'];
  keepDraft('rosa', { content: 'Llaman.', images }, localStorage, Date.now());
  live();
  await vi.waitFor(() => expect(addresses()).toEqual(images));
  expect([...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '/a.jpg?sessionId=s-1&lang=2',
    '/img?id=7&sessionId=s-1&lang=2',
    'https://files.lender.test/b.jpg',
  ]);
  document.querySelector<HTMLButtonElement>('button[name=remove]')?.click();
  await vi.waitFor(() => expect(addresses()).toHaveLength(2));
  expect(readDraft('rosa', localStorage, Date.now())).toEqual({
    content: 'Llaman.',
    images: images.slice(1),
  });
});

test('what was chosen before the island was there is taken over', async () => {
  const chosen = vi.spyOn(HTMLInputElement.prototype, 'files', 'get');
  chosen.mockReturnValueOnce([photo()] as unknown as FileList).mockReturnValue(null);
  live();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
});

test('what the server wrote is what the island would write', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  live([{ address: '/a.jpg', shown: '/a.jpg?s=1' }]);
  await vi.waitFor(() => expect(readDraft('rosa', localStorage, Date.now())?.images).toEqual(['/a.jpg']));
  expect(told).not.toHaveBeenCalled();
});
