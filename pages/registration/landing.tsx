/** Registration landing: mobile, captcha, SMS code, apply (specification, sections 2 and 5; PROMO-1 to 6, PROMO-8). */
import { data, type MetaDescriptor } from 'react-router';
import { registrationText } from '#content/messages/registration.ts';
import { fill } from '#content/text-pack.ts';
import { trackVisit } from '#contract/calls/registration.ts';
import { keepingInput } from '../keeping-input.ts';
import { lastingCookie } from '../lasting-cookie.ts';
import { openScreen } from '../open-screen.server.ts';
import { sitePaths } from '../site/site-paths.ts';
import { submittedForm } from '../submitted-form.server.ts';
import { Still } from '../ui/still.tsx';
import type { Route } from './+types/landing.ts';
import { HashForms } from './hash-forms.tsx';
import type { LandingAnswer } from './landing-answer.ts';
import { landingCost } from './landing-cost.ts';
import { LandingForm } from './landing-form.tsx';
import { CostSection, PromotionBar } from './landing-sections.tsx';
import { startedRegistration, startRegistration, takeStep } from './landing-steps.server.ts';
import { clientTypeOf, openTemplate, templateCookie } from './open-template.server.ts';
import { promotionMeta } from './promotion-meta.ts';
import { promotionPaths } from './promotion-paths.ts';

export function meta({ loaderData }: Route.MetaArgs): MetaDescriptor[] {
  return promotionMeta(loaderData?.head);
}

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, now } = screen;
  const opened = await openTemplate(screen, args.request, { remembers: false });
  const { template, language, phoneRule, address, promotionLink, siteLink } = opened;
  const inProgress = args.context.get(startedRegistration);
  if (inProgress === null) {
    const { appFrom, userFrom, utmTag } = address;
    const clientType = clientTypeOf(screen, args.request);
    // Not waited for: counting must not delay the page.
    void opened.call(trackVisit, { pageId: template.templateId, clientType, appFrom, userFrom, utmTag });
  }
  const pack = registrationText[language];
  const heading = template.heading || pack.heading;
  const line = template.line || pack.line;
  const view = {
    ownDocument: opened.ownDocument,
    head: {
      title: `${heading} · ${config.appName}`,
      description: line,
      brandColor: template.color ?? config.brandColor,
    },
    heading,
    line,
    appName: config.appName,
    homeLink: siteLink(sitePaths.home),
    text: { ...pack, mobileHint: fill(pack.mobileHint, { digits: phoneRule.digits }) },
    market: template.market,
    cost: landingCost(template.market, language, screen),
    agreementLink: promotionLink(promotionPaths.agreement),
    registrationId: inProgress ?? (await startRegistration(opened)),
    requestedAtMs: now().getTime(),
  };
  if (address.id === '') return data(view);
  const cookie = lastingCookie(templateCookie, template.templateId, screen.h5Base.startsWith('https:'));
  return data(view, { headers: { 'Set-Cookie': cookie } });
}

export async function action(args: Route.ActionArgs) {
  const screen = openScreen(args);
  const form = await submittedForm(args.request);
  const opened = await openTemplate(screen, args.request, { remembers: false });
  const outcome = await takeStep(screen, opened, args.request, form);
  if (outcome instanceof Response) return outcome;
  args.context.set(startedRegistration, outcome.answer.registrationId);
  return data(outcome.answer, { status: outcome.status });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepingInput<LandingAnswer>({
    serverAction: serverAction as () => Promise<LandingAnswer>,
  });
}

/** What was loaded stays: only the form's answers change the page. */
export function shouldRevalidate(): boolean {
  return false;
}

export default function Landing({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Still>
        {import.meta.env.SSR && <HashForms />}
        {import.meta.env.SSR && <PromotionBar {...loaderData} help={loaderData.text.help} />}
      </Still>
      <main>
        <LandingForm {...loaderData} answer={actionData}>
          <Still>{import.meta.env.SSR && <CostSection cost={loaderData.cost} />}</Still>
        </LandingForm>
      </main>
    </>
  );
}
