import { deskActText, deskDetailText } from '#content/messages/desk.ts';
import type { AuditEntry } from '#contract/desk.ts';
import { allCurrencies } from '#domain/market.ts';
import { warningIcon } from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { idOf } from '../id.ts';
import { reasonWords } from '../matter/reason-words.ts';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath, deskPaths } from '../paths.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Pager } from '../ui/pager.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Table } from '../ui/table.tsx';

const pageSize = 50;
/** So much of an id tells two borrowers of a page apart. */
const idEndLength = 6;

/** The audit log, newest first; whole, of one subject, of one person of the desk, or about one borrower. */
export const auditLog = deskScreen({
  path: deskPaths.audit,
  needs: 'see-audit',
  async load(desk) {
    const subject = desk.parameter('about') || undefined;
    const personId = idOf(desk.parameter('person')) ?? undefined;
    const borrowerId = idOf(desk.parameter('borrower')) ?? undefined;
    const of = { subject, personId, borrowerId };
    const page = await desk.service.audit({ ...of, cursor: desk.parameter('from'), limit: pageSize });
    return { ...of, ...page };
  },
  title: ({ desk }) => deskActText[desk.language].title,
  page({ desk, rows, nextCursor, subject, personId, borrowerId, people }) {
    const text = deskActText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{borrowerId === undefined ? text.title : text.aboutBorrower}</h1>
          <p className="sub">
            {borrowerId === undefined ? (
              (subject ?? text.line)
            ) : (
              <a href={borrowerPath(borrowerId)}>{borrowerId}</a>
            )}
          </p>
        </PageHead>
        {rows.length === 0 ? (
          <p className="sub">{desk.words.none}</p>
        ) : (
          <Table
            caption={text.line}
            rows={rows}
            keyOf={({ serialNumber }) => serialNumber}
            columns={[
              [text.when, ({ at }) => desk.zonedTime(at), 'fit num'],
              [text.who, (entry) => <Who entry={entry} />, 'fit right'],
              [text.what, (entry) => <What entry={entry} people={people} />, 'wide'],
              [text.subject, ({ subject: of }) => of !== null && <AboutLink subject={of} />],
              [
                text.borrower,
                ({ borrowerId: of }) =>
                  of !== null && (
                    <a className="hash" href={`${deskPaths.audit}?borrower=${of}`} title={text.aboutBorrower}>
                      {of.slice(-idEndLength)}
                    </a>
                  ),
                'fit',
              ],
              [text.reason, ({ reason }) => reason && reasonWords(reason, desk.language), 'right'],
            ]}
          />
        )}
        <Pager
          path={deskPaths.audit}
          file="record.csv"
          parameters={{ about: subject, person: personId, borrower: borrowerId }}
          nextCursor={nextCursor}
          pageSize={pageSize}
        />
      </>
    );
  },
});

function Who({ entry }: { readonly entry: AuditEntry }) {
  const desk = useDesk();
  if (entry.personId === null) return desk.words.system;
  return <a href={`${deskPaths.audit}?person=${entry.personId}`}>{entry.name}</a>;
}

type People = ReadonlyMap<string, string>;

function What({ entry, people }: { readonly entry: AuditEntry; readonly people: People }) {
  const desk = useDesk();
  const words = actWords(entry, deskActText[desk.language]);
  return (
    <>
      {entry.outcome === 'refused' ? (
        <StateMark tone="bad">
          <SmallIcon path={warningIcon} />
          {words}
        </StateMark>
      ) : (
        words
      )}
      {entry.detail && <span className="sub"> {detailWords(entry.detail, desk, people)}</span>}
    </>
  );
}

function AboutLink({ subject }: { readonly subject: string }) {
  return <a href={`${deskPaths.audit}?about=${encodeURIComponent(subject)}`}>{subject}</a>;
}

/** What was done, in words where there are some and else by the call's name. */
export function actWords(
  { act, outcome }: Pick<AuditEntry, 'act' | 'outcome'>,
  text: (typeof deskActText)['es'],
): string {
  const words = act in text ? text[act as 'opened'] : act;
  return outcome === 'refused' ? `${words}: ${text.refused}` : words;
}

function detailWords(detail: Readonly<Record<string, unknown>>, desk: OpenDesk, people: People): string {
  const named = deskDetailText[desk.language];
  const currency = allCurrencies.find((each) => each === detail.currency) ?? null;
  const wordOf = (name: string) => (Object.hasOwn(named, name) ? named[name as 'by'] : name);
  const shownAs = (name: string, value: unknown) => {
    if (name.endsWith('Minor') && Number.isSafeInteger(value))
      return currency === null ? desk.amountField(Number(value), null) : desk.money(Number(value), currency);
    if (name === 'call') return actWords({ act: String(value), outcome: 'done' }, deskActText[desk.language]);
    if (name === 'roles')
      return Object.hasOwn(desk.words, String(value)) ? desk.words[value as 'agent'] : value;
    return people.get(String(value)) ?? wordOf(String(value));
  };
  return Object.entries(detail)
    .map(
      ([name, value]) =>
        `${wordOf(name)} ${[value]
          .flat()
          .map((each) => shownAs(name, each))
          .join(', ')}`,
    )
    .join(' · ');
}
