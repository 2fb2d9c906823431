import { expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { aLoanDetail, aLoanStatement } from '#fixtures/loan-views.ts';
import { failure, openPage, refused } from '#tests/setup/open-page.ts';

const contact = {
  ...{ phone: '+52 55 5000 0100', whatsapp: '+525550000101', email: 'ayuda@llano.example' },
  hours: 'lunes a sábado, 8:00 a 20:00',
};

const aCharge = { chargeId: '1-fee', sequence: 1, kind: 'fee', chargedMinor: minorAmount(7_500) } as const;

const open = (address: string, answer: unknown = contact) =>
  openPage(address, { answers: { readContacts: answer } });

test.each(['/Dag', '/customerService'])(
  '[SERVICE-1] %s shows telephone and e-mail, and WhatsApp where it is given',
  async (path) => {
    const { text, html, calls } = await open(`${path}?sessionId=s-1&lang=2`);
    expect(calls).toEqual([{ name: 'readContacts', request: {} }]);
    expect(text).toContain('Llamar Mensaje por WhatsApp +52 55 5000 0100 · lunes a sábado, 8:00 a 20:00');
    expect(text).toContain('Correo ayuda@llano.example');
    expect(html).toContain('href="tel:+525550000100"');
    expect(html).toContain('href="https://wa.me/525550000101"');
    expect(html).toContain('href="mailto:ayuda@llano.example"');
    expect(html).toMatch(/href="\/complaint\?sessionId=s-1&amp;lang=2"/);
  },
);

test('[BRIDGE-2] [SERVICE-1] the telephone number says what a host may do with it', async () => {
  const { html, script } = await open('/Dag');
  expect(script).toBe('customer-service');
  expect(html).toContain(
    'data-host-action="{&quot;name&quot;:&quot;callTelephone&quot;,&quot;telephone&quot;:&quot;+52 55 5000 0100&quot;}"',
  );
});

test('[SERVICE-1] missing contacts are left out; without any the page says so', async () => {
  const some = await open('/Dag?lang=1', { ...contact, whatsapp: '', email: '' });
  expect(some.text).toContain('Call +52 55 5000 0100');
  expect(some.html).not.toMatch(/wa\.me|mailto:/);
  const none = await open('/Dag?lang=2', { phone: '', whatsapp: '', email: '', hours: '' });
  expect(none.text).toContain('Por ahora no tenemos un contacto');
});

test('[BRIDGE-4] a contact that is no address is shown and leads nowhere', async () => {
  const hostile = {
    phone: 'javascript:alert(1)',
    whatsapp: '../evil?',
    email: 'a@b.c?bcc=x@y.z&body=<script>',
  };
  const { text, html } = await open('/Dag', { ...hostile, hours: '' });
  for (const shown of Object.values(hostile)) expect(text).toContain(shown);
  expect(html).not.toMatch(/href="(?:javascript|mailto|tel|https:\/\/wa)/);
  expect(html).not.toContain('callTelephone');
});

test.each([
  ['settled', true],
  ['to-repay', false],
] as const)(
  '[SERVICE-1] what a borrower has in their favour of a loan that is %s is asked for by any way to reach a person: %s',
  async (status, isAsked) => {
    const statement = aLoanStatement({ heldMinor: minorAmount(2_050), claims: null });
    const { text, html } = await openPage('/customerService?orderId=o-1&sessionId=s-1&lang=2', {
      answers: { readContacts: contact, readLoan: aLoanDetail({ status, currency: 'MXN', statement }) },
    });
    const message = 'Pido que me devuelvan mi saldo a favor de $ 20,50.';
    const sent = decodeURIComponent(html.replaceAll('&amp;', '&')).replaceAll('\u00a0', ' ');
    expect(text.includes('Tiene $ 20,50 a su favor')).toBe(isAsked);
    expect(sent.split(message)).toHaveLength(isAsked ? 3 : 1);
  },
);

test('[SERVICE-1] opened from a loan it shows and sends its number, and answers frequent questions', async () => {
  const loan = aLoanDetail({
    ...{ status: 'overdue', currency: 'MXN', isExtendable: true },
    statement: aLoanStatement({ claims: [], charges: [aCharge] }),
  });
  const address = '/Dag?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2';
  const answers = { readContacts: contact, readLoan: loan };
  const { text, html } = await openPage(address, { answers });
  expect(text).toContain('Su número de préstamo LL-2026-118204 Copiar');
  expect(html).toContain('data-copy="LL-2026-118204"');
  expect(html).toContain('https://wa.me/525550000101?text=Mi%20pr%C3%A9stamo%20es%20LL-2026-118204.');
  expect(html).toContain('mailto:ayuda@llano.example?subject=LL-2026-118204');
  expect(text).toContain('Pagué y no aparece');
  for (const path of ['paymentClaim', 'repay', 'repayDelay', 'chargeDispute', 'order']) {
    expect(html).toMatch(new RegExp(`href="/${path}\\?productId=mx-120&amp;orderId=loan-1&amp;`));
  }
  expect(html.match(/class="button"/g)).toHaveLength(1);
  const order = await openPage(address.replace('/Dag', '/order'), { answers });
  expect(order.html).toContain('href="/customerService?productId=mx-120&amp;orderId=loan-1&amp;');
  const gone = await openPage(address, {
    answers: { readContacts: contact, readLoan: refused('not-found') },
  });
  expect([gone.status, gone.text.includes('Su número')]).toEqual([200, false]);
});

test('a missing session and a lost connection each get their page', async () => {
  expect((await open('/Dag?lang=2', refused('session-required'))).status).toBe(401);
  expect((await open('/Dag?lang=2', failure({ failure: 'network' }))).text).toContain('No es su conexión');
});
