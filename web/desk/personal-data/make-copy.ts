import { dataCopyText } from '#content/messages/data-copy.ts';
import { exportBorrower } from '#contract/host/personal-data.ts';
import { listProducts } from '#contract/host/product.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import { fileAnswer, paperAnswer } from '#pages/paper/file-answer.ts';
import type { OpenDesk } from '../open-desk.ts';
import { dataCopyCsv, dataCopyPaper } from './data-copy.ts';

export const copyFormats = ['pdf', 'csv'] as const;
export type CopyFormat = (typeof copyFormats)[number];

/** Makes the copy of a person's data in the person's language. Each making is logged with its format. */
export async function makeCopy(
  desk: OpenDesk,
  {
    borrowerId,
    format,
    omitsNotes,
    subject,
    messageId,
  }: {
    readonly borrowerId: string;
    readonly format: CopyFormat;
    readonly omitsNotes: boolean;
    readonly subject: string;
    readonly messageId: string;
  },
): Promise<Response> {
  const read = async () => {
    const log = { messageId, subject, loggedAs: 'exported' as const, detail: { fields: [format] } };
    const copy = await desk.service.ask(desk.person, exportBorrower, { borrowerId }, log);
    const known = await desk.service.cases.read(desk.person, borrowerId);
    const [own = {}] = copy.tables.borrowers ?? [];
    const { market, language, mobile_phone } = own as {
      readonly market: Market;
      readonly language: Language;
      readonly mobile_phone: string;
    };
    const { products } = await desk.read(listProducts, { limit: 100 });
    const person = {
      ...{ market, mobilePhone: mobile_phone, omitsNotes },
      staff: [...(known?.people.values() ?? [])],
      products: new Map(products.map(({ productId, name }) => [productId, name])),
    };
    const open = desk.screen.inLanguage(language);
    return { open, copy, person, name: dataCopyText[language].fileName };
  };
  if (format === 'csv') {
    const { open, copy, person, name } = await read();
    return fileAnswer(dataCopyCsv(open, copy, person), 'text/csv; charset=utf-8', name, 'csv');
  }
  return paperAnswer(desk.screen, async () => {
    const { open, copy, person, name } = await read();
    return { paper: dataCopyPaper(open, copy, person), name };
  });
}
