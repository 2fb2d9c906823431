import { writeFile } from 'node:fs/promises';
import { settingsIn } from '#server/setting.ts';
import { settingsSchema } from '#server/settings.ts';

const introduction = `# Configuration

Read once at start from environment variables. A bad value stops the program with a message that names every bad variable.
An empty variable counts as absent. This table is written by \`npm run docs:configuration\` from \`server/settings.ts\`.

| variable | default | meaning |
|---|---|---|
`;

/** The configuration page as Markdown, one row per setting. */
export function configurationPage(): string {
  const rows = settingsIn(settingsSchema).map(({ variable, fallback, about }) => {
    const shownFallback = fallback === '' ? 'empty' : `\`${fallback}\``;
    return `| \`${variable}\` | ${shownFallback} | ${about} |`;
  });
  return `${introduction}${rows.join('\n')}\n`;
}

if (import.meta.main)
  await writeFile(new URL('../docs/configuration.md', import.meta.url), configurationPage());
