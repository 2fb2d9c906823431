import { workbenchText } from '#content/messages/workbench.ts';
import { Bar } from '#ui/frame/bar.tsx';
import { Note } from '#ui/notice/note.tsx';
import { fieldOf } from '../open-screen.ts';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import { workbenchPath } from './workbench-path.ts';
import type { Workbench } from './workbench-port.ts';
import { Exchanges, Faults, Findings, StartHere } from './workbench-sections.tsx';

interface Answer {
  readonly address: string;
}

/** The workbench: calls with what the pages made of them, findings of the kit, and simulated faults. Absent in production. */
export const workbench = screen({
  path: () => workbenchPath,
  script: 'workbench',
  async load(open) {
    if (!open.config.isDevelopment) throw Refusal.coded('not-found');
    const bench = open.workbench;
    const page = bench?.pageOf(Number(open.parameter('page')));
    if (page) return open.leaveTo(new URL(page).pathname + new URL(page).search, { isReplacing: false });
    open.header('X-Workbench', stateOf(bench));
    return { text: workbenchText[open.language], bench, chosen: bench?.chosenIn(open.request) ?? null };
  },
  async submit(open, form) {
    const bench = open.workbench;
    if (!open.config.isDevelopment || !bench) throw Refusal.coded('not-found');
    const address = fieldOf(form, 'address').trim();
    switch (fieldOf(form, 'do')) {
      case 'check': {
        if (address !== '' && !URL.canParse(address)) return open.again<Answer>({ address }, 422);
        await Promise.race([bench.startRun(address), new Promise((done) => setTimeout(done, waitMs))]);
        return open.leaveTo(`${open.link(workbenchPath)}#findings`, { isReplacing: false });
      }
      case 'take-out':
        return withCookie(open.leaveTo(`${open.link(workbenchPath)}#faults`), bench.cookieOf(null));
      default: {
        const fault = bench.faults.find(({ id }) => id === fieldOf(form, 'fault'));
        if (!fault) throw Refusal.coded('request-invalid');
        const call = bench.calls.find((name) => name === fieldOf(form, 'call')) ?? null;
        const cookie = bench.cookieOf({ id: fault.id, call });
        const page = bench.pageOf(Number(fieldOf(form, 'page')));
        const link = page
          ? new URL(page).pathname + new URL(page).search
          : `${open.link(workbenchPath)}#faults`;
        return withCookie(open.leaveTo(link, { isReplacing: false }), cookie);
      }
    }
  },
  title: ({ text }) => text.title,
  head: () => <meta name="robots" content="noindex" />,
  page({ open, text, bench, chosen, answer }) {
    return (
      <>
        <Bar
          title={text.title}
          backLink={open.link('/testPreview')}
          text={{ back: text.preview, help: '' }}
        />
        <main>
          {bench ? (
            <>
              {chosen && (
                <section>
                  <Note tone="warn">
                    {text.nowIn} <span lang="en">{chosen.fault.name}</span>,{' '}
                    {chosen.fault.call ?? chosen.call ?? text.everyCall}
                  </Note>
                </section>
              )}
              <Exchanges bench={bench} link={open.link(workbenchPath)} />
              <Findings run={bench.run()} refused={answer?.address} link={open.link(workbenchPath)} />
              <Faults bench={bench} fault={chosen} />
            </>
          ) : (
            <StartHere />
          )}
        </main>
      </>
    );
  },
});

/** Longest wait for a run before the page shows its progress. */
const waitMs = 4_000;

/** Changes when there is something new to show. */
function stateOf(bench: Workbench | null): string {
  const run = bench?.run();
  return `${bench?.count() ?? 0} ${run?.state ?? ''} ${run?.state === 'running' ? run.place : ''}`.trim();
}

function withCookie(response: Response, cookie: string): Response {
  response.headers.append('Set-Cookie', cookie);
  return response;
}
