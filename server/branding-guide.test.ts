import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatDay } from '#domain/date-format.ts';
import { minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { formatPercent } from '#domain/offer/annual-cost.ts';

const guide = readFileSync(new URL('../docs/branding.md', import.meta.url), 'utf8');
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each(['dot', 'locale'] as const)(
  '[MONEY-2] the branding guide shows amounts as %s writes them',
  (style) => {
    const amount = minorAmount(123_456_789);
    const cells = [
      style,
      formatMoney(amount, 'es', style, 'MXN'),
      formatMoney(amount, 'en', style, 'INR'),
      formatPercent(581_000, 1, 'es', style),
    ];
    expect(guide).toContain(`| ${cells.map((cell) => `\`${plain(cell)}\``).join(' | ')} |`);
  },
);

test.each(['iso', 'locale'] as const)(
  '[DATE-1] the branding guide shows dates as %s writes them',
  (style) => {
    const cells = (['es', 'en'] as const).map((language) =>
      formatDay('2026-12-21', { language, style, market: language === 'es' ? 'MX' : 'IN' }),
    );
    expect(guide).toContain(`| ${[style, ...cells].map((cell) => `\`${plain(cell)}\``).join(' | ')} |`);
  },
);
