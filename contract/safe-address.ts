/** Control characters and backslashes: a browser drops or turns them, so that an address is not what it looks like. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const deceptiveCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\\]/;
const imageData = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i;
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
 * An address of a lender's own backend as a whole: a path stands at that backend, anything else stays.
 * @param apiBase where the backend is; empty for the built-in service, whose paths are the pages' own.
 */
export function backendAddress(address: string, apiBase: string): string {
  const isPath = address.startsWith('/') && safeLink(address, []) !== null;
  return isPath && apiBase !== '' ? new URL(address, apiBase).href : address;
}

/** The origin of an address; empty when it carries a name or a password, which only serve to mislead. */
function originOf(url: URL): string {
  return url.username === '' && url.password === '' ? url.origin : '';
}
