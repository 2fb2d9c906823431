import { policyText } from '#content/messages/site.ts';
import { SiteFrame } from '#ui/frame/site-frame.tsx';
import { publicScreen } from '../screen.tsx';
import { PageHead, pageTitle } from './page-head.tsx';
import styles from './policy.module.css';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

/** Privacy notice in a frame (specification, section 2; SITE-5). */
export const policy = publicScreen({
  path: () => sitePaths.policy,
  load: ({ language }) => ({ text: policyText[language] }),
  title: ({ open, text }) => pageTitle(open, text.title),
  head: ({ text }) => <PageHead path={null} title={text.title} description={text.summary} />,
  page: ({ open, text }) => (
    <SiteFrame frame={siteFrameView(open, sitePaths.policy)}>
      <section className={styles.page}>
        <h1>{text.title}</h1>
        <p>
          <a href={open.link(sitePaths.privacy)}>{text.openAlone}</a>
        </p>
        <iframe
          className={styles.notice}
          src={open.link(open.config.paths.privacyNotice)}
          title={text.title}
        />
      </section>
    </SiteFrame>
  ),
});
