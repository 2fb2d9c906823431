import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { complaintNextText } from '#content/messages/complaint-next.ts';
import { errorText } from '#content/messages/errors.ts';
import { lendingText } from '#content/messages/lending.ts';
import { downloadText, registrationText } from '#content/messages/registration.ts';
import { contactText } from '#content/messages/site.ts';
import { ticketText } from '#content/messages/ticket.ts';
import { waitText } from '#content/messages/wait.ts';
import { fill } from '#content/text-pack.ts';
import { issueSession } from '#contract/host/session.ts';
import { listSmsMessages } from '#contract/host/sms.ts';
import { registrations } from '#db/schema/registration.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { defaultTemplateIds } from '#domain/registration/promotion-template.ts';
import { locatedPhoto } from '#fixtures/images.ts';
import { sitePaths } from '#pages/site/site-paths.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { acceptShownOffer } from '#tests/setup/offer-page.ts';
import { testProductionLlano } from '#tests/setup/production-llano.ts';
import { findProgram } from '#tests/setup/programs.ts';
import { answerOf, letCodesBeDue } from '#tests/setup/registrant.ts';

const reportSecret = 'a-secret-of-the-reports';
const llano = await testProductionLlano({
  variables: { SMS_GATEWAY_REPORT_SECRET: reportSecret, SMS_GATEWAY_REPORT_PROOF: 'secret' },
});

const ways = [
  { language: 'es', market: 'MX', productId: 'mx-120', phone: '5548217901', hasScript: true },
  { language: 'es', market: 'MX', productId: 'mx-120', phone: '5548217902', hasScript: false },
  { language: 'en', market: 'IN', productId: 'in-120', phone: '9876543901', hasScript: true },
  { language: 'en', market: 'IN', productId: 'in-120', phone: '9876543902', hasScript: false },
] as const;

test.each(ways)(
  '[SESS-3] an old web view enters with a ticket by a button, in $language, script $hasScript',
  async ({ language, market, productId, hasScript }) => {
    const { borrowerId } = await newBorrower(llano, market);
    const request = { borrowerId, deviceId: 'an old phone', ticket: true };
    const { ticket = '' } = await llano.tell(issueSession, request);
    const visitor = await llano.visit({ language, hasScript });
    const { page } = visitor;
    const clean = `/confirmLoan?productId=${productId}&lang=${language === 'en' ? 1 : 2}`;
    await visitor.openAddress(`${clean}&ticket=${ticket}`);
    await visitor.see(ticketText[language].line);
    await visitor.follow(page.getByRole('button', { name: ticketText[language].go }));
    expect(page.url()).toBe(llano.address + clean);
    await acceptShownOffer(visitor);
    await visitor.see(lendingText[language].underReviewTitle);
  },
);

/** Lets the files that a process writes grow to so many bytes, with the error of a disk that has no room. */
async function limitFiles({ processId }: { readonly processId: number }, bytes: number | 'unlimited') {
  await promisify(execFile)('prlimit', [`--pid=${processId}`, `--fsize=${bytes}:`]);
}

test.for(ways.filter(({ language, hasScript }) => (language === 'es') === hasScript))(
  '[COMP-2] where DATA_DIR has no room a photo is refused, nothing typed is lost, and it is taken once there is, in $language, script $hasScript',
  async ({ language, market, hasScript }, { skip, onTestFinished }) => {
    if (findProgram('prlimit') === null) skip('prlimit is not installed');
    const [node] = llano.nodes;
    if (!node) throw new Error('No node.');
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    const text = complaintNextText[language];
    await visitor.open('/complainPageNext', { problemType: 2 });
    await page.getByLabel(text.content).fill('2 pagos.');
    visitor.expectFault(/status of 503|no disk space for/);
    onTestFinished(() => limitFiles(node, 'unlimited'));
    await limitFiles(node, 10);
    const add = async () => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: locatedPhoto() });
      if (!hasScript) return visitor.follow(page.getByRole('button', { name: text.upload }));
    };
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await add();
    expect((await answer).status()).toBe(503);
    await visitor.see(errorText[language]['service-unavailable']);
    expect(await page.getByLabel(text.content).inputValue()).toBe('2 pagos.');
    await limitFiles(node, 'unlimited');
    await add();
    await expect.poll(() => page.locator('input[name=image]').count(), { timeout: 20_000 }).toBe(1);
  },
);

test.each(ways)(
  '[SITE-4] in production behind TLS a message of the contact page is kept, in $language, script $hasScript',
  async ({ language, phone, hasScript }) => {
    const visitor = await llano.visit({ language, hasScript });
    const { page } = visitor;
    await visitor.open(sitePaths.contact);
    const message = { name: 'Rosa', telephone: phone, email: 'rosa@correo.example', remark: '2+2' };
    for (const [name, value] of Object.entries(message)) await page.locator(`[name=${name}]`).fill(value);
    await page.locator('main form button').last().click();
    await visitor.see(contactText[language].successful);
    expect(await llano.contactMessages()).toContainEqual(expect.objectContaining(message));
  },
);

