/** Control characters and backslashes, which browsers drop or replace, so that an address leads elsewhere than it seems. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const deceptiveCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\\]/;
const imageData = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i;
/** A file with a known ending, in folders or not. A dot in the first folder would make it a host. */
const relativeFile = /^[\w%~-]+(\/[\w.%~-]+)*\.(png|jpe?g|gif|webp|svg|pdf|html?)(\?[^#\s\\]*)?$/i;
const placeholderOrigin = 'https://own.invalid';

/**
 * Returns an image address that may be shown: image data, a path of ours, or an address on one of `imageOrigins`; else null.
 * SVG is harmless, since no script runs in an `<img>`.
 */
export function safeImage(address: string, imageOrigins: readonly string[]): string | null {
  if (deceptiveCharacters.test(address)) return null;
  return imageData.test(address) ? address : safeLink(address, imageOrigins);
}

/**
 * Returns a link that may be followed: a path of ours, an address on one of `origins`, or one with a scheme in `schemes`
 * (`upi`, `mailto`, `tel`); else null.
 */
export function safeLink(
  address: string,
  origins: readonly string[],
  schemes: readonly string[] = [],
): string | null {
  if (address === '' || deceptiveCharacters.test(address) || /^\s|\s$/.test(address)) return null;
  const base = address.startsWith('/') ? placeholderOrigin : undefined;
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  if (base) return originOf(url) === placeholderOrigin ? address : null;
  if (schemes.includes(url.protocol.slice(0, -1))) return address;
  return /^https?:$/.test(url.protocol) && origins.includes(originOf(url)) ? address : null;
}

export function isAddressLike(text: string): boolean {
  return /[/:.]/.test(text);
}

/**
 * Resolves an address of a lender's own backend: a path at its host, a relative file (`i/bar.png`) below `API_BASE`; any other
 * stays.
 * @param apiBase empty for the built-in service.
 */
export function backendAddress(address: string, apiBase: string): string {
  if (apiBase === '') return address;
  if (relativeFile.test(address)) return new URL(address, apiBase.replace(/\/*$/, '/')).href;
  const isPath = address.startsWith('/') && safeLink(address, []) !== null;
  return isPath ? new URL(address, apiBase).href : address;
}

/**
 * Origin of the lender's own backend, where an agreement may be linked (CONFIRM-2). Empty for the built-in service, and in
 * production where phones cannot reach the backend.
 */
export function agreementOrigins(apiBase: string, isDevelopment: boolean): readonly string[] {
  if (apiBase === '') return [];
  const { origin, hostname } = new URL(apiBase);
  return isDevelopment || !isPrivateHost(hostname) ? [origin] : [];
}

/** Loopback, link-local and private addresses, and names without a public domain. */
function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return /^\[(::|f[cd]|fe[89ab])/i.test(hostname);
  if (/^[\d.]+$/.test(hostname)) {
    return /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      hostname,
    );
  }
  return !hostname.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(hostname);
}

/** Empty for an address with a user name or password, which only mislead. */
function originOf(url: URL): string {
  return url.username === '' && url.password === '' ? url.origin : '';
}
