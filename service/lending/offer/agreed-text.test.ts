import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type LoanAgreement, readAgreement } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { decideApplication, recordDisbursal } from '#contract/host/loan.ts';
import { loanAgreementsAccepted, quotes, termsEditions } from '#db/schema/loan.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower } from '#tests/setup/lending-journeys.ts';
import {
  type LendingService,
  lendingService,
  type TestSession,
  testConfiguration,
} from '#tests/setup/lending-service.ts';
import { quoteHash } from './quote.ts';

const service = await testLendingService();
let session: TestSession;
beforeEach(async () => {
  session = await newBorrower(service);
});

function agreement(
  orderNumber: string,
  { language = 'es', from = service }: { language?: 'es' | 'en'; from?: LendingService } = {},
): Promise<LoanAgreement> {
  return from.ask(readAgreement, { orderNumber }, session, language);
}

async function acceptIn(language: 'es' | 'en') {
  const productId = 'mx-120';
  const offer = await service.ask(readOffer, { productId, isReload: true }, session, language);
  const quoteId = offer.quote?.quoteId ?? '';
  const request = { productId, amountMinor: offer.amountMinor, term: offer.term, quoteId };
  await service.ask(acceptOffer, request, session, language);
  return { quoteId, request };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The service over the same database as another lender runs it later. */
function underAnotherName(): LendingService {
  const { MX, IN } = testConfiguration.companies;
  const other = { lenderName: 'Otra Empresa', address: 'Otra calle 9' };
  return lendingService(service.database, {
    companies: { MX: { ...MX, ...other }, IN: { ...IN, ...other } },
    amountStyle: 'locale',
  });
}

test('[CONTRACT-1] [LEGAL-3] accepting keeps the whole agreement, with its 13 figures, and the hash of just that text', async () => {
  const { orderId } = await applyForLoan(service, session);
  const [record] = await service.database
    .select()
    .from(loanAgreementsAccepted)
    .where(eq(loanAgreementsAccepted.loanId, orderId));
  const text = record?.text ?? '';
  expect(record).toMatchObject({
    borrowerId: session.borrowerId,
    loanId: orderId,
    version: '2026-11.5',
    language: 'es',
    text,
    hash: hashOf(text),
    acceptedAt: new Date('2026-11-20T12:00:00-06:00'),
  });
  expect(text).toMatch(
    /^loan-agreement 2026-11.5 2026-11-28 es\n\nContrato de préstamo\n\n[\s\S]*Llano México, el prestamista/,
  );
  expect(text).toContain('Domicilio: Avenida de Prueba 1, Ciudad de México');
  expect(text).toContain('Interés anual | 18\u00a0%\nInterés diario | 0,0493\u00a0%');
  expect(text.endsWith(agreedFigures)).toBe(true);
});

const agreedFigures = `12. Datos del contrato

Prestamista: Llano México
Nombre del cliente: Prueba Pérez
Domicilio del cliente: Calle Uno 1
Producto: Llano 120
Fecha del contrato: 2026-11-20
Monto del préstamo: $ 5.000,00
Monto que se acordó entregar: $ 5.000,00
Fecha de depósito usada en el plan: 2026-11-20
Intereses: $ 184,93
Comisión: $ 300,00
IVA: $ 77,59
Monto total a pagar: $ 5.562,52
Fecha del último pago: 2027-03-20

13. Sus pagos

Plan de pagos
Fecha prevista | Capital + intereses, comisión e IVA | Total
2026-12-20 | $ 1.250,00 + $ 172,81 | $ 1.422,81
2027-01-19 | $ 1.250,00 + $ 151,36 | $ 1.401,36
2027-02-18 | $ 1.250,00 + $ 129,91 | $ 1.379,91
2027-03-20 | $ 1.250,00 + $ 108,44 | $ 1.358,44
`.replaceAll('$ ', '$\u00a0');

test('[CONTRACT-1] what would be accepted is shown before, and the same after, by the quote and by the order', async () => {
  const { quote } = await service.ask(readOffer, { productId: 'mx-120', isReload: true }, session, 'en');
  const before = (await agreement(quote?.quoteId ?? '', { language: 'en' })).accepted;
  expect(before).toMatchObject({ language: 'en', version: '2026-11.5', acceptedAt: null });
  expect(before?.hash).toBe(hashOf(before?.text ?? ''));
  const { quoteId } = await acceptIn('en');
  expect(quoteId).toBe(quote?.quoteId);
  expect((await agreement(quoteId)).accepted).toEqual({ ...before, acceptedAt: '2026-11-20 12:00:00' });
});

test('[CONTRACT-1] [LEGAL-3] the text stays as accepted in another language, under another name and once paid out', async () => {
  const { orderNumber } = await applyForLoan(service, session);
  const { accepted } = await agreement(orderNumber);
  expect(accepted?.text).toContain('Llano México');
  await service.tell(decideApplication, { orderNumber, decision: 'approve' });
  service.setTime('2026-11-22T12:00:00-06:00');
  await service.tell(recordDisbursal, { orderNumber, reference: orderNumber });
  const later = underAnotherName();
  const shown = await agreement(orderNumber, { language: 'en', from: later });
  service.setTime('2026-11-20T12:00:00-06:00');
  expect(shown.accepted).toEqual(accepted);
  expect([shown.lenderName, shown.disbursalDate]).toEqual(['Otra Empresa', '2026-11-22']);
});

test('a submit repeated in another language or under another name leaves what was accepted as it is', async () => {
  const { quoteId, request } = await acceptIn('es');
  const { accepted } = await agreement(quoteId);
  await underAnotherName().ask(acceptOffer, request, session, 'en');
  expect((await agreement(quoteId)).accepted).toEqual(accepted);
});

test('[CONTRACT-1] a kept text that was changed is not shown, and reported', async () => {
  const { orderId, orderNumber } = await applyForLoan(service, session);
  const { accepted } = await agreement(orderNumber);
  await service.database
    .update(loanAgreementsAccepted)
    .set({ text: accepted?.text.replace('5.562,52', '9.562,52') ?? '' })
    .where(eq(loanAgreementsAccepted.loanId, orderId));
  const { status, body } = await service.post(readAgreement.path, { orderNo: orderNumber }, session);
  expect([status, body.success, body.data ?? null]).toEqual([500, false, null]);
  expect(service.reported).toContainEqual({
    level: 'error',
    message: 'an accepted agreement does not match its hash',
    fields: { loan: orderId },
  });
});

test('[CONTRACT-1] a loan that came without its text shows the 13 fields alone', async () => {
  const { orderId, orderNumber } = await applyForLoan(service, session);
  await service.database
    .update(loanAgreementsAccepted)
    .set({ text: null, language: null, hash: 'of something else' })
    .where(eq(loanAgreementsAccepted.loanId, orderId));
  expect(await agreement(orderNumber)).toMatchObject({ contractAmountMinor: 556_252, accepted: null });
});

test('[LEGAL-2] [LEGAL-3] the terms are accepted with the agreement: it names their hash, and their text is kept once', async () => {
  const { quoteId } = await acceptIn('es');
  const { accepted, terms } = await agreement(quoteId);
  expect(terms?.text).toMatch(/^loan-terms \S+ \d{4}-\d\d-\d\d es\n/);
  expect(terms?.hash).toBe(hashOf(terms?.text ?? ''));
  expect(accepted?.text).toContain(`Huella digital SHA-256 de su texto: ${terms?.hash}`);
  session = await newBorrower(service);
  const another = await acceptIn('es');
  const later = underAnotherName();
  expect((await agreement(another.quoteId, { from: later })).terms).toEqual(terms);
  const kept = await service.database
    .select()
    .from(termsEditions)
    .where(eq(termsEditions.hash, terms?.hash ?? ''));
  expect(kept).toEqual([terms]);
});

test('a loan that was accepted before terms were kept has none', async () => {
  const { orderId, orderNumber } = await applyForLoan(service, session);
  await service.database
    .update(loanAgreementsAccepted)
    .set({ termsHash: null })
    .where(eq(loanAgreementsAccepted.loanId, orderId));
  expect(await agreement(orderNumber)).toMatchObject({ accepted: { language: 'es' }, terms: null });
});

test.each([
  ['agreement', { agreementVersion: '2026-05' }],
  ['terms', { termsVersion: '2026-05' }],
])(
  'a quote of an earlier edition of the %s has to be asked for again, and the new one can be accepted',
  async (_what, edition) => {
    const { database } = service;
    const borrower = await newBorrower(service);
    const productId = 'mx-120';
    const offer = () => service.ask(readOffer, { productId, isReload: true }, borrower);
    const accept = ({ amountMinor, term, quote }: Awaited<ReturnType<typeof offer>>) =>
      service.post(
        acceptOffer.path,
        { productId, amount: amountMinor, periods: term.count, termUnit: term.unit, quoteId: quote?.quoteId },
        borrower,
      );
    const shown = await offer();
    const isThis = eq(quotes.id, shown.quote?.quoteId ?? '');
    const [issued] = await database.select().from(quotes).where(isThis);
    if (!issued) throw new Error('The offer has no quote.');
    const earlier = { ...issued, ...edition };
    await database
      .update(quotes)
      .set({ ...edition, scheduleHash: quoteHash(earlier) })
      .where(isThis);
    const { status, body } = await accept(shown);
    expect([status, body.code]).toEqual([409, '409001']);
    expect((await accept(await offer())).status).toBe(200);
  },
);

test('[LEGAL-6] an agreement of India ends with the summary of its Key Facts Statement, the APR among it', async () => {
  const borrower = await newBorrower(service, 'IN');
  const { orderId } = await applyForLoan(service, borrower, 'in-120', 'en');
  const { accepted, paper } = await service.ask(readAgreement, { orderNumber: orderId }, borrower, 'en');
  const [, summary = ''] = accepted?.text.split(/\n\d+\. Summary: KFS\n/) ?? [];
  const rowsOf = (text: string) => text.split('\n').filter((line) => line.includes(': '));
  expect(summary).toMatch(/^Annual Percentage Rate \(APR\): .*\d\s%/m);
  expect(rowsOf(paper?.text ?? '')).toEqual(expect.arrayContaining(rowsOf(summary)));
});
