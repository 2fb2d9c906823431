import type { Language } from '#domain/language.ts';
import type { PaperBlock } from '../paper/paper.ts';

/** Which edition of the agreement a kept text is: what its first line says. */
export interface TextEdition {
  readonly version: string;
  /** The day the edition is in force from, YYYY-MM-DD. */
  readonly effectiveDate: string;
  readonly language: Language;
}

/** A kept text taken apart: its edition, null where its first line names none, and the blocks of all that follows. */
export interface StoredText {
  readonly edition: TextEdition | null;
  readonly blocks: readonly PaperBlock[];
}

/**
 * The text of an agreement as kept, laid out: numbered headings, lists, tables and names with their values, which stand
 * between blank lines. Every word below the line of its edition is there, in its order; only what sets cells apart is drawn
 * instead of written.
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
