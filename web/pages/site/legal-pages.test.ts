import { expect, test } from 'vitest';
import { openPage, pagesDependencies } from '#tests/setup/open-page.ts';

async function textsOf(path: string): Promise<{ readonly es: string; readonly en: string }> {
  const [es, en] = await Promise.all([openPage(`${path}?lang=2`), openPage(`${path}?lang=1`)]);
  return { es: es.text, en: en.text };
}

test.each(['/Privacy', '/PrivacyPolicy', '/privacyNotice'])(
  '[LEGAL-1] %s tells what is done with data, faces, location, camera, transfer, ARCO, changes and cookies',
  async (path) => {
    const { es, en } = await textsOf(path);
    expect(es).toMatch(/Qué datos tratamos .*selfie .*comparamos con la foto de su identificación/);
    expect(es).toContain('a más tardar 30 días después de la comparación');
    expect(es).toContain('Usamos la ubicación solo de usuarios de México');
    expect(es).toMatch(
      /La cámara .*A quién transferimos sus datos .*Sus derechos ARCO .*Cookies .*Cambios a este aviso/,
    );
    expect(es).toContain('le pedimos corregir la solicitud 5 días hábiles desde que la recibimos');
    expect(es).toContain('Usted nos responde con lo que falta 10 días hábiles');
    expect(es).toContain('Le comunicamos nuestra decisión 20 días');
    expect(es).toContain('la hacemos efectiva 15 días hábiles');
    expect(en).toContain('no later than 30 days after the comparison');
    expect(en).toContain('We use the location of users in Mexico only');
    expect(en).toContain('we ask you to correct the request 5 working days');
    expect(en).toContain('You reply with what is missing 10 working days');
    expect(en).toContain('We tell you our decision 20 days');
    expect(en).toContain('we put it into effect 15 working days');
  },
);

test('[LEGAL-2] the loan terms state every limit and charge', async () => {
  const { es, en } = await textsOf('/Loan');
  for (const statement of [
    'Personas de nacionalidad filipina. Mayores de 18 años.',
    'El plazo va de 91 a 365 días naturales.',
    'al menos la mitad del plazo (50 %) y nunca antes de 7 días desde el depósito',
    'se cobra una sola vez y no cada día Prestatario Recargo Nuevo $ 1.000,00 Que ya liquidó un préstamo $ 800,00',
    'Interés diario sobre lo no pagado Día de atraso Por día 1 a 30 5 % 31 a 90 4 % 91 en adelante 2 %',
    'El dinero llega a su cuenta de 1 a 3 días naturales después de que acepta.',
    'Respondemos su solicitud en 1 día',
    'se lo avisa dentro de 7 días hábiles',
    'avísenos dentro de 3 días',
    'dentro de 10 días desde la sentencia',
  ]) {
    expect(es).toContain(statement);
  }
  for (const statement of [
    'Persons of Filipino nationality. Over 18 years of age.',
    'The term runs from 91 to 365 calendar days.',
    'at least half of the term (50 %) has passed and not before 7 days after disbursal',
    'Borrower Penalty New ₹ 1.000,00 Who has settled a loan before ₹ 800,00',
    'Day of delay Per day 1 to 30 5 % 31 to 90 4 % 91 and after 2 %',
    'The money reaches your account 1 to 3 calendar days after you accept.',
    'We answer your application within 1 day',
    'gives you notice within 7 business days',
    'tell us within 3 days',
    'within 10 days of the judgment',
  ]) {
    expect(en).toContain(statement);
  }
});

test('[LEGAL-3] the loan agreement states its rates', async () => {
  const { es, en } = await textsOf('/Loan');
  expect(es).toContain(
    'Interés anual 18 % Interés diario 0,0065 % IVA, sobre la suma de intereses y comisión 16 % Recargo por cada día de atraso 3 %',
  );
  expect(en).toContain(
    'Annual interest 18 % Daily interest 0,0065 % VAT, on the sum of interest and fee 16 % Penalty for each day of delay 3 %',
  );
});

test('[LEGAL-3] rates are written in the amount style of the configuration', async () => {
  const { text } = await openPage('/Loan', { config: { amountStyle: 'locale' } });
  expect(text).toContain('Interés diario 0.0065 %');
  expect(text).toContain('Nuevo $ 1,000.00');
});

