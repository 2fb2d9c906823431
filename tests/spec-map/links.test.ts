import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

/** What GitHub calls the headings of a page in links. */
function anchorsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link between the pages of the documentation leads to a file and, where it names one, a heading', () => {
  expect(pages.length).toBeGreaterThan(30);
  const wrong = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const file = join(root, dirname(page), path);
        return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
      })
      .map((link) => `${page}: ${link}`),
  );
  expect(wrong).toEqual([]);
});
