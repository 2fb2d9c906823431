import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { attributeOf, islandHeader } from '#browser/marks.ts';

/** Sent by an enhanced form with the names of its slots (`web/browser/enhanced-form.ts`). */
export const enhancedFormHeader = 'X-Enhanced-Form';

const tag = /<(\/?)[a-zA-Z][^>]*?(\/?)>/g;
const slotStart = new RegExp(`<[a-z]+(?: [^>]*)? ${attributeOf('slot')}="([^"]*)"[^>]*>`, 'g');

/** HTML of the outermost slots by name. Relies on React closing every element and escaping `>` in attributes. */
function slotsOf(html: string): ReadonlyMap<string, string> {
  const slots = new Map<string, string>();
  slotStart.lastIndex = 0;
  for (let start = slotStart.exec(html); start !== null; start = slotStart.exec(html)) {
    let depth = 0;
    tag.lastIndex = start.index;
    for (let each = tag.exec(html); each !== null; each = tag.exec(html)) {
      if (each[2] === '') depth += each[1] === '' ? 1 : -1;
      if (depth === 0) break;
    }
    slots.set(start[1] ?? '', html.slice(start.index, tag.lastIndex));
    slotStart.lastIndex = tag.lastIndex;
  }
  return slots;
}

/**
 * Title and slots of a page: for the answer to an enhanced form, or for an island that asks for itself with other parameters.
 * @returns null if the request names no slots or one that the page lacks: it then gets the whole page.
 */
export function slotsText(request: Request, page: ReactNode, title: string): string | null {
  const header = request.method === 'GET' ? islandHeader : enhancedFormHeader;
  const names = (request.headers.get(header) ?? '').split(',').filter((name) => name !== '');
  if (names.length === 0) return null;
  const slots = slotsOf(renderToString(page));
  if (!names.every((name) => slots.has(name))) return null;
  return `<!DOCTYPE html>${renderToString(<title>{title}</title>)}${[...slots.values()].join('')}`;
}
