import type { ReactNode } from 'react';
import { deskActText, deskDetailText } from '#content/messages/desk.ts';
import { deskAuditText } from '#content/messages/desk-audit.ts';
import type { AuditEntry, DeskService } from '#contract/desk.ts';
import { addDays, typedDay } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { allCurrencies, type Market, startOfDayIn } from '#domain/market.ts';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { warningIcon } from '#ui/frame/icons.tsx';
import { SmallIcon } from '#ui/frame/small-icon.tsx';
import { useDesk } from '../desk-context.ts';
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { idPattern } from '../id.ts';
import { type Query, queryOf } from '../list-filters.ts';
import { reasonWords } from '../matter/reason-words.ts';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath, deskPaths } from '../paths.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Sift } from '../ui/sift.tsx';
import { StateMark } from '../ui/state-mark.tsx';

/** Enough characters of an id to tell the borrowers of a page apart. */
const idEndLength = 6;

/** Ids of a page of a search are many; the file has all of them. */
const shownOfMany = 5;

type AuditPage = Awaited<ReturnType<DeskService['audit']>>;

/** The audit log, newest first: of one subject, member of staff, act or borrower, and of some days. */
export const auditEntries = deskList({
  path: deskPaths.audit,
  filters: {
    about: 'text',
    person: idPattern,
    borrower: 'text',
    act: Object.keys(deskActText.en),
    since: 'text',
    through: 'text',
  },
  async read({ desk, query, page }) {
    const { about: subject, person: personId, borrower, act } = query;
    const days = daysOf(query, desk.market);
    return desk.service.audit({ subject, personId, borrower, act, ...days, ...page });
  },
  rows: ({ rows, people }) =>
    rows.map((row) => ({ ...row, person: row.name ?? people.get(row.personId ?? '') ?? row.personId })),
  keyOf: ({ serialNumber }) => serialNumber,
  caption: ({ language }) => deskAuditText[language].line,
  columns(desk, { people }) {
    const text = deskAuditText[desk.language];
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

/** The instants of the days of an address. @throws CodedError 'request-invalid' for what is no day, or days in the wrong order. */
function daysOf(query: Query<'since' | 'through'>, market: Market) {
  const dayOf = (name: 'since' | 'through') => {
    const day = typedDay(query[name] ?? '');
    if (query[name] !== undefined && day === null) throw new CodedError('request-invalid', name);
    return day;
  };
  const [since, through] = [dayOf('since'), dayOf('through')];
  if (since && through && since > through) throw new CodedError('request-invalid', 'through');
  return {
    from: since ? startOfDayIn(market, since) : undefined,
    until: through ? startOfDayIn(market, addDays(through, 1)) : undefined,
  };
}

type Fault = 'borrower' | 'since' | 'through';
const faults: readonly string[] = ['borrower', 'since', 'through'] satisfies Fault[];

export const auditLog = deskScreen({
  path: deskPaths.audit,
  needs: 'see-audit',
  async load(desk) {
    try {
      return { ...(await auditEntries.load(desk)), fault: null };
    } catch (error) {
      if (!(error instanceof CodedError) || !faults.includes(error.field ?? '')) throw error;
      desk.status(422);
      const query = queryOf(auditEntries.filters, new URL(desk.request.url).searchParams);
      const { people } = await desk.service.audit({ limit: 1 });
      return { rows: [], nextCursor: null, people, query, fault: error.field as Fault };
    }
  },
  title: ({ desk }) => deskAuditText[desk.language].title,
  page({ desk, fault, ...page }) {
    const text = deskAuditText[desk.language];
    const { about, borrower } = page.query;
    return (
      <>
        <PageHead>
          <h1>{borrower === undefined ? text.title : text.aboutBorrower}</h1>
          <p className="sub">
            {borrower !== undefined && idPattern.test(borrower) ? (
              <a href={borrowerPath(borrower)}>{borrower}</a>
            ) : (
              (about ?? text.line)
            )}
          </p>
        </PageHead>
        <AuditSift query={page.query} people={page.people} fault={fault} />
        {fault === null && <auditEntries.Rows page={page} />}
      </>
    );
  },
});

function AuditSift({
  query,
  people,
  fault,
}: {
  readonly query: Query<keyof typeof auditEntries.filters>;
  readonly people: People;
  readonly fault: Fault | null;
}): ReactNode {
  const { language } = useDesk();
  const text = deskAuditText[language];
  const { refused: _refused, ...acts } = deskActText[language];
  const fieldOf = (id: Fault, label: string, problem: string) => (
    <Field
      id={id}
      name={id}
      label={label}
      defaultValue={query[id]}
      error={fault === id ? problem : undefined}
      autoFocus={fault === id}
      autoComplete="off"
    />
  );
  return (
    <Sift action={deskPaths.audit} hidden={{ about: query.about }} isOpen={fault !== null}>
      <SelectField
        id="person"
        label={text.who}
        chosen={query.person ?? ''}
        choices={[['', text.anyone], ...people]}
      />
      <SelectField
        id="act"
        label={text.act}
        chosen={query.act ?? ''}
        choices={[
          ['', text.anyAct],
          ...Object.entries(acts).sort(([, a], [, b]) => a.localeCompare(b, language)),
        ]}
      />
      {fieldOf('borrower', text.borrowerField, text.unknownBorrower)}
      {fieldOf('since', text.since, text.badDays)}
      {fieldOf('through', text.through, text.badDays)}
    </Sift>
  );
}

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
    if (name === 'borrowers') return String(value).slice(-idEndLength);
    return people.get(String(value)) ?? wordOf(String(value));
  };
  return Object.entries(detail)
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => {
      const values = [value].flat();
      const shown = values.slice(0, shownOfMany).map((each) => shownAs(name, each));
      const more = values.length > shownOfMany ? ` +${values.length - shownOfMany}` : '';
      return `${wordOf(name)} ${shown.join(', ')}${more}`;
    })
    .join(' · ');
}
