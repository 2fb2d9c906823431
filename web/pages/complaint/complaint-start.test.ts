import { expect, test } from 'vitest';
import { aComplaintOrder, aComplaintStart } from '#fixtures/complaint-views.ts';
import { openPage, refused } from '#tests/setup/open-page.ts';

const support = { phone: '800 123 4567', whatsapp: '', email: 'ayuda@llano.test' };

function open(
  query = '',
  start: Parameters<typeof aComplaintStart>[0] = {},
  answers: Readonly<Record<string, unknown>> = {},
) {
  return openPage(`/complaint?sessionId=s-1&lang=2${query}`, {
    answers: { openComplaint: aComplaintStart(start), ...answers },
  });
}

/** The addresses of the page's links, entities undone. */
function links(html: string): string[] {
  return [...html.matchAll(/<a[^>]* href="([^"]*)"/g)].map(([, href]) =>
    (href ?? '').replaceAll('&amp;', '&'),
  );
}

test('[COMP-1] the start links my complaints, offers All orders and lists the types', async () => {
  const { text, html, title } = await open();
  expect(title).toBe('Poner una queja');
  expect(text).toMatch(/Mis quejas.*¿Sobre qué préstamo\?.*Todos.*LL-2026-118204.*Pidió \$ 5\.000,00/);
  expect(text).toMatch(/Cobranza.*Llamadas a familiares.*Amenazas.*Pagos y cargos/);
  expect(links(html)).toContain('/complaintList?sessionId=s-1&lang=2');
});

test('[COMP-1] a type leads on with its number, the order and the session; a subtype does too', async () => {
  const { html } = await open('&orderNo=LL-2026-118204');
  expect(links(html)).toEqual(
    expect.arrayContaining([
      '/complainPageNext?problemType=2&orderNo=LL-2026-118204&sessionId=s-1&lang=2',
      '/complainPageNext?problemType=1&problemSonType=11&orderNo=LL-2026-118204&sessionId=s-1&lang=2',
    ]),
  );
  expect(links(html).filter((link) => /problemType=1&order/.test(link))).toEqual([]);
});

test('[COMP-1] choosing an order from All sets it, and whether collection is allowed', async () => {
  const orders = [aComplaintOrder(), aComplaintOrder({ orderNumber: 'LL-2', allowsCollection: false })];
  const { html } = await open('', { orders });
  expect(links(html)).toContain('/complaint?orderNo=LL-2&sessionId=s-1&lang=2');
  expect((await open('&orderNo=LL-2026-118204', { orders })).text).toContain('Amenazas');
  const blocked = await open('&orderNo=LL-2', { orders }, { readContacts: support });
  expect(blocked.text).toContain('El préstamo elegido no admite quejas de cobranza.');
  expect(blocked.text).not.toContain('Amenazas');
});

test('[COMP-1] where collection is not supported the page says where else to turn', async () => {
  const start = { order: aComplaintOrder({ allowsCollection: false }) };
  const { html, text, calls } = await open('&orderId=loan-1', start, { readContacts: support });
  expect(calls[0]).toEqual({ name: 'openComplaint', request: { orderId: 'loan-1' } });
  expect(text).toContain('El préstamo elegido no admite quejas de cobranza.');
  expect(links(html)).toEqual(
    expect.arrayContaining([
      'tel:8001234567',
      'mailto:ayuda@llano.test',
      '/customerService?sessionId=s-1&lang=2',
    ]),
  );
  const unanswered = await open('&orderId=loan-1', start, { readContacts: refused('internal') });
  expect(unanswered.status).toBe(200);
  expect(links(unanswered.html).filter((link) => link.startsWith('tel:'))).toHaveLength(1);
  const english = await openPage('/complaint?lang=1', {
    answers: { openComplaint: aComplaintStart(start), readContacts: support },
  });
  expect(english.text).toContain('The selected order does not support sending collection types');
});

