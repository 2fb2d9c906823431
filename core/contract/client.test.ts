import { expect, test, vi } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { startStandInServer } from '#tests/providers/stand-in-server.ts';
import { readSavedCards } from './calls/card-payment.ts';
import { readAgreement, sendRating } from './calls/loan.ts';
import { acceptOffer, readOffer } from './calls/offer.ts';
import { requestRegistrationCode, startPromotionVisit } from './calls/registration.ts';
import { callTimeoutMs, createContractClient } from './client.ts';
import { type PageQuery, readPageQuery } from './page-query.ts';

const query: PageQuery = readPageQuery(
  new URLSearchParams(
    'deviceId=d-1&appVersion=2.0&userId=u-1&sessionId=s-1&clientType=android&merchantNumber=M1&mobilePhone=5512345678&lang=1',
  ),
);

function clientAnswering(body: unknown, init: ResponseInit = {}) {
  const requests: Request[] = [];
  const client = createContractClient({
    fetch: async (request) => {
      requests.push(request);
      return Response.json(body, init);
    },
    apiBase: 'https://lender.example/base/',
    defaultMerchantNumber: 'LL0001',
  });
  const requestMade = () => {
    const [request] = requests;
    if (!request) throw new Error('no request was made');
    return request;
  };
  return { client, requests, requestMade };
}

const acceptance = {
  amountMinor: minorAmount(500_000),
  term: { count: 120, unit: 'day' },
  productId: 'mx-120',
  quoteId: null,
};

test('[CALL-1] the JSON client sends five headers from the page query', async () => {
  const { client, requestMade } = clientAnswering({ success: true, data: null });
  await client.call(sendRating, { score: 5, orderId: null }, query);
  const { headers } = requestMade();
  expect(headers.get('X-Device-Id')).toBe('d-1');
  expect(headers.get('X-App-Version')).toBe('2.0');
  expect(headers.get('X-User-Id')).toBe('u-1');
  expect(headers.get('X-Session-Id')).toBe('s-1');
  expect(headers.get('X-Language')).toBe('1');
  expect(headers.get('Content-Type')).toBe('application/json');
});

test('[CALL-2] the form client sends a form and two headers', async () => {
  const { client, requestMade } = clientAnswering({ code: '0', message: '', data: null });
  const origin = { appFrom: '', userFrom: '', utmTag: '' };
  const registration = {
    templateId: '2',
    phone: '5512345678',
    captchaText: 'ab',
    registrationId: 's',
    deviceId: 's',
    appName: 'Llano',
    proof: null,
  };
  await client.call(requestRegistrationCode, { ...origin, ...registration }, query);
  const request = requestMade();
  expect(request.headers.get('Content-Type')).toMatch(/^application\/x-www-form-urlencoded/);
  expect(request.headers.get('X-Session-Id')).toBe('s-1');
  expect(request.headers.get('X-Merchant-Number')).toBe('M1');
  expect(request.headers.get('X-Device-Id')).toBeNull();
  expect(new URLSearchParams(await request.text()).get('phone')).toBe('5512345678');
});

test('[CALL-2] a POST of the form client has the content type of a form, also with its fields in the query', async () => {
  const { client, requestMade } = clientAnswering({ code: '00', data: {} });
  await client.call(readSavedCards, { orderId: 'o-1' }, query);
  const { method, headers } = requestMade();
  expect(method).toBe('POST');
  expect(headers.get('Content-Type')).toMatch(/^application\/x-www-form-urlencoded/);
});

test('[CALL-2] the default merchant number stands in the header of a page that has none', async () => {
  const { client, requestMade } = clientAnswering({ code: '00', data: {} });
  await client.call(readSavedCards, { orderId: 'o-1' }, { ...query, merchantNumber: '' });
  expect(requestMade().headers.get('X-Merchant-Number')).toBe('LL0001');
});

test('[CALL-3] every call says XMLHttpRequest', async () => {
  const { client, requestMade } = clientAnswering({ success: true, data: null });
  await client.call(sendRating, { score: 5, orderId: null }, query);
  expect(requestMade().headers.get('X-Requested-With')).toBe('XMLHttpRequest');
});

test('[SESS-2] the common parameters and a default merchant number are on every call', async () => {
  const { client, requestMade } = clientAnswering({ success: true, data: null });
  await client.call(sendRating, { score: 5, orderId: null }, { ...query, merchantNumber: '' });
  const url = new URL(requestMade().url);
  expect(url.pathname).toBe('/base/v3/loan-details/google-score');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    deviceId: 'd-1',
    appVersion: '2.0',
    userId: 'u-1',
    sessionId: 's-1',
    clientType: 'android',
    merchantNumber: 'LL0001',
    mobilePhone: '5512345678',
    lang: '1',
  });
});

