import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { configurationPage } from '../scripts/configuration-table.ts';
import { EnvironmentError, readEnvironment } from './environment.ts';
import { publicConfigOf } from './public-config.ts';
import { settingsIn } from './setting.ts';
import { settingsSchema } from './settings.ts';

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    readEnvironment(variables);
    return [];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return error.problems;
  }
}

test('[CONF-1] an empty environment gives the documented defaults', () => {
  const settings = readEnvironment({});
  expect(settings).toMatchObject({
    mode: 'development',
    http: { port: 3000 },
    pages: { amountStyle: 'dot', isLoanMarket: false },
  });
  expect(publicConfigOf(settings).paths).toEqual({
    complaint: '/complaint',
    confirmLoan: '/confirmLoan',
    loanDetail: '/loanDetail',
    order: '/order',
    error: '/error',
    repay: '/repay',
    repayDelay: '/repayDelay',
    customerService: '/customerService',
    aboutUs: '/aboutUs',
    contract: '/contract',
    privacyNotice: '/privacyNotice',
    payWay: '/payWay',
  });
});

test('[CONF-1] every screen path, host page and bridge action can be set', () => {
  const { pages, bridge } = settingsSchema;
  const values = [
    [pages.paths, '/other'],
    [pages.hostPages, '/other'],
    [bridge.actions, 'other.action'],
  ] as const;
  for (const [group, value] of values) {
    for (const { variable } of settingsIn(group)) {
      expect(JSON.stringify(publicConfigOf(readEnvironment({ [variable]: value })))).toContain(value);
    }
  }
});

test('no variable is read twice', () => {
  const variables = settingsIn(settingsSchema).map(({ variable }) => variable);
  expect(new Set(variables).size).toBe(variables.length);
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['AMOUNT_STYLE', 'comma'],
  ['LOAN_MARKET', 'yes'],
  ['MODE', 'test'],
  ['API_BASE', 'ftp://example.com'],
  ['API_BASE', 'example.com'],
  ['DATABASE_URL', 'mysql://example.com/x'],
  ['BRAND_COLOR', 'teal'],
  ['BRAND_COLOR', '#ffee00'],
  ['IMAGE_ORIGINS', 'https://cdn.example.com/path'],
  ['PATH_REPAY', 'repay'],
  ['PATH_REPAY', '/order'],
  ['SPEI_BANK', '12'],
  ['DEEP_LINK_SCHEME', 'javascript://'],
  ['DEEP_LINK_SCHEME', 'javascript'],
  ['HOST_PAGE_LOGIN', 'javascript://%0aalert(1)'],
  ['BRIDGE_ANDROID_OBJECT', 'a.b'],
  ['HOST_SIGNING_SECRET', 'short'],
])('[CONF-2] %s=%s stops the program with a message that names it', (name, value) => {
  expect(problemsOf({ [name]: value }).join('\n')).toContain(name);
});

test('[CONF-2] all bad variables are named at once, and a secret is never repeated', () => {
  const problems = problemsOf({ PORT: 'x', LOAN_MARKET: 'x', HOST_SIGNING_SECRET: 'my-secret' });
  expect(problems).toHaveLength(3);
  expect(problems.join('\n')).not.toContain('my-secret');
});

test('[CONF-2] a bucket for files needs its keys', () => {
  expect(problemsOf({ FILES_S3_BUCKET: 'images' }).join()).toContain('FILES_S3_SECRET_ACCESS_KEY');
  const keys = { FILES_S3_ACCESS_KEY_ID: 'key', FILES_S3_SECRET_ACCESS_KEY: 'secret' };
  expect(problemsOf({ FILES_S3_BUCKET: 'images', ...keys })).toEqual([]);
});

test('[CONF-2] production needs a signing secret and the public address', () => {
  expect(problemsOf({ MODE: 'production' }).join('\n')).toMatch(/HOST_SIGNING_SECRET[\s\S]*H5_BASE/);
  expect(
    problemsOf({ MODE: 'production', API_BASE: 'https://lender.example', H5_BASE: 'https://pay.example' }),
  ).toEqual([]);
});

test('no secret is part of the public configuration', () => {
  const secret = `whsec_${'c2VjcmV0'.repeat(6)}`;
  const settings = readEnvironment({
    HOST_SIGNING_SECRET: secret,
    DATABASE_URL: 'postgres://user:pass-word@localhost/x',
  });
  const shown = JSON.stringify(publicConfigOf(settings));
  expect(shown).not.toContain(secret);
  expect(shown).not.toContain('pass-word');
});

test('the documented table is the one the settings give', async () => {
  expect(await readFile(new URL('../docs/configuration.md', import.meta.url), 'utf8')).toBe(
    configurationPage(),
  );
});
