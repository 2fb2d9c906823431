import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { localeOf } from '#domain/language.ts';
import { marketOf } from '#domain/market.ts';
import type { Paper, PaperBlock, PaperRow } from '#pages/paper/paper.ts';

const require = createRequire(import.meta.url);
/** Roboto has ₹ and the Spanish letters; a PDF embeds only the glyphs it uses. */
const fonts = {
  regular: require.resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf'),
};

const marginPt = 56;
const footerPt = 28;
const gapPt = 10;
const cellGapPt = 6;
const usualRowPt = 22;
const lineColour = '#bbbbbb';
const mutedColour = '#444444';
const sizes = { title: 20, amount: 28, heading: 12.5, body: 10, small: 8.5 } as const;

type Document = InstanceType<typeof PDFDocument>;
type Structure = ReturnType<Document['struct']>;

/** Renders a paper as tagged PDF for screen readers, on Letter in Mexico and A4 in India. */
export function renderPdf(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const { language, market, title, issuer, blocks, footer, madeAt } = paper;
  const pdf = new PDFDocument({
    size: marketOf[market].paperSize,
    margins: { top: marginPt, left: marginPt, right: marginPt, bottom: marginPt + footerPt },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: localeOf(language, market),
    info: { Title: title, Author: issuer.name, CreationDate: madeAt, ModDate: madeAt },
  });
  const written = collect(pdf);
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  add(pdf, root, 'P', () => write(pdf, issuer.name, 'bold', sizes.body));
  if (issuer.note) add(pdf, root, 'P', () => write(pdf, issuer.note, 'regular', sizes.small, mutedColour));
  pdf.moveDown(1);
  add(pdf, root, 'H1', () => write(pdf, title, 'bold', sizes.title));
  for (const block of blocks) {
    pdf.y += gapPt;
    writeBlock(pdf, root, block);
  }
  root.end();
  writeFooters(pdf, footer);
  pdf.end();
  return written;
}

function collect(pdf: Document): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((fulfil, reject) => {
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('error', reject);
    pdf.on('end', () => fulfil(new Uint8Array(Buffer.concat(parts))));
  });
}

function add(pdf: Document, parent: Structure, tag: string, content: () => void): void {
  parent.add(pdf.struct(tag, {}, content));
}

function write(
  pdf: Document,
  text: string,
  font: keyof typeof fonts,
  size: number,
  colour = '#000000',
): void {
  pdf
    .font(font)
    .fontSize(size)
    .fillColor(colour)
    .text(text, marginPt, pdf.y, { width: columnPt(pdf), lineGap: 2 });
}

function columnPt(pdf: Document): number {
  return pdf.page.width - 2 * marginPt;
}

function writeBlock(pdf: Document, root: Structure, block: PaperBlock): void {
  switch (block.kind) {
    case 'heading':
      keepTogether(pdf, 60);
      pdf.y += gapPt / 2;
      add(pdf, root, 'H2', () => write(pdf, block.text, 'bold', sizes.heading));
      break;
    case 'paragraph':
      add(pdf, root, 'P', () => write(pdf, block.text, 'regular', sizes.body));
      break;
    case 'hint':
      add(pdf, root, 'P', () => write(pdf, block.text, 'regular', sizes.small, mutedColour));
      break;
    case 'amount':
      add(pdf, root, 'P', () => write(pdf, block.label, 'regular', sizes.body));
      add(pdf, root, 'P', () => write(pdf, block.amount, 'bold', sizes.amount));
      add(pdf, root, 'P', () => write(pdf, block.note, 'regular', sizes.small, mutedColour));
      break;
    case 'list':
      writeList(pdf, root, block.items);
      break;
    case 'rows':
      writeRows(pdf, root, block.rows);
      break;
    case 'table':
      writeTable(pdf, root, block);
      break;
  }
}

function writeList(pdf: Document, root: Structure, items: readonly string[]): void {
  const list = pdf.struct('L');
  root.add(list);
  for (const item of items) add(pdf, list, 'LI', () => write(pdf, `•  ${item}`, 'regular', sizes.body));
  list.end();
}

function writeRows(pdf: Document, root: Structure, rows: readonly PaperRow[]): void {
  const cells = rows.map(({ label, value }) => [label, value]);
  writeGrid(pdf, root, { head: null, cells, isTotal: (row) => rows[row]?.isTotal === true });
}

function writeTable(
  pdf: Document,
  root: Structure,
  { caption, columns, rows, hasTotal }: Extract<PaperBlock, { kind: 'table' }>,
): void {
  // A table stays on one page if it fits, so that the total is below its rows, unless most of a page would stay empty.
  const cells = [columns, ...rows];
  const firstPt = firstColumnPt(pdf, cells);
  const wholePt = cells.reduce((sum, row) => sum + rowPt(pdf, row, firstPt), 2 * usualRowPt);
  const { top, bottom } = pdf.page.margins;
  const pagePt = pdf.page.height - top - bottom;
  if (wholePt < pagePt && pdf.y > top + pagePt / 2) keepTogether(pdf, wholePt);
  if (caption) {
    keepTogether(pdf, 60);
    add(pdf, root, 'P', () => write(pdf, caption, 'regular', sizes.small, mutedColour));
    pdf.y += gapPt / 2;
  }
  const isTotal = (row: number) => hasTotal && row === rows.length - 1;
  writeGrid(pdf, root, { head: columns, cells: rows, isTotal });
}

