import { expect, test } from 'vitest';
import type { CallFailure } from '#contract/client.ts';
import { aComplaintOrder, aComplaintStart } from '#fixtures/complaint-views.ts';
import { failure, openPage, refused, requestPage } from '#tests/setup/open-page.ts';

const image = '/user-problem/problem-img/5b1e.jpg';
const filed = { complaintId: '4021', folio: 'QJ-2026-000123-38' };

function open(
  query: string,
  {
    form,
    answers = {},
    start = {},
  }: {
    form?: Readonly<Record<string, string>>;
    answers?: Readonly<Record<string, unknown>>;
    start?: Parameters<typeof aComplaintStart>[0];
  } = {},
) {
  return openPage(`/complainPageNext?${query}&sessionId=s-1&lang=2`, {
    answers: { openComplaint: aComplaintStart(start), ...answers },
    ...(form && { form }),
  });
}

test('[COMP-2] the page shows type and subtype, the order, the counter, the picker and the button', async () => {
  const { text, html } = await open('problemType=1&problemSonType=13&orderNo=LL-2026-118204');
  expect(text).toMatch(/Cobranza ?Amenazas.*Sobre el préstamo LL-2026-118204, Llano 120/);
  expect(text).toMatch(/0\/200.*0\/9.*Enviar queja/);
  expect(html).toMatch(/<textarea[^>]*maxLength="200"/i);
  expect(html).toMatch(
    /<input type="file"(?=[^>]* accept="image\/\*")(?=[^>]* multiple)[^>]* name="problemImage"/,
  );
});

test('a data request is sent by a form that says so, with its subtype, and leads to its own confirmation', async () => {
  const start = {
    types: [{ typeId: '4', title: 'Datos personales' }],
    dataRequests: [{ typeId: '41', title: 'Copia de datos (acceso)' }],
  };
  const query = 'problemType=4&problemSonType=41';
  const { text, title } = await open(query, { start });
  expect(title).toBe('Solicitud sobre sus datos');
  expect(text).toMatch(/¿Qué pide y sobre qué datos\?.*Enviar solicitud/);
  expect(text).not.toContain('Enviar queja');
  const sent = await open(query, { start, form: { content: 'Todo.' }, answers: { sendComplaint: filed } });
  expect(sent.location).toBe('/complaint?problemSonType=41&filed=QJ-2026-000123-38&sessionId=s-1&lang=2');
  expect(sent.calls.at(-1)?.request).toMatchObject({ typeId: '4', subtypeId: '41', content: 'Todo.' });
  const complaint = await open('problemType=4', { start });
  expect(complaint.text).toContain('Enviar queja');
  expect((await open('problemType=4&problemSonType=99', { start })).status).toBe(303);
});

test.each([
  ['problemType=7', 'an unknown type'],
  ['problemType=1', 'collection without a subtype'],
  ['problemType=1&problemSonType=99', 'an unknown subtype'],
  ['problemType=1&problemSonType=11&orderNo=LL-2', 'collection on an order that does not support it'],
])('[COMP-1] %s leads back to the start: %s', async (query) => {
  const orders = [aComplaintOrder({ orderNumber: 'LL-2', allowsCollection: false })];
  const { status, location } = await open(query, { start: { orders } });
  expect(status).toBe(303);
  expect(location).toMatch(/^\/complaint\?.*sessionId=s-1&lang=2$/);
});

test('[COMP-4] without script a filed complaint leads to the start with its folio', async () => {
  const { status, location, calls } = await open('problemType=1&problemSonType=13&orderNo=LL-2026-118204', {
    form: { content: ' Llaman\r\nde noche. ', image },
    answers: { sendComplaint: filed },
  });
  expect(status).toBe(303);
  expect(location).toBe('/complaint?filed=QJ-2026-000123-38&sessionId=s-1&lang=2');
  expect(calls.at(-1)).toEqual({
    name: 'sendComplaint',
    request: {
      typeId: '1',
      subtypeId: '13',
      orderNumber: 'LL-2026-118204',
      content: 'Llaman\nde noche.',
      images: [image],
    },
  });
});

test('a backend that gives no folio is thanked all the same', async () => {
  const { location } = await open('problemType=2', {
    form: { content: 'Algo.' },
    answers: { sendComplaint: { complaintId: null, folio: '' } },
  });
  expect(location).toBe('/complaint?filed=1&sessionId=s-1&lang=2');
});

test.each([
  ['', 'Escriba su opinión y sus sugerencias'],
  ['\u200b \n', 'Escriba su opinión y sus sugerencias'],
  ['ñ'.repeat(201), 'El texto tiene más de 200 caracteres. Acórtelo y envíelo otra vez.'],
])('[COMP-2] %j is refused with a reason, and text and images stay', async (content, reason) => {
  const { status, text, html, calls } = await open('problemType=2', {
    form: { content, image },
  });
  expect(status).toBe(422);
  expect(text).toContain(reason);
  expect(html).toContain(`<input type="hidden" name="image" value="${image}"/>`);
  expect(calls.map(({ name }) => name)).not.toContain('sendComplaint');
});

test('[COMP-2] [COMP-3] the English page uses the texts of the specification', async () => {
  const { text, html } = await openPage('/complainPageNext?problemType=2&sessionId=s-1&lang=1', {
    answers: { openComplaint: aComplaintStart() },
    form: { content: '' },
  });
  expect(text).toContain('Please provide your opinions and suggestions');
  expect(html).toContain('Charging successful!');
});

