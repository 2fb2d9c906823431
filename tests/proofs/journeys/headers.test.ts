import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendComplaint, sendComplaintImage } from '#contract/calls/complaint.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { listComplaints } from '#contract/host/complaint.ts';
import { listLoans } from '#contract/host/loan.ts';
import { screenLink } from '#contract/page-query.ts';
import { complaintImagePath } from '#desk/paths.ts';
import { smallImage } from '#fixtures/images.ts';
import { chargeDisputePath } from '#pages/charge-dispute/charges.tsx';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { credentials, jsonRequest, signedRequest } from '#tests/setup/lending-service.ts';
import { testLlano } from '#tests/setup/llano.ts';

const origin = 'https://pay.example';
const llano = await testLlano({ MODE: 'development', DESK: 'local', H5_BASE: origin });
const session = await newBorrower(llano);
const loan = await paidOutLoan(llano, session);
const key = { productId: loan.productId, orderId: loan.orderId };

type Headers = Readonly<Record<string, string>>;

/** What every answer is sent with. */
const everywhere = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-request-id': '…',
} as const;

/** What whatever a borrower opens is sent with. */
const ofPages = {
  ...everywhere,
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; connect-src 'self'; font-src 'none'; form-action 'self'; frame-ancestors 'self'; frame-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; script-src 'self' 'nonce-…'; style-src 'nonce-…'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types llano 'allow-duplicates'",
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), payment=(), geolocation=(self)',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;

/** What whatever is at the desk is sent with. */
const ofDesk = {
  ...ofPages,
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; connect-src 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'self' data:; script-src 'none'; style-src 'nonce-…'",
  'permissions-policy': 'camera=(), microphone=(), payment=(), geolocation=()',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

const html = { 'content-type': 'text/html; charset=UTF-8', vary: 'Accept-Encoding' } as const;
const json = { 'content-type': 'application/json' } as const;
const neverKept = { 'cache-control': 'no-store' } as const;

/** Of the connection, the moment and the length; none of them says what a browser may do. */
const ofTransfer = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'last-modified',
  'transfer-encoding',
];

async function open(path: string, init: RequestInit = {}) {
  const headers = { 'Accept-Encoding': 'identity', Origin: origin, ...(init.headers as Headers) };
  const answer = await fetch(llano.address + path, { redirect: 'manual', ...init, headers });
  const entries = [...answer.headers].filter(([name]) => !ofTransfer.includes(name));
  const shown = entries.map(([name, value]) => {
    if (name === 'x-request-id') return [name, value.replace(/^[\da-f-]{36}$/, '…')];
    return [name, value.replaceAll(/'nonce-[\w+/]{22}=='/g, "'nonce-…'")];
  });
  return { status: answer.status, headers: Object.fromEntries(shown) as Headers, answer };
}

const expectHeaders = async (
  { status, headers }: Awaited<ReturnType<typeof open>>,
  expectation: Headers,
  wantedStatus = 200,
) => {
  expect(headers).toEqual(expectation);
  expect(status).toBe(wantedStatus);
};

const page = (path: string, own: Readonly<Record<string, string>> = {}) =>
  screenLink(
    path,
    { ...session, appVersion: '', clientType: 'h5', merchantNumber: '', mobilePhone: '', language: 'es' },
    own,
  );
const posted = async (request: Request): Promise<[string, RequestInit]> => [
  new URL(request.url).pathname,
  { method: 'POST', headers: Object.fromEntries(request.headers), body: await request.text() },
];

test('the headers of a page of a borrower', async () => {
  const loanFacts = { 'x-loan-payments': '0-0', 'x-order-status': 'to-repay' };
  await expectHeaders(await open(page('/order', key)), { ...ofPages, ...html, ...neverKept, ...loanFacts });
  await expectHeaders(await open('/'), { ...ofPages, ...html, ...neverKept });
});

test('a page has a nonce of its own, and its styles and scripts have it', async () => {
  const [{ answer }, other] = [await open('/'), await open('/')];
  const nonceOf = ({ headers }: Response) =>
    /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
  expect(nonceOf(answer)).not.toBe(nonceOf(other.answer));
  const inline = [...(await answer.text()).matchAll(/<(?:style|script)[^>]*>/g)].map(([tag]) => tag);
  expect(inline.length).toBeGreaterThan(0);
  // Data that no browser runs needs none.
  const isRun = (tag: string) => !/ src=| type="application\/json"/.test(tag);
  expect(inline.filter((tag) => isRun(tag) && !tag.includes(`nonce="${nonceOf(answer)}"`))).toEqual([]);
});

test('the headers of the page of a problem', async () => {
  await expectHeaders(await open('/nowhere'), { ...ofPages, ...html, ...neverKept }, 404);
});