test('[CALL-4] a result holds success, code, message, data and the raw response', async () => {
  const raw = { code: '0', message: 'ok', data: { sid: 'abc' } };
  const { client } = clientAnswering(raw);
  expect(await client.call(startPromotionVisit, {} as never, query)).toMatchObject({
    success: true,
    code: '0',
    message: 'ok',
    raw,
  });
});

test('[CALL-4] a refusal is passed through with its code and message', async () => {
  const { client } = clientAnswering({ code: '800005', message: 'No repita' }, { status: 409 });
  expect(await client.call(readSavedCards, { orderId: 'o-1' }, query)).toMatchObject({
    success: false,
    failure: 'refused',
    code: '800005',
    errorCode: 'submission-repeated',
    message: 'No repita',
    status: 409,
  });
});

test('[CALL-3] a v3 refusal with status 200 is a refusal all the same', async () => {
  const { client } = clientAnswering({ success: false, message: 'No disponible' });
  expect(await client.call(readAgreement, { orderNumber: 'LL-1' }, query)).toMatchObject({
    success: false,
    failure: 'refused',
    message: 'No disponible',
    errorCode: null,
  });
});

test('[CALL-8] an unreachable backend is a network failure, not an exception', async () => {
  const { origin: apiBase, close } = await startStandInServer(() => undefined);
  await close();
  const client = createContractClient({
    fetch,
    apiBase,
    defaultMerchantNumber: 'LL0001',
  });
  expect(await client.call(acceptOffer, acceptance, query)).toMatchObject({
    success: false,
    failure: 'network',
  });
});

test('[CALL-8] a redirect of the backend is not followed: the session goes nowhere else, and nothing is sent twice', async () => {
  const requests: string[] = [];
  const server = await startStandInServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  const apiBase = server.origin;
  const client = createContractClient({ fetch, apiBase, defaultMerchantNumber: 'LL0001' });
  expect(await client.call(acceptOffer, acceptance, query)).toMatchObject({ success: false });
  expect(await client.call(readOffer, { productId: 'p', isReload: false }, query)).toMatchObject({
    success: false,
  });
  expect(requests.map((url) => url.split('?')[0])).toEqual([acceptOffer.path, readOffer.path]);
  await server.close();
});

test('[CALL-3] [CALL-8] a backend that hangs is a time-out after 60 seconds, not before', async () => {
  vi.useFakeTimers();
  try {
    const client = createContractClient({
      fetch: () => new Promise(() => {}),
      apiBase: 'http://127.0.0.1',
      defaultMerchantNumber: 'LL0001',
    });
    const settled = vi.fn();
    const call = client.call(acceptOffer, acceptance, query).then(settled);
    await vi.advanceTimersByTimeAsync(callTimeoutMs - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(callTimeoutMs).toBe(60_000);
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ success: false, failure: 'timeout' }));
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['a page instead of JSON', new Response('<html>', { status: 200 })],
  ['an envelope without data', Response.json({ success: true })],
  ['a text in place of data', Response.json({ success: true, data: '5512345678' })],
  ['nothing', new Response(null, { status: 204 })],
])('%s is malformed, never half an answer', async (_name, answer) => {
  const client = createContractClient({
    fetch: async () => answer,
    apiBase: 'http://127.0.0.1',
    defaultMerchantNumber: 'LL0001',
  });
  expect(await client.call(acceptOffer, acceptance, query)).toMatchObject({
    success: false,
    failure: 'malformed',
  });
});