test('[COMP-2] an image is taken out without script, the others and the text stay', async () => {
  const { status, html, text } = await openPage('/complainPageNext?problemType=2&sessionId=s-1&lang=2', {
    answers: { openComplaint: aComplaintStart() },
    body: {
      method: 'POST',
      body: new URLSearchParams([
        ['content', 'Algo.'],
        ['image', image],
        ['image', '/user-problem/problem-img/9d02.jpg'],
        ['remove', image],
      ]),
    },
  });
  expect(status).toBe(200);
  expect(html).not.toContain(`value="${image}"`);
  expect(html).toContain('value="/user-problem/problem-img/9d02.jpg"');
  expect(html).toContain('src="/user-problem/problem-img/9d02.jpg?sessionId=s-1&amp;lang=2"');
  expect(text).toMatch(/1\/9/);
  expect(html).toContain('>Algo.</textarea>');
});

test('an image that may not be shown is kept all the same, and named in its place', async () => {
  const foreign = 'https://files.lender.test/x.jpg';
  const { html, text } = await open('problemType=2', { form: { content: '', image: foreign } });
  expect(html).not.toContain(`src="${foreign}"`);
  expect(html).toContain(`<input type="hidden" name="image" value="${foreign}"/>`);
  expect(text).toContain('Foto 1');
});

test('[CALL-8] with no answer at all, what was written stays in the page that says so and is sent again from it', async () => {
  const content = 'Me llaman a las 6 & "gritan".\nTodos los días.';
  const send = async (fields: Readonly<Record<string, string>>, openComplaint: CallFailure) => {
    const body = new URLSearchParams(fields);
    return openPage('/complainPageNext?problemType=2&sessionId=s-1&lang=2', {
      answers: { openComplaint },
      body: { method: 'POST', body, headers: { 'Content-Length': String(String(body).length) } },
    });
  };
  const lost = await send({ content, image }, failure({ failure: 'network' }));
  expect(lost.status).toBe(502);
  expect(lost.text).toContain('Nuestro servicio no responde');
  const again = /<form [^>]*method="post".*<\/form>/s.exec(lost.html)?.[0] ?? '';
  expect(again).toContain(
    '<input type="hidden" name="content" value="Me llaman a las 6 &amp; &quot;gritan&quot;.\nTodos los días."/>',
  );
  expect(again).toContain(`<input type="hidden" name="image" value="${image}"/>`);
  expect(again).toMatch(/<button[^>]*>Intentar otra vez<\/button>/);
  // Of a larger one nothing is read before it is known who sends it.
  const large = await send({ content: 'x'.repeat(70_000) }, failure({ failure: 'network' }));
  expect(large.html).not.toContain('<form');
  const unknown = await send({ content }, refused('session-required'));
  expect(unknown.html).not.toContain('gritan');
});

test('[CALL-8] when sending fails, the reason stands beside the form and all is still there', async () => {
  const form = { content: 'Algo.', image };
  const lost = await open('problemType=2', {
    form,
    answers: { sendComplaint: failure({ failure: 'network' }) },
  });
  expect(lost.status).toBe(502);
  expect(lost.text).toContain('no es su conexión. Lo que escribió sigue aquí');
  expect(lost.html).toContain('>Algo.</textarea>');
  const gone = await open('problemType=2', {
    form,
    answers: { sendComplaint: refused('complaint-image-unknown', 'Una de las imágenes ya no está.') },
  });
  expect(gone.status).toBe(422);
  expect(gone.text).toContain('Una de las imágenes ya no está.');
});

test('[COMP-2] the form is an island: its module comes from a file of its own, with what it is shown from', async () => {
  const { html, script } = await open('problemType=2&userId=rosa', { form: { content: '', image } });
  expect(script).toBe('complaint-next');
  const [, address, properties = ''] = /data-island="([^"]*)" data-properties="([^"]*)"/.exec(html) ?? [];
  expect(address).toBe('/assets/complaint-form.js');
  expect(JSON.parse(properties.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toMatchObject({
    answer: {
      content: '',
      contentError: 'Escriba su opinión y sus sugerencias',
      images: [{ address: image, previewAddress: `${image}?userId=rosa&sessionId=s-1&lang=2` }],
    },
    usedCount: 0,
    uploadLink: '/complainImage?userId=rosa&sessionId=s-1&lang=2',
    userId: 'rosa',
    text: { uploaded: 'Foto agregada' },
  });
});

test('[COMP-2] an enhanced form is answered with its island alone, and what that is shown from', async () => {
  const { response } = await requestPage('/complainPageNext?problemType=2&sessionId=s-1&lang=2', {
    answers: { openComplaint: aComplaintStart() },
    body: {
      method: 'POST',
      body: new URLSearchParams({ content: ' ' }),
      headers: { 'X-Enhanced-Form': 'complaint-form' },
    },
  });
  expect(response.status).toBe(422);
  const html = await response.text();
  expect(html).toMatch(/^<!DOCTYPE html><title>[^<]*<\/title><div data-slot="complaint-form" data-island=/);
  expect(html).toContain('<p class="error" id="content-error" role="alert">Escriba su opinión');
  expect(html).not.toContain('<main');
});

test('[COMP-4] with script a filed complaint shows the sheet before it follows the redirect', async () => {
  const { status, headers } = await openPage('/complainPageNext?problemType=2&sessionId=s-1&lang=2', {
    answers: { openComplaint: {}, sendComplaint: filed },
    body: {
      method: 'POST',
      body: new URLSearchParams({ content: 'Algo.' }),
      headers: { 'X-Enhanced-Form': '1' },
    },
  });
  expect(status).toBe(204);
  expect(headers.get('X-Go-To')).toBe('/complaint?filed=QJ-2026-000123-38&sessionId=s-1&lang=2');
  const { html } = await open('problemType=2');
  expect(html).toMatch(/<dialog(?=[^>]* data-sent="").*Recibimos su queja.*La encuentra en Mis quejas\./s);
});
