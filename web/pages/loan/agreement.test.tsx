import { expect, test } from 'vitest';
import { aLoanAgreement } from '#fixtures/loan-views.ts';
import { failure, openPage, refused, textOf } from '#tests/setup/open-page.ts';
import { termsId } from './document-paths.ts';

const address = '/contract?orderNo=LL-2026-118204&productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2';

test('[CONTRACT-1] the agreement shows its 13 fields, each with its name', async () => {
  const { html, calls } = await openPage(address, {
    answers: { readAgreement: aLoanAgreement() },
  });
  expect(calls).toEqual([{ name: 'readAgreement', request: { orderNumber: 'LL-2026-118204' } }]);
  const cells = /<tr[^>]*><th scope="row"[^>]*>(.*?)<\/th><td[^>]*>(.*?)<\/td><\/tr>/g;
  const rows = [...html.matchAll(cells)].map(([, label, value = '']) => `${label}: ${textOf(value)}`);
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

test('what was not paid out is not said to be handed over, and of what never will be that nothing was', async () => {
  const open = async (payout: 'to-come' | 'made' | 'never', lang = '2') => {
    const answers = { readAgreement: aLoanAgreement({ payout }) };
    return (await openPage(address.replace('lang=2', `lang=${lang}`), { answers })).text;
  };
  const agreed = 'Monto que se acordó entregar $ 5.000,00 Fecha de depósito usada en el plan 2026-11-20';
  const nothing = 'De este préstamo no se depositó nada y no debe nada.';
  expect(await open('to-come')).toContain(agreed);
  expect(await open('to-come')).not.toContain(nothing);
  expect(await open('never')).toMatch(new RegExp(`${nothing}.*${agreed.replaceAll('$', '\\$')}`));
  expect(await open('never', '1')).toContain('Nothing of this loan was paid out, and you owe nothing.');
  const made = await open('made');
  expect(made).toContain('Monto entregado $ 5.000,00 Fecha de depósito 2026-11-20');
  expect(made).toContain('Fecha del último pago 2027-03-20');
});

test('[CONTRACT-1] on failure the server’s message is shown', async () => {
  const { status, text } = await openPage(address, {
    answers: { readAgreement: failure({ message: 'El contrato está en preparación.', code: '77' }) },
  });
  expect(status).toBe(409);
  expect(text).toContain('El contrato está en preparación.');
  const page = await openPage(address, {
    answers: { readAgreement: refused('not-found', 'No existe ese contrato.') },
  });
  expect(page.text).toContain('No existe ese contrato.');
});

test('the agreement ships no script and leads back to where it was opened', async () => {
  const answers = { readAgreement: aLoanAgreement() };
  const fromOrder = await openPage(address, { answers });
  expect(fromOrder.script).toBe(null);
  expect(fromOrder.html).toContain(
    'href="/order?productId=mx-120&amp;orderId=loan-1&amp;sessionId=s-1&amp;lang=2"',
  );
  const fromOffer = await openPage('/contract?orderNo=quote-1&productId=mx-120', {
    answers,
  });
  expect(fromOffer.html).toContain('href="/confirmLoan?productId=mx-120&amp;lang=2"');
});

test('[LANG-2] the agreement is in English and rupees when asked', async () => {
  const { text, title } = await openPage(address.replace('lang=2', 'lang=1'), {
    answers: { readAgreement: aLoanAgreement() },
  });
  expect(title).toBe('Loan agreement');
  expect(text).toContain('Total to repay ₹ 5.562,52');
});

const keptText = [
  'loan-agreement 2026-11 2026-11-20 es',
  'Contrato de préstamo',
  '1. Las partes',
  'Llano & usted.',
  '- Uno\n- <b>Dos</b>',
  '2. Tasas',
  '3 días.\nInterés | 18\u00a0%\n',
].join('\n\n');

const agreement = {
  text: keptText,
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  version: '2026-11',
  language: 'es',
  acceptedAt: '2026-11-20 12:00:00',
} as const;

test('[CONTRACT-1] [LEGAL-3] below the table stands the text as it was accepted, with version, time and hash', async () => {
  const { html, text, script } = await openPage(address, {
    answers: { readAgreement: aLoanAgreement({ accepted: agreement }) },
  });
  expect(script).toBe(null);
  expect(html.indexOf('</table>')).toBeLessThan(html.indexOf('<div lang="es"'));
  const parts = html.match(/<div lang="es".*?>(.*?)<\/div>/s)?.[1]?.replace(/ class="[^"]*"/g, '') ?? '';
  expect(parts).toBe(
    '<p>Contrato de préstamo</p><h3>1. Las partes</h3>' +
      '<p>Llano &amp; usted.</p><ul><li>Uno</li><li>&lt;b&gt;Dos&lt;/b&gt;</li></ul><h3>2. Tasas</h3>' +
      '<p>3 días.\nInterés | 18\u00a0%</p>',
  );
  expect(text).toContain(
    'Lo que aceptó Este es el texto completo que aceptó, tal como quedó guardado. ' +
      'Contrato de préstamo, versión 2026-11, en vigor desde el 2026-11-20, en español. Contrato de préstamo',
  );
  expect(text).not.toContain('loan-agreement');
  expect(text).toContain(
    `Versión 2026-11. Aceptado el 2026-11-20 12:00:00. Huella digital SHA-256: ${agreement.hash}`,
  );
});

test('[CONTRACT-1] a text accepted in Spanish stays Spanish on the English page', async () => {
  const { html, text } = await openPage(address.replace('lang=2', 'lang=1'), {
    answers: { readAgreement: aLoanAgreement({ accepted: agreement }) },
  });
  expect(text).toContain('What you accepted This is the full text you accepted, exactly as it was stored.');
  expect(text).toContain('Loan agreement, version 2026-11, in force since 2026-11-20, in Spanish.');
  expect(html).toMatch(/in Spanish\.<\/p><div lang="es"[^>]*><p[^>]*>Contrato de préstamo/);
  expect(text).toContain('Version 2026-11. Accepted on 2026-11-20 12:00:00. SHA-256 fingerprint: 9f86');
});

test('[CONTRACT-1] of a quote the text that would be accepted is shown, and nothing without a text', async () => {
  const ofQuote = await openPage(address, {
    answers: { readAgreement: aLoanAgreement({ accepted: { ...agreement, acceptedAt: null } }) },
  });
  expect(ofQuote.text).toContain('Lo que aceptaría Este es el texto completo que queda guardado si acepta.');
  expect(ofQuote.text).toContain('Versión 2026-11. Aún sin aceptar. Huella');
  const without = await openPage(address, { answers: { readAgreement: aLoanAgreement() } });
  expect(without.html).not.toContain('<h2>');
});

test('[CONTRACT-1] a field that the backend leaves empty has no row', async () => {
  const readAgreement = aLoanAgreement({ borrowerAddress: '', disbursalDate: '' });
  const { html, text } = await openPage(address, { answers: { readAgreement } });
  expect(text).not.toMatch(/Domicilio del cliente|Fecha de depósito/);
  expect(html.match(/<tr/g)).toHaveLength(11);
});

test('[CONTRACT-1] the agreement is shown with its paper, terms and privacy notice, and can be requested again without script', async () => {
  const address = '/contract?orderNo=LL-2026-100001&sessionId=s-1&deviceId=d-1&lang=2';
  const answers = {
    readAgreement: aLoanAgreement({ accepted: agreement, terms: agreement, sendsFiles: true }),
    sendAgreement: null,
  };
  const { html } = await openPage(address, { answers });
  expect(html).toContain(`href="#${termsId}"`);
  expect(html).toMatch(/href="\/PrivacyPolicy[?"]/);
  expect(html).toContain('Pedir que me lo envíen otra vez');
  const { status, calls, headers } = await openPage(address, { answers, form: {} });
  expect(status).toBe(303);
  expect(calls).toContainEqual({ name: 'sendAgreement', request: { orderNumber: 'LL-2026-100001' } });
  expect(headers.get('location')).toContain('sent=1');
  expect((await openPage(`${address}&sent=1`, { answers })).text).toContain(
    'Listo. Avisamos a Llano Servicios',
  );
  const plain = await openPage(address, {
    answers: { readAgreement: aLoanAgreement({ accepted: agreement }) },
  });
  expect(plain.html).not.toContain('otra vez');
});
