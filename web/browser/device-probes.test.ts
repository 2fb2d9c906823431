// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { installProbe, locationProbe, photoProbe } from './device-probes.ts';

beforeEach(() => {
  document.body.innerHTML = `
    <div data-photo-probe="Foto elegida: {name}">
      <input type="file"><figure hidden><img alt=""><figcaption></figcaption></figure>
    </div>
    <div data-location-probe data-locating="Buscando" data-refused="Negada" data-unsupported="No la da">
      <button>Obtener ubicación</button>
      <div role="status">
        <p></p>
        <div hidden><dl><dt>Longitud</dt><dd></dd><dt>Latitud</dt><dd></dd></dl></div>
      </div>
    </div>
    <div data-install-probe="Se está instalando"><div hidden><button>Instalar</button></div><p>No lo ofrece</p></div>`;
});

const root = (name: string): HTMLElement => document.querySelector(`[data-${name}-probe]`) as HTMLElement;
const press = (name: string): void => root(name).querySelector('button')?.click();

/** What a reader sees of a part: without what is hidden. */
function shownIn(name: string): string {
  const seen = root(name).cloneNode(true) as HTMLElement;
  for (const hidden of seen.querySelectorAll('[hidden]')) hidden.remove();
  return (seen.textContent ?? '').replace(/\s+/g, ' ').trim();
}

test('[TEST-1] a chosen photo is shown with its name, and goes when it is taken back', () => {
  photoProbe(root('photo'));
  const input = root('photo').querySelector('input') as HTMLInputElement;
  const choose = (files: readonly File[]): void => {
    Object.defineProperty(input, 'files', { value: files, configurable: true });
    input.dispatchEvent(new Event('change'));
  };
  choose([new File(['x'], 'casa $& {name}.png', { type: 'image/png' })]);
  expect(shownIn('photo')).toBe('Foto elegida: casa $& {name}.png');
  expect(root('photo').querySelector('img')?.src).toMatch(/^blob:/);
  choose([]);
  expect(shownIn('photo')).toBe('');
});

interface Position {
  readonly coords: { readonly longitude: number; readonly latitude: number };
}

/** Puts a device that looks for its place into the browser; gives how it finds it, or is refused it. */
function looking() {
  let resolve: (position: Position) => void = () => {};
  let refused: () => void = () => {};
  const getCurrentPosition = vi.fn((success: typeof resolve, failure: () => void) => {
    resolve = success;
    refused = failure;
  });
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  return {
    getCurrentPosition,
    find: (longitude: number, latitude: number) => resolve({ coords: { longitude, latitude } }),
    refuse: () => refused(),
  };
}

test('[TEST-1] the location is looked for when asked, and shown as longitude and latitude', () => {
  const { find, getCurrentPosition } = looking();
  locationProbe(root('location'));
  expect(getCurrentPosition).not.toHaveBeenCalled();
  press('location');
  expect(shownIn('location')).toBe('Obtener ubicación Buscando');
  find(-99.13, 19.43);
  expect(shownIn('location')).toBe('Obtener ubicación Longitud-99.13Latitud19.43');
});

test('[TEST-1] a refused location is said, after the rows of an earlier one have gone', () => {
  const { find, refuse } = looking();
  locationProbe(root('location'));
  press('location');
  find(0, 0);
  expect(shownIn('location')).toContain('Longitud0Latitud0');
  press('location');
  refuse();
  expect(shownIn('location')).toBe('Obtener ubicación Negada');
});

test('[TEST-1] a browser that gives no location says so', () => {
  vi.stubGlobal('navigator', {});
  locationProbe(root('location'));
  press('location');
  expect(shownIn('location')).toBe('Obtener ubicación No la da');
});

/** The browser's offer to install the page, which the visitor answers with `outcome`. */
function offerInstalling(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(async () => {});
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  });
  window.dispatchEvent(event);
  return { event, prompt };
}

test('[TEST-1] the browser’s offer to install is kept for a button, which asks once', async () => {
  installProbe(root('install'));
  expect(shownIn('install')).toBe('No lo ofrece');
  const { event, prompt } = offerInstalling('accepted');
  expect(event.defaultPrevented).toBe(true);
  expect(prompt).not.toHaveBeenCalled();
  expect(shownIn('install')).toBe('Instalar');
  press('install');
  expect(prompt).toHaveBeenCalledOnce();
  await expect.poll(() => shownIn('install')).toBe('Se está instalando');
});

test('[TEST-1] an offer that is turned down goes, until the browser offers again', async () => {
  installProbe(root('install'));
  const { prompt } = offerInstalling('dismissed');
  press('install');
  await expect.poll(() => prompt).toHaveBeenCalledOnce();
  expect(shownIn('install')).toBe('No lo ofrece');
  offerInstalling('accepted');
  expect(shownIn('install')).toBe('Instalar');
});