// Both ask before either goes on, since without script a code waits.
test.each([true, false])(
  '[PROMO-5] [PROMO-6] in production behind TLS a visitor registers in each language, script %s',
  async (hasScript) => {
    const register: (() => Promise<void>)[] = [];
    for (const way of ways.filter((each) => each.hasScript === hasScript))
      register.push(await askForCode(way));
    for (const withCode of register) await withCode();
  },
);

test('in production behind TLS a form of another site is refused, whatever it says of itself', async () => {
  const visitor = await llano.visit({ language: 'es', hasScript: false });
  const message = { name: 'Eva', telephone: '1', email: 'eva@correo.example', remark: 'ajena' };
  const api = visitor.context.request;
  for (const headers of [
    { Origin: 'https://elsewhere.example' },
    { Origin: llano.address.replace('https:', 'http:') },
    { Origin: 'null' },
    { Origin: 'https://elsewhere.example', 'X-Forwarded-Host': new URL(llano.address).host },
    {},
  ]) {
    const response = await api.post(sitePaths.contact, { form: message, headers, maxRedirects: 0 });
    expect([headers, response.status()]).toEqual([headers, 403]);
  }
  const own = await api.post(sitePaths.contact, {
    form: message,
    headers: { Origin: llano.address },
    maxRedirects: 0,
  });
  expect(own.status()).toBe(303);
  const rows = await llano.contactMessages();
  expect(rows.filter((each) => (each as typeof message).name === 'Eva')).toHaveLength(1);
});

test('production runs the production build of React', async () => {
  const addresses = await llano.end();
  expect(addresses.filter((address) => /react.*development/.test(address))).toEqual([]);
  expect(addresses.filter((address) => /node_modules\/(@opentelemetry|prom-client)\//.test(address))).toEqual(
    [],
  );
  const built = addresses.filter((address) => address.includes('/build/server/'));
  const sources = await Promise.all(built.map((address) => readFile(new URL(address), 'utf8')));
  // What its production build says of an error, and its development build of a list.
  expect(sources.some((source) => source.includes('Minified React error'))).toBe(true);
  expect(sources.some((source) => source.includes('Each child in a list should'))).toBe(false);
});

/** Asks for a code; what it gives registers with it. */
async function askForCode({
  language,
  market,
  phone,
  hasScript,
}: (typeof ways)[number]): Promise<() => Promise<void>> {
  const visitor = await llano.visit({ language, hasScript });
  const { page } = visitor;
  const press = async (value: 'question' | 'send' | 'apply') => {
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.locator(`button[value=${value}]`).last().click();
    await answer;
  };
  await visitor.openAddress(`/registerTemplate?id=${defaultTemplateIds[language]}`);
  await page.locator('#mobile').pressSequentially(phone);
  await press('question');
  const question = page.locator('#captcha-hint');
  await question.waitFor();
  await page.fill('#captcha', answerOf(await visitor.text(question), language));
  await press('send');
  const { codeSent, codeComing } = registrationText[language];
  // Who proves no work is sent the code half a minute later, and told so.
  await visitor.see(hasScript ? codeSent : fill(codeComing, { wait: waitText(language, 30) }));
  return async () => {
    const number = `+${phoneRuleOf(market).callingCode}${phone}`;
    if (!hasScript) await letCodesBeDue(llano.database);
    await expect.poll(() => llano.gateway.lastCode(number), { timeout: 45_000 }).toMatch(/^\d{6}$/);
    await page.fill('#smsCode', llano.gateway.lastCode(number));
    await press('apply');
    await visitor.see(downloadText[language].registered);
    const rows = await llano.database
      .select({ templateId: registrations.templateId })
      .from(registrations)
      .where(eq(registrations.mobilePhone, number));
    expect(rows).toEqual([{ templateId: defaultTemplateIds[language] }]);
    const id = llano.gateway.lastId(number);
    const report = async (secret: string) => {
      const data = JSON.stringify({ id, status: 'delivered' });
      const headers = { 'Content-Type': 'application/json', 'X-Signature': secret };
      const answer = await visitor.context.request.post('/webhooks/sms', { data, headers });
      return answer.status();
    };
    expect([await report('a guess'), await report(reportSecret)]).toEqual([401, 200]);
    const { smsMessages } = await llano.tell(listSmsMessages, { limit: 100 });
    expect(smsMessages.find(({ smsMessageId }) => smsMessageId === id)).toMatchObject({
      gateway: 'sms',
      deliveryState: 'delivered',
    });
  };
}