test('[LEGAL-4] about us, at its configured path, says who lends', async () => {
  const { es, en } = await textsOf('/aboutUs');
  expect(es).toMatch(/Quiénes somos .*Plana Ejemplo SA presta dinero a personas, a plazos de 91 a 365 días/);
  expect(es).toMatch(/Domicilio Calle Uno, Ciudad de México .*Registro Registro de ejemplo/);
  expect(en).toMatch(/About us .*Plana Ejemplo SA lends money to people, for terms of 91 to 365 /);
});

test('[LEGAL-4] /agony is the period loan agreement', async () => {
  const { es, en } = await textsOf('/agony');
  expect(es).toMatch(/Contrato de préstamo por periodos .*Capital pendiente por la tasa anual \(18 %\)/);
  expect(es).toContain('puede aplazar un pago hasta 7 días');
  for (const text of [es, en]) for (const rate of ['16 %', '3 %']) expect(text).toContain(` ${rate}`);
  expect(en).toMatch(/Period loan agreement .*Principal outstanding times the annual rate \(18 %\)/);
});

test.each(['/Privacy', '/Loan', '/aboutUs', '/agony'])(
  '%s shows the version and date of its text',
  async (path) => {
    const { es, en } = await textsOf(path);
    expect(es).toMatch(/Versión 20\d\d-\d\d(\.\d+)?, vigente desde 20\d\d-\d\d-\d\d/);
    expect(en).toMatch(/Version 20\d\d-\d\d(\.\d+)?, in force since 20\d\d-\d\d-\d\d/);
  },
);

test('[SITE-6] /Loan has the terms as a drawing whose every text is read out, and both documents', async () => {
  for (const search of ['?lang=2', '?lang=1']) {
    const { html } = await openPage(`/Loan${search}`);
    const drawing = /<svg[^>]*role="img"[^>]*aria-describedby="loan-drawing-description".*?<\/svg>/.exec(
      html,
    )?.[0];
    const description = /<desc id="loan-drawing-description">(.*?)<\/desc>/.exec(drawing ?? '')?.[1] ?? '';
    const drawn = [...(drawing ?? '').matchAll(/<(?:text|tspan) [^>]*>([^<]+)</g)].map(
      ([, text]) => text ?? '',
    );
    expect(drawn.length).toBeGreaterThan(15);
    for (const text of drawn) expect(description).toContain(text);
    expect(html).toMatch(/<article id="loan-terms".*<article id="loan-agreement"/);
  }
});

test('[SITE-6] the bars of the drawing are to scale', async () => {
  const { html } = await openPage('/Loan');
  const heights = [...html.matchAll(/<rect class="bar"[^>]* height="(\d+)"/g)].map(([, height]) =>
    Number(height),
  );
  expect(heights).toEqual([60, 48, 24]);
});

test('[LEGAL-5] the pages show the documents and the lender of the market they are opened for', async () => {
  const { companies } = pagesDependencies;
  const own = {
    dependencies: {
      companies: {
        MX: { ...companies.MX, documentSet: 'MX', lenderName: 'Plana México' },
        IN: { ...companies.IN, documentSet: 'IN', lenderName: 'Plana India' },
      },
    },
  } as const;
  const [mexico, india, indiaInSpanish, unserved] = await Promise.all([
    openPage('/Loan?lang=2', own),
    openPage('/Loan?lang=1', own),
    openPage('/Loan?lang=2&market=IN', own),
    openPage('/Loan?lang=1', { dependencies: { ...own.dependencies, markets: ['MX'] } }),
  ]);
  expect(mexico.text).toContain('Vive en México.');
  expect(mexico.text).toContain('Plana México');
  expect(india.text).toContain('You live in India.');
  expect(indiaInSpanish.text).toContain('Vive en India.');
  expect(indiaInSpanish.text).toContain('Plana India');
  expect(unserved.text).toContain('You live in Mexico.');
  for (const { text, html } of [mexico, india, indiaInSpanish, unserved]) {
    expect(text).not.toMatch(/filipin|0,0065|la mitad del plazo|half of the term/i);
    expect(html).not.toContain('class="bar"');
  }
});
