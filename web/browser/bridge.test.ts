import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type BridgeAction,
  type BridgeActionName,
  bridgeActionNames,
  type HostConfig,
} from '#domain/bridge/actions.ts';
import { bridgeFailureEvent, readBridgeFailure } from '#domain/bridge/failure.ts';
import { isPublishedMessage } from '#tests/setup/published-bridge-schema.ts';
import { type BridgeOutcome, type BridgeSurroundings, hasHost, sendToHost } from './bridge.ts';

const origin = 'https://h5.llano.example';

const config: HostConfig = {
  bridge: {
    androidObject: 'LlanoHost',
    androidMethod: 'call',
    iosHandler: 'llano',
    deepLinkScheme: 'llano-app',
    actions: Object.fromEntries(bridgeActionNames.map((name) => [name, `do_${name}`])) as Record<
      BridgeActionName,
      string
    >,
  },
  hostPages: {
    bindBank: '/app/bind-bank',
    bindCard: '/app/bind-card',
    setting: '/app/setting',
    main: '/app/main',
    login: 'https://app.llano.example/login',
    productDetail: '/app/product',
    recommendList: '/app/recommended',
  },
};

/** Each action, what the host is told beside the action's value, and where a plain browser goes instead. */
const everyAction: readonly {
  readonly action: BridgeAction;
  readonly parameters: Readonly<Record<string, string>>;
  readonly browser: string | null;
}[] = [
  {
    action: { name: 'openPage', page: '/app/bind-card' },
    parameters: { page: '/app/bind-card' },
    browser: `${origin}/app/bind-card`,
  },
  {
    action: { name: 'openPageWithParameter', page: '/app/product', parameter: 'mx-120&x=1' },
    parameters: { page: '/app/product', parameter: 'mx-120&x=1' },
    browser: `${origin}/app/product?parameter=mx-120%26x%3D1`,
  },
  { action: { name: 'closeWebView' }, parameters: {}, browser: 'back' },
  { action: { name: 'homeTab' }, parameters: {}, browser: `${origin}/app/main` },
  { action: { name: 'mineTab' }, parameters: {}, browser: `${origin}/app/setting` },
  { action: { name: 'forceLogin' }, parameters: {}, browser: 'https://app.llano.example/login' },
  {
    action: { name: 'callTelephone', telephone: '+52 (55) 1234-5678' },
    parameters: { telephone: '+525512345678' },
    browser: 'tel:+525512345678',
  },
  { action: { name: 'ratingPrompt' }, parameters: {}, browser: null },
  {
    action: { name: 'burialPointConfirmation', productId: 'mx-120' },
    parameters: { productId: 'mx-120' },
    browser: null,
  },
  { action: { name: 'startBankFlow' }, parameters: {}, browser: `${origin}/app/bind-bank` },
  { action: { name: 'endBankFlow' }, parameters: {}, browser: null },
  { action: { name: 'goToLoan' }, parameters: {}, browser: `${origin}/app/recommended` },
];

test('[BRIDGE-1] under the default names every message is one of the published schema', () => {
  const actions = Object.fromEntries(bridgeActionNames.map((name) => [name, name])) as Record<
    BridgeActionName,
    string
  >;
  const { surroundings, calls } = fakeBrowser(['ios']);
  for (const { action } of everyAction) {
    sendToHost({ ...config, bridge: { ...config.bridge, actions } }, action, surroundings);
    expect(isPublishedMessage(calls.at(-1)?.value), action.name).toBe(true);
  }
  expect(calls).toHaveLength(everyAction.length);
});

type HostKind = 'android' | 'ios' | 'deep-link' | 'browser';

/** A browser that writes down what is asked of it, with the given hosts in it. */
function fakeBrowser(
  hosts: readonly HostKind[],
  options: { readonly historyLength?: number; readonly throws?: boolean } = {},
) {
  const calls: { via: string; value: unknown }[] = [];
  const note = (via: string) => (value: unknown) => {
    if (options.throws) throw new Error('the host is gone');
    calls.push({ via, value });
  };
  const surroundings = {
    location: {
      origin,
      search: hosts.includes('deep-link') ? '?deviceId=d&clientType=android&lang=2' : '?deviceId=d',
      assign: note('assign'),
    },
    history: { length: options.historyLength ?? 2, back: () => note('back')('back') },
    navigator: {
      sendBeacon: (address: string) => {
        calls.push({ via: 'beacon', value: address });
        return true;
      },
    },
    dispatchEvent: (event: Event) => {
      calls.push({ via: 'event', value: event.type });
      return true;
    },
    ...(hosts.includes('android') ? { LlanoHost: { call: note('android') } } : {}),
    ...(hosts.includes('ios')
      ? { webkit: { messageHandlers: { llano: { postMessage: note('ios') } } } }
      : {}),
  } satisfies BridgeSurroundings & Record<string, unknown>;
  return { surroundings, calls };
}

