import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aLoanDetail, aLoanStatement } from '#fixtures/loan-views.ts';
import { openPage, requestPage } from '#tests/setup/open-page.ts';

const megabyte = 1024 * 1024;
const problemTypes = {
  types: [
    { typeId: '1', title: 'Cobranza' },
    { typeId: '2', title: 'Cobro' },
  ],
  collectionSubtypes: [],
  dataRequests: [],
  order: null,
  orders: [],
};
const loan = aLoanDetail({ status: 'overdue', currency: 'MXN', statement: aLoanStatement({ claims: [] }) });
const session = 'sessionId=s-1&lang=2';

/** Every form of the borrower's pages that brings a file, by the module that writes it; `typed` is shown again. */
const forms = {
  'web/browser/complaint/complaint-images.tsx': {
    address: `/complainPageNext?problemType=2&${session}`,
    slots: 'problem',
    typed: { content: 'Me cobraron dos veces' },
  },
  'web/pages/payment-claim/claim-form.tsx': {
    address: `/paymentClaim?productId=mx-120&orderId=loan-1&${session}`,
    slots: 'claim-fields',
    typed: {
      amount: '1527.48',
      paidOn: '2027-01-21',
      channel: 'store',
      trackingKey: 'folio 77',
      currency: 'MXN',
    },
  },
} as const;
/** Others: of the desk, which its own tests send, and one that is sent nowhere. */
const otherForms = [
  'web/desk/complaint/answer-form.tsx',
  'web/desk/payment-claim/record-by-hand.tsx',
  'web/desk/settlement/settlement-list.tsx',
  'web/pages/developer/preview-sections.tsx',
];

test('each field for a file is of a form that is walked', () => {
  const withFiles = globSync('web/{browser,desk,pages,ui}/**/*.tsx').filter((file) =>
    readFileSync(file, 'utf8').includes('type="file"'),
  );
  expect(withFiles.toSorted()).toEqual([...Object.keys(forms), ...otherForms].toSorted());
});

const sizes = {
  '65 kB': 65 * 1024,
  '8 MB': 8 * megabyte,
  'a byte more': 8 * megabyte + 1,
  '34 MB': 34 * megabyte,
};

const sendings = Object.entries(forms).flatMap(([file, form]) =>
  Object.entries(sizes).flatMap(([size, bytes]) =>
    [true, false].map((hasScript) => ({ file, form, size, bytes, hasScript })),
  ),
);

test.each(sendings)(
  'a photo of $size in the form of $file, script $hasScript, costs nothing that was typed',
  async ({ form: { address, slots, typed }, bytes, hasScript }) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(typed)) body.append(name, value);
    body.append('problemImage', new File([new Uint8Array(bytes)], 'recibo.jpg', { type: 'image/jpeg' }));
    // Shows the page again whatever came.
    body.append('intent', 'upload');
    const isTaken = bytes <= 8 * megabyte;
    const { response, calls } = await requestPage(address, {
      body: { method: 'POST', body, headers: hasScript ? { 'X-Enhanced-Form': slots } : {} },
      answers: {
        openComplaint: problemTypes,
        readLoan: loan,
        sendComplaintImage: { link: '/photo-1.jpg' },
        claimPayment: { failure: 'timeout', success: false, errorCode: null, message: '', status: null },
      },
    });
    expect(calls.some(({ name }) => name === 'sendComplaintImage')).toBe(isTaken);
    expect(response.status).not.toBe(413);
    const html = await response.text();
    for (const [name, value] of Object.entries(typed)) {
      if (name !== 'currency') expect(html, name).toContain(value);
    }
    if (isTaken) expect(html).toContain('/photo-1.jpg');
    else expect(html).toContain('8 MB');
  },
);

test('a form without files that is too large is refused by a page in the reader’s language', async () => {
  const { status, text } = await openPage(`/confirmLoan?${session}`, {
    body: { method: 'POST', body: new URLSearchParams({ more: 'x'.repeat(65_536) }) },
  });
  expect([status, text]).toEqual([413, expect.stringContaining('Revise los datos')]);
});
