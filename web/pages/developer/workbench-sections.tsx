import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { workbenchText } from '#content/messages/workbench.ts';
import { fill } from '#content/text-pack.ts';
import { Summary } from '#ui/figures/summary.tsx';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useText } from '../page-context.tsx';
import type { ChosenFault, Exchange, KitRun, TakenEntry, Workbench } from './workbench-port.ts';
import styles from './workbench-sections.module.css';

const documentAddress = '/openapi.json';

export function StartHere(): ReactNode {
  const text = useText(workbenchText);
  return (
    <section>
      <p>{text.noBackend}</p>
      <pre className={styles.code}>API_BASE=https://backend.example npm start</pre>
    </section>
  );
}

export function Exchanges({ bench, link }: { readonly bench: Workbench; readonly link: string }): ReactNode {
  const text = useText(workbenchText);
  const exchanges = bench.exchanges();
  return (
    <section aria-labelledby="calls">
      <div className={styles.head}>
        <h2 id="calls">{text.calls}</h2>
        <a className={styles.reload} href={link}>
          {text.reload}
        </a>
      </div>
      <p className="hint">
        {fill(text.lead, { apiBase: bench.apiBase })} {text.masked}
      </p>
      <div {...marks({ slot: 'exchanges', liveWorkbench: link })}>
        {exchanges.length === 0 && (
          <p>
            {text.none} {text.openPages}
          </p>
        )}
        {exchanges.map((exchange) => (
          <ExchangeFold key={exchange.number} exchange={exchange} link={link} />
        ))}
      </div>
    </section>
  );
}

function ExchangeFold({ exchange, link }: { readonly exchange: Exchange; readonly link: string }): ReactNode {
  const text = useText(workbenchText);
  const { number, at, call, path, status, durationMs, page, request, answer, fault, tolerances } = exchange;
  const faults = tolerances.filter(({ isHarmless }) => !isHarmless);
  const tone = status === null || status >= 400 || faults.length > 0 ? 'warn' : 'ok';
  const notice = tolerances.length === 1 ? text.putUpOne : fill(text.putUp, { count: tolerances.length });
  return (
    <details className={styles.exchange} id={`call-${number}`}>
      <Summary className={styles.opener}>
        <span className={styles.call}>{call}</span>
        <span className={styles.facts}>
          <span className="num">{at.toISOString().slice(11, 19)}</span>
          <span className="num">{durationMs} ms</span>
          <span className={styles.tag} data-tone={tone}>
            {status ?? text.noAnswer}
          </span>
          <span>{tolerances.length === 0 ? text.asRead : notice}</span>
        </span>
        {fault !== null && (
          <span className={styles.fault}>
            {text.underFault} <span lang="en">{fault}</span>
          </span>
        )}
      </Summary>
      <p>
        {text.page} <code>{page}</code> ·{' '}
        <a href={`${link}${link.includes('?') ? '&' : '?'}page=${number}`}>{text.openPage}</a>
      </p>
      <Taken tolerances={tolerances} />
      <h3>{text.request}</h3>
      <p>
        <code>{path}</code>
      </p>
      <pre className={styles.code}>{request}</pre>
      <h3>{text.answer}</h3>
      <pre className={styles.code}>{answer || '—'}</pre>
    </details>
  );
}

function Taken({ tolerances }: { readonly tolerances: readonly TakenEntry[] }): ReactNode {
  const said = workbenchText.en;
  if (tolerances.length === 0) return null;
  return (
    <ul className={styles.taken}>
      {tolerances.map(({ id, act, field, says, does, borrowerLoses, mend, pointer }) => (
        <li key={`${id} ${field}`} lang="en">
          <p>
            <span className={styles.act}>{said[act]}</span> <strong>{says}</strong>
          </p>
          <p>
            {said.pageDoes} {does}. {said.borrowerLoses}: {borrowerLoses}. {said.mend}: {mend}.
          </p>
          <Pointer pointer={pointer} />
        </li>
      ))}
    </ul>
  );
}

