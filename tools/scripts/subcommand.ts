import process from 'node:process';

// Runs one of several related scripts: `npm run docs -- openapi` is `node tools/scripts/subcommand.ts docs openapi`. The script reads
// its own parameters after that.

const commands: Readonly<Record<string, Readonly<Record<string, () => Promise<unknown>>>>> = {
  docs: {
    openapi: () => import('./openapi.ts'),
    configuration: () => import('./configuration-table.ts').then(({ writePage }) => writePage()),
    roles: () => import('./role-table.ts').then(({ writePage }) => writePage()),
    screens: () => import('./screens.ts'),
    check: () => import('./check-guides.ts'),
  },
  package: {
    'check-backend': () => import('./check-backend-package.ts'),
    'host-client': () => import('./host-client-package.ts'),
    android: () => import('./compile-android.ts'),
  },
};

const [command = '', name = ''] = process.argv.splice(2, 2);
const script = commands[command]?.[name];
if (script) await script();
else {
  const known = Object.keys(commands[command] ?? {}).join(', ');
  process.stderr.write(`npm run ${command} -- NAME, where NAME is one of ${known}\n`);
  process.exitCode = 2;
}
