import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { complaintDetailsText } from '#content/messages/complaint-details.ts';
import { complaintNextText } from '#content/messages/complaint-next.ts';
import { complaintStartText } from '#content/messages/complaint-start.ts';
import { complaintStateText } from '#content/messages/complaint-states.ts';
import { complaintTabText, complaintTypeText } from '#content/messages/complaint-types.ts';
import { downloadText, registrationText } from '#content/messages/registration.ts';
import { fill } from '#content/text-pack.ts';
import { answerComplaint, listComplaints, uploadReplyImage } from '#contract/host/complaint.ts';
import { registrations } from '#db/schema/registration.ts';
import { groupedPhone } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { defaultTemplateIds } from '#domain/registration/promotion-template.ts';
import { locatedPhoto, smallImage } from '#fixtures/images.ts';
import { type EngineVisitor, visitIn } from '#tests/engines/engine-visitor.ts';
import { inEveryEngine, walks } from '#tests/engines/in-every-engine.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { answerOf } from '#tests/setup/registrant.ts';
import { startRelay } from '#tests/setup/relay.ts';

// Takes long: each journey is walked in both markets, with script and without.

let phonesUsed = 0;

await inEveryEngine(({ engine, llano, gateway, borrowerOf }) => {
  test.each(walks)(
    '[COMP-1] [COMP-2] [COMP-3] [COMP-4] [COMP-5] [COMP-6] a complaint about collection from its start to the rating of its answer, in $market, script $hasScript',
    async (walk) => {
      const { language, hasScript } = walk;
      const { visitor, loan } = await borrowerOf(walk);
      const types = complaintTypeText[language];
      const words = complaintNextText[language];
      const photo = join(inject('testRun').folder, 'foto.jpg');
      writeFileSync(photo, locatedPhoto());
      const taken = () =>
        visitor.tab.read(() => document.querySelectorAll('input[type=hidden][name=image]').length);

      await visitor.open('/complaint');
      await visitor.press('main summary', complaintStartText[language].all);
      await visitor.follow('a', loan.orderNumber);
      await visitor.press('summary', types[1]);
      await visitor.follow('a', types[11]);
      const { searchParams } = await visitor.arrive('/complainPageNext');
      expect(Object.fromEntries(searchParams)).toMatchObject({ problemType: '1', problemSonType: '11' });

      const content = language === 'es' ? 'Llaman a mi hermana.' : 'Calls to a sister.';
      await visitor.fill('textarea', content);
      for (const count of [1, 2]) {
        await visitor.tab.attach('input[type=file]', [photo]);
        if (!hasScript) await visitor.follow('button', words.upload);
        await expect.poll(taken, { timeout: 20_000 }).toBe(count);
      }
      const remove = `button[aria-label="${fill(words.remove, { number: 1 })}"]`;
      // Without script it leads to another document.
      await (hasScript ? visitor.press(remove) : visitor.follow(remove));
      await expect.poll(() => taken().catch(() => 0), { timeout: 20_000 }).toBe(1);
      const pressedAt = performance.now();
      await visitor.follow('button', words.submit);
      if (hasScript) {
        // That it was sent is read for 1.5 s first.
        expect(performance.now() - pressedAt).toBeGreaterThan(1400);
        // Firefox refuses storage while the next page is loading.
        const keptCount = () => visitor.tab.read(() => localStorage.length).catch(() => -1);
        await expect.poll(keptCount, { timeout: 20_000 }).toBe(0);
      }
      await visitor.see(/QJ-\d{4}-\d{6}-\d{2}/);
      const [folio = ''] = (await visitor.text()).match(/QJ-\d{4}-\d{6}-\d{2}/) ?? [];

      await visitor.follow('a', complaintStartText[language].mine);
      await visitor.see(complaintTabText[language].open);
      await visitor.see(complaintStateText[language].received);
      await visitor.follow('a', folio);
      await visitor.see(complaintDetailsText[language].noReplyUntil.split('{day}')[0] ?? '');
      await visitor.see(content);
      await expect.poll(() => visitor.tab.read(drawnPhotos), { timeout: 20_000 }).toBe(1);

      const imageBase64 = smallImage('webp').toString('base64');
      const { image } = await llano.tell(uploadReplyImage, { folio, imageBase64 });
      const reply = language === 'es' ? 'Ya no llamarán.' : 'No more calls.';
      await llano.tell(answerComplaint, { folio, reply, images: [image] });
      await visitor.open('/complaintList', { tab: 'handled' });
      await visitor.follow('a', folio);
      await visitor.see(reply);
      await expect.poll(() => visitor.tab.read(drawnPhotos), { timeout: 20_000 }).toBe(2);
      if (hasScript) {
        await expect.poll(() => visitor.tab.read(dialogAge), { timeout: 20_000 }).toBeGreaterThan(3000);
      }
      const form = hasScript ? 'dialog[open]' : 'main form';
      await visitor.press(`${form} label[for$="star-4"]`);
      await visitor.follow(`${form} button`, complaintDetailsText[language].sendRating);
      await visitor.see(fill(complaintDetailsText[language].yourRating, { score: 4 }));
      const { complaints } = await llano.tell(listComplaints, { state: 'answered', limit: 100 });
      expect(complaints.find((complaint) => complaint.folio === folio)).toMatchObject({
        score: 4,
        content,
        orderNumber: loan.orderNumber,
      });
    },
  );

  test.each(walks)(
    '[PROMO-1] [PROMO-2] [PROMO-5] [PROMO-6] [SESS-5] a visitor of a promotion page registers, in $market, script $hasScript',
    async ({ language, market, phone: start, hasScript }) => {
      const words = registrationText[language];
      const rule = phoneRuleOf(market);
      phonesUsed += 1;
      const phone = `${start}${100 + phonesUsed}`;
      const number = `+${rule.callingCode}${phone}`;
      const visitor = await visitIn(engine, llano, { language, hasScript });
      const send = (value: string) =>
        hasScript ? visitor.press(`button[value=${value}]`) : visitor.follow(`button[value=${value}]`);
      await visitor.openAddress(
        `${llano.address}/registerTemplate?id=${defaultTemplateIds[language]}&app_from=web&user_from=feria&links_id=9`,
      );
      await visitor.fill('#mobile', phone);
      await send('question');
      await visitor.fill('#captcha', answerOf(await captchaQuestion(visitor), language));
      await send('send');
      const [before = ''] = words.codeComing.split('{wait}');
      await visitor.see(hasScript ? words.codeSent : before);
      await visitor.see(fill(words.sentTo, { phone: groupedPhone(rule, phone) }));
      // Who proves no work is sent the code later.
      if (!hasScript) llano.letPass(250_000);
      await expect.poll(() => gateway.lastCode(number), { timeout: 20_000 }).toMatch(/^\d{6}$/);
      await visitor.fill('#smsCode', gateway.lastCode(number));
      await visitor.follow('button[value=apply]');
      await visitor.see(downloadText[language].registered);
      const { searchParams } = await visitor.arrive('/downloadTemplate');
      expect(Object.fromEntries(searchParams)).toMatchObject({ app_from: 'web', user_from: 'feria' });
      const [record] = await llano.database
        .select()
        .from(registrations)
        .where(eq(registrations.mobilePhone, number));
      expect(record).toMatchObject({ templateId: defaultTemplateIds[language], userFrom: 'feria' });
    },
  );

  test.each(['es', 'en'] as const)(
    '[REPAY-5] without a connection a slip is whole: bar code, digits in groups, amount, until when, in %s',
    async (language) => {
      let isCut = false;
      const relay = await startRelay(llano.address, (client, open) => {
        if (isCut) client.destroy();
        else client.pipe(open()).pipe(client);
      });
      onTestFinished(relay.close);
      const base = relay.url.replace(/\/$/, '');
      const session = await newBorrower(llano);
      const { productId, orderId } = await paidOutLoan(llano, session);
      const visitor = await visitIn(
        engine,
        llano,
        { language, hasScript: true, session, hasWorker: true, expectedFaults: [/ERR_/] },
        base,
      );
      const scripted = `${base}/registerTemplate?id=2&lang=2`;
      await expect
        .poll(
          async () => {
            await visitor.openAddress(scripted);
            return visitor.tab.read(() => navigator.serviceWorker.controller !== null);
          },
          { timeout: 20_000 },
        )
        .toBe(true);
      const slip = () =>
        // biome-ignore lint/performance/useDomNodeTextContent: the text content has the hidden parts too.
        visitor.tab.read(() => document.querySelector('article')?.innerText.replace(/\s+/g, ' '));
      const page = { productId, orderId, requestType: 1, amount: 142_281, payCode: 'store' };
      await visitor.open('/carpmm', page);
      const online = await slip();
      expect(online).toMatch(/\$ 1\.422,81 [^\d$]+ [\d ]{16,}/);
      expect(await visitor.count('article [data-part=code] > span')).toBe(4);
      await expect
        .poll(() => visitor.tab.read(() => localStorage.getItem('vouchers') ?? ''), { timeout: 20_000 })
        .toContain('"slip"');
      const entries = await visitor.tab.read(() => JSON.stringify(localStorage));
      expect(entries).not.toContain(session.sessionId);
      expect(entries).not.toContain(orderId);

      isCut = true;
      for (const socket of relay.sockets) socket.destroy();
      await visitor.open('/carpmm', page);
      expect(await slip()).toBe(online);
      const { width, modules } = await visitor.tab.read(barCode);
      expect(modules).toBeGreaterThan(0);
      expect(width % modules).toBe(0);
    },
  );
});

/** The question that stands in the place of the picture, once it does. */
async function captchaQuestion({ tab }: EngineVisitor): Promise<string> {
  const read = () => tab.read(() => document.querySelector('#captcha-hint')?.textContent ?? '');
  await expect.poll(read, { timeout: 20_000 }).toContain(':');
  return read();
}

/** How many of a complaint's photos are drawn. */
function drawnPhotos(): number {
  const images = [...document.querySelectorAll<HTMLImageElement>('main li img')];
  return images.filter((image) => image.naturalWidth > 0).length;
}

/** How long the page has stood now that a dialog is open, in milliseconds; 0 before. */
function dialogAge(): number {
  return document.querySelector('dialog[open]') ? performance.now() : 0;
}

/** How wide the picture of the slip is, and of how many bars' widths. */
function barCode(): { width: number; modules: number } {
  const image = document.querySelector<HTMLImageElement>('article img[data-part=image]');
  const source = encodeURIComponent(decodeURIComponent(image?.src ?? ''));
  return {
    width: image?.getBoundingClientRect().width ?? 0,
    modules: Number(/viewBox%3D%220%200%20(\d+)/.exec(source)?.[1]),
  };
}
