import type { PaperBlock } from '../paper/paper.ts';

/**
 * The text of an agreement as it is kept, laid out: numbered headings, lists, tables and names with their values, which stand
 * between blank lines. Every word is there, in its order; only what sets cells apart is drawn instead of written.
 */
export function keptTextBlocks(text: string): PaperBlock[] {
  let sections = 0;
  return text
    .trimEnd()
    .split('\n\n')
    .map((part, place): PaperBlock => {
      if (part.startsWith(`${sections + 1}. `) && !part.includes('\n')) {
        sections += 1;
        return { kind: 'heading', text: part };
      }
      return place === 0 ? { kind: 'hint', text: part } : blockOf(part);
    });
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
