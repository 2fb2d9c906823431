import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { createServer, preview } from 'vite';
import { launchBrowser } from '../../tests/setup/browser.ts';

// `npm run gallery` shows every component of `web/ui/` in each of its states; `npm run gallery -- check` checks them all with axe.

const gallery = import.meta.dirname;
const built = join(gallery, 'build');

if (!existsSync(join(gallery, 'node_modules'))) run('npm', 'ci', '--ignore-scripts');
const names = await writeStories();
if (process.argv.includes('check')) {
  storybook('build', '--output-dir', built);
  process.exitCode = await checkStories();
} else {
  storybook('dev', '--port', process.env.PORT ?? '6006', '--ci');
}

function run(command: string, ...parameters: readonly string[]): void {
  const { status } = spawnSync(command, parameters, { cwd: gallery, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function storybook(...parameters: readonly string[]): void {
  run(process.execPath, join(gallery, 'node_modules/storybook/dist/bin/dispatcher.js'), ...parameters);
}

/** Writes a story for each example. @returns their names. */
async function writeStories(): Promise<readonly string[]> {
  const vite = await createServer({
    configFile: false,
    root: join(gallery, '../..'),
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  const { examplesIn } = (await vite.ssrLoadModule(
    '/web/ui/examples.tsx',
  )) as typeof import('../../web/ui/examples.tsx');
  await vite.close();
  const names = Object.keys(examplesIn('es'));
  const stories = names.map(
    (name, index) =>
      `export const Story${index} = { name: '${name}', render: (_, { globals }) => examplesIn(globals.language)['${name}'] };`,
  );
  mkdirSync(join(gallery, 'stories'), { recursive: true });
  const lines = [
    `import { examplesIn } from '../../../web/ui/examples.tsx';`,
    `export default { title: 'ui' };`,
    ...stories,
  ];
  writeFileSync(join(gallery, 'stories/ui.stories.tsx'), `${lines.join('\n')}\n`);
  return names;
}

/** Checks each story with axe in both languages, light and dark, at telephone width. @returns the number of stories with faults. */
async function checkStories(): Promise<number> {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const server = await preview({
    configFile: false,
    root: gallery,
    build: { outDir: built },
    preview: { port: 0 },
  });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, reducedMotion: 'reduce' });
  let faultCount = 0;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const language of ['es', 'en']) {
      for (const [index, name] of names.entries()) {
        const globals = `language:${language};scheme:${scheme}`;
        const story = `iframe.html?id=ui--story-${index}&viewMode=story&globals=${globals}`;
        await page.goto(`${server.resolvedUrls?.local[0]}${story}`);
        await page.locator('#storybook-root > *').first().waitFor({ state: 'attached' });
        await page.evaluate(axe);
        // A component alone has no landmarks or headings: those belong to the page.
        const faults = await page.evaluate(async () => {
          const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
          const { violations } = await axe.run('#storybook-root', {
            rules: { region: { enabled: false }, 'heading-order': { enabled: false } },
          });
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        });
        if (faults.length === 0) continue;
        faultCount++;
        process.stderr.write(`${name}, ${language}, ${scheme}\n  ${faults.join('\n  ')}\n`);
      }
    }
  }
  await browser.close();
  await server.close();
  process.stdout.write(
    `${names.length * 4} pictures of ${names.length} stories, ${faultCount} with a fault\n`,
  );
  return faultCount === 0 ? 0 : 1;
}