function ask(
  hosts: readonly HostKind[],
  action: BridgeAction,
  options?: Parameters<typeof fakeBrowser>[1],
): { outcome: BridgeOutcome; calls: { via: string; value: unknown }[] } {
  const { surroundings, calls } = fakeBrowser(hosts, options);
  return { outcome: sendToHost(config, action, surroundings), calls };
}

test('[BRIDGE-1] there are twelve actions, and this file asks for every one', () => {
  expect(bridgeActionNames).toHaveLength(12);
  expect(everyAction.map(({ action }) => action.name)).toEqual(bridgeActionNames);
});

for (const { action, parameters, browser } of everyAction) {
  const message = { action: `do_${action.name}`, ...parameters };

  test(`[BRIDGE-1] [BRIDGE-2] ${action.name} goes to the Android interface as JSON`, () => {
    const { outcome, calls } = ask(['android', 'ios', 'deep-link'], action);
    expect(outcome).toBe('sent');
    expect(calls).toEqual([{ via: 'android', value: JSON.stringify(message) }]);
  });

  test(`[BRIDGE-1] [BRIDGE-2] ${action.name} goes to the iOS handler as an object`, () => {
    const { outcome, calls } = ask(['ios', 'deep-link'], action);
    expect(outcome).toBe('sent');
    expect(calls).toEqual([{ via: 'ios', value: message }]);
  });

  test(`[BRIDGE-1] [BRIDGE-2] ${action.name} goes over the deep link`, () => {
    const { outcome, calls } = ask(['deep-link'], action);
    expect(outcome).toBe('sent');
    expect(calls).toHaveLength(1);
    const link = new URL(String(calls[0]?.value));
    expect(link.protocol).toBe('llano-app:');
    expect(link.host).toBe(`do_${action.name}`);
    expect(Object.fromEntries(link.searchParams)).toEqual(parameters);
  });

  test(`[BRIDGE-2] ${action.name} in a plain browser`, () => {
    const { outcome, calls } = ask([], action);
    expect(outcome).toBe('fallback');
    expect(calls).toEqual(
      browser === null ? [] : [{ via: browser === 'back' ? 'back' : 'assign', value: browser }],
    );
  });
}

test('[BRIDGE-1] the value of an action comes from configuration, and an action without one is not sent', () => {
  const { surroundings, calls } = fakeBrowser(['ios']);
  const renamed = {
    ...config,
    bridge: { ...config.bridge, actions: { ...config.bridge.actions, homeTab: 'H7' } },
  };
  expect(sendToHost(renamed, { name: 'homeTab' }, surroundings)).toBe('sent');
  expect(calls).toEqual([{ via: 'ios', value: { action: 'H7' } }]);

  const unset = {
    ...config,
    bridge: { ...config.bridge, actions: { ...config.bridge.actions, homeTab: '' } },
  };
  expect(sendToHost(unset, { name: 'homeTab' }, surroundings)).toBe('failed');
});

test('[BRIDGE-2] one of our own pages goes to the host as a whole address', () => {
  const { calls } = ask(['ios'], { name: 'openPage', page: '/repay?orderId=7&lang=2' });
  expect(calls[0]?.value).toEqual({ action: 'do_openPage', page: `${origin}/repay?orderId=7&lang=2` });
});

test('[BRIDGE-2] closing without a page to go back to opens the main page', () => {
  expect(ask([], { name: 'closeWebView' }, { historyLength: 1 }).calls).toEqual([
    { via: 'assign', value: `${origin}/app/main` },
  ]);
});

test('[BRIDGE-2] the deep link needs a configured scheme and a session that an app opened', () => {
  const { surroundings } = fakeBrowser(['deep-link']);
  expect(hasHost(config, surroundings)).toBe(true);
  expect(hasHost(config, fakeBrowser([]).surroundings)).toBe(false);
  for (const search of ['', '?clientType=', '?clientType=h5', '?clientType=androids', '?xclientType=ios']) {
    const elsewhere = { ...surroundings, location: { ...surroundings.location, search } };
    expect(hasHost(config, elsewhere), search).toBe(false);
  }
  const none = { ...surroundings, location: { ...surroundings.location, search: '' } };
  expect(hasHost({ ...config, clientType: 'ios' }, none)).toBe(true);
  for (const clientType of ['', 'h5', 'androids', 'xios']) {
    expect(hasHost({ ...config, clientType }, none), clientType).toBe(false);
  }
  for (const deepLinkScheme of ['', 'javascript', 'JavaScript', 'https://evil', '1app']) {
    expect(hasHost({ ...config, bridge: { ...config.bridge, deepLinkScheme } }, surroundings)).toBe(false);
  }
});

