import { toSVG } from 'bwip-js/node';

/** Black on white in any colour scheme, so that every scanner reads it. */
const colours = { barcolor: '000000', backgroundcolor: 'FFFFFF' };

function dataAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A Code 128 bar code of a text as an image address, with its quiet zones of 10 modules (ISO/IEC 15417). */
export function barcodeImage(text: string): string {
  return dataAddress(
    toSVG({ bcid: 'code128', text, height: 18, paddingwidth: 10, paddingheight: 4, ...colours }),
  );
}

/** A QR code of a text as an image address, error correction M, with its quiet zone of 4 modules (ISO/IEC 18004). */
export function qrImage(text: string): string {
  return dataAddress(toSVG({ bcid: 'qrcode', text, padding: 8, ...colours }));
}
