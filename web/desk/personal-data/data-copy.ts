import { standingDocument } from '#content/legal/legal-documents.ts';
import { complaintTypeText } from '#content/messages/complaint-types.ts';
import { dataCopyText, dataCopyValues } from '#content/messages/data-copy.ts';
import { declineText } from '#content/messages/decline.ts';
import { fill } from '#content/text-pack.ts';
import type { exportBorrower } from '#contract/host/personal-data.ts';
import type { HostCall } from '#contract/host-call.ts';
import { csvRow } from '#domain/csv.ts';
import { localeOf } from '#domain/language.ts';
import { currencyOf, marketOf } from '#domain/market.ts';
import { type Currency, minorAmount } from '#domain/money/money.ts';
import {
  type CopyArea,
  type CopyPerson,
  columnsOf,
  copiedRows,
  copyLayout,
} from '#domain/personal-data/readable-copy.ts';
import type { OpenScreen } from '#pages/open-screen.ts';
import type { Paper, PaperBlock } from '#pages/paper/paper.ts';
import { byteOrderMark } from '../desk-file.ts';

type Export = typeof exportBorrower extends HostCall<infer _Request, infer Answer> ? Answer : never;
type Copied = Omit<CopyPerson, 'staffWord'>;

/** A table of a copy in words: only columns with a value. */
interface CopyTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface CopyPart {
  readonly title: string;
  readonly tables: readonly CopyTable[];
}

/** @param open in the language of the borrower. */
function copyParts(open: OpenScreen, { tables }: Export, person: Copied): CopyPart[] {
  const text = dataCopyText[open.language];
  const whole = { ...person, staffWord: text.staffWord };
  const areas = Object.keys(copyLayout) as CopyArea[];
  const parts = areas.map((area): CopyPart => {
    const words = Object.keys(copyLayout[area]).flatMap((table): CopyTable[] => {
      const rows = copiedRows(tables, area, table, whole);
      const columns = columnsOf(area, table).filter((column) =>
        rows.some((row) => row[column] !== null && row[column] !== ''),
      );
      const title = wordOf(text, table);
      const written = rows.map((row) =>
        columns.map((column) => valueWords(open, row[column], column, row, person)),
      );
      return rows.length === 0
        ? []
        : [{ title, columns: columns.map((name) => wordOf(text, name)), rows: written }];
    });
    return { title: text[`${area}-area`], tables: words };
  });
  const receivers = { title: '', columns: [text.who, text.why], rows: receiversOf(open, tables, person) };
  return [...parts, { title: text.receivers, tables: [receivers] }];
}

export function dataCopyPaper(open: OpenScreen, copy: Export, person: Copied): Paper {
  const { language } = open;
  const text = dataCopyText[language];
  const currency = currencyOf(person.market);
  const { market, company } = open.lenderOf(currency);
  const lender = company.lenderName;
  const notice = standingDocument('privacy-notice', language, { company, style: open.config.amountStyle });
  const noticeBlocks = (id: string): PaperBlock[] =>
    (notice.sections.find((section) => section.id === id)?.blocks ?? []).filter(
      (block) => block.kind === 'paragraph' || block.kind === 'list',
    );
  const { timeZone } = marketOf[market];
  const zone = new Intl.DateTimeFormat(localeOf(language, market), { timeZone, timeZoneName: 'long' })
    .formatToParts(open.now())
    .find(({ type }) => type === 'timeZoneName');
  const time = open.dates(currency).minute(copy.exportedAt);
  return {
    language,
    market,
    title: text.title,
    issuer: { name: lender, note: company.registration },
    footer: fill(text.footer, { lender }),
    madeAt: open.now(),
    blocks: [
      { kind: 'paragraph', text: fill(text.intro, { lender, time, zone: zone?.value ?? timeZone }) },
      { kind: 'paragraph', text: text.rights },
      ...copyParts(open, copy, person).flatMap(({ title, tables }): PaperBlock[] => [
        { kind: 'heading', text: title },
        ...(tables.length === 0 ? [{ kind: 'hint' as const, text: text.none }] : tables.flatMap(tableBlocks)),
      ]),
      { kind: 'hint', text: text.photos },
      ...(marketOf[market].dataRequests.givesNotes
        ? []
        : [{ kind: 'hint' as const, text: text.notesSummed }]),
      { kind: 'heading', text: text.uses },
      ...noticeBlocks('purposes'),
      { kind: 'heading', text: text.kept },
      ...noticeBlocks('retention'),
      { kind: 'hint', text: fill(text.notice, { version: notice.version }) },
    ],
  };
}

