import { writeFile } from 'node:fs/promises';
import { settingsIn } from '#server/setting.ts';
import { settingsSchema } from '#server/settings.ts';

const introduction = `# Configuration

\`\`\`sh
MODE=production npm run serve   # names every variable that is missing or wrong
\`\`\`

Llano reads these environment variables at start; \`npm start\` reads a file \`.env\` too. An empty variable counts as absent.
A bad value stops the program with a message that names every bad variable. [deploy.md](deploy.md) says which ones production
needs. \`npm run docs -- configuration\` writes this page from \`server/settings.ts\`.
`;

/** Headings of the page, in order. */
const headings: Readonly<Record<keyof typeof settingsSchema, string>> = {
  mode: 'Mode, markets and nodes',
  markets: '',
  nodeCount: '',
  log: 'Log',
  http: 'Addresses and limits',
  database: 'Database',
  files: 'Images of complaints',
  backend: 'A backend of your own',
  security: 'Security contact',
  lending: 'The lending service',
  events: 'Events to your systems',
  paymentProvider: 'Who takes payments',
  cardProviders: '',
  creditCards: '',
  stripe: 'Stripe',
  conekta: 'Conekta',
  razorpay: 'Razorpay',
  fintoc: 'Fintoc',
  sms: 'Text messages',
  desk: 'The desk',
  company: 'Who lends',
  site: 'Public pages',
  pages: 'Brand and paths of the pages',
  bridge: 'The bridge to your app',
};

/** Formats the settings as Markdown: a table per heading, a row per setting. */
export function configurationPage(): string {
  const parts = Object.entries(headings).map(([part, heading]) => {
    const settings = settingsIn({ [part]: settingsSchema[part as keyof typeof settingsSchema] });
    const rows = settings.map(({ variable, fallback, about }) => {
      const shownFallback = fallback === '' ? 'empty' : `\`${fallback}\``;
      return `| \`${variable}\` | ${shownFallback} | ${about} |\n`;
    });
    const head = heading && `\n## ${heading}\n\n| variable | default | meaning |\n|---|---|---|\n`;
    return head + rows.join('');
  });
  return introduction + parts.join('');
}

if (import.meta.main)
  await writeFile(new URL('../../docs/configuration.md', import.meta.url), configurationPage());
