import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'node:tls';
import { generate } from 'selfsigned';
import { freePort } from './postgres-server.ts';
import { findProgram } from './programs.ts';

/** The proxies whose files are shipped, as their programs and Debian's packages are called. */
export const shippedProxyNames = ['nginx', 'caddy', 'haproxy'] as const;
export type ShippedProxyName = (typeof shippedProxyNames)[number];

/** One of them on this machine, with the shipped file: only ports, the certificate and the nodes are others. */
export interface ShippedProxy {
  /** Where it is: `https://127.0.0.1:port`, with a certificate from an unknown authority. */
  readonly address: string;
  /** All that it wrote so far, into files of logs too. */
  logged(): Promise<string>;
  close(): Promise<void>;
}

const deployFolder = join(import.meta.dirname, '../../deploy');
const startLimitMs = 30_000;

/**
 * Starts a proxy with its shipped file before two nodes.
 * @param folder an own one, for its files.
 * @param nodes where they are, `http://host:port`.
 * @param instead pieces of the shipped file, and what stands instead of each; none unless given.
 * @throws Error with what it wrote when it does not listen in time, or when its file no longer has what is put in place of.
 */
export async function startShippedProxy(
  name: ShippedProxyName,
  {
    folder,
    nodes,
    instead = {},
  }: {
    readonly folder: string;
    readonly nodes: readonly string[];
    readonly instead?: Readonly<Record<string, string>>;
  },
): Promise<ShippedProxy> {
  const program = findProgram(name);
  if (program === null) throw new Error(`${name} is not installed.`);
  await mkdir(folder, { recursive: true });
  const [port, plainPort] = [await freePort(), await freePort()];
  const place = { folder, port, plainPort, instead, nodes: nodes.map((node) => new URL(node).host) };
  const { parameters, variables } = await filesOf[name](place);
  const started = spawn(program, parameters, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const kill = () => void started.kill('SIGTERM');
  process.once('exit', kill);
  const ended = once(started, 'exit').finally(() => process.off('exit', kill));
  const close = async () => {
    kill();
    await ended;
  };
  for (const end = performance.now() + startLimitMs; !(await isReady(port)); await setTimeout(50)) {
    if (started.exitCode === null && performance.now() < end) continue;
    await close();
    throw new Error(`${name} does not listen.\n${said}`);
  }
  return {
    address: `https://127.0.0.1:${port}`,
    async logged() {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.log'));
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
      return [said, ...texts].join('\n');
    },
    close,
  };
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly plainPort: number;
  readonly instead: Readonly<Record<string, string>>;
  /** Two, as `host:port`. */
  readonly nodes: readonly string[];
}

/** How a program is started, and the files that it needs are made. */
const filesOf: Readonly<
  Record<
    ShippedProxyName,
    (place: Place) => Promise<{ readonly parameters: string[]; readonly variables: NodeJS.ProcessEnv }>
  >
> = { nginx: nginxFiles, caddy: caddyFiles, haproxy: haproxyFiles };

function ownCertificate() {
  return generate([{ name: 'commonName', value: '127.0.0.1' }], { keyType: 'ec', algorithm: 'sha256' });
}

/** What the shipped file says about the main file: indented comments. */
const mainSettingLine = /^# {5}(.+)$/gmu;

/** The shipped file inside of what Debian's own `nginx.conf` says around it, with what it asks for there. */
async function nginxFiles({ folder, port, plainPort, nodes, instead }: Place) {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const made = await ownCertificate();
  await writeFile(certificate, made.cert);
  await writeFile(key, made.private);
  const file = await readFile(join(deployFolder, 'nginx.conf'), 'utf8');
  const mainSettings = [...file.matchAll(mainSettingLine)].map(([, setting]) => setting);
  const shipped = replaceEach(file, {
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen 443 ': `listen 127.0.0.1:${port} `,
    'listen [::]:80;': '',
    'listen [::]:443 ssl http2;': '',
    'pay.example': '127.0.0.1',
    '10.0.0.11:3000': nodes[0] ?? '',
    '10.0.0.12:3000': nodes[1] ?? '',
    '/etc/ssl/llano/fullchain.pem': certificate,
    '/etc/ssl/llano/privkey.pem': key,
    '/var/log/nginx/': `${folder}/`,
    ...instead,
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  const main = `daemon off;
pid ${folder}/nginx.pid;
worker_processes auto;
${mainSettings.join('\n')}
http {
${temporary}
${shipped}
}
`;
  await writeFile(join(folder, 'nginx.conf'), main);
  // Before it has read its file it writes to a place of the system's.
  return { parameters: ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], variables: {} };
}

/** The shipped file behind ports of our own. Caddy makes the certificate of an address of this machine by itself. */
async function caddyFiles({ folder, port, plainPort, nodes, instead }: Place) {
  const own = `\tadmin off\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n\thttp_port ${plainPort}\n`;
  const shipped = replaceEach(await readFile(join(deployFolder, 'Caddyfile'), 'utf8'), {
    '\n{\n': `\n{\n${own}`,
    ...instead,
  });
  await writeFile(join(folder, 'Caddyfile'), shipped);
  return {
    parameters: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    variables: {
      H5_BASE: `https://127.0.0.1:${port}`,
      NODES: nodes.join(' '),
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  };
}

async function haproxyFiles({ folder, port, plainPort, nodes, instead }: Place) {
  const certificate = join(folder, 'pay.example.pem');
  const made = await ownCertificate();
  await writeFile(certificate, `${made.cert}\n${made.private}`);
  const shipped = replaceEach(await readFile(join(deployFolder, 'haproxy.cfg'), 'utf8'), {
    'bind :80\n': `bind 127.0.0.1:${plainPort}\n`,
    'bind :443 ': `bind 127.0.0.1:${port} `,
    '/etc/ssl/llano/pay.example.pem': certificate,
    'https://pay.example code': `https://127.0.0.1:${port} code`,
    '10.0.0.11:3000': nodes[0] ?? '',
    '10.0.0.12:3000': nodes[1] ?? '',
    ...instead,
  });
  await writeFile(join(folder, 'haproxy.cfg'), shipped);
  return { parameters: ['-db', '-f', join(folder, 'haproxy.cfg')], variables: {} };
}

function replaceEach(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((replaced, [old, own]) => {
    if (!replaced.includes(old)) throw new Error(`The shipped file no longer says ${old}.`);
    return replaced.replaceAll(old, own);
  }, text);
}

/** Whether it takes a connection and has its certificate. */
function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('secureConnect', () => socket.destroy());
  });
}
