import { getDocumentProxy } from 'unpdf';

/** A PDF as its reader sees it: its text, every blank a plain one, and what it says of itself. */
export interface ReadPdf {
  readonly text: string;
  /** The text of each page. */
  readonly pages: readonly string[];
  readonly pageCount: number;
  readonly info: object;
  /** The names of the tags of its first page, in the order they are read. */
  readonly tags: readonly string[];
}

/** Reads a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const file = await getDocumentProxy(bytes.slice(), { useSystemFonts: true, verbosity: 0 });
  const pages = await Promise.all(Array.from({ length: file.numPages }, (_, page) => file.getPage(page + 1)));
  const texts = await Promise.all(
    pages.map(async (page) =>
      (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' '),
    ),
  );
  const structure = JSON.stringify(await pages[0]?.getStructTree());
  const { info } = await file.getMetadata();
  return {
    text: texts.join('\n').replace(/\s+/g, ' '),
    pages: texts.map((page) => page.replace(/\s+/g, ' ')),
    pageCount: file.numPages,
    info,
    tags: [...structure.matchAll(/"role":"(\w+)"/g)].map(([, name = '']) => name),
  };
}