test('[COMP-1] collection can always be reported: where the loan blocks it, without choosing one', async () => {
  const orders = [aComplaintOrder({ orderNumber: 'LL-2', allowsCollection: false })];
  const blocked = await open('&orderNo=LL-2', { orders, order: null }, { readContacts: support });
  const around = '/complaint?problemType=1&sessionId=s-1&lang=2';
  expect(links(blocked.html)).toContain(around);
  const { html } = await openPage(around, {
    answers: { openComplaint: aComplaintStart({ orders, order: null }) },
  });
  expect(links(html)).toContain('/complainPageNext?problemType=1&problemSonType=13&sessionId=s-1&lang=2');
  expect(html).toMatch(/<details[^>]* open=""/);
});

test('personal data opens its requests beside a complaint about them; a backend without requests has one line', async () => {
  const types = [{ typeId: '4', title: 'Datos personales' }];
  const dataRequests = [{ typeId: '41', title: 'Copia de datos (acceso)' }];
  const { html, text } = await open('&problemType=4', { types, dataRequests });
  expect(html).toMatch(/<details[^>]* open=""/);
  expect(text).toMatch(/Copia de datos \(acceso\).*Quejarme de cómo usan mis datos/);
  expect(links(html)).toEqual(
    expect.arrayContaining([
      '/complainPageNext?problemType=4&problemSonType=41&sessionId=s-1&lang=2',
      '/complainPageNext?problemType=4&sessionId=s-1&lang=2',
    ]),
  );
  const plain = await open('', { types });
  expect(plain.text).not.toContain('Quejarme');
  expect(links(plain.html)).toContain('/complainPageNext?problemType=4&sessionId=s-1&lang=2');
  const filed = '&filed=QJ-2026-000123-38&problemSonType=41&answerBy=2027-01-06';
  expect((await open(filed)).text).toContain(
    'Recibimos su solicitud sobre sus datos. Folio QJ-2026-000123-38',
  );
});

test('a hostile address of customer service is a text, not a link', async () => {
  const start = { order: aComplaintOrder({ allowsCollection: false }) };
  const hostile = { phone: 'javascript:alert(1)', whatsapp: '', email: 'a@b.test?bcc=x@y.test&body=hi' };
  const { html } = await open('', start, { readContacts: hostile });
  expect(html).not.toContain('href="javascript');
  expect(links(html).filter((link) => link.startsWith('mailto:'))).toEqual([]);
});

test('[COMP-4] a complaint that was just filed shows its folio, and nothing else from the address', async () => {
  expect((await open('&filed=QJ-2026-000123-38')).text).toContain('Folio QJ-2026-000123-38');
  const filed = '&filed=QJ-2026-000123-38';
  expect((await open(`${filed}&answerBy=2027-01-06`)).text).toContain(
    'Le respondemos a más tardar el 2027-01-06.',
  );
  expect((await open(`${filed}&answerBy=never`)).text).not.toContain('a más tardar');
  const forged = await open('&filed=Call+me');
  expect(forged.text).toContain('Recibimos su queja.');
  expect(forged.text).not.toContain('Call me');
  expect((await open()).text).not.toContain('Recibimos su queja.');
});

test('a borrower without orders is not asked for one', async () => {
  const { text } = await open('', { orders: [] });
  expect(text).not.toContain('¿Sobre qué préstamo?');
  expect(text).toContain('Amenazas');
});

test('[SESS-4] without a session the page forces login', async () => {
  const { status, html } = await openPage('/complaint', {
    answers: { openComplaint: refused('session-required') },
  });
  expect(status).toBe(401);
  expect(html).not.toContain('complainPageNext');
});

test('[COMP-1] where the backend names no types the page says where else to turn', async () => {
  const { html, text } = await open('', { types: [] }, { readContacts: support });
  expect(text).toContain('Cuéntelo a atención a clientes, por teléfono o por correo:');
  expect(links(html)).toEqual(
    expect.arrayContaining([
      'tel:8001234567',
      'mailto:ayuda@llano.test',
      '/customerService?sessionId=s-1&lang=2',
    ]),
  );
});
