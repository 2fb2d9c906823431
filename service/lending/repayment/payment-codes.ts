import JsBarcode from 'jsbarcode';
import encodeQr from 'qr';

/**
 * Black on white in any colour scheme, so that every scanner reads it. @param path in modules, of letters, digits and commas only, which
 * need no encoding. @param size attributes with the drawn size; empty for any.
 */
function imageAddress(path: string, width: number, height: number, size = ''): string {
  const before = `<svg ${size}viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#FFFFFF"/><path fill="#000000" d="`;
  return `data:image/svg+xml,${encodeURIComponent(before)}${path}${imageEnd}`;
}

const imageEnd = encodeURIComponent('"/></svg>');

/** The widest bar code on a phone of 320 px, and its height, px. */
const barcodePx = { width: 290, height: 120 };
const barHeight = 52;
const barcodeMargin = { sides: 10, ends: 4 };

/**
 * A Code 128 bar code as an image address, with quiet zones of 10 modules (ISO/IEC 15417) and a whole number of pixels per module; empty
 * for a text that it cannot hold.
 */
export function barcodeImage(text: string): string {
  // The library takes many times as long to draw a code as to encode it.
  const symbol: { encodings?: readonly { readonly data: string }[] } = {};
  JsBarcode(symbol, text, { format: 'CODE128', valid: () => undefined });
  const modules = symbol.encodings?.[0]?.data;
  if (!modules) return '';
  const { sides, ends } = barcodeMargin;
  const bars = runsOf(modules, (x, width) => `M${sides + x},${ends}h${width}v${barHeight}h-${width}z`);
  const width = modules.length + 2 * sides;
  const modulePx = Math.max(1, Math.floor(barcodePx.width / width));
  const size = `width="${width * modulePx}" height="${barcodePx.height}" preserveAspectRatio="none" `;
  return imageAddress(bars, width, barHeight + 2 * ends, size);
}

/** A QR code as an image address, error correction M, with a quiet zone of 4 modules (ISO/IEC 18004). */
export function qrImage(text: string): string {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.map((row, y) => {
    const modules = row.map(Number).join('');
    return runsOf(modules, (x, width) => `M${x},${y}h${width}v1h-${width}z`);
  });
  return imageAddress(path.join(''), rows.length, rows.length);
}

function runsOf(modules: string, written: (start: number, width: number) => string): string {
  return [...modules.matchAll(/1+/g)].map(({ 0: run, index }) => written(index, run.length)).join('');
}
