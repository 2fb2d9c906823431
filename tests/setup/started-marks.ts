import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const browser = join(import.meta.dirname, '../../web/browser');

/** The marks that a call of `start` names. */
function marksIn(source: string): readonly string[] {
  const [, started = ''] = /start\(\{(.*?)\}\)?[;,]/s.exec(source) ?? [];
  return started.split(',').flatMap((part) => /^\s*(\w+)/.exec(part)?.[1] ?? []);
}

const startedBy = new Map(
  globSync('pages/*.ts', { cwd: browser }).map((file) => [
    basename(file, '.ts'),
    marksIn(readFileSync(join(browser, file), 'utf8')),
  ]),
);
const behaviourMarks = new Set([...startedBy.values()].flat());

/** Marks of a page that some module gives a behaviour and the module of this page does not; what no module starts is an unused file. */
export function unstartedMarks(html: string, script: string | null): readonly string[] {
  const seen = html.replace(/<(noscript|template).*?<\/\1>/gs, '');
  const started = startedBy.get(script ?? '') ?? [];
  return [...behaviourMarks].filter((mark) => {
    const attribute = ` data-${mark.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=`;
    return seen.includes(attribute) && !started.includes(mark);
  });
}
