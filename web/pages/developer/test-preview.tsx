import { testPreviewText } from '#content/messages/test-preview.ts';
import { languageParameter } from '#domain/language.ts';
import { currencyOf } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { Bar } from '#ui/frame/bar.tsx';
import { Note } from '#ui/notice/note.tsx';
import { fieldOf, type OpenScreen } from '../open-screen.ts';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import { Hello, Stage } from './first-minute.tsx';
import { pageStates } from './living-pages.ts';
import { pageAddresses } from './page-addresses.ts';
import { contactProblem, doneText, readSandboxRequest } from './preview-forms.ts';
import { ContactForm, DeviceProbes, PageLinks, SessionForm, SmsInbox, Tools } from './preview-sections.tsx';
import { chosenBorrower, deviceIdOf, readPreviewValues } from './preview-values.ts';
import { SandboxPanel } from './sandbox-panel.tsx';
import { sandboxView } from './sandbox-view.ts';
import { walkTo } from './walk.ts';
import { workbenchPath } from './workbench-path.ts';

const path = '/testPreview';

interface Answer {
  readonly note?: string;
  readonly amount?: { readonly orderNumber: string; readonly typed: string };
  readonly contact?: { readonly typed: string; readonly error: string };
}

/**
 * The developer page: opens every screen with chosen values and acts as the lender (specification, section 2; TEST-1). Absent in
 * production.
 */
export const testPreview = screen({
  path: () => path,
  script: 'test-preview',
  async load(open) {
    refuseInProduction(open);
    const { config, language, parameters, sandbox } = open;
    const address = addressInBrowsersLanguage(open);
    if (address !== null) return open.showAt(address);
    const text = testPreviewText[language];
    const borrowers = (await sandbox?.borrowers()) ?? [];
    const chosen = chosenBorrower(borrowers, parameters, language);
    const borrower = chosen && (await sandbox?.signedIn(chosen, deviceIdOf(parameters)));
    const values = readPreviewValues(parameters, borrower);
    const money = (minor: number) =>
      open.money(borrower ? currencyOf(borrower.market) : null)(minorAmount(minor));
    return {
      text,
      values,
      borrowerId: borrower?.borrowerId ?? '',
      done: doneText(open.parameter('done'), text, money),
      inbox: open.smsInbox?.() ?? null,
      pages: pageAddresses(config, text, {
        language,
        values,
        market: borrower?.market ?? null,
        states: await pageStates(open, text, values, borrower),
      }),
      panel:
        sandbox && borrower
          ? sandboxView({
              config,
              text,
              language,
              values,
              borrowers,
              borrower,
              path,
              address: parameters,
            })
          : null,
    };
  },
  async submit(open, form) {
    refuseInProduction(open);
    const { language, parameters, sandbox } = open;
    const text = testPreviewText[language];
    const leave = (done: string): Response => {
      const parametersOfLink = new URLSearchParams(parameters);
      parametersOfLink.set('done', done);
      return open.leaveTo(`${path}?${parametersOfLink}#top`, { isReplacing: false });
    };

    if (form.has('contact')) {
      const typed = fieldOf(form, 'contact');
      const problem = contactProblem(typed);
      return problem
        ? open.again<Answer>({ contact: { typed, error: text[problem] } }, 422)
        : leave('contact');
    }
    const request = readSandboxRequest(form);
    if ('refusedField' in request) {
      const amount = { orderNumber: fieldOf(form, 'orderNumber'), typed: fieldOf(form, 'amountMinor') };
      return open.again<Answer>(
        request.refusedField === 'amountMinor' ? { amount } : { note: text.notUnderstood },
        422,
      );
    }
    if (!sandbox) return open.again<Answer>({ note: text.sandboxMissing }, 409);
    const { accepted, detail } = await ('walk' in request
      ? walkTo(request.walk, open, {
          sandbox,
          values: readPreviewValues(parameters, undefined),
          borrowerId: request.borrowerId,
        })
      : sandbox.act(request.action));
    return accepted ? leave(request.done) : open.again<Answer>({ note: `${text.refused} ${detail}` }, 409);
  },
  title: ({ text }) => text.title,
  head: () => <meta name="robots" content="noindex" />,
  page({ open, answer, text, done, panel, inbox, pages, values, borrowerId }) {
    const note = answer ? answer.note : done;
    return (
      <>
        <Bar title={text.title} titleAs="span" text={{ back: '', help: '' }} />
        <main>
          {note && (
            <section>
              <Note tone={answer ? 'bad' : 'ok'} isAlert={Boolean(answer)}>
                {note}
              </Note>
            </section>
          )}
          <Hello isDeskOn={open.hasDesk} />
          {panel ? (
            <Stage borrowerName={panel.borrowerName} pageLink={panel.phoneLink}>
              <SandboxPanel view={panel} refusedAmount={answer?.amount} />
            </Stage>
          ) : (
            <section>
              <p>
                {text.sandboxMissing}{' '}
                {open.workbench && <a href={open.link(workbenchPath)}>{text.workbench}</a>}
              </p>
            </section>
          )}
          <PageLinks groups={pages} />
          <Tools>
            {inbox && <SmsInbox messages={inbox} />}
            <SessionForm path={path} values={values} borrowerId={borrowerId} />
            <ContactForm refused={answer?.contact} />
            <DeviceProbes />
          </Tools>
        </main>
      </>
    );
  },
});

function refuseInProduction({ config }: OpenScreen): void {
  if (!config.isDevelopment) throw Refusal.coded('not-found');
}

/** This page in English for browsers that prefer it, if the address has no language; null otherwise. */
function addressInBrowsersLanguage({ request, parameters }: OpenScreen): string | null {
  if (request.method !== 'GET' || parameters.has('lang')) return null;
  const [preferred = ''] = (request.headers.get('Accept-Language') ?? '').split(',');
  if (!/^en\b/i.test(preferred.trim())) return null;
  const english = new URLSearchParams(parameters);
  english.set('lang', String(languageParameter('en')));
  return `${path}?${english}`;
}
