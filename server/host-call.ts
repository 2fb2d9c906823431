import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { signedRequest } from '#host-client/host-client.ts';
import { EnvironmentError, readSettings } from './environment.ts';
import { settingsSchema } from './settings.ts';

// `npm run host-call -- /host/penalties/step '{"day":"2026-11-20"}'`: signs a call of the lender's systems with
// HOST_SIGNING_SECRET, sends it and writes the answer. Ends with 1 when it was refused.

class UsageError extends Error {
  constructor(problem: string) {
    super(`${problem}\n${usage}`);
  }
}

const usage = `usage: npm run host-call -- [--to <origin>] [--id <message id>] <path> [<JSON body>]
  --to  where Llano is; LLANO of the environment unless given, else its http://HOST:PORT
  --id  the message's id, of one path alone: one that was sent before takes effect once and is given the same answer
`;

try {
  await run();
} catch (error) {
  const isExpected = error instanceof EnvironmentError || error instanceof UsageError;
  const { cause } = error as Error;
  const reason = cause instanceof Error ? `${(error as Error).message}: ${cause.message}` : String(error);
  process.stderr.write(isExpected ? `${(error as Error).message}\n` : `The call was not made: ${reason}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { path, body, id, to } = read();
  const { host, port } = settingsSchema.http;
  const { hostSigningSecret } = settingsSchema.lending;
  const settings = readSettings({ host, port, hostSigningSecret }, process.env);
  if (settings.hostSigningSecret === '') throw new EnvironmentError(['HOST_SIGNING_SECRET: is required']);
  const isAnyAddress = settings.host === '0.0.0.0' || settings.host === '::';
  const origin =
    to ?? (process.env.LLANO || `http://${isAnyAddress ? 'localhost' : settings.host}:${settings.port}`);
  const response = await fetch(signedRequest(origin, path, { id, body }, settings.hostSigningSecret));
  process.stderr.write(`${response.status} ${id}\n`);
  process.stdout.write(`${await response.text()}\n`);
  if (!response.ok) process.exitCode = 1;
}

function read(): { path: string; body: string; id: string; to: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: { to: { type: 'string' }, id: { type: 'string' } },
      allowPositionals: true,
    });
    const [path = '', body = '{}', ...others] = positionals;
    const { to, id = `msg_${randomUUID()}` } = values;
    if (others.length > 0 || !path.startsWith('/host/')) throw new Error('needs a path under /host/');
    if (to !== undefined && (!URL.canParse(to) || !/^https?:$/.test(new URL(to).protocol))) {
      throw new Error('--to needs an origin such as https://example.com');
    }
    JSON.parse(body);
    return { path, body, id, to };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
