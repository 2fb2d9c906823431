import { expect, test } from 'vitest';
import { testPreviewText } from '#content/messages/test-preview.ts';
import type { ContractClient } from '#contract/client.ts';
import { minorAmount } from '#domain/money/money.ts';
import { aLoanDetail, aLoanOffer, aLoanStatement } from '#fixtures/loan-views.ts';
import { openPage, type PageOptions, pagesDependencies, refused } from '#tests/setup/open-page.ts';
import type { PagesDependencies } from '../dependencies.ts';
import { editableNames } from './preview-values.ts';
import type { SandboxAction, SandboxLender } from './sandbox-lender.ts';

const hostPages = { ...pagesDependencies.config.hostPages, bindBank: '/app/bindBank' };

function sandboxOf(outcome = { accepted: true, detail: '' }) {
  const acts: SandboxAction[] = [];
  const sandbox: SandboxLender = {
    borrowers: async () => [
      {
        borrowerId: 'rosa',
        name: 'Rosa Medina',
        market: 'MX',
        userId: 'u-rosa',
        sessionId: '',
        hasSavedCard: false,
        today: '2026-11-20',
        mobilePhone: '5512345678',
        products: [
          { productId: 'mx-120', name: 'Llano 120' },
          { productId: 'mx-90-steps', name: 'Llano 91' },
        ],
        loans: [
          {
            loanId: 'loan-1',
            productId: 'mx-120',
            orderNumber: 'LL-2026-100001',
            currency: 'MXN',
            status: 'to-repay',
            dueMinor: 152_748,
            settlesMinor: 610_992,
            dueDate: '2026-12-20',
            extension: null,
            daysLate: 0,
            happened: [],
          },
        ],
      },
    ],
    signedIn: async (borrower, deviceId) => ({ ...borrower, sessionId: `session-on-${deviceId}` }),
    act: async (act) => {
      acts.push(act);
      return outcome;
    },
  };
  return { sandbox, acts };
}

const charge = { chargeId: 'c', sequence: 1, kind: 'penalty', chargedMinor: minorAmount(1) } as const;
const statement = aLoanStatement({ claims: [], charges: [charge] });

const repayment = {
  amountMinor: 152_748,
  channelGroups: [{ channels: [{ payCode: '' }, { payCode: '9991800000' }] }],
};

const open = (search = '', { config, dependencies, ...options }: PageOptions = {}) =>
  openPage(`/testPreview${search}`, {
    answers: {
      readRepayment: repayment,
      readExtension: repayment,
      readOffer: aLoanOffer(),
      readLoan: aLoanDetail({ isExtendable: true, statement }),
    },
    ...options,
    config: { isDevelopment: true, hostPages, ...config },
    dependencies: { sandbox: sandboxOf().sandbox, ...dependencies },
  });

const submit = (form: Record<string, string>, search = '', dependencies: PageOptions['dependencies'] = {}) =>
  open(search, { form, dependencies });

const text = testPreviewText.es;

/** The pages to open, as the list shows them. */
function pagesIn(html: string) {
  const [, list = ''] = /<h2>(?:Pantallas|Screens)<\/h2>(.*?)<\/section>/s.exec(html) ?? [];
  return [...list.matchAll(/<li[^>]*>(?:<a [^>]*href="([^"]*)">|<span[^>]*>)([^<]*)/g)].map(
    ([, href, label]) => ({
      label: label?.trim(),
      href: href?.replaceAll('&amp;', '&') ?? null,
    }),
  );
}

/** The tag of the input with a name; empty when there is none. */
function inputOf(html: string, name: string): string {
  return html.match(/<input[^>]*>/g)?.find((tag) => tag.includes(` name="${name}"`)) ?? '';
}

test('[TEST-1] in production there is no such page', async () => {
  const production = { config: { isDevelopment: false } };
  const { sandbox, acts } = sandboxOf();
  expect((await open('', production)).status).toBe(404);
  const form = { act: 'advance-days:7' };
  expect((await open('', { ...production, form, dependencies: { sandbox } })).status).toBe(404);
  expect(acts).toEqual([]);
});

test('[TEST-1] the eight values can be edited and are sent with the address, without script', async () => {
  const { html } = await open('?deviceName=Nokia%20%3C3&orderId=loan-9');
  expect(html).toContain('<form class="stack" action="/testPreview" method="get">');
  expect(editableNames).toHaveLength(8);
  for (const name of editableNames) expect(inputOf(html, name)).toContain('<input');
  expect(inputOf(html, 'deviceName')).toContain('value="Nokia &lt;3"');
  expect(inputOf(html, 'orderId')).toContain('value="loan-9"');
  expect(inputOf(html, 'sessionId')).toContain('value="session-on-preview-device"');
});

