import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confirmText } from '#content/messages/confirm.ts';
import { MoneyError } from '#domain/money/money.ts';
import { anyBackend, backendOf } from '#tests/setup/generated-backend.ts';
import { openPage, textOf } from '#tests/setup/open-page.ts';
import { shiftedSeed } from '#tests/setup/seeded-random.ts';

const session = 'sessionId=s&deviceId=d&userId=u';
const loan = 'productId=mx-120&orderId=1&orderNo=LL-1';
const paths = [
  '/confirmLoan',
  '/loanDetail',
  '/order',
  '/repay',
  '/repayDelay',
  '/carpmm',
  '/contract',
  '/payWay',
  '/complaint',
  '/complaintList',
  '/complainDetails',
  '/customerService',
  '/registerTemplate',
  '/downloadTemplate',
  '/agreementTemplate',
];

/** Words of one language only, as those of the journeys. */
const foreign = {
  2: /(?<!\p{L})(the|your|you|loan|payment|repay|days|with|from|this|help|how)(?!\p{L})/iu,
  1: /(?<!\p{L})(el|los|las|usted|pago|pagar|préstamo|para|días|volver|ayuda|cómo|está)(?!\p{L})/iu,
} as const;

const totals = new RegExp(
  [confirmText.es, confirmText.en].flatMap(({ youRepay, totalCost }) => [youRepay, totalCost]).join('|'),
);

/** Headings and labels that nothing stands in. */
function emptyOnes(html: string): string[] {
  const named = [...html.matchAll(/<(h[1-6]|legend|label)\b([^>]*)>(.*?)<\/\1>/gs)];
  return named
    .filter(
      ([, , attributes, content]) => textOf(content ?? '') === '' && !/aria-label/.test(attributes ?? ''),
    )
    .map(([whole]) => whole);
}

const quoteOf = (offer: unknown) => (offer as { quote?: object | null }).quote;

/** An amount that cannot be added to others is told of and left out (MONEY-3); any other fault is one of the page's. */
function reportFault(error: unknown): void {
  if (!(error instanceof MoneyError)) throw error;
}

test.each([
  { kind: 'minimal', lang: 2, seed: shiftedSeed(20_261_120) },
  { kind: 'minimal', lang: 1, seed: shiftedSeed(20_261_121) },
  { kind: 'odd', lang: 2, seed: shiftedSeed(20_261_122) },
  { kind: 'odd', lang: 1, seed: shiftedSeed(20_261_123) },
] as const)(
  '[CALL-7] every page opens over any $kind backend, lang $lang, seed $seed, and speaks one language',
  async ({ kind, lang, seed }) => {
    await fc.assert(
      fc.asyncProperty(anyBackend(kind), async (data) => {
        for (const path of paths) {
          const address = `${path}?${loan}&${session}&requestType=1&amount=100&payCode=1&problemId=1&id=5&lang=${lang}`;
          const page = await openPage(address, { backend: backendOf(data), dependencies: { reportFault } });
          expect([200, 302, 303], `${path} answered ${page.status}`).toContain(page.status);
          expect(page.html, path).not.toMatch(/undefined|NaN|\[object/);
          expect(emptyOnes(page.html), path).toEqual([]);
          if (path === '/confirmLoan' && !quoteOf(data.readOffer)) {
            expect(page.text, 'a total that nobody quoted').not.toMatch(totals);
          }
          if (!/Template$/.test(path))
            expect(page.text.replace(/\S+@\S+/g, ''), path).not.toMatch(foreign[lang]);
        }
      }),
      { seed, numRuns: 20 },
    );
  },
);
