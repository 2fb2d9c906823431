import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPages, type TestPages } from '#tests/setup/llano.ts';
import { startExampleBackend } from '../../examples/backend/backend.ts';

let backend: Awaited<ReturnType<typeof startExampleBackend>>;
let pages: TestPages;

beforeAll(async () => {
  backend = await startExampleBackend(0);
  pages = await startTestPages(backend.address);
});

afterAll(() => Promise.all([pages.close(), backend.close()]));

const session = { sessionId: 'of-the-lender', userId: '90817', deviceId: 'device-1' };
const order = { productId: 'mx-120', orderId: '0197f6a2', orderNo: 'LL-1' };
const code = { requestType: 1, amount: 152_748, payCode: '999180010023456788' };

const runs = [
  { language: 'es', hasScript: true },
  { language: 'es', hasScript: false },
  { language: 'en', hasScript: true },
  { language: 'en', hasScript: false },
] as const;

test.each(runs)(
  '[CALL-7] a backend written from the document alone serves every screen, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const visitor = await pages.visit({ language, hasScript, session });
    for (const [path, shown] of [
      ['/confirmLoan', /(\$|₹) 5\.000,00/],
      ['/loanDetail', /LL-1/],
      ['/order', /LL-1/],
      ['/repay', /(\$|₹) 1\.527,48/],
      ['/repayDelay', /(\$|₹) 224,22/],
      ['/carpmm', /(\$|₹) 1\.527,48/],
      ['/contract', /Rosa Medina/],
      ['/payWay', /4417/],
      ['/complaint', /LL-1/],
      ['/complaintList', /./],
      ['/customerService', /800 000 0000/],
    ] as const) {
      const response = await visitor.open(path, { ...order, ...code });
      expect(response.status(), path).toBe(200);
      await visitor.see(shown);
    }
  },
);

test.each(runs)(
  '[CALL-7] [CONFIRM-4] an offer of it is accepted and leads to its loan, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const visitor = await pages.visit({ language, hasScript, session });
    await visitor.open('/confirmLoan', order);
    const response = await visitor.follow(visitor.page.getByRole('button', { name: /^(Aceptar|Accept)/ }));
    const { pathname, searchParams } = new URL(response.url());
    expect(pathname).toBe('/loanDetail');
    expect(searchParams.get('from')).toBe('confirm');
    await visitor.see(/LL-\d/);
  },
);
