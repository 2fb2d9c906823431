#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { defaultScreenPaths, pathSettingOf } from '#contract/screen-paths.ts';
import { checkBackend } from './check-backend.ts';
import { createNamedOrigins, originsText } from './named-origins.ts';
import { junitOf, tableOf } from './report.ts';

const usage = `check-backend URL --session ID --device ID --user ID --offered ID --product ID --order ID --order-number N
  --offered is a product to accept; --product, --order and --order-number are a loan that is being repaid
  [--other-order ID] [--other-order-number N]   another borrower's loan, which has to be refused
  [--template ID] [--phone N]                   a promotion page and a number that may be registered (1, 5500000000)
  [--captcha TEXT] [--sms-code N]               what a sandbox takes as captcha and as SMS code
  [--merchant N] [--timeout SECONDS] [--only call,call] [--junit FILE]
  SESSION_OVER_CODES, IMAGE_ORIGINS, REDIRECT_ORIGINS and PATH_… in the environment are read as the pages read them

Asks a backend the 25 calls of the loan pages as the pages do. It accepts an offer, pays, files a complaint and registers:
give it a borrower of a test environment. It ends with 1 where a call differs or is missing.
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
      template: { ...text, default: '1' },
      phone: { ...text, default: '5500000000' },
      captcha: text,
      'sms-code': text,
      merchant: { ...text, default: '' },
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
const [apiBase] = positionals;
const { session, device, user, offered, product, order, ...options } = values;
if (!apiBase || !URL.canParse(apiBase) || !session || !device || !offered || !product || !order) quit(usage);

/** A setting of the pages that is a list. */
const listed = (variable: string) =>
  (process.env[variable] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

const origins = createNamedOrigins();
const outcomes = await checkBackend(
  {
    apiBase,
    merchantNumber: options.merchant,
    timeoutMs: Number(options.timeout) * 1000,
    sessionOverCodes: listed('SESSION_OVER_CODES'),
    fetch: (request) => fetch(request),
    imageOrigins: listed('IMAGE_ORIGINS'),
    redirectOrigins: listed('REDIRECT_ORIGINS'),
    pagePaths: Object.entries(defaultScreenPaths).map(
      ([screen, path]) => process.env[pathSettingOf(screen)] || path,
    ),
    credentials: { sessionId: session, deviceId: device, userId: user ?? '' },
    offeredProductId: offered,
    productId: product,
    orderId: order,
    orderNumber: options['order-number'] ?? '',
    otherOrderId: options['other-order'] ?? null,
    otherOrderNumber: options['other-order-number'] ?? null,
    templateId: options.template,
    phone: options.phone,
    captcha: options.captcha ?? null,
    smsCode: options['sms-code'] ?? null,
  },
  {
    ...(options.only && { only: options.only.split(',') }),
    began(call, { place, count, leftSeconds }) {
      const timeLeft = leftSeconds === null ? '' : `, about ${leftSeconds} s left`;
      process.stderr.write(`${place}/${count} ${call}${timeLeft}\n`);
    },
    report(call, { check, problem }) {
      process.stderr.write(`${problem === null ? 'ok  ' : 'no  '} ${call}: ${check}\n`);
    },
    answered: origins.add,
  },
);
process.stdout.write(`\n${tableOf(outcomes)}\n${originsText(origins.origins)}`);
if (options.junit) writeFileSync(options.junit, junitOf(outcomes));
process.exitCode = outcomes.every(({ verdict }) => verdict === 'works') ? 0 : 1;