test('[MONEY-3] a bad row or field is left out and reported, and the rest of the answer is there', async () => {
  const faults: { path: string }[] = [];
  const client = (data: unknown) =>
    createContractClient({
      fetch: async () => Response.json({ success: true, data }),
      apiBase: 'http://127.0.0.1',
      defaultMerchantNumber: 'LL0001',
      reportFault: (fault) => faults.push(fault),
    });
  const offer = {
    amount: 500_000,
    periods: 4,
    termUnit: 'week',
    loanRate: { percent: 1 },
    details: [{ text: 'a', value: 'b' }, null, { text: ['c'], value: 'd' }],
    repay_plans: [
      { title: '1', amount: 142_281 },
      { title: '2', amount: 1401.36 },
      { title: '3', amount: 137_991 },
    ],
  };
  const result = await client(offer).call(readOffer, { productId: 'p', isReload: false }, query);
  expect(result).toMatchObject({
    success: true,
    data: {
      dailyRate: '',
      details: [{ label: 'a', value: 'b' }],
      plan: [{ amountMinor: 142_281 }, { amountMinor: 137_991 }],
    },
  });
  expect(faults.map(({ path }) => path).sort()).toEqual(
    ['details.1', 'details.2.text', 'loanRate', 'repay_plans.1.amount'].sort(),
  );
  const whole = await client({ ...offer, amount: null }).call(
    readOffer,
    { productId: 'p', isReload: false },
    query,
  );
  expect(whole).toMatchObject({ success: false, failure: 'malformed' });
  expect(faults.at(-1)?.path).toBe('amount');
});

test('a fault is reported with its call and the field at fault, never with a value', async () => {
  const faults: unknown[] = [];
  const client = (answer: () => Response) =>
    createContractClient({
      fetch: async () => answer(),
      apiBase: 'http://127.0.0.1',
      defaultMerchantNumber: 'LL0001',
      headers: () => ({ Authorization: 'Bearer a-credential' }),
      reportFault: (fault) => faults.push(fault),
      isFaultReported: true,
    });
  const field = () => Response.json({ success: true, data: { amount: '5512345678.5' } });
  expect(await client(field).call(readOffer, { productId: 'mx-120', isReload: false }, query)).toMatchObject({
    detail: 'readOffer · malformed · 200 · amount',
  });
  const broken = () => {
    throw new TypeError('https://lender.example/?sessionId=s-1 cannot be reached');
  };
  await client(broken).call(acceptOffer, acceptance, query);
  await client(() => Response.json({ success: false, code: '1' })).call(acceptOffer, acceptance, query);
  expect(faults).toEqual([
    { call: 'readOffer', failure: 'malformed', status: 200, path: 'amount' },
    { call: 'acceptOffer', failure: 'network', status: null, path: '' },
  ]);
  const untold = createContractClient({
    fetch: async () => field(),
    apiBase: 'http://127.0.0.1',
    defaultMerchantNumber: 'LL0001',
  });
  expect(await untold.call(readOffer, { productId: 'mx-120', isReload: false }, query)).not.toHaveProperty(
    'detail',
  );
});

test.each([[null], [undefined], [5]])(
  '[CONFIRM-4] an acceptance that went through is no failure for its address %s',
  async (lendDetailsUrl) => {
    const { client } = clientAnswering({ success: true, data: { lendDetailsUrl } });
    expect(await client.call(acceptOffer, acceptance, query)).toMatchObject({
      success: true,
      data: { detailLink: '' },
    });
  },
);

test('[MONEY-3] an amount that is not a whole number of minor units is never sent', async () => {
  const { client, requests } = clientAnswering({ success: true, data: { lendDetailsUrl: '/x' } });
  const result = await client.call(acceptOffer, { ...acceptance, amountMinor: 0.5 as never }, query);
  expect(result).toMatchObject({ success: false, errorCode: 'request-invalid' });
  expect(requests).toHaveLength(0);
});

test('an identifier above 2^53 that is sent as a number keeps every digit, and an amount is never rounded', async () => {
  const answering = (body: string) =>
    createContractClient({
      apiBase: 'https://lender.example',
      defaultMerchantNumber: 'LL0001',
      fetch: async () => new Response(body, { headers: { 'Content-Type': 'application/json' } }),
    });
  const cards = answering(
    '{"code":"00","data":{"alipay":0,"repayToken":90071992547409931,"bankCards":[{"id":12345678901234567890,"bankName":"A 12345678901234567890"},{"id":7}]}}',
  );
  const ways = await cards.call(readSavedCards, { orderId: '1' }, query);
  expect(ways.success && ways.data).toMatchObject({
    repayToken: '90071992547409931',
    cards: [{ cardId: '12345678901234567890', bankName: 'A 12345678901234567890' }, { cardId: '7' }],
  });
  const agreement = answering(
    '{"success":true,"data":{"mount":9007199254740993,"contractAmount":1,"commission":0,"Interest":0,"IVA":0,"giveAmount":1}}',
  );
  expect(await agreement.call(readAgreement, { orderNumber: '1' }, query)).toMatchObject({
    success: false,
    failure: 'malformed',
  });
});
