import { afterEach, expect, test } from 'vitest';
import { readAgreement } from '#contract/calls/loan.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { addAgreementVersion, listAgreementVersions } from '#contract/host/agreement-version.ts';
import { newId } from '#db/new-id.ts';
import { agreementVersions } from '#db/schema/loan.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();
afterEach(async () => {
  await service.database.delete(agreementVersions);
});

const spanish = {
  title: 'Contrato de la casa',
  summary: 'Lo que acordamos.',
  sections: [{ heading: 'Las partes', paragraphs: ['Nosotros y usted.', 'Nadie más.'] }],
};
const english = { ...spanish, title: 'Agreement of the house' };

function edition(more: object = {}) {
  return { market: 'MX', version: `v-${newId().slice(-12)}`, texts: { es: spanish, en: english }, ...more };
}

async function add(body: object) {
  const { status, body: answer } = await service.host(addAgreementVersion.path, body);
  return { status, code: answer.code, message: answer.message };
}

test("[LEGAL-3] the lender's own text is accepted, with the product's rates and the loan's figures behind it", async () => {
  const own = edition();
  await add(own);
  const session = await newBorrower(service);
  const { orderNumber } = await applyForLoan(service, session, 'mx-120', 'en');
  const { accepted } = await service.ask(readAgreement, { orderNumber }, session);
  expect(accepted).toMatchObject({ version: own.version, language: 'en' });
  const text = accepted?.text ?? '';
  expect(text.startsWith(`loan-agreement ${own.version} 2026-11-20 en\n\nAgreement of the house\n\n`)).toBe(
    true,
  );
  const order = ['1. Las partes', 'Nadie más.', 'Annual interest | 18', 'Prueba Pérez'].map((part) =>
    text.indexOf(part),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
});

test('who reads a language that the edition lacks gets that of the market', async () => {
  await add(edition({ texts: { es: spanish } }));
  const session = await newBorrower(service);
  const { quote } = await service.ask(readOffer, { productId: 'mx-120', isReload: true }, session, 'en');
  const { accepted } = await service.ask(readAgreement, { orderNumber: quote?.quoteId ?? '' }, session, 'en');
  expect(accepted).toMatchObject({ language: 'es' });
  expect(accepted?.text).toContain('Contrato de la casa');
  expect(accepted?.text).toContain('Interés anual | 18');
});

test('an edition is in force from its day on, and the newest of those whose day has come', async () => {
  const first = edition();
  const later = edition({ effectiveFrom: '2026-11-25' });
  await add(first);
  await add(later);
  const shown = async () => {
    const session = await newBorrower(service);
    const { quote } = await service.ask(readOffer, { productId: 'mx-120', isReload: true }, session);
    const { accepted } = await service.ask(readAgreement, { orderNumber: quote?.quoteId ?? '' }, session);
    return accepted?.version;
  };
  expect(await shown()).toBe(first.version);
  service.setTime('2026-11-25T00:00:00-06:00');
  expect(await shown()).toBe(later.version);
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('an edition is never changed', async () => {
  const own = edition();
  expect((await add(own)).status).toBe(200);
  expect((await add(own)).status).toBe(200);
  const other = { ...own, texts: { es: { ...spanish, title: 'Otro' }, en: english } };
  expect(await add(other)).toMatchObject({ status: 409, code: '409005' });
  expect(await add({ ...own, effectiveFrom: '2026-12-01' })).toMatchObject({ status: 409 });
  await add(edition());
  const page = await service.tell(listAgreementVersions, { limit: 1 });
  const rest = await service.tell(listAgreementVersions, { cursor: page.nextCursor ?? '' });
  const versions = [...page.agreementVersions, ...rest.agreementVersions].map(({ version }) => version);
  expect(versions).toHaveLength(2);
  expect(versions).toContain(own.version);
});

test.each([
  ['texts', { texts: { en: english } }],
  ['texts', { texts: { es: { ...spanish, sections: [] } } }],
  ['version', { version: '2026-11.5' }],
  ['version', { version: 'a b' }],
  ['effectiveFrom', { effectiveFrom: '2026-11-19' }],
])('an edition with a bad %s is refused by that name', async (field, bad) => {
  expect(await add(edition(bad))).toMatchObject({ status: 422, message: expect.stringContaining(field) });
});
