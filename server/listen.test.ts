import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

/** How many connections Linux lets wait for any server. */
const systemMax =
  process.platform === 'linux' ? Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) : 0;

/** Ends once all are connected, which the system does by itself as long as they may wait. */
const connect = `
  const { connect } = await import('node:net');
  const [port, count] = process.argv.slice(1).map(Number);
  const connected = () => new Promise((resolve) => connect(port, '127.0.0.1', resolve));
  await Promise.all(Array.from({ length: count }, connected));
  process.exit(0);
`;

test.skipIf(systemMax < 1000)(
  'of hundreds that come while the server is busy each is connected at once',
  async () => {
    const app = { fetch: () => new Response('answered') };
    const server = await listen(app, { host: '127.0.0.1', port: 0, isHttps: false });
    const { port } = new URL(server.address);
    // This process takes nobody meanwhile. One that is not let wait would try again for minutes.
    execFileSync(process.execPath, ['--input-type=module', '--eval', connect, port, '900'], {
      timeout: 30_000,
    });
    expect(await (await fetch(server.address)).text()).toBe('answered');
    await server.close(0);
  },
);
