import { expect, test } from 'vitest';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { catWithoutVat, formatPercent } from '#domain/offer/annual-cost.ts';
import { buildSchedule } from '#domain/offer/schedule.ts';
import { openPage, pagesDependencies } from '#tests/setup/open-page.ts';
import { sitePaths } from './site-paths.ts';

const languages = [
  { name: 'Spanish', search: '?lang=2', locale: 'es-MX' },
  { name: 'English', search: '?lang=1', locale: 'en-IN' },
] as const;

const { register: _landing, ...pages } = sitePaths;
const pagePaths = [...Object.values(pages), '/privacyNotice', '/aboutUs'];

/** The links of a page, in order. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link]) =>
    (link ?? '').replaceAll('&amp;', '&'),
  );
}

function navigationOf(html: string, label: string): string {
  return new RegExp(`<nav aria-label="${label}">(.*?)</nav>`).exec(html)?.[1] ?? '';
}

test.each(pagePaths)(
  '[SESS-5] %s opens without a session and asks the lending service for nothing',
  async (path) => {
    const page = await openPage(path);
    expect(page.status).toBe(200);
    const scripts: Readonly<Record<string, string>> = {
      [sitePaths.home]: 'home',
      [sitePaths.contact]: 'contact',
    };
    expect(page.script).toBe(scripts[path] ?? null);
  },
);

test('[SITE-1] the home page has the four entries of the navigation, marked where one is', async () => {
  const english = await openPage('/?lang=1');
  const navigation = navigationOf(english.html, 'Main');
  const labels = [...navigation.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, label]) => label);
  expect(labels).toEqual(['Home', 'About Us', 'Privacy Policy', 'Loan terms and conditions']);
  expect(linksOf(navigation)).toEqual(['/?lang=1', '/About?lang=1', '/Privacy?lang=1', '/Loan?lang=1']);
  expect(navigation).toMatch(/aria-current="page">Home</);
  expect(navigation.match(/aria-current/g)).toHaveLength(1);
  const spanish = await openPage('/');
  expect(navigationOf(spanish.html, 'Principal')).toContain('Términos y condiciones del préstamo');
});

test('[PROMO-7] every public page follows the hash forms of promotion links', async () => {
  for (const path of [...pagePaths, '/agony', '/PrivacyPolicy', '/offline', '/nada']) {
    expect((await openPage(path)).head, path).toContain('hash-forms');
  }
});

test('[SITE-1] the home page works an example out with the code of loans, and says what a delay costs', async () => {
  const spanish = await openPage('/');
  for (const figure of [
    '$ 5.000,00',
    '$ 184,93',
    '$ 300,00',
    '$ 77,59',
    '$ 5.562,52',
    'CAT sin IVA 58,1 %',
  ]) {
    expect(spanish.text).toContain(figure);
  }
  expect(spanish.text).toContain('Si se atrasa $ 42,68 por día con el pago 1, de $ 1.422,81');
  expect(spanish.text).toContain(
    'Interés 18 % anual Sobre lo que aún debe Comisión 6 % Del préstamo, repartida entre los pagos IVA 16 % De intereses y comisión Atraso 3 % por día Del pago vencido Aplazar 1 % por día de lo que aplaza, más IVA de 16 % (en total, 1,16 % por día) Solo si usted lo pide: 7 días, una vez por pago, con el recargo que haya',
  );
  expect(spanish.text).toMatch(/2026-12-20 .*2027-01-19 .*2027-02-18 .*2027-03-20/);
  const english = await openPage('/?lang=1');
  for (const figure of [
    '₹ 12.000,00',
    '₹ 443,83',
    '₹ 720,00',
    'GST, 18 % of the fee ₹ 129,60',
    '₹ 13.293,43',
  ]) {
    expect(english.text).toContain(figure);
  }
});

test.each([
  [
    'MX',
    1,
    ['$ 5.000,00', 'every peso', 'VAT, 16 %', 'CAT before VAT 58,1 %', 'card or in cash'],
    /₹|UPI|GST|APR/,
  ],
  [
    'IN',
    2,
    ['₹ 12.000,00', 'cada rupia', 'GST, 18 % de la comisión', 'APR, con todos los cargos 51,8 %', 'UPI'],
    /\$|efectivo|IVA|CAT/,
  ],
] as const)(
  '[SITE-1] the home page of a lender in %s alone shows that market in language %i too',
  async (market, lang, shown, foreign) => {
    const { text } = await openPage(`/?lang=${lang}`, { dependencies: { markets: [market] } });
    for (const words of shown) expect(text).toContain(words);
    expect(text).not.toMatch(foreign);
  },
);

test('[SITE-1] a visitor works out an amount and a term of their own, in figures or told why not', async () => {
  const terms = {
    currency: 'MXN',
    instalmentDays: 30,
    feePpm: 60_000,
    annualInterestPpm: 180_000,
    vatPpm: 160_000,
    instalmentCount: 6,
  } as const;
  const schedule = buildSchedule(terms, minorAmount(250_050), localDate('2026-11-20'));
  const { text, html } = await openPage('/?amount=2500.50&payments=6&lang=2');
  for (const minor of [schedule.totalMinor, schedule.interestMinor, schedule.vatMinor]) {
    expect(text).toContain(formatMoney(minor, 'es', 'dot', 'MXN').replace('\u00a0', ' '));
  }
  expect(text).toContain(
    `CAT sin IVA ${formatPercent(catWithoutVat(schedule), 1, 'es', 'dot')}`.replace('\u00a0', ' '),
  );
  expect(text).toContain('6 pagos de hasta');
  expect(html).toMatch(/name="payments" checked="" value="6"/);
  expect(html).not.toMatch(/name="amount" checked=""/);
  const chip = await openPage('/?amount=10000&payments=4&lang=2');
  expect(chip.html).toMatch(/name="amount" checked="" value="10000"/);
  expect(chip.text).toContain('Recibe $ 10.000,00');
  for (const amount of ['0', '-5', 'mil', '999.99', '10000.01', '1e3', '99999999999999999999', '<b>']) {
    const refused = await openPage(`/?amount=${encodeURIComponent(amount)}&payments=7&lang=2`);
    expect(refused.status).toBe(200);
    expect(refused.text, amount).toContain('escriba en números uno de $ 1.000,00 a $ 10.000,00.');
    expect(refused.text).toContain('$ 5.562,52');
    expect(refused.html).toContain('aria-describedby="amount-error"');
  }
  const english = await openPage('/?amount=3000&payments=12&lang=1');
  expect(english.text).toMatch(/You receive ₹ 3\.000,00 .*12 EMIs, up to/);
});

test('[SITE-1] the home page names every way to complain, and stays quiet about one that is not configured', async () => {
  const { companies } = pagesDependencies;
  const company = companies.MX;
  const page = await openPage('/');
  expect(page.text).toContain(`escriba a ${company.email} o llame al ${company.telephone}`);
  const bare = await openPage('/', {
    dependencies: { companies: { ...companies, MX: { ...company, email: '', telephone: '' } } },
  });
  // Those of the unit and of the regulator stay.
  expect(bare.html).not.toContain(`Teléfono</dt>`);
  expect(bare.html).not.toContain('Correo</dt>');
  expect(bare.text).toContain('Sin la app: use la página de atención a clientes.');
});

test('[SITE-2] /About says who lends and what they never ask for', async () => {
  const page = await openPage('/About');
  expect(page.html).toMatch(/<h1>Quiénes somos<\/h1>/);
  expect(page.text).toContain('Plana Ejemplo SA');
  expect(page.text).toContain('No pedimos depósitos por adelantado.');
  expect(page.html).toMatch(/aria-current="page">Quiénes somos</);
});

test('[SITE-3] /User is empty', async () => {
  const page = await openPage('/User');
  // Nothing is seen; a screen reader tells where it is.
  expect(page.html).toMatch(/^<main><h1 class="sr">[^<]+<\/h1><\/main>$/);
});

test('[SITE-5] /Policy shows the privacy notice in a frame, in the language of the page', async () => {
  const page = await openPage('/Policy?lang=1');
  expect(page.html).toMatch(/<iframe[^>]* src="\/privacyNotice\?lang=1" title="Privacy Policy"/);
  const framed = await openPage('/privacyNotice?lang=1');
  expect(framed.text).toContain('Privacy notice');
  expect(linksOf(framed.html).filter((link) => !link.startsWith('#'))).toEqual([]);
});

test.each(['/Privacy', '/PrivacyPolicy', '/privacyNotice'])(
  "[SITE-7] %s is the privacy notice in the page's language",
  async (path) => {
    const spanish = await openPage(path);
    expect(spanish.html).toMatch(/<h1[^>]*>Aviso de privacidad<\/h1>/);
    expect(spanish.text).toContain('Sus derechos ARCO');
    const english = await openPage(`${path}?lang=1`);
    expect(english.html).toMatch(/<h1[^>]*>Privacy notice<\/h1>/);
    expect(english.text).toContain('Your ARCO rights');
    expect(english.text).not.toContain('derechos');
  },
);

test.each([
  { name: 'a form', type: 'application/x-www-form-urlencoded' },
  { name: 'JSON', type: 'application/json' },
])('[SITE-8] $name sent to a path that is none is answered with status 404', async ({ type }) => {
  const page = await openPage('/nada', {
    body: { method: 'POST', body: '{}', headers: { 'Content-Type': type } },
  });
  expect(page.status).toBe(404);
  expect(page.html).toMatch(/<h1>No encontramos esta página<\/h1>/);
});

test.each(['/nada', '/About/x', '/Loan/terms'])(
  '[SITE-8] %s is answered with status 404 and a way home',
  async (path) => {
    const page = await openPage(`${path}?lang=1&deviceId=d1`);
    expect(page.status).toBe(404);
    expect(page.html).toMatch(/<h1>We could not find this page<\/h1>/);
    expect(linksOf(/<main.*<\/main>/.exec(page.html)?.[0] ?? '')[0]).toBe('/?deviceId=d1&lang=1');
    expect(page.html).not.toContain('aria-current');
    expect(page.head).toContain('<meta name="robots" content="noindex"/>');
  },
);

test('[SESS-3] every link of the site carries the session on and nothing else of the address', async () => {
  for (const path of pagePaths) {
    const { html } = await openPage(`${path}?lang=1&sessionId=s1&userId=u1&evil=1`);
    const own = linksOf(html).filter((link) => link.startsWith('/'));
    for (const link of own) {
      const parameters = new URL(link, 'https://paginas.example').searchParams;
      expect(parameters.get('sessionId')).toBe('s1');
      expect(parameters.has('evil')).toBe(false);
    }
    expect(html).not.toContain('evil');
  }
});

test('every link of the site leads to a page of ours, and every anchor to a place on its page', async () => {
  const targets = new Set<string>();
  for (const path of pagePaths) {
    for (const { search } of languages) {
      const { html } = await openPage(`${path}${search}`);
      for (const link of linksOf(html)) {
        if (link.startsWith('#')) expect(html, link).toContain(` id="${link.slice(1)}"`);
        else if (!/^(mailto|tel|https):/.test(link)) targets.add(link.split('?')[0] ?? '');
      }
    }
  }
  expect(targets.delete(sitePaths.register), 'the landing, which asks the lending service').toBe(true);
  for (const target of targets) expect([target, (await openPage(target)).status]).toEqual([target, 200]);
});

test('[LANG-4] each page links to itself in the other language, and its title is in its own', async () => {
  const spanish = await openPage('/Loan');
  expect(linksOf(spanish.html)).toContain('/Loan?lang=1');
  expect(spanish.title).toBe('Términos y condiciones del préstamo · Llano');
  const english = await openPage('/Loan?lang=1');
  expect(linksOf(english.html)).toContain('/Loan?lang=2');
  expect(english.title).toBe('Loan terms and conditions · Llano');
});

test('ids are not used twice on a page, and headings leave out no level', async () => {
  for (const path of pagePaths) {
    const { html } = await openPage(path);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size, path).toBe(ids.length);
    const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    levels.forEach((level, index) => {
      expect(level, `${path}, heading ${index + 1}`).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
  }
});
