import { expect, test } from 'vitest';
import { anOrderDetail } from '#fixtures/loan-views.ts';
import { openLoanScreen } from '../../../tests/setup/loan-screen.tsx';
import * as orderDetail from './order-detail.tsx';

const open = (order: Parameters<typeof anOrderDetail>[0]) =>
  openLoanScreen(orderDetail, '/order?productId=mx-120&orderId=loan-1&lang=2', {
    answers: { loanDetails: anOrderDetail(order) },
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
