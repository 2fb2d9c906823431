import { agreementText } from '#content/messages/agreement.ts';
import { documentsText } from '#content/messages/documents.ts';
import { fill } from '#content/text-pack.ts';
import { formatDateTime } from '#domain/calendar.ts';
import { marketOf } from '#domain/market.ts';
import type { PrintableText } from '#lending/ports.ts';
import { parseStoredText } from '#pages/loan/stored-text.ts';
import type { PaperWriter } from './paper-writer.ts';

/** Prints an accepted text as PDF, with time and hash. The same text gives the same bytes. */
export function printKeptText(
  { language, market, text, hash, lender, orderNumber, acceptedAt }: PrintableText,
  write: PaperWriter['write'],
): Promise<Uint8Array<ArrayBuffer>> {
  const words = agreementText[language];
  const [, title = '', ...rest] = text.trimEnd().split('\n\n');
  const time = formatDateTime(acceptedAt, marketOf[market].timeZone);
  const proof = [fill(words.acceptedAt, { time }), fill(words.hash, { hash })].join('. ');
  return write({
    language,
    market,
    title,
    madeAt: acceptedAt,
    issuer: { name: lender.name, note: lender.registration },
    blocks: [...parseStoredText(rest.join('\n\n')).blocks, { kind: 'hint', text: proof }],
    footer: fill(documentsText[language].footer, { lender: lender.name, number: orderNumber }),
  });
}