test('the headers of a redirect', async () => {
  const answer = await open(page(chargeDisputePath, { ...key, charge: 'none' }));
  await expectHeaders(answer, { ...ofPages, ...neverKept, location: page('/order', key) }, 303);
});

test('the headers of a PDF', async () => {
  const expectation = {
    ...{ ...ofPages, ...neverKept, 'content-type': 'application/pdf' },
    'content-disposition': `attachment; filename="Contrato-${loan.orderNumber}.pdf"`,
  };
  await expectHeaders(await open(page('/agreement.pdf', { orderNo: loan.orderNumber })), expectation);
});

test('the headers of an image of ours, and the manifest that names it', async () => {
  const icon = { 'cache-control': 'public, max-age=86400', 'content-type': 'image/png' };
  await expectHeaders(await open('/icon-192.png'), { ...ofPages, ...icon });
  const manifest = {
    'cache-control': 'public, max-age=3600',
    'content-type': 'application/manifest+json',
    vary: 'Accept-Encoding',
  };
  await expectHeaders(await open('/manifest.webmanifest'), { ...ofPages, ...manifest });
});

test('the headers of a file of the build, and the worker', async () => {
  const files = readdirSync(join(import.meta.dirname, '../../../build/client/assets'));
  const script = { 'content-type': 'text/javascript; charset=utf-8' };
  await expectHeaders(await open(`/assets/${files.find((file) => file.endsWith('.js'))}`), {
    ...{ ...everywhere, ...script, 'cache-control': 'public, max-age=31536000, immutable' },
  });
  await expectHeaders(await open('/service-worker.js'), {
    ...everywhere,
    ...script,
    'cache-control': 'no-cache',
  });
});

test('the headers of a JSON call, done and refused', async () => {
  const expectation = { ...everywhere, ...json, ...neverKept };
  const call = jsonRequest(
    readLoan.path,
    { productId: key.productId, orderId: key.orderId },
    credentials(session),
  );
  await expectHeaders(await open(...(await posted(call))), expectation);
  await expectHeaders(await open(...(await posted(jsonRequest(readLoan.path, key)))), expectation, 401);
});

test('the headers of a host call, done and refused', async () => {
  const expectation = { ...everywhere, ...json, ...neverKept };
  await expectHeaders(await open(...(await posted(signedRequest(listLoans.path, {})))), expectation);
  await expectHeaders(await open(...(await posted(jsonRequest(listLoans.path, {})))), expectation, 401);
});

test('the headers of a node’s answers about itself', async () => {
  for (const path of ['/health', '/ready', '/openapi.json']) {
    await expectHeaders(await open(path), { ...everywhere, ...json });
  }
});

test('the headers at the desk: signing in, being sent there, a page, a problem, and what a borrower photographed', async () => {
  await expectHeaders(await open('/desk/sign-in'), { ...ofDesk, ...html });
  await expectHeaders(await open('/desk'), { ...ofDesk, location: '/desk/sign-in?to=%2Fdesk' }, 303);
  const signedIn = await open('/desk/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ person: 'ana' }),
  });
  const { 'set-cookie': secret = '', ...others } = signedIn.headers;
  expect(secret).toMatch(/^__Host-desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect(others).toEqual({ ...ofDesk, location: '/desk' });
  const [cookie = ''] = signedIn.answer.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '');
  const asAna = { headers: { Cookie: cookie } };
  await expectHeaders(await open('/desk/loans', asAna), { ...ofDesk, ...html });
  await expectHeaders(await open('/desk/nowhere', asAna), { ...ofDesk, ...html }, 404);
  const photo = new FormData();
  photo.append('problemImage', new File([smallImage('jpeg')], 'photo.jpg', { type: 'image/jpeg' }));
  const uploaded = await open(sendComplaintImage.path, {
    ...{ method: 'POST', headers: credentials(session), body: photo },
  });
  await expectHeaders(uploaded, { ...everywhere, ...json, ...neverKept });
  const { data } = (await uploaded.answer.json()) as { readonly data: { readonly url: string } };
  const ofPhoto = {
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': 'image/jpeg',
  };
  await expectHeaders(await open(page(data.url)), {
    ...{ ...everywhere, ...ofPhoto, 'cache-control': 'private, max-age=3600', vary: 'Cookie' },
  });
  await llano.ask(sendComplaint, { ...wholeDraft, images: [data.url] }, session);
  const { complaints } = await llano.tell(listComplaints, { state: 'received' });
  const { folio = '' } = complaints[0] ?? {};
  const { 'content-disposition': _inline, ...atDesk } = ofPhoto;
  await expectHeaders(await open(complaintImagePath(folio, data.url.split('/').at(-1) ?? ''), asAna), {
    ...{ ...ofDesk, ...atDesk },
  });
});
