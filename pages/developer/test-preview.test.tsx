import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { testPreviewText } from '#content/messages/test-preview.ts';
import type { ContractClient } from '#contract/client.ts';
import { readPageQuery } from '#contract/page-query.ts';
import { bridgeActionNames } from '#domain/bridge/actions.ts';
import {
  type PagesDependencies,
  type PublicConfig,
  pagesContext,
  type SandboxAction,
  type SandboxLender,
} from '../pages-config.ts';
import { screenPathsOf } from '../screen-paths.ts';
import { editableNames } from './preview-values.ts';
import TestPreview, { action, loader } from './test-preview.tsx';

const config: PublicConfig = {
  appName: 'Llano',
  brandColor: '#0b5f68',
  servicePhone: '',
  amountStyle: 'dot',
  isLoanMarket: false,
  isDevelopment: true,
  paths: screenPathsOf({}),
  hostPages: {
    bindBank: '/app/bindBank',
    bindCard: '',
    setting: '',
    main: '/',
    login: '',
    productDetail: '',
    recommendList: '',
  },
  bridge: {
    androidObject: 'Host',
    androidMethod: 'call',
    iosHandler: 'host',
    deepLinkScheme: '',
    actions: Object.fromEntries(bridgeActionNames.map((name) => [name, name])) as never,
  },
};

function sandboxOf(outcome = { accepted: true, detail: '' }) {
  const acts: SandboxAction[] = [];
  const sandbox: SandboxLender = {
    borrowers: async (deviceId) => [
      {
        borrowerId: 'rosa',
        name: 'Rosa Medina',
        market: 'MX',
        userId: 'u-rosa',
        sessionId: `session-on-${deviceId}`,
        mobilePhone: '5512345678',
        products: [{ productId: 'mx-120', name: 'Llano 120' }],
        loans: [
          {
            loanId: 'loan-1',
            productId: 'mx-120',
            orderNumber: 'LL-2026-100001',
            status: 'to-repay',
            dueMinor: 152_748,
            remainingMinor: 610_992,
            dueDate: '2026-12-20',
            extension: null,
          },
        ],
      },
    ],
    act: async (act) => {
      acts.push(act);
      return outcome;
    },
    today: async () => '2026-11-20',
  };
  return { sandbox, acts };
}

const call = vi.fn<ContractClient['call']>();
call.mockResolvedValue({
  success: true,
  code: '0',
  message: '',
  raw: null,
  data: { amountMinor: 152_748, channelGroups: [{ channels: [{ payCode: '' }, { payCode: '9991800000' }] }] },
} as never);