test('[BRIDGE-2] an object of the right name without the method is no host', () => {
  const { surroundings } = fakeBrowser([]);
  const decoy = { ...surroundings, LlanoHost: { id: 'LlanoHost' }, webkit: { messageHandlers: {} } };
  expect(hasHost(config, decoy)).toBe(false);
});

for (const hosts of [['android'], ['ios'], ['deep-link'], []] as const satisfies HostKind[][]) {
  const host = hosts[0] ?? 'browser';

  test.each(['closeWebView', 'endBankFlow'] as const)(`[BRIDGE-3] %s ignores an error of ${host}`, (name) => {
    const { outcome, calls } = ask(hosts, { name }, { throws: true });
    expect(outcome).toBe(hosts.length > 0 || name === 'closeWebView' ? 'failed' : 'fallback');
    expect(calls).toEqual([]);
  });

  test.each(everyAction.filter(({ action }) => !['closeWebView', 'endBankFlow'].includes(action.name)))(
    `[BRIDGE-3] an error of ${host} is reported: $action.name`,
    ({ action, browser }) => {
      if (host === 'browser' && browser === null) return;
      const { outcome, calls } = ask(hosts, action, { throws: true });
      expect(outcome).toBe('failed');
      expect(calls).toEqual([
        { via: 'event', value: bridgeFailureEvent },
        { via: 'beacon', value: `/bridge-failure?action=${action.name}` },
      ]);
    },
  );
}

test('[BRIDGE-3] a page that is not configured is reported, not opened', () => {
  const { surroundings, calls } = fakeBrowser([]);
  const hostPages = { ...config.hostPages, login: '', main: 'llano-app://main' };
  expect(sendToHost({ ...config, hostPages }, { name: 'forceLogin' }, surroundings)).toBe('failed');
  expect(sendToHost({ ...config, hostPages }, { name: 'homeTab' }, surroundings)).toBe('failed');
  expect(calls.filter(({ via }) => via === 'assign')).toEqual([]);
  expect(calls.filter(({ via }) => via === 'event')).toHaveLength(2);
});

test('[BRIDGE-3] the server reads nothing from a report but one of the twelve names', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const read = readBridgeFailure(new URLSearchParams({ action: name, telephone: '5512345678' }));
      expect(read).toBe((bridgeActionNames as readonly string[]).includes(name) ? name : null);
    }),
  );
  expect(readBridgeFailure(new URLSearchParams('action=forceLogin'))).toBe('forceLogin');
  expect(readBridgeFailure(new URLSearchParams())).toBeNull();
});

const hostileTexts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    "');alert(1)//",
    '"});alert(1);({"a":"',
    '</script><script>alert(1)</script>',
    '\u2028alert(1)\u2029',
    'javascript:alert(1)',
    'javascript://%0aalert(1)',
    '%0aalert(1)',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https://h5.llano.example.evil.example/',
    'data:text/html,x',
    '&action=do_forceLogin',
    '#x',
    '\ud800',
  ),
);

const hostileActions = hostileTexts.chain((text) =>
  fc.constantFrom<BridgeAction>(
    { name: 'openPageWithParameter', page: '/app/product', parameter: text },
    { name: 'burialPointConfirmation', productId: text },
    { name: 'callTelephone', telephone: text },
    { name: 'openPage', page: text },
    { name: text as 'homeTab' },
    { name: 'homeTab', extra: text } as BridgeAction,
  ),
);

const isOurPage = (page: string): boolean =>
  Object.values(config.hostPages).includes(page) || new URL(page).origin === origin;

