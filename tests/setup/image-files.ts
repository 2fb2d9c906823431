import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Files of the project by their paths in it, but for those of packages, of git and of builds. */
export function projectFiles(): string[] {
  const exclude = (path: string) => /^(\.git|build)$|(^|\/)node_modules$/.test(path);
  return globSync(['**/*', '.*'], { cwd: root, exclude }).filter((path) =>
    statSync(join(root, path)).isFile(),
  );
}

/** Those of them that the image is built from. */
export function imageFiles(): string[] {
  return projectFiles().filter((path) => isInContext(path) && isCopied(path));
}

/** Whether an engine that builds the image is shown a file, by the rules of `.dockerignore`: the last that fits holds. */
export function isInContext(path: string): boolean {
  const rules = linesOf('.dockerignore').filter((line) => line !== '' && !line.startsWith('#'));
  const last = rules.findLast((rule) => patternOf(rule.replace(/^!/, '')).test(path));
  return last === undefined || last.startsWith('!');
}

/** Whether a line of the Containerfile copies a file, where it is in the context. */
export function isCopied(path: string): boolean {
  return linesOf('deploy/Containerfile')
    .flatMap((line) => /^COPY (?!--)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
    .some((source) => source === '.' || path === source || path.startsWith(`${source}/`));
}

function linesOf(file: string): readonly string[] {
  return readFileSync(join(root, file), 'utf8').split('\n');
}

/** A pattern of Docker's: `**` is any number of folders, and what fits a folder fits all in it. */
function patternOf(rule: string): RegExp {
  const parts: Readonly<Record<string, string>> = { '**/': '(.+/)?', '*': '[^/]*' };
  const source = rule.replaceAll(/\*\*\/|\*|[.+^$()|{}]/g, (part) => parts[part] ?? `\\${part}`);
  return new RegExp(`^${source}(/|$)`);
}
