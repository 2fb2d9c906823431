import { expect, test } from 'vitest';
import { minimalBackend } from '#tests/setup/generated-backend.ts';
import { failure, openPage, pagesDependencies, refused, requestPage } from '#tests/setup/open-page.ts';

const address = '/order?productId=mx-120&orderId=loan-1&sessionId=s-1&deviceId=d-1';
const text = {
  2: { help: 'Ayuda', home: 'Ir al inicio', back: 'Volver', other: 'English', telephone: '525550000100' },
  1: { help: 'Help', home: 'Go to the start', back: 'Back', other: 'Español', telephone: '918050000100' },
};
const { hostPages } = pagesDependencies.config;

const problems = {
  'refused in the backend’s own words': failure({ status: 200, code: '7', message: 'Crédito cancelado.' }),
  'session-required': refused('session-required'),
  'not-found': refused('not-found'),
  'status-conflict': refused('status-conflict'),
  'borrower-blocked': refused('borrower-blocked'),
  'too-many-requests': refused('too-many-requests'),
  'out of reach': failure({ failure: 'network' }),
  malformed: failure({ failure: 'malformed' }),
};

test.each(
  Object.entries(problems).flatMap(([name, answer]) => [2, 1].map((lang) => ({ name, answer, lang }))),
)(
  '[CALL-8] [SESS-4] the page of $name keeps the bar, help, a telephone and a way home: lang $lang',
  async ({ answer, lang }) => {
    const {
      html,
      text: shown,
      script,
    } = await openPage(`${address}&lang=${lang}`, {
      answers: { readLoan: answer },
      config: { hostPages: { ...hostPages, login: '/app/login' } },
    });
    const { help, home, back, other, telephone } = text[lang as 2 | 1];
    const [bar = ''] = /<header.*?<\/header>/s.exec(html) ?? [];
    expect(bar).toMatch(new RegExp(`<a[^>]*href="/\\?[^"]*sessionId=s-1[^"]*"[^>]*aria-label="${back}"`));
    expect(bar).toMatch(new RegExp(`<a href="/customerService\\?[^"]*sessionId=s-1[^"]*">${help}</a>`));
    expect(bar).toContain(other);
    const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
    expect(main.match(new RegExp(`<a [^>]*href="tel:\\+${telephone}"`, 'g'))).toHaveLength(1);
    expect(main.match(new RegExp(`data-host-action="[^"]*homeTab[^"]*"[^>]*>${home}<`, 'g'))).toHaveLength(1);
    expect(shown).toContain('ayuda@llano.example');
    expect(script).toBe(answer === problems['session-required'] ? 'force-login' : 'host-links');
  },
);

test('[BRIDGE-2] without a main page of the host the way home is the host’s alone, and stays hidden outside', async () => {
  const { html } = await openPage(address, {
    answers: { readLoan: problems['refused in the backend’s own words'] },
    config: { hostPages: { ...hostPages, main: '' } },
  });
  expect(html).toMatch(/<a href="" hidden="" data-host-action="[^"]*homeTab[^"]*">Ir al inicio/);
});

test('[LANG-5] a Chinese page that cannot be shown has its bar and its way home in Chinese', async () => {
  const options = { promotion: { ...pagesDependencies.promotion, standingLanguage: 'zh' } } as const;
  for (const answers of [
    { readPromotionTemplate: refused('not-found', '模板不存在') },
    {
      readPromotionTemplate: {
        templateId: '1',
        language: 'zh',
        market: null,
        color: null,
        heading: '',
        line: '',
      },
      trackVisit: null,
      startPromotionVisit: failure({ failure: 'network' }),
    },
  ]) {
    const { html, text: shown } = await openPage('/registerTemplate?id=1', {
      answers,
      dependencies: options,
    });
    expect(html).toMatch(/<header.*aria-label="返回".*<\/header>/s);
    expect(shown).toContain('返回首页');
    expect(html).not.toContain('tel:');
    expect(html).toContain('href="mailto:');
    expect(shown).not.toMatch(/inicio|Ayuda|Intentar/);
  }
});

test.each(['1001', 'TOKEN_EXPIRED', '-7'])(
  '[SESS-4] a code that is configured as the end of a session asks to sign in: %s',
  async (code) => {
    const backend = async (request: Request) =>
      request.url.includes('loan-details/loan-details')
        ? Response.json({ success: false, code, message: 'Token vencido' })
        : minimalBackend({})(request);
    const page = await openPage(address, { backend, sessionOverCodes: ['1001', 'TOKEN_EXPIRED', '-7'] });
    expect([page.status, page.script]).toEqual([401, 'force-login']);
    expect(page.text).toContain('Entre otra vez');
    const untold = await openPage(address, { backend });
    expect(untold.text).toContain('No pudimos hacerlo Token vencido');
  },
);

test.each([
  ['was revoked', true, false],
  ['is over', false, true],
])(
  '[REPAY-5] slips stay in the browser unless the session was revoked: one that %s',
  async (_how, isRevoked, keeps) => {
    const { response } = await requestPage('/order?orderId=loan-1&sessionId=s-1&userId=U-7&lang=2', {
      answers: { readLoan: refused('session-required') },
      dependencies: {
        tickets: { exchange: async () => 'session-required' as const, isRevoked: async () => isRevoked },
      },
    });
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(html.includes('"keepsVouchers":true')).toBe(keeps);
  },
);
