import { contactPhrase } from '#content/legal/company-facts.ts';
import { formProblemText } from '#content/messages/form-problem.ts';
import { contactText } from '#content/messages/site.ts';
import { fill } from '#content/text-pack.ts';
import { CodedError } from '#domain/error-code.ts';
import { Button } from '#ui/form/button.tsx';
import { EnhancedForm, ProblemSlot, Slot } from '#ui/form/enhanced-form.tsx';
import { Field } from '#ui/form/field.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { SiteFrame } from '#ui/frame/site-frame.tsx';
import { Note } from '#ui/notice/note.tsx';
import type { Problem } from '#ui/notice/problem-note.tsx';
import { fieldOf } from '../open-screen.ts';
import { publicScreen } from '../screen.tsx';
import styles from './contact.module.css';
import {
  type ContactEntry,
  type ContactFieldName,
  contactFieldLimits,
  readContactEntry,
} from './contact-message.ts';
import { PageHead, pageTitle } from './page-head.tsx';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

interface Answer extends ContactEntry {
  readonly problem: Problem;
}

const lines = [
  { name: 'name', autoComplete: 'name' },
  { name: 'telephone', type: 'tel', autoComplete: 'tel' },
  { name: 'email', type: 'email', autoComplete: 'email' },
] as const;

/**
 * The public site's contact form (specification, sections 2 and 5; SITE-4). The server validates it, so that messages are in the
 * page's language.
 */
export const contact = publicScreen({
  path: () => sitePaths.contact,
  script: 'contact',
  load({ language, company, contactInbox, parameter }) {
    const text = contactText[language];
    return {
      text,
      withoutMessage: contactInbox ? null : fill(text.notKept, { contact: contactPhrase(company, language) }),
      isSent: parameter('sent') === '1',
    };
  },
  async submit(open, form) {
    const { company, contactInbox, language } = open;
    const text = contactText[language];
    const entry = readContactEntry((name) => fieldOf(form, name));
    const refuse = (message: string, status: number) =>
      open.again<Answer>({ ...entry, problem: { kind: 'refused', message } }, status);
    if (entry.missing.length > 0) return refuse(text.incomplete, 422);
    try {
      await contactInbox?.keep(entry.typed);
    } catch (error) {
      const isTooMany = error instanceof CodedError && error.code === 'too-many-requests';
      if (isTooMany) return refuse(fill(text.tooMany, { contact: contactPhrase(company, language) }), 429);
      return refuse(fill(text.notStored, { contact: contactPhrase(company, language) }), 503);
    }
    return open.leaveTo(open.link(sitePaths.contact, { sent: 1 }), { isReplacing: false });
  },
  title: ({ open, text }) => pageTitle(open, text.title),
  head: ({ text }) => <PageHead path={sitePaths.contact} title={text.title} description={text.summary} />,
  page({ open, answer, text, withoutMessage, isSent }) {
    const problemText = { ...formProblemText[open.language], network: text.network, timeout: text.timeout };
    const isDone = isSent && !answer;
    const field = (name: ContactFieldName) => ({
      id: name,
      name,
      label: text[name],
      maxLength: contactFieldLimits[name],
      defaultValue: answer?.typed[name],
      'aria-required': true,
      error: answer?.missing.includes(name) ? text[`${name}Missing`] : undefined,
    });
    return (
      <SiteFrame frame={siteFrameView(open, sitePaths.contact)} isText>
        <section>
          <h1>{text.title}</h1>
          <p>{text.summary}</p>
          <Slot name="sent">
            {isDone && (
              <div className="stack">
                <Note tone="ok" isAlert>
                  {text.successful}
                </Note>
                <p>{withoutMessage ?? text.kept}</p>
              </div>
            )}
          </Slot>
        </section>
        <section>
          <h2>{text.formHeading}</h2>
          <Slot name="not-kept">{!isDone && withoutMessage && <p className="hint">{withoutMessage}</p>}</Slot>
          <EnhancedForm
            text={{ sending: text.sending, problem: problemText }}
            action={open.link(sitePaths.contact)}
            noValidate
          >
            <div className={styles.form}>
              <Slot name="fields">
                <div className={styles.fields}>
                  {lines.map(({ name, ...attributes }) => (
                    <Field key={name} {...field(name)} {...attributes} />
                  ))}
                  <TextArea {...field('remark')} />
                </div>
              </Slot>
              <ProblemSlot problem={answer?.problem} text={problemText} />
              <Button>{text.submit}</Button>
            </div>
          </EnhancedForm>
        </section>
      </SiteFrame>
    );
  },
});
