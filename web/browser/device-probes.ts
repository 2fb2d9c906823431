const locationTimeoutMs = 20_000;

export function photoProbe(root: HTMLElement): void {
  const input = part(root, 'input') as HTMLInputElement;
  const figure = part(root, 'figure');
  const image = part(root, 'img') as HTMLImageElement;
  input.addEventListener('change', () => {
    URL.revokeObjectURL(image.src);
    const file = input.files?.[0];
    figure.hidden = !file;
    if (!file) return;
    image.src = URL.createObjectURL(file);
    part(root, 'figcaption').textContent = (root.dataset.photoProbe ?? '').replace('{name}', () => file.name);
  });
}

/** Asks for the device's location and shows longitude and latitude (TEST-1). */
export function locationProbe(root: HTMLElement): void {
  const note = part(root, 'p');
  const rows = part(root, '[hidden]');
  const say = (text: string | undefined): void => {
    note.textContent = text ?? '';
    rows.hidden = text !== undefined;
  };
  part(root, 'button').addEventListener('click', () => {
    const { geolocation } = navigator;
    const { unsupported, locating, refused } = root.dataset;
    if (!geolocation) {
      say(unsupported);
      return;
    }
    say(locating);
    geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => {
        const [first, second] = rows.querySelectorAll('dd');
        if (first) first.textContent = String(longitude);
        if (second) second.textContent = String(latitude);
        say(undefined);
      },
      () => say(refused),
      { timeout: locationTimeoutMs },
    );
  });
}

/** `beforeinstallprompt`, which TypeScript does not declare. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** Shows a button once the browser offers to install the page, a note until then (TEST-1). */
export function installProbe(root: HTMLElement): void {
  const offer = part(root, '[hidden]');
  const note = part(root, 'p');
  let offered: InstallEvent | undefined;
  const keep = (event: InstallEvent | undefined): void => {
    offered = event;
    offer.hidden = !event;
    note.hidden = !offer.hidden;
  };
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    keep(event as InstallEvent);
  });
  part(root, 'button').addEventListener('click', async () => {
    const event = offered;
    keep(undefined);
    await event?.prompt();
    if ((await event?.userChoice)?.outcome === 'accepted') note.textContent = root.dataset.installProbe ?? '';
  });
}

function part(root: HTMLElement, selector: string): HTMLElement {
  return root.querySelector(selector) as HTMLElement;
}
