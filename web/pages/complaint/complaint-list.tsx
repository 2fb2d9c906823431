import { complaintListText } from '#content/messages/complaint-list.ts';
import { fill } from '#content/text-pack.ts';
import { type ComplaintEntry, type ComplaintTab, readComplaints } from '#contract/calls/complaint.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Tags } from '#ui/form/tags.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Tabs } from '#ui/frame/tabs.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import { Words } from '#ui/words.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { useText } from '../page-context.tsx';
import { screen } from '../screen.tsx';
import styles from './complaint-list.module.css';
import { complaintPaths } from './complaint-paths.ts';
import { stateTone, stateWord } from './complaint-words.ts';

/** The borrower's complaints by tab (specification, section 2; COMP-5). */
export const complaintList = screen({
  path: () => complaintPaths.list,
  async load(open) {
    const { config, language } = open;
    const dates = open.dates(null, { isReady: true });
    const tabs = await tabsOf(open, null);
    const tabId = open.parameter('tab');
    const cursor = open.parameter('cursor');
    const first = tabs.find((tab, index) => keyOf(tab, index) === tabId) ?? tabs[0];
    const later = cursor && first?.tabId ? await tabsOf(open, { tabId: first.tabId, cursor }) : null;
    const shown = later?.[0] ?? first;
    const listLink = (own: Readonly<Record<string, string | undefined>>) =>
      open.link(complaintPaths.list, own);
    return {
      text: complaintListText[language],
      tabs: tabs.map((tab, index) => ({
        title: tab.title || String(index + 1),
        link: listLink({ tab: keyOf(tab, index) }),
        isCurrent: tab === first,
      })),
      entries: (shown?.entries ?? []).map((entry) => ({
        ...entry,
        stateWord: stateWord(entry.state, language),
        time: dates.moment(entry.time),
        answerBy: entry.answerBy && dates.day(entry.answerBy),
        link: open.link(complaintPaths.details, { problemId: entry.complaintId }),
      })),
      moreLink: shown?.nextCursor
        ? listLink({ tab: shown.tabId ?? undefined, cursor: shown.nextCursor })
        : null,
      newestLink: later ? listLink({ tab: first?.tabId ?? undefined }) : null,
      startLink: open.link(config.paths.complaint),
    };
  },
  title: ({ text }) => text.title,
  page: ({ open, text, tabs, entries, moreLink, newestLink, startLink }) => (
    <>
      <Bar title={text.title} backLink={startLink} helpLink={open.helpLink} />
      <main>
        {tabs.length > 0 && <Tabs tabs={tabs} label={text.tabs} />}
        {entries.length === 0 && (
          <EmptyState heading={text.emptyHeading} line={text.emptyLine}>
            <ButtonLink href={startLink}>{text.file}</ButtonLink>
          </EmptyState>
        )}
        {entries.length > 0 && (
          <section>
            <ul>
              {entries.map((entry) => (
                <Entry key={entry.complaintId} entry={entry} />
              ))}
            </ul>
            {newestLink && (
              <p>
                <a href={newestLink}>{text.newest}</a>
              </p>
            )}
            {moreLink && (
              <ButtonLink href={moreLink} kind="second">
                {text.more}
              </ButtonLink>
            )}
          </section>
        )}
      </main>
    </>
  ),
});

/** Tabs without an id are told apart by their place. */
function keyOf({ tabId }: ComplaintTab, index: number): string {
  return tabId ?? String(index);
}

async function tabsOf(
  open: OpenScreen,
  key: { readonly tabId: string; readonly cursor: string } | null,
): Promise<readonly ComplaintTab[]> {
  return (await open.ask(readComplaints, key ?? { tabId: null, cursor: null })).tabs;
}

function Entry({
  entry,
}: {
  readonly entry: ComplaintEntry & { readonly stateWord: string; readonly link: string };
}) {
  const text = useText(complaintListText);
  return (
    <li className={styles.entry}>
      <a className={styles.link} href={entry.link}>
        <small>{entry.time}</small>
        <b>
          <span className="sr">{text.type} </span>
          {entry.type}
        </b>
        <span className={styles.content}>{entry.content}</span>
        {entry.folio && (
          <small>
            {text.folio} <Words text={entry.folio} />
          </small>
        )}
        {entry.answerBy && (
          <small>
            <Words text={fill(text.answerBy, { day: entry.answerBy })} />
          </small>
        )}
      </a>
      {entry.state && <Tags tags={[entry.stateWord]} tone={stateTone(entry.state)} />}
    </li>
  );
}
