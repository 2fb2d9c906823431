import { toSVG } from 'bwip-js/node';

/** A QR code as an image address: black on white in any colour scheme, with its quiet zone of 4 modules (ISO/IEC 18004). */
export function renderQrCode(text: string): string {
  const colours = { barcolor: '000000', backgroundcolor: 'FFFFFF' };
  return `data:image/svg+xml,${encodeURIComponent(toSVG({ bcid: 'qrcode', text, padding: 8, ...colours }))}`;
}