test.each([
  ['es', '2'],
  ['en', '1'],
] as const)('[TEST-1] the links open every page with the values, in %s', async (language, lang) => {
  const words = testPreviewText[language];
  const { html } = await open(
    `?lang=${lang}&deviceId=d%26d&sessionId=s&productId=p&orderId=o&advertisingId=a`,
  );
  const pages = pagesIn(html);
  expect(pages.map(({ label }) => label)).toEqual([
    ...[words.linkConfirmLoan, words.linkAgreement, words.linkBindBank],
    ...[words.linkLoanDetail, words.linkRepay, words.openPayWay, words.linkInstructionRepay],
    ...[words.linkExtensionRepay, words.linkInstructionExtend],
    ...[words.linkCustomerService, words.linkPaymentClaim, words.linkChargeDispute, words.linkComplaint],
    ...[words.linkSite, words.linkRegistration, words.linkAboutUs, words.linkPrivacyPolicy],
  ]);
  const { paths } = pagesDependencies.config;
  const links = pages.map(({ href }) => new URL(href ?? '', 'http://h5.example'));
  expect(links.map(({ pathname }) => pathname)).toEqual([
    ...[paths.confirmLoan, paths.contract, '/app/bindBank'],
    ...[paths.loanDetail, paths.repay, paths.payWay, '/carpmm', paths.repayDelay, '/carpmm'],
    ...[paths.customerService, '/paymentClaim', '/chargeDispute', paths.complaint],
    ...['/', '/registerTemplate', paths.aboutUs, paths.privacyNotice],
  ]);
  for (const { searchParams } of links) {
    expect(Object.fromEntries(searchParams)).toMatchObject({
      deviceId: 'd&d',
      sessionId: 's',
      productId: 'p',
      orderId: 'o',
      advertisingId: 'a',
      appVersion: '1.0.0',
      lang,
    });
  }
});

test('[TEST-1] the instruction pages open with an amount and a code of the order', async () => {
  const { html } = await open('?sessionId=s&orderId=loan-1');
  const instructions = pagesIn(html)
    .filter(({ href }) => href?.startsWith('/carpmm'))
    .map(({ href }) => new URLSearchParams(href?.split('?')[1]));
  expect(instructions.map((each) => each.get('requestType'))).toEqual(['1', '2']);
  for (const each of instructions) {
    expect(each.get('amount')).toBe('152748');
    expect(each.get('payCode')).toBe('9991800000');
  }
});

test('[TEST-2] shows the agreement of the loan and the initial state of its box', async () => {
  const { html } = await open('?sessionId=s&orderId=loan-1');
  const [confirm, agreement] = pagesIn(html);
  expect(new URLSearchParams(agreement?.href?.split('?')[1]).get('orderNo')).toBe('LL-2026-118204');
  expect(confirm?.label).toBe(text.linkConfirmLoan);
  expect(html).toContain('<small>AGREEMENT_BOX_MX=ticked</small>');
});

test('[TEST-2] a page that cannot be opened says why in place of a link', async () => {
  const answers = {
    readLoan: aLoanDetail({ isExtendable: false, statement: null }),
    readRepayment: refused('status-conflict', 'Este préstamo no está por pagar.'),
    readOffer: aLoanOffer(),
  };
  const { html } = await open('?sessionId=s&orderId=loan-1', { answers });
  const closed = pagesIn(html).filter(({ href }) => href === null);
  expect(closed.map(({ label }) => label)).toEqual([
    ...[text.linkRepay, text.openPayWay, text.linkInstructionRepay],
    ...[text.linkExtensionRepay, text.linkInstructionExtend, text.linkPaymentClaim, text.linkChargeDispute],
  ]);
  expect(html.match(/<small>Este préstamo no está por pagar\.<\/small>/g)).toHaveLength(3);
  expect(html).toContain(`<small>${text.notExtendable}</small>`);
});

