import { expect, test } from 'vitest';
import { lendingText } from '#content/messages/lending.ts';
import { wayText } from '#content/messages/ways-to-pay.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { sandboxPanel } from '#tests/setup/sandbox-panel.ts';

const llano = await testLlano();

test('[ORDER-4] overdue by the panel: the penalty grows by the day, and a part, twice and the rest are right', async () => {
  const session = await newBorrower(llano);
  const { productId, orderId } = await paidOutLoan(llano, session);
  const visitor = await llano.visit({ language: 'es', hasScript: true, session });
  const panel = sandboxPanel(visitor, session.borrowerId);
  const order = () => visitor.open('/order', { productId, orderId });

  await panel.press('thirtyDays');
  await order();
  await visitor.see('Su pago vence hoy');
  await panel.press('sevenDays');
  await order();
  await visitor.see('Pago atrasado 7 días');
  expect(await visitor.text()).toContain(
    'Cada día suma $ 42,68. El recargo no puede pasar de $ 1.422,81. Pagar hoy Cuesta menos $ 1.721,57',
  );
  await visitor.page.getByText('Detalle', { exact: true }).click();
  expect(await visitor.text()).toContain(
    'Pago 1 de 4 $ 1.422,81 Recargo de 7 días $ 298,76 Total hoy $ 1.721,57',
  );
  await panel.press('oneDay');
  await order();
  await visitor.see('Pago atrasado 8 días');
  await visitor.follow(visitor.page.getByRole('link', { name: wayText.es.otherWay }));
  expect(await visitor.text()).toContain('$ 1.764,25');

  // Half, 882,12: the penalty of 341,44 first, then 540,68 of the payment.
  await panel.press('partial');
  await order();
  expect(await visitor.text()).toContain('Cuesta menos $ 882,13');
  await panel.press('twice');
  await order();
  await visitor.see('Recibimos $ 882,13');
  expect(await visitor.text()).toContain('Siguiente: pago 2 de 4 $ 1.401,36');

  // What settles it and 100,00.
  await panel.press('tooMuch');
  await order();
  await visitor.see(lendingText.es.settledTitle);
  expect(await visitor.text()).toContain('Le falta por pagar $ 0,00 Tiene $ 100,00 a su favor');
});
