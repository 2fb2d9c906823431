import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExtension } from '#contract/calls/extension.ts';
import { readAgreement, readLoan } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { decideApplication, readLoanStatement, recordDisbursal } from '#contract/host/loan.ts';
import { putProduct } from '#contract/host/product.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { inTransaction } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { loans } from '#db/schema/loan.ts';
import { offers } from '#db/schema/product.ts';
import { loanPath } from '#desk/paths.ts';
import { amountsInText } from '#domain/desk/amounts-in-text.ts';
import { allMarkets, type Market, marketOf } from '#domain/market.ts';
import { type Currency, minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { upiIntent } from '#domain/repayment/upi.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { lendingService, testConfiguration } from '#tests/setup/lending-service.ts';
import { openPage, pagesDependencies } from '#tests/setup/open-page.ts';

// The types of this file know the shipped markets; `tsc` knows the third by tests/markets/tsconfig.json.
const market = 'ZZ' as Market;
const currency = 'ZZD' as Currency;

// The package gives every array a method, which the other tests of this worker must not see.
Reflect.deleteProperty(Array.prototype, 'random');

const { db, close } = await openPostgresDatabase();
afterAll(close);

/** The statements that bring the shipped migrations to what the schema derives from three markets. */
async function migrationToThree(): Promise<string[]> {
  const folder = new URL('../../../service/db/migrations/meta/', import.meta.url);
  const { entries } = JSON.parse(await readFile(new URL('_journal.json', folder), 'utf8'));
  const last = `${String(entries.at(-1).idx).padStart(4, '0')}_snapshot.json`;
  const migrated = JSON.parse(await readFile(new URL(last, folder), 'utf8'));
  const tables = import.meta.glob('../../../service/db/schema/*.ts', { eager: true });
  const declared = Object.assign({}, ...(Object.values(tables) as object[]));
  return generateMigration(migrated, generateDrizzleJson(declared));
}
const statements = await migrationToThree();
beforeAll(async () => {
  for (const statement of statements) await db.execute(sql.raw(statement));
});

const company = {
  ...testConfiguration.companies[allMarkets[0]],
  lenderName: 'Llano Zed',
  telephone: '+685 700 0100',
  coolingOffDays: 5,
  documentSet: market,
};
const companies = { ...testConfiguration.companies, [market]: company };
const service = lendingService(db, { markets: [...allMarkets], companies });
const { person } = testDesk(service, undefined, {
  secondApproverAboveMinor: Object.fromEntries(
    allMarkets.map((each) => [marketOf[each].currency.code, 90_000_000]),
  ) as Record<Currency, number>,
});

const productId = 'zz-120';
const terms = {
  ...{ market, currency, instalmentCount: 4, instalmentDays: 30 },
  ...{ annualInterestPpm: 180_000, dailyInterestPpm: 493, feePpm: 60_000 },
  ...{ extensionDailyPpm: 10_000, extensionMaxDays: 7 },
  vatPpm: marketOf[market].tax.ratePpm,
  penaltyBands: [{ fromDay: 1, dailyPpm: 30_000 }],
  // Its law caps what penalties come to below what a product has by itself.
  ...{ penaltyMaxOfPaymentPpm: 500_000, penaltyMaxOfLoanPpm: 250_000 },
  ...{
    minimumMinor: minorAmount(1_000_000),
    maximumMinor: minorAmount(5_000_000),
    stepMinor: minorAmount(1_000),
  },
};

test('one folder and one line add a market: nothing that is shipped has to change for its types', () => {
  const { stdout, status } = spawnSync(
    'node_modules/.bin/tsc',
    ['-p', 'tests/markets', '--noEmit', '--checkers', '1'],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test('its migration changes constraints alone, and drizzle-kit writes it', () => {
  expect(statements.length).toBeGreaterThan(10);
  for (const statement of statements) {
    expect(statement).toMatch(/^ALTER TABLE "\w+" (?:DROP|ADD) CONSTRAINT "\w+_(?:market|currency)_/);
  }
});

test('a loan of the made-up market goes from its offer to paid, one statement on every side', async () => {
  await service.tell(putProduct, {
    ...{ productId, name: 'Llano Zed', actor: 'ana.ruiz' },
    ...terms,
  } as never);
  const shortening = { ...terms, prepayment: 'shortens', earlyRepaymentFee: 'days-used' };
  const named = { productId, name: 'Llano Zed', actor: 'ana.ruiz' };
  // Its law lets money that is paid beyond what is asked for lower a plan alone.
  expect((await service.host(putProduct.path, { ...named, ...shortening })).status).toBe(422);
  const borrowerId = newId();
  await inTransaction(db, async (transaction) => {
    await transaction.insert(borrowers).values({
      ...{ id: borrowerId, name: 'Ioane Sina', address: 'Beach Road 1, Apia', mobilePhone: '7123456' },
      ...{ market, language: 'en', createdAt: new Date() },
    });
    await transaction.insert(offers).values({
      ...{ borrowerId, productId, amountMinor: minorAmount(2_000_000), depositAccountEnding: '4821' },
    });
  });
  const session = await service.session(borrowerId);

  // What it costs: 2,000.000 at 18 % in four payments of 30 days, 6 % of fee, 12.5 % of tax on the interest alone.
  const offer = await service.ask(readOffer, { productId, isReload: true }, session, 'en');
  expect(offer.currency).toBe(currency);
  expect(offer.quote).toMatchObject({
    ...{ interestMinor: 73_973, feeMinor: 120_000, vatMinor: 9_247, totalMinor: 2_203_220 },
    annualCostMeasure: 'apr',
  });
  const dependencies = { companies, markets: [market] };
  const confirm = await openPage(`/confirmLoan?productId=${productId}&sessionId=s-1&deviceId=d-1&lang=1`, {
    ...{ answers: { readOffer: offer }, dependencies },
  });
  expect(confirm.text).toContain('You receive Z 2.000,000');
  expect(confirm.text).toContain('Loan sheet');
  expect(confirm.text).toContain('Fixed annual rate 18 % plus ZT');
  expect(confirm.text).toContain('ZT, 12,5 % of the interest Z 9,247');
  expect(confirm.text).toContain('the interest of those days with its ZT: no fee');
  expect(confirm.text).toContain('Go to the Supervisor of Zed');
  expect(confirm.text).not.toMatch(/[$₹]|GST|VAT|CAT|CONDUSEF|RBI/);

  const { detailLink } = await service.ask(
    acceptOffer,
    { productId, amountMinor: offer.amountMinor, term: offer.term, quoteId: offer.quote?.quoteId ?? null },
    ...([session, 'en'] as const),
  );
  const orderId = new URL(detailLink, 'http://lender.test').searchParams.get('orderId') ?? '';
  const [row] = await db.select({ orderNumber: loans.orderNumber }).from(loans).where(eq(loans.id, orderId));
  const orderNumber = row?.orderNumber ?? '';
  const agreement = await service.ask(readAgreement, { orderNumber }, session, 'en');
  const agreedText = agreement.accepted?.text.replaceAll('\u00a0', ' ');
  expect(agreedText).toContain('ZT, on the interest | 12,5 %');
  expect(agreedText).toContain('ZT, on the cost of extending | 12,5 %');
  expect(agreedText).toContain('Principal + interest, fee and ZT');
  expect(agreedText).toContain('Z 2.203,220');

  await service.tell(decideApplication, { orderNumber, decision: 'approve' });
  await service.tell(recordDisbursal, { orderNumber, reference: 'transfer one' });
  const due = await service.ask(readRepayment, { orderId, productId }, session, 'en');
  expect(due.channelGroups.flatMap(({ channels }) => channels.map(({ kind }) => kind)).toSorted()).toEqual([
    'store',
    'virtual-account',
  ]);
  // An amount of the borrower's own has the decimals of the currency, and so has the field.
  const repay = await openPage(
    `/repay?orderId=${orderId}&productId=${productId}&sessionId=s-1&deviceId=d-1&lang=1&amount=1422.815`,
    { answers: { readRepayment: { ...due, chosenMinor: minorAmount(1_422_815) } }, dependencies },
  );
  expect(repay.calls[0]?.request).toMatchObject({ chosenMinor: 1_422_815 });
  expect(repay.html).toMatch(
    /value="1422\.815"[^>]*data-decimals="3"|data-decimals="3"[^>]*value="1422\.815"/,
  );
  expect(repay.text).toContain('In figures, for example 2000.000.');
  // Extending: 7 days at 1 % of what is due, with the market's tax on it, shown, paid on its own code, booked.
  const extension = await service.ask(readExtension, { orderId, productId }, session, 'en');
  const feeMinor = Math.round(due.amountMinor * 0.07);
  const vatMinor = Math.round(feeMinor * 0.125);
  expect(extension).toMatchObject({ currency, feeMinor, vatMinor, amountMinor: feeMinor + vatMinor });
  const extend = await openPage(
    `/repayDelay?orderId=${orderId}&productId=${productId}&sessionId=s-1&deviceId=d-1&lang=1`,
    { answers: { readExtension: extension }, dependencies },
  );
  expect(extend.text).toMatch(/Extend Z \d+,\d{3} ZT Z \d,\d{3} You pay today Z \d+,\d{3}/);
  expect(extend.text).not.toContain('Penalty');
  const [extensionCode] = extension.channelGroups.flatMap(({ channels }) =>
    channels.map(({ payCode }) => payCode),
  );
  await service.tell(recordPayment, {
    ...{ provider: 'bank', eventId: 'extension', reference: extensionCode, currency },
    amountMinor: extension.amountMinor,
  });
  const extended = await service.tell(readLoanStatement, { orderNumber });
  expect(extended.instalments[0]).toMatchObject({ extendedFrom: expect.any(String) });

  // Each payment on its day: the loan then costs all of its plan.
  const [code] = due.channelGroups.flatMap(({ channels }) => channels.map(({ payCode }) => payCode));
  for (const { sequence, dueDate, owedMinor } of extended.instalments) {
    service.setTime(`${dueDate}T12:00:00+13:00`);
    await service.tell(recordPayment, {
      ...{ provider: 'bank', eventId: `payment ${sequence}`, reference: code, currency },
      amountMinor: minorAmount(owedMinor),
    });
  }

  const loan = await service.ask(readLoan, { orderId, productId }, await service.session(borrowerId), 'en');
  expect(loan.statement?.remainingMinor).toBe(0);
  // The agreed tax and that of the extension, on the first payment.
  expect(loan.statement?.charges?.filter(({ kind }) => kind === 'extension-fee')).toMatchObject([
    { sequence: 1, chargedMinor: feeMinor },
  ]);
  const detail = await openPage(
    `/loanDetail?orderId=${orderId}&productId=${productId}&sessionId=s-1&deviceId=d-1&lang=1`,
    {
      ...{ answers: { readLoan: loan }, dependencies },
    },
  );
  const paid = formatMoney(minorAmount(2_203_220 + extension.amountMinor), 'en', 'dot', currency);
  expect(detail.text.replaceAll('\u00a0', ' ')).toContain(`You paid ${paid.replaceAll('\u00a0', ' ')}`);
  expect(detail.text).toContain(`ZT Z ${((9_247 + vatMinor) / 1_000).toFixed(3).replace('.', ',')}`);
  const statement = await service.tell(readLoanStatement, { orderNumber });
  expect(statement.loan).toMatchObject({ currency, owedMinor: 0 });

  const agent = await person('Ana Gómez', 'agent');
  const desk = await agent.open(loanPath(orderNumber));
  expect(desk.status).toBe(200);
  expect(desk.text).toContain(paid.replaceAll('\u00a0', ' '));
});

test.each(['es', 'en'] as const)('its public pages and legal texts are its own, in %s', async (language) => {
  const dependencies = { ...pagesDependencies, companies, markets: [market] };
  const lang = language === 'es' ? 2 : 1;
  const home = await openPage(`/?lang=${lang}`, { dependencies });
  expect(home.text).toContain('Z 2.000,000');
  expect(home.text).toContain(
    language === 'es' ? 'TZ, 12,5 % de los intereses' : 'ZT, 12,5 % of the interest',
  );
  for (const path of ['/Loan', '/Privacy', '/About', '/agony']) {
    const page = await openPage(`${path}?lang=${lang}`, { dependencies });
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.text).toContain('Llano Zed');
    expect(page.text).not.toMatch(/[$₹]|GST|IVA|CONDUSEF|RBI|ARCO/);
  }
  const privacy = await openPage(`/Privacy?lang=${lang}`, { dependencies });
  expect(privacy.text).toContain(language === 'es' ? 'Autoridad de Datos de Zeta' : 'Data Authority of Zed');
});

test("a link of a payer's app and an answer of the desk have the decimals of its currency", () => {
  const payment = { payeeAddress: 'zed@bank', payeeName: 'Llano Zed', transactionReference: 'one' };
  expect(upiIntent({ ...payment, currency, amountMinor: minorAmount(1_422_815) })).toContain(
    'am=1422.815&cu=ZZD',
  );
  expect(amountsInText('Hoy debe Z 2.203,220 y Z 1,422.5')).toMatchObject([
    { amountMinor: 2_203_220 },
    { amountMinor: 1_422_500 },
  ]);
});
