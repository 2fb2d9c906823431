import { registrationText } from '#content/messages/registration.ts';
import { fill } from '#content/text-pack.ts';
import { trackVisit } from '#contract/calls/registration.ts';
import { marketOf } from '#domain/market.ts';
import { resendWaitSeconds } from '#domain/sms/sms-code.ts';
import { ExampleScale } from '#ui/figures/cost-scale.tsx';
import { knownWords } from '#ui/notice/problem-note.tsx';
import { lastingCookie } from '../lasting-cookie.ts';
import type { OpenScreen } from '../open-screen.ts';
import { publicScreen } from '../screen.tsx';
import { sitePaths } from '../site/site-paths.ts';
import { workedExample } from '../site/worked-example.ts';
import styles from './landing.module.css';
import { LandingForm } from './landing-form.tsx';
import { handleForm, type LandingAnswer, startRegistration } from './landing-steps.ts';
import { clientTypeOf, type OpenTemplate, openTemplate, templateCookie } from './open-template.ts';
import { promotionPaths } from './promotion-address.ts';
import { PromotionBar, PromotionHead } from './promotion-frame.tsx';

/** Registration landing: mobile, captcha, SMS code, apply (specification, sections 2 and 5; PROMO-1 to 6, PROMO-8). */
export const landing = publicScreen({
  path: () => promotionPaths.landing,
  script: 'landing',
  async load(open) {
    const { config, h5Base, now } = open;
    const opened = await openTemplate(open, { remembers: false });
    const { template, language, phoneRule, address, promotionLink, siteLink } = opened;
    // A sent form continues its registration and is not another visit.
    const isVisit = open.request.method !== 'POST';
    if (isVisit) {
      const { appFrom, userFrom, utmTag } = address;
      const clientType = clientTypeOf(open);
      // Not waited for: counting must not delay the page.
      void opened.call(trackVisit, { pageId: template.templateId, clientType, appFrom, userFrom, utmTag });
    }
    if (address.id !== '') {
      open.header(
        'Set-Cookie',
        lastingCookie(templateCookie, template.templateId, h5Base.startsWith('https:')),
      );
    }
    const text = registrationText[language];
    const heading = template.heading || text.heading;
    const line = template.line || text.line;
    const start: LandingAnswer = {
      ...(isVisit
        ? await startRegistration(opened)
        : { registrationId: '', work: { challenge: '', proof: '' } }),
      typed: { mobile: '', captcha: '', smsCode: '' },
      captcha: { kind: 'image', requestedAtMs: now().getTime() },
      sent: null,
      news: null,
      fault: null,
      problem: null,
    };
    return {
      opened,
      head: {
        title: `${heading} · ${config.appName}`,
        description: line,
        brandColor: template.color ?? config.brandColor,
      },
      bar: { appName: config.appName, homeLink: siteLink(sitePaths.home), help: text.help },
      heading,
      line,
      text: {
        ...knownWords(text, open),
        mobileHint: fill(text.mobileHint, { digits: phoneRule.digits }),
        ...(!open.isBuiltIn && { codeServes: '' }),
      },
      phoneRule,
      cost: costOf(opened, open),
      captchaLink: opened.captchaLink,
      agreementLink: promotionLink(promotionPaths.agreement),
      start,
    };
  },
  isSentAgain: true,
  async submit(open, form) {
    return handleForm(open, await openTemplate(open, { remembers: false }), form);
  },
  title: ({ head }) => head.title,
  head: ({ head }) => <PromotionHead {...head} />,
  document: ({ opened }) => opened.document,
  page({ open, answer, start, bar, cost, text, ...page }) {
    const state = answer ?? start;
    const sentAt = state.sent && new Date(state.sent.atMs);
    return (
      <>
        <PromotionBar {...bar} />
        <main>
          <LandingForm
            {...page}
            text={text}
            state={state}
            waitSeconds={resendWaitSeconds(sentAt, open.now())}
          >
            {cost && (
              <section className={styles.cost}>
                <h2>{text.costHeading}</h2>
                <ExampleScale {...cost.scale} />
                <p className="hint">{cost.annualCost}</p>
              </section>
            )}
          </LandingForm>
        </main>
      </>
    );
  },
});

/** The public site's worked example of a loan's cost; null for a template without a market. */
function costOf({ template, language }: OpenTemplate, { config, now }: OpenScreen) {
  const { market } = template;
  if (market === null) return null;
  const example = workedExample(
    market,
    language === 'zh' ? marketOf[market].language : language,
    config.amountStyle,
    now(),
  );
  const { received, total, cost, receivedMinor, costMinor, count, days, annualCost } = example;
  const text = registrationText[language];
  return {
    scale: {
      received: { size: receivedMinor, label: text.received, amount: received },
      repaid: { size: receivedMinor + costMinor, label: fill(text.repaid, { count, days }), amount: total },
      cost: { size: costMinor, label: text.cost, amount: cost },
    },
    annualCost: fill(marketOf[market].annualCost === 'cat' ? text.annualCostCat : text.annualCostApr, {
      rate: annualCost,
    }),
  };
}
