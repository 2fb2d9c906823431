import { existsSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { defaultScreenPaths, pathSettingOf } from '#contract/screen-paths.ts';
import { callChecks } from './call-checks.ts';
import { checkBackend } from './check-backend.ts';
import { createNamedOrigins, originsText } from './named-origins.ts';
import { callsLeftOut, type Inputs, inputNames, leftOutText, readPageAddress } from './page-address.ts';
import { junitOf, tableOf } from './report.ts';

const usage = `check-backend URL [ADDRESS OF A PAGE] [--session ID --device ID --user ID] [--offered ID]
              [--product ID --order ID --order-number N]
  URL is the backend; API_BASE of the environment or of .env where only the address of a page is given
  the address of a page, such as https://pay.example/order?productId=…&orderId=…&sessionId=…&deviceId=…, gives the flags
  that its parameters name
  --offered is a product to accept; --product, --order and --order-number are a loan that is being repaid
  [--other-order ID] [--other-order-number N]   another borrower's loan, which has to be refused
  [--template ID] [--phone N]                   a promotion page and a number that may be registered (1, 5500000000)
  [--captcha TEXT] [--sms-code N]               what a sandbox takes as captcha and as SMS code
  [--merchant N] [--timeout SECONDS] [--only call,call] [--junit FILE]
  SESSION_OVER_CODES, IMAGE_ORIGINS, REDIRECT_ORIGINS and PATH_… in the environment or in .env are read as the pages read
  them

Asks a backend the 25 calls of the loan pages as the pages do. It accepts an offer, pays, files a complaint and registers:
give it a borrower of a test environment. What is missing is asked for at a terminal; a call that cannot be made without it
is left out, and named. It ends with 1 where a call differs or is missing.
`;

const text = { type: 'string' } as const;

function parse() {
  return parseArgs({
    allowPositionals: true,
    options: {
      session: text,
      device: text,
      user: text,
      offered: text,
      product: text,
      order: text,
      'order-number': text,
      'other-order': text,
      'other-order-number': text,
      template: text,
      phone: { ...text, default: '5500000000' },
      captcha: text,
      'sms-code': text,
      merchant: text,
      timeout: { ...text, default: '60' },
      only: text,
      junit: text,
    },
  });
}

function quit(words: string): never {
  process.stderr.write(words);
  process.exit(2);
}

const { positionals, values } = (() => {
  try {
    return parse();
  } catch (error) {
    return quit(`${(error as Error).message}\n\n${usage}`);
  }
})();
if (existsSync('.env')) process.loadEnvFile('.env');
const addresses = positionals.map((each) => (URL.canParse(each) ? new URL(each) : quit(usage)));
const pages = addresses.map(readPageAddress).filter((each) => each !== null);
const apiBase =
  positionals[addresses.findIndex((each) => readPageAddress(each) === null)] ?? process.env.API_BASE;
if (positionals.length === 0) quit(usage);
if (!apiBase || !URL.canParse(apiBase)) {
  quit('The address of a page does not say where the backend is: put its URL first, or set API_BASE.\n');
}

const { captcha, only, junit, ...flags } = values;
const inputs = await askInputs({ ...Object.assign({}, ...pages), ...flags });
const chosen = only?.split(',') ?? callChecks.map(({ call }) => call.name);
const leftOut = callsLeftOut(callChecks, inputs).filter(({ call }) => chosen.includes(call));
const leftOutNames = new Set(leftOut.map(({ call }) => call));

async function askInputs(partialInputs: Inputs): Promise<Inputs> {
  const missing = new Set(callsLeftOut(callChecks, partialInputs).flatMap((each) => each.missing));
  if (!process.stdin.isTTY || !process.stderr.isTTY || missing.size === 0) return partialInputs;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answers: [string, string][] = [];
  for (const name of missing) {
    answers.push([
      name,
      await terminal.question(`--${name}, ${inputNames[name]} (empty leaves calls out): `),
    ]);
  }
  terminal.close();
  return { ...partialInputs, ...Object.fromEntries(answers.map(([name, value]) => [name, value.trim()])) };
}

const listed = (variable: string) =>
  (process.env[variable] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

const origins = createNamedOrigins();
const outcomes = await checkBackend(
  {
    apiBase,
    merchantNumber: inputs.merchant ?? '',
    timeoutMs: Number(flags.timeout) * 1000,
    sessionOverCodes: listed('SESSION_OVER_CODES'),
    fetch: (request) => fetch(request),
    imageOrigins: listed('IMAGE_ORIGINS'),
    redirectOrigins: listed('REDIRECT_ORIGINS'),
    pagePaths: Object.entries(defaultScreenPaths).map(
      ([screen, path]) => process.env[pathSettingOf(screen)] || path,
    ),
    credentials: {
      sessionId: inputs.session ?? '',
      deviceId: inputs.device ?? '',
      userId: inputs.user ?? '',
    },
    offeredProductId: inputs.offered ?? '',
    productId: inputs.product ?? '',
    orderId: inputs.order ?? '',
    orderNumber: inputs['order-number'] ?? '',
    otherOrderId: flags['other-order'] ?? null,
    otherOrderNumber: flags['other-order-number'] ?? null,
    templateId: inputs.template ?? '1',
    phone: flags.phone,
    captcha: captcha ?? null,
    smsCode: flags['sms-code'] ?? null,
  },
  {
    only: chosen.filter((call) => !leftOutNames.has(call)),
    began(call, { place, count, leftSeconds }) {
      const timeLeft = leftSeconds === null ? '' : `, about ${leftSeconds} s left`;
      process.stderr.write(`${place}/${count} ${call}${timeLeft}\n`);
    },
    report(call, { check, problem }) {
      process.stderr.write(`${problem === null ? 'ok  ' : 'no  '} ${call}: ${check}\n`);
    },
    takeAnswer: origins.add,
  },
);
process.stdout.write(`\n${tableOf(outcomes)}\n${leftOutText(leftOut)}${originsText(origins.origins)}`);
if (junit) writeFileSync(junit, junitOf(outcomes));
process.exitCode = outcomes.every(({ verdict }) => verdict === 'works') ? 0 : 1;