test("a host's page that is not configured has one of ours in its place, and one elsewhere gets the values too", async () => {
  const bindBank = async (page: string) => {
    const { html } = await open('?sessionId=s', { config: { hostPages: { ...hostPages, bindBank: page } } });
    return pagesIn(html)[2]?.href;
  };
  expect(await bindBank('')).toMatch(/^\/testPreview\/bindBank\?.*sessionId=s/);
  expect(await bindBank('https://bank.example/bind?x=1')).toMatch(
    /^https:\/\/bank\.example\/bind\?x=1&.*sessionId=s/,
  );
  const standIn = (isDevelopment: boolean) =>
    openPage('/testPreview/bindBank', { config: { isDevelopment } });
  expect((await standIn(true)).text).toContain(text.bindBankHint);
  expect((await standIn(false)).status).toBe(404);
});

test('[TEST-1] a deed is done once and told on the next page, so that a reload does not repeat it', async () => {
  const { sandbox, acts } = sandboxOf();
  const answer = await submit(
    { act: 'receive-payment:152748', orderNumber: 'LL-2026-100001' },
    '?deviceId=d&lang=1',
    { sandbox },
  );
  expect(acts).toEqual([
    {
      kind: 'receive-payment',
      orderNumber: 'LL-2026-100001',
      amountMinor: 152_748,
      isDeliveredTwice: false,
    },
  ]);
  expect(answer.status).toBe(303);
  const next = new URL(answer.location ?? '', 'http://h5.example');
  expect(next.pathname).toBe('/testPreview');
  expect(next.hash).toBe('#top');
  expect(next.searchParams.get('deviceId')).toBe('d');
  expect((await open(next.search)).text).toContain('Payment of $ 1.527,48 received.');
});

test.each([
  ['approve', testPreviewText.es.doneApprove],
  ['decline', testPreviewText.es.doneDecline],
  ['pay-out', testPreviewText.es.donePayOut],
  ['advance-days:1', testPreviewText.es.doneDay],
  ['advance-days:30', 'Pasaron 30 días.'],
  ['receive-twice:100', 'Pago de $ 1,00 avisado dos veces.'],
])('[TEST-1] %s is told in words', async (act, note) => {
  const answer = await submit({ act, orderNumber: 'LL-2026-100001' });
  const next = new URL(answer.location ?? '', 'http://h5.example');
  expect((await open(next.search)).text).toContain(note);
});

test.each(['<b>x</b>', 'advance-days:9', 'receive-payment:-1', 'receive-payment:9e99', ''])(
  'an address that claims %j was done tells nothing',
  async (done) => {
    const { html } = await open(`?done=${encodeURIComponent(done)}`);
    expect(/<main>(.*?)<h1>/s.exec(html)?.[1]).toBe('<section class="hello"><div class="stack">');
  },
);

test('[TEST-1] a refusal shows the words of the service', async () => {
  const { sandbox } = sandboxOf({ accepted: false, detail: 'Not in this status.' });
  const answer = await submit({ act: 'approve', orderNumber: 'LL-1' }, '?done=approve', { sandbox });
  expect(answer.status).toBe(409);
  expect(answer.html).toMatch(/role="alert">[^<]*: Not in this status\.</);
});

test('[TEST-1] an amount that cannot be used keeps what was typed and reaches nobody', async () => {
  const { sandbox, acts } = sandboxOf();
  const form = { act: 'receive-payment', orderNumber: 'LL-2026-100001', amountMinor: '12,50' };
  const { status, html } = await submit(form, '?done=approve', { sandbox });
  expect(status).toBe(422);
  expect(acts).toEqual([]);
  expect(html).not.toContain(text.doneApprove);
  expect(inputOf(html, 'amountMinor')).toContain('value="12,50"');
  expect(inputOf(html, 'amountMinor')).toContain('aria-invalid="true"');
  expect(html).toContain(text.amountInvalid);
});

test('a form that makes no sense is refused, not an error', async () => {
  for (const form of [{}, { act: 'x' }, { act: 'approve' }, { act: 'advance-days:400' }] as Record<
    string,
    string
  >[]) {
    expect((await submit(form)).status).toBe(422);
  }
});

test('[TEST-1] a contact is checked and thanked for, and a wrong one stays in its field', async () => {
  const thanks = await submit({ contact: 'rosa@correo.mx' });
  expect(thanks.status).toBe(303);
  expect(thanks.location).not.toContain('rosa');
  const next = new URL(thanks.location ?? '', 'http://h5.example');
  expect((await open(next.search)).text).toContain(text.contactThanks);
  const { status, html } = await submit({ contact: 'rosa@' });
  expect(status).toBe(422);
  expect(html).toContain('action="#contact"');
  expect(inputOf(html, 'contact')).toContain('id="contact"');
  expect(inputOf(html, 'contact')).toContain('value="rosa@"');
  expect(inputOf(html, 'contact')).toContain('aria-invalid="true" aria-describedby="contact-error"');
});

