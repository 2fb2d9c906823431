import { deskActText, deskDetailText } from '#content/messages/desk.ts';
import type { AuditEntry, DeskService } from '#contract/desk.ts';
import { allCurrencies } from '#domain/market.ts';
import { warningIcon } from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { useDesk } from '../desk-context.ts';
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { idPattern } from '../id.ts';
import { reasonWords } from '../matter/reason-words.ts';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath, deskPaths } from '../paths.ts';
import { PageHead } from '../ui/page-head.tsx';
import { StateMark } from '../ui/state-mark.tsx';

/** Enough characters of an id to tell the borrowers of a page apart. */
const idEndLength = 6;

/** Ids of a page of a search are many; the file has all of them. */
const shownOfMany = 5;

type AuditPage = Awaited<ReturnType<DeskService['audit']>>;

/** The audit log, newest first; whole, of one subject, of one member of staff, or about one borrower. */
export const auditEntries = deskList({
  path: deskPaths.audit,
  filters: { about: 'text', person: idPattern, borrower: idPattern },
  async read({ desk, query, page }) {
    const filters = { subject: query.about, personId: query.person, borrowerId: query.borrower };
    return desk.service.audit({ ...filters, ...page });
  },
  rows: ({ rows, people }) =>
    rows.map((row) => ({ ...row, person: row.name ?? people.get(row.personId ?? '') ?? row.personId })),
  keyOf: ({ serialNumber }) => serialNumber,
  caption: ({ language }) => deskActText[language].line,
  columns(desk, { people }) {
    const text = deskActText[desk.language];
    return [
      [text.when, ({ at }) => desk.zonedTime(at), 'fit num'],
      [text.who, (entry) => <Who entry={entry} />, 'fit right'],
      [text.what, (entry) => <What entry={entry} people={people} />, 'wide'],
      [text.subject, ({ subject }) => subject !== null && <AboutLink subject={subject} />],
      [
        text.borrower,
        ({ borrowerId }) =>
          borrowerId !== null && (
            <a
              className="hash"
              href={auditEntries.address({ borrower: borrowerId })}
              title={text.aboutBorrower}
            >
              {borrowerId.slice(-idEndLength)}
            </a>
          ),
        'fit',
      ],
      [text.reason, ({ reason }) => reason && reasonWords(reason, desk.language), 'right'],
    ];
  },
  file: {
    name: 'record.csv',
    needs: 'see-audit',
    isLoggedApart: true,
    columns: [
      'at',
      'person',
      'act',
      'outcome',
      'subject',
      'borrowerId',
      'reason',
      ['detail', ({ detail }) => (detail === null ? null : JSON.stringify(detail))],
    ],
  },
});

export const auditLog = deskScreen({
  path: deskPaths.audit,
  needs: 'see-audit',
  load: (desk) => auditEntries.load(desk),
  title: ({ desk }) => deskActText[desk.language].title,
  page({ desk, ...page }) {
    const text = deskActText[desk.language];
    const { about, borrower } = page.query;
    return (
      <>
        <PageHead>
          <h1>{borrower === undefined ? text.title : text.aboutBorrower}</h1>
          <p className="sub">
            {borrower === undefined ? (about ?? text.line) : <a href={borrowerPath(borrower)}>{borrower}</a>}
          </p>
        </PageHead>
        <auditEntries.Rows page={page} />
      </>
    );
  },
});

function Who({ entry }: { readonly entry: AuditEntry }) {
  const desk = useDesk();
  if (entry.personId === null) return desk.words.system;
  return <a href={auditEntries.address({ person: entry.personId })}>{entry.name}</a>;
}

type People = AuditPage['people'];

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
  return <a href={auditEntries.address({ about: subject })}>{subject}</a>;
}

/** An act in words; the call's name if there are none. */
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
    .map(([name, value]) => {
      const values = [value].flat();
      const shown = values.slice(0, shownOfMany).map((each) => shownAs(name, each));
      const more = values.length > shownOfMany ? ` +${values.length - shownOfMany}` : '';
      return `${wordOf(name)} ${shown.join(', ')}${more}`;
    })
    .join(' · ');
}
