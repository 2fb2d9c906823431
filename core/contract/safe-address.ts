/** Control characters and backslashes: a browser drops or turns them, so that an address is not what it looks like. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const deceptiveCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\\]/;
const imageData = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i;
/** A file by its ending, in folders or not; a dot in the first folder would make it a host. */
const relativeFile = /^[\w%~-]+(\/[\w.%~-]+)*\.(png|jpe?g|gif|webp|svg|pdf|html?)(\?[^#\s\\]*)?$/i;
const placeholderOrigin = 'https://own.invalid';

/**
 * An image address from a backend, if it may be shown: image data, a path of ours, or an address on one of
 * `imageOrigins`; null for anything else. SVG is harmless here: in an `<img>` it runs nothing.
 */
export function safeImage(address: string, imageOrigins: readonly string[]): string | null {
  if (deceptiveCharacters.test(address)) return null;
  return imageData.test(address) ? address : safeLink(address, imageOrigins);
}

/**
 * A link from a backend, if it may be followed: a path of ours, an address on one of `origins`, or one of the `schemes`
 * the caller names (`upi`, `mailto`, `tel`); null for anything else.
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

/** Whether a text is meant as an address: a code may stand where an address may. */
export function isAddressLike(text: string): boolean {
  return /[/:.]/.test(text);
}

/**
 * An address of a lender's own backend as a whole: a path stands at that backend, a file without one (`i/bar.png`) below `API_BASE`,
 * anything else stays.
 * @param apiBase where the backend is; empty for the built-in service, whose paths are the pages' own.
 */
export function backendAddress(address: string, apiBase: string): string {
  if (apiBase === '') return address;
  if (relativeFile.test(address)) return new URL(address, apiBase.replace(/\/*$/, '/')).href;
  const isPath = address.startsWith('/') && safeLink(address, []) !== null;
  return isPath ? new URL(address, apiBase).href : address;
}

/**
 * The origin of the lender's own backend, which a loan's agreement may be linked on (CONFIRM-2); none for the built-in service, and none in
 * production where a borrower's phone cannot reach it.
 */
export function agreementOrigins(apiBase: string, isDevelopment: boolean): readonly string[] {
  if (apiBase === '') return [];
  const { origin, hostname } = new URL(apiBase);
  return isDevelopment || !isPrivateHost(hostname) ? [origin] : [];
}

/** Whether only machines of a private network reach a host: loopback, link-local and private addresses, and names without a public domain. */
function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return /^\[(::|f[cd]|fe[89ab])/i.test(hostname);
  if (/^[\d.]+$/.test(hostname)) {
    return /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      hostname,
    );
  }
  return !hostname.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(hostname);
}

/** The origin of an address; empty when it carries a name or a password, which only serve to mislead. */
function originOf(url: URL): string {
  return url.username === '' && url.password === '' ? url.origin : '';
}