test('[BRIDGE-4] whatever the texts, a host gets JSON of known fields, or nothing', () => {
  fc.assert(
    fc.property(hostileActions, fc.constantFrom<HostKind>('android', 'ios'), (action, host) => {
      const { outcome, calls } = ask([host], action);
      const sent = calls.filter(({ via }) => via === host).map(({ value }) => value);
      expect(sent).toHaveLength(outcome === 'sent' ? 1 : 0);
      if (outcome === 'failed') return;
      const message: Record<string, string> = host === 'android' ? JSON.parse(String(sent[0])) : sent[0];
      const { action: value, page, parameter, telephone, productId, ...others } = message;
      expect(others).toEqual({});
      expect(value).toBe(`do_${action.name}`);
      expect(Object.values(config.bridge.actions)).toContain(value);
      if (page !== undefined) expect(isOurPage(page)).toBe(true);
      if (telephone !== undefined) expect(telephone).toMatch(/^\+?\d{1,20}$/);
      if (parameter !== undefined) expect(action).toMatchObject({ parameter });
      if (productId !== undefined) expect(action).toMatchObject({ productId });
    }),
    { numRuns: 1000 },
  );
});

test('[BRIDGE-4] whatever the texts, a deep link keeps its scheme, its action and its parameters apart', () => {
  fc.assert(
    fc.property(hostileActions, (action) => {
      const { outcome, calls } = ask(['deep-link'], action);
      if (outcome === 'failed') {
        expect(calls.filter(({ via }) => via === 'assign')).toEqual([]);
        return;
      }
      const text = String(calls[0]?.value);
      const link = new URL(text);
      expect(link.protocol).toBe('llano-app:');
      expect(link.host).toBe(`do_${action.name}`);
      expect(link.hash).toBe('');
      expect(text).toMatch(/^llano-app:\/\/\w+\?[\w.*+%&=-]*$/);
      const parameters = Object.fromEntries(link.searchParams);
      if ('productId' in action) expect(parameters).toEqual({ productId: action.productId.toWellFormed() });
      expect(Object.keys(parameters).every((name) => name in action)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('[BRIDGE-4] whatever the texts, a plain browser goes to a configured page, one of ours, or a telephone', () => {
  fc.assert(
    fc.property(hostileActions, (action) => {
      for (const { via, value } of ask([], action).calls) {
        if (via !== 'assign') continue;
        const url = new URL(String(value));
        if (url.protocol === 'tel:') expect(value).toMatch(/^tel:\+?\d{1,20}$/);
        else expect([origin, 'https://app.llano.example']).toContain(url.origin);
      }
    }),
    { numRuns: 1000 },
  );
});

test.each([
  '',
  '12',
  '---',
  '+',
  '5512345678901234567890',
  '*31#5512345678',
  '55 1234;ext=5',
  '५५१२३४५६७८',
  '5512\n345678',
])('[BRIDGE-4] %j is no telephone number', (telephone) => {
  for (const host of ['android', 'ios', 'deep-link'] as const) {
    const { outcome, calls } = ask([host], { name: 'callTelephone', telephone });
    expect(outcome).toBe('failed');
    expect(calls.map(({ via }) => via)).toEqual(['event', 'beacon']);
  }
});

test.each([
  'https://evil.example/',
  '//evil.example/app/main',
  '/\\evil.example',
  'javascript:alert(1)',
  'repay',
  '',
  'llano-app://x',
])('[BRIDGE-4] %j is no page to open', (page) => {
  for (const hosts of [['android'], ['ios'], ['deep-link'], []] as const satisfies HostKind[][]) {
    expect(ask(hosts, { name: 'openPage', page }).outcome).toBe('failed');
  }
});

test('[BRIDGE-4] a configured action value is one part of the deep link, whatever is in it', () => {
  const { surroundings, calls } = fakeBrowser(['deep-link']);
  const odd = {
    ...config,
    bridge: { ...config.bridge, actions: { ...config.bridge.actions, homeTab: 'x?y=1&/é#' } },
  };
  sendToHost(odd, { name: 'homeTab' }, surroundings);
  expect(calls[0]?.value).toBe('llano-app://x%3Fy%3D1%26%2F%C3%A9%23?');
});

test('[BRIDGE-4] a parameter has at most 2048 characters', () => {
  const action = (length: number): BridgeAction => ({
    name: 'openPageWithParameter',
    page: '/app/product',
    parameter: 'x'.repeat(length),
  });
  expect(ask(['ios'], action(2048)).outcome).toBe('sent');
  expect(ask(['ios'], action(2049)).outcome).toBe('failed');
});

test('[BRIDGE-4] what is not a text does not travel', () => {
  for (const productId of [{ toString: () => 'x' }, ['x'], 7, null, undefined] as unknown as string[]) {
    expect(ask(['ios'], { name: 'burialPointConfirmation', productId }).outcome).toBe('failed');
  }
  for (const name of ['constructor', '__proto__', 'toString', 'eval'] as unknown as 'homeTab'[]) {
    expect(ask(['ios'], { name }).outcome).toBe('failed');
  }
});