function argumentsOf(
  search: string,
  form?: Record<string, string>,
  dependencies: Partial<PagesDependencies> = {},
) {
  const context = new RouterContextProvider();
  context.set(pagesContext, {
    config,
    client: { call } as ContractClient,
    sandbox: sandboxOf().sandbox,
    ...dependencies,
  } as PagesDependencies);
  const request = new Request(`http://h5.example/testPreview${search}`, {
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
  return { request, context, params: {}, url: new URL(request.url), pattern: '/testPreview' } as never;
}

const load = (search = '', dependencies: Partial<PagesDependencies> = {}) =>
  loader(argumentsOf(search, undefined, dependencies));
const submit = (form: Record<string, string>, search = '', dependencies: Partial<PagesDependencies> = {}) =>
  action(argumentsOf(search, form, dependencies)) as Promise<
    Response & { readonly init: ResponseInit; readonly data: unknown }
  >;

async function htmlOf(search = '', actionData?: unknown, dependencies: Partial<PagesDependencies> = {}) {
  const loaderData = await load(search, dependencies);
  const query = readPageQuery(new URLSearchParams(search));
  const Page = createRoutesStub([
    {
      id: 'root',
      children: [{ id: 'page', path: '/testPreview', Component: TestPreview as never }],
    },
  ]);
  return renderToStaticMarkup(
    <Page
      initialEntries={[`/testPreview${search}`]}
      hydrationData={{
        loaderData: { root: { query, config, helpLink: '/help' }, page: loaderData },
        ...(actionData ? { actionData: { page: actionData } } : {}),
      }}
    />,
  );
}

/** The tag of the input with a name; empty when there is none. */
function inputOf(html: string, name: string): string {
  return html.match(/<input[^>]*>/g)?.find((tag) => tag.includes(` name="${name}"`)) ?? '';
}

test('[TEST-1] in production there is no such page', async () => {
  const production = { config: { ...config, isDevelopment: false } };
  await expect(load('', production)).rejects.toMatchObject({ init: { status: 404 } });
  await expect(submit({ act: 'advance-days:7' }, '', production)).rejects.toMatchObject({
    init: { status: 404 },
  });
});

test('[TEST-1] the eight values can be edited and are sent with the address, without script', async () => {
  const html = await htmlOf('?deviceName=Nokia%20%3C3&orderId=loan-9');
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
  const text = testPreviewText[language];
  const { pages } = await load(
    `?lang=${lang}&deviceId=d%26d&sessionId=s&productId=p&orderId=o&advertisingId=a`,
  );
  expect(pages.map(({ label }) => label)).toEqual([
    text.linkConfirmLoan,
    text.linkLoanDetail,
    text.linkRepay,
    text.linkExtensionRepay,
    text.linkBindBank,
    text.linkAboutUs,
    text.linkComplaint,
    text.linkCustomerService,
    text.linkPrivacyPolicy,
    text.linkInstructionRepay,
    text.linkInstructionExtend,
  ]);
  const { paths } = config;
  const links = pages.map(({ href }) => new URL(href ?? '', 'http://h5.example'));
  expect(links.map(({ pathname }) => pathname)).toEqual([
    paths.confirmLoan,
    paths.loanDetail,
    paths.repay,
    paths.repayDelay,
    '/app/bindBank',
    paths.aboutUs,
    paths.complaint,
    paths.customerService,
    paths.privacyNotice,
    '/carpmm',
    '/carpmm',
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
  const html = await htmlOf(`?lang=${lang}`);
  for (const { label } of pages) expect(html).toContain(label);
});

test('[TEST-1] the instruction pages open with an amount and a code of the order', async () => {
  const { pages } = await load('?sessionId=s&orderId=loan-1');
  const instructions = pages.slice(-2).map(({ href }) => new URLSearchParams(href?.split('?')[1]));
  expect(instructions.map((each) => each.get('requestType'))).toEqual(['1', '2']);
  for (const each of instructions) {
    expect(each.get('amount')).toBe('152748');
    expect(each.get('payCode')).toBe('9991800000');
  }
  expect(call.mock.lastCall?.slice(1)).toMatchObject([{ orderId: 'loan-1' }, { sessionId: 's' }]);
});

test("a host's page that is not configured is named, and one elsewhere gets the values too", async () => {
  const bindBank = async (page: string) => {
    const hostPages = { ...config.hostPages, bindBank: page };
    return (await load('?sessionId=s', { config: { ...config, hostPages } })).pages[4]?.href;
  };
  expect(await bindBank('')).toBeNull();
  expect(await bindBank('https://bank.example/bind?x=1')).toMatch(
    /^https:\/\/bank\.example\/bind\?x=1&.*sessionId=s/,
  );
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
  const next = new URL(answer.headers.get('Location') ?? '', 'http://h5.example');
  expect(next.pathname).toBe('/testPreview');
  expect(next.hash).toBe('#top');
  expect(next.searchParams.get('deviceId')).toBe('d');
  expect(await htmlOf(next.search)).toContain('Payment of ₹\u00a01.527,48 received.');
});

test.each([
  ['approve', testPreviewText.es.doneApprove],
  ['decline', testPreviewText.es.doneDecline],
  ['pay-out', testPreviewText.es.donePayOut],
  ['advance-days:1', testPreviewText.es.doneDay],
  ['advance-days:30', 'Pasaron 30 días.'],
  ['receive-twice:100', 'Pago de $\u00a01,00 avisado dos veces.'],
])('[TEST-1] %s is told in words', async (act, note) => {
  const answer = await submit({ act, orderNumber: 'LL-2026-100001' });
  const next = new URL(answer.headers.get('Location') ?? '', 'http://h5.example');
  expect(await htmlOf(next.search)).toContain(note);
});

test.each(['<b>x</b>', 'advance-days:9', 'receive-payment:-1', 'receive-payment:9e99', ''])(
  'an address that claims %j was done tells nothing',
  async (done) => expect((await load(`?done=${encodeURIComponent(done)}`)).done || null).toBeNull(),
);

test('[TEST-1] what the service refuses is told with its words', async () => {
  const { sandbox } = sandboxOf({ accepted: false, detail: 'Not in this status.' });
  const answer = await submit({ act: 'approve', orderNumber: 'LL-1' }, '', { sandbox });
  expect(answer.init.status).toBe(409);
  expect(await htmlOf('?done=approve', answer.data)).toMatch(/role="alert">[^<]*: Not in this status\.</);
});

test('[TEST-1] an amount that cannot be used keeps what was typed and reaches nobody', async () => {
  const { sandbox, acts } = sandboxOf();
  const form = { act: 'receive-payment', orderNumber: 'LL-2026-100001', amountMinor: '12,50' };
  const answer = await submit(form, '', { sandbox });
  expect(answer.init.status).toBe(422);
  expect(acts).toEqual([]);
  const html = await htmlOf('?done=approve', answer.data);
  expect(html).not.toContain(testPreviewText.es.doneApprove);
  expect(inputOf(html, 'amountMinor')).toContain('value="12,50"');
  expect(inputOf(html, 'amountMinor')).toContain('aria-invalid="true"');
  expect(html).toContain(testPreviewText.es.amountInvalid);
});

test('a form that makes no sense is refused, not an error', async () => {
  for (const form of [{}, { act: 'x' }, { act: 'approve' }, { act: 'advance-days:400' }] as Record<
    string,
    string
  >[]) {
    expect((await submit(form)).init.status).toBe(422);
  }
});

test('[TEST-1] a contact is checked and thanked for, and a wrong one stays in its field', async () => {
  const thanks = await submit({ contact: 'rosa@correo.mx' });
  expect(thanks.status).toBe(303);
  expect(thanks.headers.get('Location')).not.toContain('rosa');
  expect(await htmlOf(new URL(thanks.headers.get('Location') ?? '', 'http://h5.example').search)).toContain(
    testPreviewText.es.contactThanks,
  );
  const refused = await submit({ contact: 'rosa@' });
  expect(refused.init.status).toBe(422);
  const html = await htmlOf('', refused.data);
  expect(html).toContain('action="#contact"');
  expect(inputOf(html, 'contact')).toContain('id="contact"');
  expect(inputOf(html, 'contact')).toContain('value="rosa@"');
  expect(inputOf(html, 'contact')).toContain('aria-invalid="true" aria-describedby="contact-error"');
});

test('[TEST-1] without the built-in service the page opens screens and plays no lender', async () => {
  const html = await htmlOf('?sessionId=mine', undefined, { sandbox: null });
  expect(html).toContain(testPreviewText.es.sandboxMissing);
  expect(html).toContain('sessionId=mine');
  expect((await submit({ act: 'advance-days:7' }, '', { sandbox: null })).init.status).toBe(409);
});

test('[TEST-1] there is a photo picker for all, and the probes that need script are hidden without it', async () => {
  const html = await htmlOf();
  expect(html).toMatch(/<input id="photo" type="file" accept="image\/\*"/);
  const hidden = html.slice(html.indexOf('class="js'));
  expect(hidden).toContain(testPreviewText.es.locate);
  expect(hidden).toContain(testPreviewText.es.installUnavailable);
});

test('[TEST-1] the codes that development keeps instead of sending stand on the page', async () => {
  const message = {
    messageId: 'm1',
    to: '+525512345678',
    text: 'Su código es 123456.',
    receivedAt: new Date(),
  };
  const kept = await htmlOf('', undefined, { smsInbox: () => [message] });
  expect(kept).toMatch(/\+525512345678<\/dt><dd>Su código es 123456\./);
  expect(await htmlOf('', undefined, { smsInbox: () => [] })).toContain(testPreviewText.es.inboxEmpty);
  expect(await htmlOf()).not.toContain(testPreviewText.es.inboxTitle);
});
