import { expect, test } from 'vitest';
import { aComplaintDetail, aComplaintEntry } from '#fixtures/complaint-views.ts';
import { failure, openPage, refused } from '#tests/setup/open-page.ts';

const session = 'sessionId=s-1&lang=2';

function openDetails(
  change: Parameters<typeof aComplaintDetail>[0],
  {
    query = '',
    form,
    answers = {},
  }: {
    query?: string;
    form?: Readonly<Record<string, string>>;
    answers?: Readonly<Record<string, unknown>>;
  } = {},
) {
  return openPage(`/complainDetails?problemId=4021&${session}${query}`, {
    answers: { readComplaint: aComplaintDetail(change), ...answers },
    ...(form && { form }),
    dependencies: { imageOrigins: ['https://files.lender.test'] },
  });
}

const tabs = [
  { title: 'En curso', tabId: 'open', entries: [aComplaintEntry()], nextCursor: '123' },
  { title: 'Respondidas', tabId: 'handled', entries: [], nextCursor: null },
];

test('[COMP-5] an entry shows time, problem type, content, state and folio, and leads to its details', async () => {
  const { text, html, script } = await openPage(`/complaintList?${session}`, {
    answers: { readComplaints: { tabs } },
  });
  expect(text).toMatch(/En curso ?Respondidas/);
  expect(text).toMatch(
    /2026-11-20 09:14:03 ?Tipo de problema ?Cobranza ?Llaman de noche\. ?Folio QJ-2026-000123-38 ?Respuesta a más tardar el 2027-01-06 ?En revisión/,
  );
  expect(html).toContain('href="/complainDetails?problemId=4021&amp;sessionId=s-1&amp;lang=2"');
  expect(html).toContain('href="/complaintList?tab=open&amp;cursor=123&amp;sessionId=s-1&amp;lang=2"');
  expect(script).toBeNull();
});

test('[COMP-5] a later page asks for its tab from the cursor on', async () => {
  const { calls } = await openPage(`/complaintList?tab=open&cursor=123&${session}`, {
    answers: { readComplaints: { tabs } },
  });
  expect(calls.map(({ request }) => request)).toEqual([
    { tabId: null, cursor: null },
    { tabId: 'open', cursor: '123' },
  ]);
});

test('[COMP-5] a backend that sends only what the specification names has its tabs by their place', async () => {
  const plain = [
    { title: 'Uno', tabId: null, nextCursor: null, entries: [] },
    { title: 'Dos', tabId: null, nextCursor: null, entries: [aComplaintEntry({ folio: '', state: '' })] },
  ];
  const { text, html } = await openPage(`/complaintList?tab=1&${session}`, {
    answers: { readComplaints: { tabs: plain } },
  });
  expect(html).toMatch(/aria-current="page">Dos</);
  expect(text).toContain('Llaman de noche.');
  expect(text).not.toContain('Folio');
});

test('[COMP-6] the details show type, content, images and the answer with its images', async () => {
  const { text, html } = await openDetails({
    images: ['/user-problem/problem-img/a.jpg', 'https://evil.test/x.jpg', 'https://files.lender.test/b.jpg'],
    reply: 'Ya no llamarán.',
    replyImages: ['/user-problem/problem-img/c.jpg'],
    progress: [
      { state: 'received', time: '2026-11-20 09:14:03' },
      { state: 'answered', time: '2026-11-20 16:40:11' },
      { state: 'escalated', time: '2026-11-21 10:00:00' },
    ],
  });
  expect(text).toMatch(/Cobranza ?Llamadas a familiares ?Folio ?QJ-2026-000123-38/);
  expect(text).toMatch(/Recibida ?2026-11-20 09:14 ?Respondida ?2026-11-20 16:40 ?escalated/);
  expect(text).toMatch(/Llaman de noche\..*Respuesta ?Ya no llamarán\./);
  const shown = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src?.replaceAll('&amp;', '&'));
  expect(shown).toEqual([
    `/user-problem/problem-img/a.jpg?${session}`,
    'https://files.lender.test/b.jpg',
    `/user-problem/problem-img/c.jpg?${session}`,
  ]);
});

test('[COMP-6] a rating is asked for only when the backend wants one', async () => {
  expect((await openDetails({})).html).not.toContain('name="score"');
  const answer = await openDetails({ asksForRating: true, reply: 'Listo.' });
  expect(answer.html).toContain('<dialog');
  expect(answer.html).toContain('data-opens-itself=""');
  expect(answer.script).toBe('complaint-details');
  expect(answer.textWithoutScript).toContain('¿Cómo atendimos su queja?');
});

test('[COMP-6] a rating is sent with the complaint it is about, and thanked for', async () => {
  const sent = await openDetails(
    { asksForRating: true },
    { form: { score: '4' }, answers: { sendRating: null } },
  );
  expect(sent.calls.at(-1)).toEqual({
    name: 'sendRating',
    request: { score: 4, orderId: null, complaintId: '4021' },
  });
  expect(sent.location).toBe(`/complainDetails?problemId=4021&thanks=1&${session}`);
  expect((await openDetails({ score: 4 }, { query: '&thanks=1' })).text).toMatch(
    /Gracias por su calificación\..*Su calificación: 4 de 5/,
  );
});

test('[COMP-6] a rating without a star is asked for again', async () => {
  for (const form of [{}, { score: '9' }, { score: 'x' }]) {
    const { status, html } = await openDetails({ asksForRating: true }, { form });
    expect(status).toBe(422);
    expect(html).toContain('Elija de 1 a 5 estrellas para calificar.');
  }
});

test('[CALL-8] a rating that was not sent says so in its sheet, and without script beside the stars', async () => {
  const { status, html, textWithoutScript } = await openDetails(
    { asksForRating: true },
    { form: { score: '4' }, answers: { sendRating: failure({ failure: 'timeout' }) } },
  );
  expect(status).toBe(504);
  expect(html).toMatch(/<dialog.*data-slot="problem"><p[^>]*>La respuesta tarda demasiado/s);
  expect(textWithoutScript).toContain('La respuesta tarda demasiado');
});

test.each([true, false])(
  '[COMP-6] [CALL-4] a rating that cannot be sent any more says why on the complaint as it is now, asked for still: %s',
  async (asksForRating) => {
    const sendRating = refused('status-conflict', 'Ya calificó esta respuesta.');
    const { status, textWithoutScript } = await openDetails(
      { asksForRating },
      { form: { score: '4' }, answers: { sendRating } },
    );
    expect(status).toBe(409);
    expect(textWithoutScript).toContain('Ya calificó esta respuesta.');
  },
);

test('[SESS-4] a complaint of another borrower is not found', async () => {
  const { status } = await openDetails({}, { answers: { readComplaint: refused('not-found') } });
  expect(status).toBe(404);
});

test('a text in a complaint is text, whatever it looks like', async () => {
  const { html } = await openDetails({
    content: '<img src=x onerror=alert(1)>',
    reply: '<script>1</script>',
  });
  expect(html).not.toContain('<img src=x');
  expect(html).not.toContain('<script>1');
});

test('[COMP-6] after a rating the page asks for none, even if the backend still does', async () => {
  const { text, html } = await openDetails({ asksForRating: true }, { query: '&thanks=1' });
  expect(text).toContain('Gracias por su calificación.');
  expect(html).not.toContain('name="score"');
});
