import { afterAll, expect, test } from 'vitest';
import { testPreviewText } from '#content/messages/test-preview.ts';
import { type Language, languageParameter } from '#domain/language.ts';
import { allMarkets, currencyOf } from '#domain/market.ts';
import type { SandboxBorrower } from '#pages/developer/sandbox-lender.ts';
import { startPeople } from '#tests/setup/people.ts';

// The test page as `npm start` serves it, with its people in every state.
const { address, sandbox, close } = await startPeople();
afterAll(close);
const everyone = await sandbox.borrowers();
const faults: string[] = [];
/** Short dates that stand whole nowhere on their page. */
const lonely: string[] = [];
let shortDayCount = 0;
/** What does not depend on whom one is, by path and language. */
const seen = new Set<string>();

const months = ['es', 'en'].map((language) =>
  Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2026, month, 9))
      .toLocaleDateString(language, { month: 'short', timeZone: 'UTC' })
      .slice(0, 3),
  ),
);

/** The days that a page says short, as `21 dic`, without showing them whole (DATE-1). */
function lonelyDays(html: string): string[] {
  const text = html
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\u00a0/g, ' ');
  const short = [...text.matchAll(/(\d{1,2}) ([a-z]{3})\b(?! \d{4})/gi)];
  return short.flatMap(([whole, day = '', name = '']) => {
    const month = Math.max(...months.map((names) => names.indexOf(name)));
    const ending = `-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (month >= 0) shortDayCount += 1;
    return month < 0 || text.includes(ending) ? [] : [whole];
  });
}

/** The test page of a borrower, and every link on it that leads to a page of ours. */
async function openTestPage(borrowerId: string, language: Language) {
  const link = `${address}/testPreview?borrower=${borrowerId}&lang=${languageParameter(language)}`;
  const response = await fetch(link);
  const html = await response.text();
  const hrefs = [...html.matchAll(/<(?:a|iframe) [^>]*(?:href|src)="(\/[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  expect(response.status, link).toBe(200);
  expect(hrefs.length).toBeGreaterThan(10);
  return { link, html, hrefs: hrefs.filter((href) => !href.startsWith('/testPreview?')) };
}

/** Opens each link and notes what is no living page. */
async function follow(who: string, { hrefs }: { readonly hrefs: readonly string[] }): Promise<void> {
  for (const href of new Set(hrefs)) {
    const url = new URL(href, address);
    const isPublic =
      !/orderId=[^&]|productId=[^&]/.test(url.search) ||
      /^\/(About|aboutUs|privacy|register|$)/i.test(url.pathname);
    const key = `${url.pathname} ${url.searchParams.get('lang')}`;
    if (isPublic && seen.has(key)) continue;
    if (isPublic) seen.add(key);
    const response = await fetch(url);
    const html = await response.text();
    if (response.status >= 400) faults.push(`${response.status} ${url.pathname} for ${who}`);
    for (const day of lonelyDays(html)) lonely.push(`${day} on ${url.pathname} for ${who}`);
  }
}

/** What a borrower's panel offers to press, each with the fields of its form. */
const actsIn = (html: string) =>
  [...html.matchAll(/<form[^>]* method="post"[^>]*>(.*?)<\/form>/gs)].flatMap(([, form = '']) => {
    const fields = [...form.matchAll(/<(?:input|button)[^>]*>/g)].map(([tag]): [string, string] => [
      / name="([^"]*)"/.exec(tag)?.[1] ?? '',
      / value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]);
    const hidden = Object.fromEntries(fields.filter(([name]) => name !== 'act' && name !== ''));
    return fields.flatMap(([name, act]) => (name === 'act' ? [{ ...hidden, act }] : []));
  });

test('[TEST-2] in each market one can be a borrower in every state', () => {
  for (const market of ['MX', 'IN'] as const) {
    const loans = everyone.filter((each) => each.market === market).map(({ loans: [loan] }) => loan);
    expect(loans.map((loan) => loan?.status)).toEqual([
      ...[undefined, 'overdue', 'to-repay', 'to-repay', 'to-repay', 'to-repay', 'overdue', 'overdue'],
      ...['settled', 'declined', 'paying-out', 'under-review'],
    ]);
    expect(loans.map((loan) => loan?.daysLate)).toEqual([undefined, 3, 0, 0, 0, 0, 1, 5, 0, 0, 0, 0]);
    expect(loans.map((loan) => loan?.happened.join())).toEqual([
      ...[undefined, '', 'payment', '', 'payment,extension', '', 'claim', 'dispute', 'payment', '', '', ''],
    ]);
    expect(loans[0]?.currency ?? currencyOf(market)).toBe(currencyOf(market));
  }
});

test('[TEST-2] the page begins with somebody who has a loan, in the language it is read in', async () => {
  for (const [language, name] of [
    ['es', 'Luis'],
    ['en', 'Arjun'],
  ] as const) {
    const html = await (await fetch(`${address}/testPreview?lang=${languageParameter(language)}`)).text();
    const { standsLate } = testPreviewText[language];
    expect(html).toMatch(
      new RegExp(`aria-current="true"[^>]*>${name}: ${standsLate.replace('{days}', '3')}<`),
    );
  }
});

test('[TEST-2] [DATE-1] every link of the test page opens a living page, for each person in both languages', async () => {
  for (const { borrowerId, name } of everyone) {
    for (const language of ['es', 'en'] as const) {
      await follow(`${name} in ${language}`, await openTestPage(borrowerId, language));
    }
  }
  expect(faults.splice(0)).toEqual([]);
  expect([...new Set(lonely)]).toEqual([]);
  expect(shortDayCount).toBeGreaterThan(50);
}, 120_000);

test('[TEST-2] and so after each step of the panel', async () => {
  const pressed = new Set<string>();
  let language: Language = 'es';
  const press = async ({ borrowerId, name }: SandboxBorrower, isWanted: (act: string) => boolean) => {
    const page = await openTestPage(borrowerId, language);
    const fields = actsIn(page.html).find(({ act }) => isWanted(act));
    if (!fields) return;
    const answer = await fetch(page.link, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
      headers: { Origin: address },
    });
    expect(answer.status, `${fields.act} for ${name}`).toBe(303);
    pressed.add(fields.act.split(':')[0] ?? '');
    language = language === 'es' ? 'en' : 'es';
    await follow(`${name} after ${fields.act}`, await openTestPage(borrowerId, language));
  };
  for (const market of allMarkets) {
    // Each kind of press once in each market, and one market approves what the other declines.
    const before = new Set(['advance-days', market === 'MX' ? 'decline' : 'approve']);
    const isNew = (act: string) => {
      const [kind = ''] = act.split(':');
      if (before.has(kind)) return false;
      before.add(kind);
      return true;
    };
    for (const person of everyone.filter((each) => each.market === market)) await press(person, isNew);
  }
  for (const [days, markets] of [
    [1, ['MX']],
    [7, ['IN']],
    [30, allMarkets],
  ] as const) {
    const [anyone] = everyone;
    if (anyone) await press(anyone, (act) => act === `advance-days:${days}`);
    for (const { borrowerId, name, market } of everyone) {
      if (!markets.some((each) => each === market)) continue;
      await follow(`${name} ${days} days later`, await openTestPage(borrowerId, language));
    }
  }
  expect([...pressed].sort()).toEqual([
    ...[
      'advance-days',
      'approve',
      'decline',
      'pay-out',
      'receive-extension',
      'receive-payment',
      'receive-twice',
    ],
    'walk',
  ]);
  expect(faults).toEqual([]);
}, 120_000);