test('[TEST-1] without the built-in service the page opens screens and plays no lender', async () => {
  const { html } = await open('?sessionId=mine', { dependencies: { sandbox: null } });
  expect(html).toContain(text.sandboxMissing);
  expect(html).toContain('sessionId=mine');
  expect((await submit({ act: 'advance-days:7' }, '', { sandbox: null })).status).toBe(409);
});

test.each([
  ['accept', []],
  ['approve', ['approve']],
  ['pay-out', ['approve', 'pay-out']],
  ['receive', ['approve', 'pay-out', 'receive-payment']],
] as const)('[TEST-1] a press goes as far as %s, and does the steps before it', async (end, deeds) => {
  const { sandbox } = sandboxOf();
  const [rosa] = await sandbox.borrowers();
  if (!rosa) throw new Error('no borrower');
  const statuses = { approve: 'paying-out', 'pay-out': 'to-repay' } as const;
  let status: 'under-review' | 'paying-out' | 'to-repay' | null = null;
  const acts: SandboxAction[] = [];
  const client: ContractClient = {
    call: async ({ name }: { readonly name: string }) => {
      if (name === 'acceptOffer') status = 'under-review';
      const data = name === 'readOffer' ? aLoanOffer() : { detailLink: '' };
      return { success: true, code: null, message: '', data, raw: null } as never;
    },
  } as never;
  const walking: SandboxLender = {
    ...sandbox,
    borrowers: async () => [
      { ...rosa, loans: rosa.loans.flatMap((loan) => (status ? [{ ...loan, status }] : [])) },
    ],
    act: async (act) => {
      acts.push(act);
      if (act.kind === 'approve' || act.kind === 'pay-out') status = statuses[act.kind];
      return { accepted: true, detail: '' };
    },
  };
  const answer = await submit({ act: `walk:${end}`, borrower: 'rosa' }, '?lang=2', {
    sandbox: walking,
    client,
  });
  expect(answer.status).toBe(303);
  expect(acts.map(({ kind }) => kind)).toEqual(deeds);
  const next = new URL(answer.location ?? '', 'http://h5.example');
  expect((await open(next.search)).text).toMatch(
    /Oferta aceptada|Préstamo aprobado|depositado|Dinero|Pago recibido/,
  );
});

test('[TEST-1] a loan is seen before anything is pressed, and a browser in English reads the page so', async () => {
  const { html } = await open('?lang=2');
  expect(html).toMatch(/<iframe src="\/loanDetail\?[^"]*orderId=loan-1[^"]*" title="El teléfono de Rosa"/);
  const inBrowser = (language: string, search = '') =>
    open(search, { body: { headers: { 'Accept-Language': language } } });
  expect((await inBrowser('en-GB,en;q=0.9', '?deviceId=d')).location).toBe('/testPreview?deviceId=d&lang=1');
  expect((await inBrowser('es-MX,en;q=0.9')).status).toBe(200);
  expect((await inBrowser('en', '?lang=2')).status).toBe(200);
});

test('[TEST-1] there is a photo picker for all, and the probes that need script are hidden without it', async () => {
  const { html, script } = await open();
  expect(script).toBe('test-preview');
  expect(html).toMatch(/<input id="photo" type="file" accept="image\/\*"/);
  const hidden = html.slice(html.indexOf('class="js'));
  expect(hidden).toContain(text.locate);
  expect(hidden).toContain(text.installUnavailable);
});

test('[TEST-1] links to the desk if it is enabled, else explains how to enable it', async () => {
  const page = async (hasDesk: boolean) => (await open('', { dependencies: { hasDesk } })).html;
  expect(await page(true)).toContain('<a href="/desk">');
  expect(await page(false)).not.toContain('href="/desk"');
  expect(await page(false)).toContain('DESK=local npm start');
});

test('[TEST-1] the codes that development keeps instead of sending stand on the page', async () => {
  const message = {
    messageId: 'm1',
    to: '+525512345678',
    text: 'Su código es 123456.',
    receivedAt: new Date(),
  };
  const inbox = async (smsInbox: PagesDependencies['smsInbox']) =>
    (await open('', { dependencies: { smsInbox } })).html;
  expect(await inbox(() => [message])).toMatch(/\+525512345678<\/dt><dd>Su código es 123456\./);
  expect(await inbox(() => [])).toContain(text.inboxEmpty);
  expect(await inbox(null)).not.toContain(text.inboxTitle);
});
