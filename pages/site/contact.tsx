/** The contact form of the public site (specification, sections 2 and 5; SITE-4). */
import { data } from 'react-router';
import { contactPhrase } from '#content/legal/company-facts.ts';
import { contactText } from '#content/messages/site.ts';
import { fill } from '#content/text-pack.ts';
import { type OpenScreen, openScreen } from '../open-screen.server.ts';
import type { ContactMessage } from '../pages-config.ts';
import { leaveTo } from '../redirect.server.ts';
import { fieldOf, submittedForm } from '../submitted-form.server.ts';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import { Note } from '../ui/notice/note.tsx';
import type { Route } from './+types/contact.ts';
import { ContactForm } from './contact-form.tsx';
import { type ContactFieldName, readContactEntry } from './contact-message.ts';
import { pageHead, pageMeta } from './page-head.ts';
import { siteFrameView } from './site-frame-view.ts';
import { sitePaths } from './site-paths.ts';

export const handle = { script: false };

export const meta: Route.MetaFunction = ({ loaderData }) => pageMeta(loaderData?.head);

export function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { contactInbox, parameters, link } = screen;
  const text = contactText[screen.language];
  const notKept = fill(text.notKept, { contact: contactPhraseOf(screen) });
  const isSent = parameters.get('sent') === '1';
  return {
    head: pageHead(screen, args.request, sitePaths.contact, { title: text.title, description: text.summary }),
    frame: siteFrameView(screen, sitePaths.contact),
    text,
    submitLink: link(sitePaths.contact),
    /** What became of the message; before one is sent, what will become of it where that is nothing. */
    outcome: contactInbox ? (isSent ? text.kept : null) : notKept,
    isSent,
  };
}

/** What was typed stays, with what is wrong with it. */
interface Refusal {
  readonly note: string;
  readonly typed: ContactMessage;
  readonly missing: readonly ContactFieldName[];
}

export async function action(args: Route.ActionArgs) {
  const screen = openScreen(args);
  const { contactInbox, language, link } = screen;
  const text = contactText[language];
  const form = await submittedForm(args.request);
  const { typed, missing } = readContactEntry((name) => fieldOf(form, name));
  const refuse = (note: string, status: number) => data<Refusal>({ note, typed, missing }, { status });
  if (missing.length > 0) return refuse(text.incomplete, 422);
  try {
    await contactInbox?.keep(typed);
  } catch {
    return refuse(fill(text.notStored, { contact: contactPhraseOf(screen) }), 503);
  }
  return leaveTo(link(sitePaths.contact, { sent: 1 }), { isReplacing: false });
}

function contactPhraseOf({ company, language }: OpenScreen): string {
  return contactPhrase(company, language);
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, text, outcome, isSent, submitLink } = loaderData;
  const isDone = isSent && !actionData;
  return (
    <SiteFrame frame={frame} isText>
      <section>
        <h1>{text.title}</h1>
        <p>{text.summary}</p>
        {isDone && (
          <Note tone="ok" isAlert>
            {text.successful}
          </Note>
        )}
        {isDone && outcome && <p>{outcome}</p>}
      </section>
      <section>
        <h2>{text.formHeading}</h2>
        {!isDone && outcome && <p className="hint">{outcome}</p>}
        {actionData && (
          <Note tone="bad" isAlert>
            {actionData.note}
          </Note>
        )}
        <ContactForm text={text} submitLink={submitLink} refused={actionData ?? null} />
      </section>
    </SiteFrame>
  );
}
