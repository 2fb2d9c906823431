import { expect, test } from 'vitest';
import { aLoanAgreement } from '#fixtures/loan-views.ts';
import { failure, openLoanScreen, refused } from '../../../tests/setup/loan-screen.tsx';
import * as agreement from './agreement.tsx';

const address = '/contract?orderNo=LL-2026-118204&productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2';

test('[CONTRACT-1] the agreement shows its 13 fields, each with its name', async () => {
  const { html, calls } = await openLoanScreen(agreement, address, {
    answers: { contractDetail: aLoanAgreement() },
  });
  expect(calls).toEqual([{ name: 'contractDetail', request: { orderNumber: 'LL-2026-118204' } }]);
  const rows = [...html.matchAll(/<tr><th scope="row">(.*?)<\/th><td>(.*?)<\/td><\/tr>/g)].map(
    ([, label, value]) => `${label}: ${value?.replaceAll('\u00a0', ' ')}`,
  );
  expect(rows).toEqual([
    'Prestamista: Llano Servicios, S.A. de C.V.',
    'Nombre del cliente: Rosa Medina',
    'Domicilio del cliente: Calle Encino 12, Puebla',
    'Producto: Llano 120',
    'Fecha del contrato: 2026-11-19',
    'Monto del préstamo: $ 5.000,00',
    'Monto entregado: $ 5.000,00',
    'Fecha de depósito: 2026-11-20',
    'Intereses: $ 184,93',
    'Comisión: $ 300,00',
    'IVA: $ 77,59',
    'Monto total a pagar: $ 5.562,52',
    'Fecha de pago: 2027-03-20',
  ]);
});

test('[CONTRACT-1] on failure the server’s message is shown', async () => {
  const { status, text } = await openLoanScreen(agreement, address, {
    answers: { contractDetail: failure({ message: 'El contrato está en preparación.', code: '77' }) },
  });
  expect(status).toBe(409);
  expect(text).toContain('El contrato está en preparación.');
  const known = await openLoanScreen(agreement, address, {
    answers: { contractDetail: refused('not-found', 'No existe ese contrato.') },
  });
  expect(known.text).toContain('No existe ese contrato.');
});

test('the agreement ships no script and leads back to where it was opened', async () => {
  const answers = { contractDetail: aLoanAgreement() };
  const fromOrder = await openLoanScreen(agreement, address, { answers });
  expect(fromOrder.shipsScript).toBe(false);
  expect(fromOrder.html).toContain(
    'href="/order?productId=mx-120&amp;orderId=loan-1&amp;sessionId=s-1&amp;lang=2"',
  );
  const fromOffer = await openLoanScreen(agreement, '/contract?orderNo=quote-1&productId=mx-120', {
    answers,
  });
  expect(fromOffer.html).toContain('href="/confirmLoan?productId=mx-120&amp;lang=2"');
});

test('[LANG-2] the agreement is in English and rupees when asked', async () => {
  const { text, title } = await openLoanScreen(agreement, address.replace('lang=2', 'lang=1'), {
    answers: { contractDetail: aLoanAgreement() },
  });
  expect(title).toBe('Loan agreement');
  expect(text).toContain('Total to repay ₹ 5.562,52');
});