function Pointer({ pointer }: { readonly pointer: string }): ReactNode {
  return (
    <p className={styles.pointer}>
      <a href={`${documentAddress}${pointer}`}>openapi.json{pointer}</a>
    </p>
  );
}

export function Findings({
  run,
  refused,
  link,
}: {
  readonly run: KitRun;
  readonly refused: string | undefined;
  readonly link: string;
}): ReactNode {
  const text = useText(workbenchText);
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">{text.findings}</h2>
      <p className="hint">{text.findingsHint}</p>
      <form method="post" action="#findings" className="gap stack" noValidate>
        <Field
          id="address"
          name="address"
          label={text.address}
          hint={text.addressHint}
          error={refused === undefined ? undefined : text.addressInvalid}
          defaultValue={refused}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button kind="main" name="do" value="check">
          {text.check}
        </Button>
      </form>
      <div {...marks({ slot: 'findings' })}>
        {run.state === 'running' && (
          <p role="status">
            {fill(text.checking, run)} <a href={`${link}#findings`}>{text.reload}</a>
          </p>
        )}
        {run.state === 'done' && <Row findings={run.findings} />}
      </div>
    </section>
  );
}

function Row({
  findings: { callCount, workingCount, causes, leftOut },
}: {
  readonly findings: Extract<KitRun, { state: 'done' }>['findings'];
}): ReactNode {
  const text = useText(workbenchText);
  const said = workbenchText.en;
  return (
    <>
      <p role="status">
        {fill(text.checked, { works: workingCount, asked: callCount })} {causes.length === 0 && text.allWorks}
      </p>
      <ol className={styles.causes} lang="en">
        {causes.map(({ title, borrowerLoses, mend, problems }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>
              {said.borrowerLoses}: {borrowerLoses}.
            </p>
            <ul>
              {problems.map(({ problem, calls, line, pointer }) => (
                <li key={problem}>
                  {problem} <span className={styles.facts}>{calls.join(', ')}</span>
                  {line !== null && <code className={styles.line}>{line}</code>}
                  {pointer !== null && <Pointer pointer={pointer} />}
                </li>
              ))}
            </ul>
            <p>
              {said.mend}: {mend}.
            </p>
          </li>
        ))}
      </ol>
      {leftOut.length > 0 && (
        <>
          <h3>{text.notMade}</h3>
          <ul lang="en">
            {leftOut.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

export function Faults({
  bench,
  fault,
}: {
  readonly bench: Workbench;
  readonly fault: ChosenFault | null;
}): ReactNode {
  const text = useText(workbenchText);
  const newest = Map.groupBy(bench.exchanges(), ({ page }) => page);
  const pages = [...newest].slice(0, 6).map(([page, [last]]) => [page, last?.number] as const);
  const choices = bench.faults.map(({ id, name, call, harmless }): readonly [string, string] => [
    id,
    [name, call === null ? '' : `(${call})`, harmless === null ? '' : `harmless: ${harmless}`]
      .filter((part) => part !== '')
      .join(' '),
  ]);
  return (
    <section aria-labelledby="faults">
      <h2 id="faults">{text.faults}</h2>
      <p className="hint">{text.faultsHint}</p>
      <form method="post" action="#faults" className="gap stack">
        <SelectField
          id="fault"
          label={text.fault}
          chosen={fault?.fault.id ?? choices[0]?.[0] ?? ''}
          choices={choices}
          choicesLanguage="en"
        />
        <SelectField
          id="call"
          label={text.at}
          chosen={fault?.call ?? ''}
          choices={[['', text.everyCall], ...bench.calls.map((name) => [name, name] as const)]}
        />
        {pages.map(([page, number]) => (
          <Button key={page} kind="second" name="page" value={number}>
            {fill(text.putInAndOpen, { page })}
          </Button>
        ))}
        <Button kind="second" name="do" value="put-in">
          {text.putIn}
        </Button>
        {fault && (
          <Button kind="quiet" name="do" value="take-out">
            {text.takeOut}
          </Button>
        )}
      </form>
    </section>
  );
}
