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

/** Parts of the page, in order; null continues the table above. */
const parts: Readonly<Record<keyof typeof settingsSchema, { heading: string; guide: string } | null>> = {
  mode: { heading: 'Mode, markets and nodes', guide: 'deploy.md' },
  markets: null,
  nodeCount: null,
  log: { heading: 'Log', guide: 'monitoring.md' },
  http: { heading: 'Addresses and limits', guide: 'deploy.md' },
  database: { heading: 'Database', guide: 'deploy.md' },
  files: { heading: 'Images of complaints', guide: 'deploy.md' },
  backend: { heading: 'A backend of your own', guide: 'own-backend.md' },
  security: { heading: 'Security contact', guide: 'security.md' },
  lending: { heading: 'The lending service', guide: 'deploy.md' },
  events: { heading: 'Events to your systems', guide: 'events.md' },
  paymentProvider: { heading: 'Who takes payments', guide: 'providers/rules.md' },
  cardProviders: null,
  creditCards: null,
  stripe: { heading: 'Stripe', guide: 'providers/stripe.md' },
  conekta: { heading: 'Conekta', guide: 'providers/conekta.md' },
  razorpay: { heading: 'Razorpay', guide: 'providers/razorpay.md' },
  fintoc: { heading: 'Fintoc', guide: 'providers/fintoc.md' },
  sms: { heading: 'Text messages', guide: 'providers/sms.md' },
  desk: { heading: 'The desk', guide: 'roles.md' },
  company: { heading: 'Who lends', guide: 'markets.md' },
  site: { heading: 'Public pages', guide: 'bring-borrowers.md' },
  pages: { heading: 'Brand and paths of the pages', guide: 'branding.md' },
  bridge: { heading: 'The bridge to your app', guide: 'bridge.md' },
};

export function configurationPage(): string {
  const tables = Object.entries(parts).map(([part, start]) => {
    const settings = settingsIn({ [part]: settingsSchema[part as keyof typeof settingsSchema] });
    const rows = settings.map(({ variable, fallback, about }) => {
      const shownFallback = fallback === '' ? 'empty' : `\`${fallback}\``;
      return `| \`${variable}\` | ${shownFallback} | ${about} |\n`;
    });
    const columns = '| variable | default | meaning |\n|---|---|---|\n';
    const head = start
      ? `\n## ${start.heading}\n\nGuide: [${start.guide}](${start.guide})\n\n${columns}`
      : '';
    return head + rows.join('');
  });
  return introduction + tables.join('');
}

export async function writePage(): Promise<void> {
  await writeFile(new URL('../../docs/configuration.md', import.meta.url), configurationPage());
}
