import type { Language } from '#domain/language.ts';
import type { PaperBlock } from '../paper/paper.ts';

/** The edition of an agreement, from the first line of its stored text. */
export interface TextEdition {
  readonly version: string;
  readonly effectiveDate: string;
  readonly language: Language;
}

/** `edition` is null if the first line names none; `blocks` are the rest. */
export interface StoredText {
  readonly edition: TextEdition | null;
  readonly blocks: readonly PaperBlock[];
}

/**
 * Parses a stored agreement into blocks: numbered headings, lists, tables, rows and paragraphs, separated by blank lines. Keeps
 * every word below the edition's line in order; only cell separators are dropped.
 */
export function parseStoredText(text: string): StoredText {
  const parts = text.trimEnd().split('\n\n');
  const edition = editionOf(parts[0] ?? '');
  let sections = 0;
  const blocks = (edition ? parts.slice(1) : parts).map((part): PaperBlock => {
    if (part.startsWith(`${sections + 1}. `) && !part.includes('\n')) {
      sections += 1;
      return { kind: 'heading', text: part };
    }
    return blockOf(part);
  });
  return { edition, blocks };
}

function editionOf(line: string): TextEdition | null {
  const [, version, effectiveDate, language] =
    /^loan-(?:agreement|terms) (.+) (\d{4}-\d\d-\d\d) (es|en)$/.exec(line) ?? [];
  if (!version || !effectiveDate) return null;
  return { version, effectiveDate, language: language === 'en' ? 'en' : 'es' };
}

function blockOf(part: string): PaperBlock {
  const lines = part.split('\n');
  const [caption = '', head = '', ...rest] = lines;
  if (lines.every((line) => line.startsWith('- '))) {
    return { kind: 'list', items: lines.map((line) => line.slice(2)) };
  }
  const columns = head.split(' | ');
  const rows = rest.map((line) => line.split(' | '));
  const isTable = columns.length > 1 && rows.length > 0 && rows.every((row) => row.length === columns.length);
  if (isTable) return { kind: 'table', caption, columns, rows, hasTotal: false };
  const facts = lines.map((line) => /^([^:]{1,60}): (.*)$/.exec(line));
  if (lines.length > 1 && facts.every((fact) => fact !== null)) {
    return { kind: 'rows', rows: facts.map((fact) => ({ label: fact[1] ?? '', value: fact[2] ?? '' })) };
  }
  return { kind: 'paragraph', text: part };
}
