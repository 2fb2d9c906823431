import { expect, test } from 'vitest';
import { aLoanDetail } from '#fixtures/loan-views.ts';
import { openLoanScreen } from '#tests/setup/loan-screen.tsx';
import * as loanDetail from './loan-detail.tsx';

const open = (order: Parameters<typeof aLoanDetail>[0]) =>
  openLoanScreen(loanDetail, '/order?productId=mx-120&orderId=loan-1&lang=2', {
    answers: { readLoan: aLoanDetail(order) },
  });

test('what the backend has to say of an order stands under its status, each in its tone', async () => {
  const notices = [
    { tone: 'ok', text: 'Su pago se aplazó del 2027-01-19 al 2027-01-29.' },
    { tone: 'warn', text: 'Su banco rechazó el pago con tarjeta.' },
  ] as const;
  const { text, html } = await open({ notices });
  for (const notice of notices) expect(text).toContain(notice.text);
  expect(html).toMatch(/data-tone="ok"[^>]*>Su pago se aplazó/);
  expect(html).toMatch(/data-tone="warn"[^>]*>Su banco rechazó/);
});
