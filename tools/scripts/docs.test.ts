import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { allHostCalls } from '#contract/all-host-calls.ts';
import manifest from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const lineMax = 200;
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
const folders = new Set(files.flatMap((file) => foldersOf(file)));
const documents = files.filter((file) => /^(docs\/.*|README|CONTRIBUTING|CHANGELOG)\.md$/.test(file));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
/** Every setting stands in the table that is made of them; variables of others in what reads them. */
const settingsTable = textOf('docs/configuration.md');
const source = files
  .filter((file) => /\.(ts|tsx|mjs|yaml|service)$|nginx\.conf|Caddyfile|Containerfile/.test(file))
  .map(textOf)
  .join('\n');

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

/** A document without its blocks of commands. */
function proseOf(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '');
}

/** What stands in backquotes. */
function quoted(text: string): string[] {
  return [...proseOf(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

const subcommands = textOf('tools/scripts/subcommand.ts');
const checks = textOf('tools/scripts/checks.ts');

/** The names that `npm run docs`, `npm run package` and `npm test` take. */
function partsOf(command: string): string[] {
  const [, body = ''] =
    (command === 'test'
      ? /const commands = \{([\s\S]*?)^\};/m
      : new RegExp(`^  ${command}: \\{([\\s\\S]*?)^  \\}`, 'm')
    ).exec(command === 'test' ? checks : subcommands) ?? [];
  const keys = [...body.matchAll(/^\s*(?:\.\.\.\{ )?'?([\w-]+)'?[:,]/gm)].map(([, key = '']) => key);
  return command === 'test'
    ? [...keys, 'lint', 'build', 'unit', 'journeys', 'simulate', 'long-journeys', 'rest', 'all']
    : keys;
}

/** Paths of the project: their first folder is one, and their last part has an ending or a slash. */
function pathsIn(text: string): string[] {
  return quoted(text).filter((code) => {
    const [first = ''] = code.split('/');
    return /^[\w.-]+(\/[\w.-]+)+\/?$/.test(code) && folders.has(first) && /(\.\w+|\/)$/.test(code);
  });
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(documents)('%s', (document) => {
  const text = textOf(document);

  test('has no line of prose over 200 characters', () => {
    const long = proseOf(text)
      .split('\n')
      .filter((line) => line.length > lineMax && !/^\||https?:/.test(line));
    expect(long).toEqual([]);
  });

  test('links to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link.replace(/#.*$/, ''));
    const broken = links.filter(
      (link) =>
        link !== '' && !/^(https?|mailto):/.test(link) && !existsSync(join(root, dirname(document), link)),
    );
    expect(broken).toEqual([]);
  });

  test('links to headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)\s#]*)#([^)\s]+)\)/g)].filter(
      ([, file = '']) => !/^https?:/.test(file) && (file === '' || file.endsWith('.md')),
    );
    const broken = links.filter(([, file = '', anchor = '']) => {
      const target = file === '' ? document : join(dirname(document), file);
      return !anchorsIn(textOf(target)).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  // What a release or a decision tells of may have gone since.
  if (/^CHANGELOG|^docs\/decisions\//.test(document)) return;

  test('names files that exist', () => {
    const missing = pathsIn(text).filter((path) => {
      const bare = path.replace(/\/$/, '');
      return !files.includes(bare) && !folders.has(bare) && !/^(build|data)\//.test(path);
    });
    expect(missing).toEqual([]);
  });

  test('names commands that exist', () => {
    const names = [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const parts = [...text.matchAll(/\bnpm (?:run )?(docs|package|test) -- ([\w-]+)/g)];
    expect(parts.filter(([, command = '', part = '']) => !partsOf(command).includes(part))).toEqual([]);
  });

  test('names calls that exist', () => {
    const paths = new Set<string>([...allCalls, ...allHostCalls].map(({ path }) => path));
    const named = quoted(text).filter((code) => /^\/host\/[\w/-]+$/.test(code));
    const isKnown = (path: string) =>
      paths.has(path) || [...paths].some((each) => each.startsWith(`${path.replace(/\/$/, '')}/`));
    expect(named.filter((path) => !isKnown(path))).toEqual([]);
  });

  test('names settings that exist', () => {
    const settings = quoted(text).filter((code) => /^(?!OTEL_)[A-Z][A-Z0-9]*(_[A-Z0-9]+)+_?$/.test(code));
    expect(
      settings.filter(
        (name) => ![settingsTable, source].some((each) => each.includes(name.replace(/_$/, ''))),
      ),
    ).toEqual([]);
  });
});

test('the index of decisions lists every page with its title, date and status', () => {
  const pages = files.filter((file) => /^docs\/decisions\/\d{3}-.*\.md$/.test(file)).sort();
  const rows = textOf('docs/decisions/README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['));
  expect(rows).toHaveLength(pages.length);
  for (const [index, page] of pages.entries()) {
    const [heading = '', meta = ''] = textOf(page).split('\n\n');
    const [, number = '', title = ''] = /^# (\d{3}) (.*)$/.exec(heading) ?? [];
    const [, date = '', status = ''] = /^(\d{4}-\d\d-\d\d) · (.*)$/.exec(meta.replaceAll('\n', ' ')) ?? [];
    expect(rows[index]).toBe(`| [${number}](${page.replace(/.*\//, '')}) | ${title} | ${date} | ${status} |`);
  }
  expect(pages.length).toBeLessThanOrEqual(75);
});
