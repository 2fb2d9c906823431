/** The privacy notice in a frame (specification, section 2; SITE-5). */
import { policyText } from '#content/messages/site.ts';
import { openScreen } from '../open-screen.server.ts';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import type { Route } from './+types/policy.ts';
import { pageHead, pageMeta } from './page-head.ts';
import styles from './policy.module.css';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.head);

export function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, language, link } = screen;
  const text = policyText[language];
  return {
    head: pageHead(screen, args.request, null, { title: text.title, description: text.summary }),
    frame: siteFrameView(screen, sitePaths.policy),
    text,
    noticeLink: link(config.paths.privacyNotice),
    aloneLink: link(sitePaths.privacy),
  };
}

export default function Policy({ loaderData }: Route.ComponentProps) {
  const { frame, text, noticeLink, aloneLink } = loaderData;
  return (
    <SiteFrame frame={frame}>
      <section className={styles.page}>
        <h1>{text.title}</h1>
        <p>
          <a href={aloneLink}>{text.openAlone}</a>
        </p>
        <iframe className={styles.notice} src={noticeLink} title={text.title} />
      </section>
    </SiteFrame>
  );
}
