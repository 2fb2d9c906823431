import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { testPreviewText } from '#content/messages/test-preview.ts';
import { sessionParameterMaxLength } from '#contract/page-query.ts';
import { languageParameter } from '#domain/language.ts';
import { Fold } from '#ui/figures/fold.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { houseIcon, mailIcon, messageIcon, payByPhoneIcon } from '#ui/frame/icons.tsx';
import { FoldLine, LinkBand } from '#ui/frame/link-list.tsx';
import { usePage, useText } from '../page-context.tsx';
import type { PageGroup } from './page-addresses.ts';
import { contactMaxLength } from './preview-forms.ts';
import styles from './preview-sections.module.css';
import { editableNames, otherSessionNames, type PreviewName, type PreviewValues } from './preview-values.ts';

/** Links to pages by purpose; a disabled one says why (TEST-1, TEST-2). */
export function PageLinks({ groups }: { readonly groups: readonly PageGroup[] }): ReactNode {
  const text = useText(testPreviewText);
  return (
    <section className={styles.every}>
      <h2>{text.linksTitle}</h2>
      <p className="hint">{text.linksHint}</p>
      <div className={styles.columns}>
        {groups.map(({ title, pages }) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul>
              {pages.map(({ label, href, note }) => (
                <li key={label} className={styles.page}>
                  {href === null ? (
                    <span className={styles.missing}>
                      {label} <small>{note}</small>
                    </span>
                  ) : (
                    <a className={styles.link} href={href}>
                      {label} {note && <small>{note}</small>}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

export function Tools({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.every}>
      <LinkBand>{children}</LinkBand>
    </div>
  );
}

export function SmsInbox({
  messages,
}: {
  readonly messages: readonly { readonly to: string; readonly text: string }[];
}): ReactNode {
  const text = useText(testPreviewText);
  return (
    <FoldLine icon={messageIcon} title={text.inboxTitle} note={messages.length || undefined}>
      <p className="hint">{text.inboxHint}</p>
      {messages.length === 0 && <p>{text.inboxEmpty}</p>}
      <Rows rows={messages.map((message) => ({ label: message.to, value: message.text }))} />
    </FoldLine>
  );
}

export function SessionForm({
  path,
  values,
  borrowerId,
}: {
  readonly path: string;
  readonly values: PreviewValues;
  readonly borrowerId: string;
}): ReactNode {
  const { language } = usePage();
  const text = useText(testPreviewText);
  const field = (name: PreviewName): ReactNode => (
    <Field
      key={name}
      id={name}
      name={name}
      label={text[name]}
      defaultValue={values[name]}
      maxLength={sessionParameterMaxLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
  return (
    <FoldLine icon={payByPhoneIcon} title={text.formTitle}>
      <form method="get" action={path} className="stack">
        <input type="hidden" name="borrower" value={borrowerId} />
        <fieldset className={styles.languages}>
          <legend>{text.language}</legend>
          {(['es', 'en'] as const).map((each) => (
            <label key={each} className={styles.language}>
              <input
                type="radio"
                name="lang"
                value={languageParameter(each)}
                defaultChecked={each === language}
              />
              {each === 'es' ? text.spanish : text.english}
            </label>
          ))}
        </fieldset>
        <div>{editableNames.map(field)}</div>
        <Fold title={text.otherSession}>{otherSessionNames.map(field)}</Fold>
        <Button kind="second">{text.apply}</Button>
      </form>
    </FoldLine>
  );
}

/** A contact form that the server checks and does not store (TEST-1). */
export function ContactForm({
  refused,
}: {
  readonly refused: { readonly typed: string; readonly error: string } | undefined;
}): ReactNode {
  const text = useText(testPreviewText);
  return (
    <FoldLine icon={mailIcon} title={text.contactTitle} isOpen={refused !== undefined}>
      <form method="post" action="#contact" className="stack" noValidate>
        <Field
          id="contact"
          name="contact"
          label={text.contact}
          defaultValue={refused?.typed}
          error={refused?.error}
          maxLength={contactMaxLength}
          autoComplete="off"
        />
        <Button kind="second">{text.contactSend}</Button>
      </form>
    </FoldLine>
  );
}

/**
 * Photo, location and installation (TEST-1), run by `web/browser/device-probes.ts`; without script only the photo can be chosen.
 */
export function DeviceProbes(): ReactNode {
  const text = useText(testPreviewText);
  return (
    <FoldLine icon={houseIcon} title={text.probesTitle}>
      <div {...marks({ photoProbe: text.photoChosen })}>
        <Field id="photo" type="file" accept="image/*" label={text.photo} />
        <figure className={styles.photo} hidden>
          <img alt="" />
          <figcaption />
        </figure>
      </div>
      <div className="js stack">
        <div
          className="stack"
          {...marks({
            locationProbe: '',
            locating: text.locating,
            refused: text.locationRefused,
            unsupported: text.locationUnsupported,
          })}
        >
          <Button kind="second" type="button">
            {text.locate}
          </Button>
          <div role="status">
            <p />
            <div hidden>
              <Rows
                rows={[
                  { label: text.longitude, value: '' },
                  { label: text.latitude, value: '' },
                ]}
              />
            </div>
          </div>
        </div>
        <div {...marks({ installProbe: text.installAccepted })}>
          <div hidden>
            <Button kind="second" type="button">
              {text.install}
            </Button>
          </div>
          <p className="hint">{text.installUnavailable}</p>
        </div>
      </div>
    </FoldLine>
  );
}