function writeGrid(
  pdf: Document,
  root: Structure,
  {
    head,
    cells,
    isTotal,
  }: {
    readonly head: readonly string[] | null;
    readonly cells: readonly (readonly string[])[];
    readonly isTotal: (row: number) => boolean;
  },
): void {
  const table = pdf.struct('Table');
  root.add(table);
  const firstPt = firstColumnPt(pdf, head ? [head, ...cells] : cells);
  if (head) writeRow(pdf, table, head, { font: 'bold', tags: ['TH', 'TH'], firstPt });
  cells.forEach((row, place) => {
    writeRow(pdf, table, row, {
      font: isTotal(place) ? 'bold' : 'regular',
      tags: ['TH', 'TD'],
      firstPt,
      head,
    });
  });
  table.end();
}

/** Width of the first column; with several value columns no wider than its widest text, so that headings do not break inside words. */
function firstColumnPt(pdf: Document, rows: readonly (readonly string[])[]): number {
  if (rows.every(({ length }) => length === 2)) return columnPt(pdf) * 0.45;
  pdf.font('bold').fontSize(sizes.body);
  const widest = Math.max(...rows.map(([name = '']) => pdf.widthOfString(name)));
  return Math.min(columnPt(pdf) * 0.4, widest + 2 * gapPt);
}

function writeRow(
  pdf: Document,
  table: Structure,
  cells: readonly string[],
  {
    font,
    tags,
    firstPt,
    head = null,
  }: {
    readonly font: keyof typeof fonts;
    readonly tags: readonly [string, string];
    readonly firstPt: number;
    /** Repeated if the row begins a page. */
    readonly head?: readonly string[] | null;
  },
): void {
  const widthPt = columnPt(pdf);
  const otherPt = otherColumnPt(pdf, cells, firstPt);
  const widthOf = (column: number) => (column === 0 ? firstPt : otherPt) - cellGapPt;
  const heightPt = rowPt(pdf, cells, firstPt, font);
  const isNewPage = keepTogether(pdf, heightPt);
  if (isNewPage && head) writeRow(pdf, table, head, { font: 'bold', tags: ['TH', 'TH'], firstPt });
  const topPt = pdf.y;
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf
    .moveTo(marginPt, topPt)
    .lineTo(marginPt + widthPt, topPt)
    .lineWidth(0.5)
    .stroke(lineColour);
  pdf.endMarkedContent();
  const row = pdf.struct('TR');
  table.add(row);
  cells.forEach((cell, column) => {
    const leftPt = column === 0 ? marginPt : marginPt + firstPt + otherPt * (column - 1) + cellGapPt;
    add(pdf, row, column === 0 ? tags[0] : tags[1], () => {
      pdf
        .font(font)
        .fontSize(sizes.body)
        .fillColor('#000000')
        .text(cell, leftPt, topPt + gapPt / 2, {
          width: widthOf(column),
          align: column === 0 ? 'left' : 'right',
        });
    });
  });
  row.end();
  pdf.x = marginPt;
  pdf.y = topPt + heightPt;
}

function otherColumnPt(pdf: Document, cells: readonly string[], firstPt: number): number {
  return (columnPt(pdf) - firstPt) / Math.max(1, cells.length - 1);
}

function rowPt(
  pdf: Document,
  cells: readonly string[],
  firstPt: number,
  font: keyof typeof fonts = 'regular',
): number {
  const otherPt = otherColumnPt(pdf, cells, firstPt);
  pdf.font(font).fontSize(sizes.body);
  const heights = cells.map((cell, column) =>
    pdf.heightOfString(cell, { width: (column === 0 ? firstPt : otherPt) - cellGapPt }),
  );
  return Math.max(...heights) + gapPt;
}

/** Begins a page if less than `neededPt` is left. @returns whether it did. */
function keepTogether(pdf: Document, neededPt: number): boolean {
  const isFull = pdf.y + neededPt > pdf.page.height - pdf.page.margins.bottom;
  if (isFull) pdf.addPage();
  return isFull;
}

function writeFooters(pdf: Document, footer: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Text below the margin would begin a new page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf
      .font('regular')
      .fontSize(sizes.small)
      .fillColor(mutedColour)
      .text(`${footer}  ·  ${page - start + 1} / ${count}`, marginPt, pdf.page.height - marginPt, {
        width: columnPt(pdf),
        lineBreak: false,
      });
    pdf.endMarkedContent();
  }
}