const tableColumnsMax = 6;
const tableCellMax = 36;

/** Rows stand in a table where they fit across the page, else each value on a line of its own. */
function tableBlocks({ title, columns, rows }: CopyTable): PaperBlock[] {
  if (title === '')
    return [{ kind: 'rows', rows: rows.map(([label = '', value = '']) => ({ label, value })) }];
  const fits =
    columns.length <= tableColumnsMax &&
    rows.every((row) => row.every((cell) => cell.length <= tableCellMax));
  if (fits && columns.length > 1 && rows.length > 1)
    return [{ kind: 'table', caption: title, columns, rows, hasTotal: false }];
  return rows.flatMap((row, place): PaperBlock[] => [
    { kind: 'hint', text: rows.length > 1 ? `${title} ${place + 1}` : title },
    {
      kind: 'rows',
      rows: row.flatMap((value, column) => (value === '' ? [] : [{ label: columns[column] ?? '', value }])),
    },
  ]);
}

export function dataCopyCsv(open: OpenScreen, copy: Export, person: Copied): string {
  const text = dataCopyText[open.language];
  const lines = copyParts(open, copy, person).flatMap(({ title, tables }) =>
    tables.flatMap((table) =>
      table.rows.flatMap((row, place) =>
        row.flatMap((value, column) =>
          value === ''
            ? []
            : [csvRow([title, `${table.title} ${place + 1}`.trim(), table.columns[column] ?? '', value])],
        ),
      ),
    ),
  );
  return byteOrderMark + csvRow([text.area, text.entry, text.field, text.value]) + lines.join('');
}

/** With whom data were shared, and why, as far as the tables and the settings of the lender say. */
function receiversOf(open: OpenScreen, tables: Export['tables'], { market }: Copied): string[][] {
  const text = dataCopyText[open.language];
  const { company } = open.lenderOf(currencyOf(market));
  const { lenderName: lender, creditBureaus, recoveryAgents, serviceProvider } = company;
  const distinct = (table: string, column: string) => [
    ...new Set((tables[table] ?? []).map((row) => row[column]).filter((name) => typeof name === 'string')),
  ];
  return [
    [fill(text.systems, { lender }), text.systemsWhy],
    ...distinct('loan_payments', 'provider').map((name) => [nameOf(name), text.provider]),
    ...distinct('sms_sends', 'gateway').map((name) => [nameOf(name), text.sender]),
    ...(creditBureaus ? [[creditBureaus, text.bureau]] : []),
    ...(recoveryAgents ? [[recoveryAgents, text.collector]] : []),
    ...(serviceProvider ? [[serviceProvider, text.serviceProvider]] : []),
    ...(tables.loans ?? [])
      .filter(({ buyer_name }) => typeof buyer_name === 'string' && buyer_name !== '')
      .map((loan) => [
        [loan.buyer_name, loan.buyer_contact].filter(Boolean).join(', '),
        fill(text.buyer, { order: String(loan.order_number) }),
      ]),
  ];
}

const nameOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const coded =
  /^(?:language|status|state|kind|proof_kind|charge|cause|outcome|purpose|delivery_state|channel|channel_kind|result|promise|sent_by|client_type)$/;

function valueWords(
  open: OpenScreen,
  value: unknown,
  column: string,
  row: Readonly<Record<string, unknown>>,
  { market }: Copied,
): string {
  if (value === null || value === undefined) return '';
  const currency = (row.currency ?? currencyOf(market)) as Currency;
  const { language } = open;
  const written = String(value);
  if (column.endsWith('_minor')) return open.money(currency)(minorAmount(Number(value)));
  if (column.endsWith('_at')) return open.dates(currency).minute(written);
  if (/^\d{4}-\d{2}-\d{2}$/.test(written)) return open.dates(currency).day(written);
  if (typeof value === 'boolean') return dataCopyText[language][value ? 'yes' : 'no'];
  if (column === 'decline_reason') return wordOf(declineText[language], written);
  if (column === 'type_id' || column === 'subtype_id') return wordOf(complaintTypeText[language], written);
  return coded.test(column) ? wordOf(dataCopyValues[language], written) : written;
}

function wordOf(texts: object, name: string): string {
  return (texts as Readonly<Record<string, string>>)[name] ?? name;
}
