import { type ReactNode, use } from 'react';
import { marks } from '#browser/marks.ts';
import { BackLink } from '../bridge/links.tsx';
import { type BarText, KitContext } from '../kit-context.ts';
import styles from './bar.module.css';
import targetStyles from './icon-target.module.css';
import { backIcon, Icon } from './icons.tsx';

interface BarProperties {
  readonly title: string;
  /** `span` where a banner below holds the page's heading. */
  readonly titleAs?: 'h1' | 'span';
  readonly backLink?: string | undefined;
  /** The way back leads to the host's main page; without a `backLink` it shows only in a host. */
  readonly leavesPages?: boolean;
  readonly helpLink?: string | undefined;
  /** The form whose fields the language switch sends along. */
  readonly formId?: string | undefined;
  readonly text?: BarText;
}

export function Bar({
  title,
  titleAs: Title = 'h1',
  backLink,
  leavesPages,
  helpLink,
  formId,
  text,
}: BarProperties): ReactNode {
  const page = use(KitContext);
  const { back, help } = text ?? page.words;
  return (
    <header className={styles.bar}>
      {(backLink || leavesPages) && (
        <span className={styles.back} hidden={!backLink}>
          <BackLink
            className={targetStyles.target}
            href={backLink ?? ''}
            label={back}
            leavesPages={leavesPages}
          >
            <Icon path={backIcon} />
          </BackLink>
        </span>
      )}
      <Title className={styles.title}>{title}</Title>
      <span className={styles.links}>
        <LanguageSwitch formId={formId} />
        {helpLink && <a href={helpLink}>{help}</a>}
      </span>
    </header>
  );
}

/**
 * A link to the page in the other language; a submit button where a form goes along. `web/browser/language-switch.ts` keeps the
 * rest of what was typed.
 */
function LanguageSwitch({ formId }: Pick<BarProperties, 'formId'>): ReactNode {
  const other = use(KitContext).otherLanguage;
  if (!other) return null;
  const { name, short, locale, link, failed } = other;
  const words = (
    <>
      <span className={styles.short} aria-hidden="true">
        {short}
      </span>
      <span className={styles.name}>{name}</span>
    </>
  );
  const facts = { className: styles.language, lang: locale, ...marks({ language: failed }) };
  if (!formId) {
    return (
      <a {...facts} href={link} hrefLang={locale}>
        {words}
      </a>
    );
  }
  return (
    <>
      {/* The first button of a form is the one that Enter presses. */}
      <button type="submit" form={formId} className="sr" tabIndex={-1} aria-hidden="true" />
      <button
        type="submit"
        {...facts}
        form={formId}
        formAction={link}
        formNoValidate
        name="intent"
        value="language"
      >
        {words}
      </button>
    </>
  );
}
