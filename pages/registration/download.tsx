/** App download (specification, section 2; PROMO-6, PROMO-7). */
import type { MetaDescriptor } from 'react-router';
import { downloadText, registrationText } from '#content/messages/registration.ts';
import { fill } from '#content/text-pack.ts';
import { openScreen } from '../open-screen.server.ts';
import { sitePaths } from '../site/site-paths.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { Note } from '../ui/notice/note.tsx';
import type { Route } from './+types/download.ts';
import styles from './download.module.css';
import { PromotionBar } from './landing-sections.tsx';
import { clientTypeOf, openTemplate } from './open-template.server.ts';
import { promotionParameters, storeLink } from './promotion-address.ts';
import { promotionMeta } from './promotion-meta.ts';

export const handle = { script: false };

export function meta({ loaderData }: Route.MetaArgs): MetaDescriptor[] {
  return promotionMeta(loaderData?.head);
}

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, parameters, promotion } = screen;
  const { template, address, language, ownDocument, siteLink } = await openTemplate(screen, args.request, {
    remembers: true,
  });
  const text = downloadText[language];
  const { appName } = config;
  const heading = fill(text.heading, { appName });
  const origin = promotionParameters(address, template.templateId);
  const android = { label: text.android, link: storeLink(promotion.androidLink, origin) };
  const iphone = { label: text.iphone, link: storeLink(promotion.iphoneLink, origin) };
  const isApple = clientTypeOf(screen, args.request) === 'ios';
  const notice = parameters.get('notice');
  return {
    ownDocument,
    head: {
      title: `${heading} · ${appName}`,
      description: text.line,
      brandColor: template.color ?? config.brandColor,
    },
    appName,
    homeLink: siteLink(sitePaths.home),
    help: registrationText[language].help,
    heading,
    line: text.line,
    notice: notice === 'registered' ? text.registered : notice === 'already' ? text.alreadyRegistered : null,
    /** Where the app is, the visitor's own device first. */
    stores: (isApple ? [iphone, android] : [android, iphone]).filter((store) => store.link !== ''),
    searchStore: fill(text.searchStore, { appName }),
  };
}

export default function Download({ loaderData }: Route.ComponentProps) {
  const { notice, heading, line, stores, searchStore } = loaderData;
  return (
    <>
      <PromotionBar {...loaderData} />
      <main>
        <section>
          {notice && (
            <Note tone="ok" isAlert>
              {notice}
            </Note>
          )}
          <h1>{heading}</h1>
          {stores.length === 0 && <p>{searchStore}</p>}
          <p>{line}</p>
          {stores.length > 0 && (
            <div className={styles.stores}>
              {stores.map((store, index) => (
                <ButtonLink key={store.link} href={store.link} kind={index === 0 ? 'main' : 'second'}>
                  {store.label}
                </ButtonLink>
              ))}
            </div>
          )}
        </section>
      </main>
    </>
  );
}
