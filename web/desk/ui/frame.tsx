import type { ReactNode } from 'react';
import { deskRailText } from '#content/messages/desk.ts';
import type { MatterCount } from '#contract/matter.ts';
import type { DeskAct } from '#domain/desk/role.ts';
import type { MatterKind } from '#domain/matter/matter.ts';
import { Summary } from '#ui/figures/summary.tsx';
import { Sign } from '#ui/frame/logo.tsx';
import { useDesk, useQueueStatus } from '../desk-context.ts';
import { queueAddress } from '../matter/queue-address.ts';
import { deskPaths } from '../paths.ts';
import './elements.css';
import { CoinSymbols } from './coin.tsx';
import styles from './frame.module.css';

interface RailEntry {
  readonly path: string;
  readonly name: keyof (typeof deskRailText)['es'];
  readonly needs: DeskAct;
  /** The part of a kind's count that the entry shows. */
  readonly counted?: (count: MatterCount, kind: MatterKind) => number;
  readonly isPart?: true;
}

/** Entries of the rail in order; people see those that they may open. */
const daily: readonly RailEntry[] = [
  { path: deskPaths.overview, name: 'overview', needs: 'see-overview' },
  { path: deskPaths.queue, name: 'queue', needs: 'see-loans', counted: ({ all }) => all },
  {
    path: queueAddress({ with: 'me' }),
    name: 'mine',
    needs: 'see-loans',
    isPart: true,
    counted: ({ mine }) => mine,
  },
  {
    path: queueAddress({ kind: 'approval', others: 'yes' }),
    name: 'second',
    needs: 'approve',
    isPart: true,
    counted: ({ others }, kind) => (kind === 'approval' ? others : 0),
  },
  {
    path: queueAddress({ past: 'yes' }),
    name: 'past',
    needs: 'see-loans',
    isPart: true,
    counted: ({ past }) => past,
  },
  { path: deskPaths.collections, name: 'collections', needs: 'see-loans' },
  { path: deskPaths.loans, name: 'loans', needs: 'see-loans' },
  { path: deskPaths.borrowers, name: 'borrowers', needs: 'see-loans' },
  { path: deskPaths.receipts, name: 'receipts', needs: 'see-loans' },
];
const records: readonly RailEntry[] = [
  { path: deskPaths.figures, name: 'figures', needs: 'see-money' },
  { path: deskPaths.products, name: 'products', needs: 'see-catalogue' },
  { path: deskPaths.promotions, name: 'promotions', needs: 'see-operations' },
  { path: deskPaths.registrations, name: 'registrations', needs: 'see-operations' },
  { path: deskPaths.refunds, name: 'refunds', needs: 'see-money' },
  { path: deskPaths.settlements, name: 'settlements', needs: 'see-money' },
  { path: deskPaths.reconciliation, name: 'reconciliation', needs: 'see-money' },
  { path: deskPaths.jobs, name: 'jobs', needs: 'see-operations' },
  { path: deskPaths.retention, name: 'retention', needs: 'see-operations' },
  { path: deskPaths.audit, name: 'audit', needs: 'see-audit' },
  { path: deskPaths.people, name: 'people', needs: 'end-session' },
];

export function DeskFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const desk = useDesk();
  const { words, person } = desk;
  const [everyDay, fields] = [daily, records].map((entries) =>
    entries.filter(({ needs }) => desk.may(needs)),
  );
  return (
    <div className={`desk ${styles.frame}`}>
      <header className={styles.rail}>
        <a className={styles.skip} href="#main">
          {words.skip}
        </a>
        <DeskSign appName={desk.appName} name={words.desk} />
        {desk.may('see-loans') && desk.path !== deskPaths.search && (
          <search className={styles.find}>
            <form action={deskPaths.search} method="get">
              <label htmlFor="find">{words.search}</label>
              <input id="find" name="q" type="search" maxLength={100} autoComplete="off" spellCheck={false} />
            </form>
          </search>
        )}
        <details>
          <Summary>{words.menu}</Summary>
          <nav aria-label={words.desk}>
            {everyDay?.map((entry) => (
              <RailLink key={entry.path} entry={entry} />
            ))}
            {fields && fields.length > 0 && (
              <>
                <h2>{words.records}</h2>
                {fields.map((entry) => (
                  <RailLink key={entry.path} entry={entry} />
                ))}
              </>
            )}
          </nav>
          <div className={styles.me}>
            <b>{person.name}</b>
            <span className="hint">{person.roles.map((role) => words[role]).join(', ')}</span>
            <form method="post" action={deskPaths.signOut}>
              <button type="submit">{words.signOut}</button>
            </form>
            <form method="post" action={deskPaths.language}>
              <input type="hidden" name="language" value={desk.language === 'es' ? 'en' : 'es'} />
              <input type="hidden" name="to" value={desk.path + new URL(desk.request.url).search} />
              <button type="submit" lang={desk.language === 'es' ? 'en' : 'es'}>
                {words.otherLanguage}
              </button>
            </form>
          </div>
        </details>
      </header>
      <main id="main" className={styles.main}>
        {children}
      </main>
      <CoinSymbols />
    </div>
  );
}

function RailLink({ entry: { path, name, counted, isPart } }: { readonly entry: RailEntry }): ReactNode {
  const desk = useDesk();
  const { waiting } = useQueueStatus();
  const whole = desk.path + new URL(desk.request.url).search;
  const isInside = path !== deskPaths.overview && desk.path.startsWith(`${path}/`);
  const isHere = daily.some((each) => each.isPart && each.path === whole)
    ? path === whole
    : path === desk.path || isInside;
  const count =
    counted && waiting && [...waiting].reduce((sum, [kind, each]) => sum + counted(each, kind), 0);
  return (
    <a href={path} aria-current={isHere ? 'page' : undefined} className={isPart && styles.part}>
      {deskRailText[desk.language][name]}
      {typeof count === 'number' && (
        <>
          {' '}
          <b data-tone={name === 'past' && count > 0 ? 'bad' : undefined}>{count}</b>
        </>
      )}
    </a>
  );
}

export function DeskSign({ appName, name }: { readonly appName: string; readonly name: string }): ReactNode {
  return (
    <a className={styles.logo} href={deskPaths.overview}>
      <Sign sizePx={24} />
      <span>
        {appName} <small>{name}</small>
      </span>
    </a>
  );
}
