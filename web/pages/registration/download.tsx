import { downloadText, registrationText } from '#content/messages/registration.ts';
import { fill } from '#content/text-pack.ts';
import { Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Banner } from '#ui/frame/banner.tsx';
import { doneIcon } from '#ui/frame/icons.tsx';
import { FoldLine, LinkBand } from '#ui/frame/link-list.tsx';
import { Note } from '#ui/notice/note.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { publicScreen } from '../screen.tsx';
import { sitePaths } from '../site/site-paths.ts';
import styles from './download.module.css';
import { clientTypeOf, openTemplate } from './open-template.ts';
import { promotionParameters, promotionPaths, storeLink } from './promotion-address.ts';
import { PromotionBar, PromotionHead } from './promotion-frame.tsx';

/** App download (specification, section 2; PROMO-6, PROMO-7). */
export const download = publicScreen({
  path: () => promotionPaths.download,
  async load(open) {
    const { config, promotion } = open;
    const opened = await openTemplate(open, { remembers: true });
    const { template, address, language, siteLink } = opened;
    const text = downloadText[language];
    const company = template.market ? open.companies[template.market] : open.company;
    const { appName } = config;
    const heading = fill(text.heading, { appName });
    const origin = promotionParameters(address, template.templateId);
    const android = { label: text.android, link: storeLink(promotion.androidLink, origin) };
    const iphone = { label: text.iphone, link: storeLink(promotion.iphoneLink, origin) };
    const isApple = clientTypeOf(open) === 'ios';
    const notice = open.parameter('notice');
    const stores = (isApple ? [iphone, android] : [android, iphone]).filter((store) => store.link !== '');
    return {
      opened,
      head: {
        title: `${heading} · ${appName}`,
        description: text.line,
        brandColor: template.color ?? config.brandColor,
      },
      bar: { appName, homeLink: siteLink(sitePaths.home), help: registrationText[language].help },
      heading,
      line: text.line,
      notice:
        notice === 'registered' ? text.registered : notice === 'already' ? text.alreadyRegistered : null,
      /** The visitor's own device first. */
      stores,
      phoneLine: text.onPhone,
      phoneCode: stores.length > 0 && !isOnPhone(open) ? open.renderQrCode(pageAddress(open, origin)) : null,
      phoneCodeLabel: text.phoneCode,
      searchStore: fill(text.searchStore, { appName }),
      rightApp: {
        title: text.rightApp,
        rows: [
          { label: text.appNamed, value: appName },
          { label: text.lender, value: company.lenderName },
        ],
        warning: text.noFiles,
      },
    };
  },
  title: ({ head }) => head.title,
  head: ({ head }) => <PromotionHead {...head} />,
  document: ({ opened }) => opened.document,
  page: ({
    bar,
    notice,
    heading,
    line,
    stores,
    searchStore,
    phoneLine,
    phoneCode,
    phoneCodeLabel,
    rightApp,
  }) => (
    <>
      <PromotionBar {...bar} />
      <main>
        <Banner
          scene={notice ? 'whole' : 'rising'}
          tone={notice ? 'ok' : 'brand'}
          title={notice ?? heading}
          description={notice ? heading : line}
        />
        <section>
          {stores.length === 0 && <p>{searchStore}</p>}
          {stores.length > 0 && (
            <div className={styles.stores}>
              {stores.map((store, index) => (
                <ButtonLink key={store.link} href={store.link} kind={index === 0 ? 'main' : 'second'}>
                  {store.label}
                </ButtonLink>
              ))}
            </div>
          )}
          {notice && <p className="hint">{line}</p>}
          {phoneCode && (
            <div className={styles.phone}>
              <img src={phoneCode} width="160" height="160" alt={phoneCodeLabel} />
              <p>{phoneLine}</p>
            </div>
          )}
        </section>
        <LinkBand>
          <FoldLine icon={doneIcon} title={rightApp.title}>
            <Rows rows={rightApp.rows} />
            <Note tone="plain">{rightApp.warning}</Note>
          </FoldLine>
        </LinkBand>
      </main>
    </>
  ),
});

/** Whether the visitor is on a phone, as far as host and browser say. */
function isOnPhone({ query, request }: OpenScreen): boolean {
  const agent = request.headers.get('User-Agent') ?? '';
  return /^(ios|android)$/i.test(query.clientType) || /Android|iPhone|iPad|iPod|Mobile/.test(agent);
}

/** This page's address for another device: template and origin, no session. */
function pageAddress(open: OpenScreen, origin: Readonly<Record<string, string>>): string {
  const parameters = Object.entries({ ...origin, lang: languageNamed(open) });
  const query = new URLSearchParams(parameters.filter(([, value]) => value !== ''));
  return `${open.h5Base}${promotionPaths.download}?${query}`;
}

function languageNamed({ parameter }: OpenScreen): string {
  const named = parameter('lang');
  return /^[12]$/.test(named) ? named : '';
}
