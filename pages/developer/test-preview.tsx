import { data } from 'react-router';
import { testPreviewText } from '#content/messages/test-preview.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { type OpenScreen, openScreen } from '../open-screen.server.ts';
import type { Problem } from '../problem.ts';
import { leaveTo } from '../redirect.server.ts';
import { useShell } from '../shell.ts';
import { fieldOf, submittedForm } from '../submitted-form.server.ts';
import { Bar } from '../ui/frame/bar.tsx';
import { Note } from '../ui/notice/note.tsx';
import type { Route } from './+types/test-preview.ts';
import { contactProblem } from './contact.ts';
import { ContactForm } from './contact-form.tsx';
import { DeviceProbes } from './device-probes.tsx';
import { type InstructionSample, pageAddresses } from './page-addresses.ts';
import { PageLinks } from './page-links.tsx';
import {
  chosenBorrower,
  deviceIdOf,
  type PreviewValues,
  pageQueryOf,
  readPreviewValues,
} from './preview-values.ts';
import { doneText, readSandboxRequest } from './sandbox-form.ts';
import { SandboxPanel } from './sandbox-panel.tsx';
import { sandboxView } from './sandbox-view.ts';
import { SessionForm } from './session-form.tsx';
import { SmsInbox } from './sms-inbox.tsx';

/** The developer page: opens every screen with values one chooses, and plays the lender (specification, section 2; TEST-1). */

const path = '/testPreview';

/** What is told after an act that did not go through; what was typed is still there. */
interface Refusal {
  readonly note: string | null;
  readonly amount: { readonly orderNumber: string; readonly typed: string } | null;
  readonly contact: { readonly typed: string; readonly error: string } | null;
}

const noRefusal: Refusal = { note: null, amount: null, contact: null };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.text.title },
  { name: 'robots', content: 'noindex' },
];

export async function loader(args: Route.LoaderArgs) {
  const screen = openInDevelopment(args);
  const { config, language, parameters, sandbox } = screen;
  const text = testPreviewText[language];
  const borrowers = sandbox ? await sandbox.borrowers(deviceIdOf(parameters)) : [];
  const borrower = chosenBorrower(borrowers, parameters);
  const values = readPreviewValues(parameters, borrower);
  const done = parameters.get('done');
  return {
    text,
    language,
    values,
    borrowerId: borrower?.borrowerId ?? '',
    done:
      done && doneText(done, text, (minor) => formatMoney(minorAmount(minor), language, config.amountStyle)),
    inbox: screen.smsInbox?.().map(({ messageId, to, text: body }) => ({ messageId, to, body })) ?? null,
    pages: pageAddresses(config, text, language, values, await instructionSample(screen, values)),
    sandbox:
      sandbox && borrower
        ? sandboxView({
            config,
            text,
            language,
            values,
            borrowers,
            borrower,
            today: await sandbox.today(borrower.market),
            path,
            address: parameters,
          })
        : null,
  };
}

export async function action(args: Route.ActionArgs) {
  const { language, parameters, sandbox } = openInDevelopment(args);
  const text = testPreviewText[language];
  const form = await submittedForm(args.request);
  const refuse = (refusal: Partial<Refusal>, status: number) =>
    data({ ...noRefusal, ...refusal }, { status });
  const leave = (done: string): Response => {
    const kept = new URLSearchParams(parameters);
    kept.set('done', done);
    return leaveTo(`${path}?${kept}#top`, { isReplacing: false });
  };

  if (form.has('contact')) {
    const typed = fieldOf(form, 'contact');
    const problem = contactProblem(typed);
    return problem ? refuse({ contact: { typed, error: text[problem] } }, 422) : leave('contact');
  }
  const request = readSandboxRequest(form);
  if ('refusedField' in request) {
    const amount = { orderNumber: fieldOf(form, 'orderNumber'), typed: fieldOf(form, 'amountMinor') };
    return request.refusedField === 'amountMinor'
      ? refuse({ amount }, 422)
      : refuse({ note: text.notUnderstood }, 422);
  }
  if (!sandbox) return refuse({ note: text.sandboxMissing }, 409);
  const { accepted, detail } = await sandbox.act(request.action);
  return accepted ? leave(request.done) : refuse({ note: `${text.refused} ${detail}` }, 409);
}

export default function TestPreview({ loaderData, actionData }: Route.ComponentProps) {
  const { text, values, sandbox } = loaderData;
  const { config } = useShell();
  const refusal = actionData ?? noRefusal;
  return (
    <>
      <Bar title={text.title} text={{ back: '', help: '' }} config={config} />
      <main>
        {(refusal.note || (loaderData.done && !actionData)) && (
          <section>
            <Note tone={refusal.note ? 'bad' : 'ok'} isAlert={refusal.note !== null}>
              {refusal.note ?? loaderData.done}
            </Note>
          </section>
        )}
        {sandbox ? (
          <SandboxPanel
            view={sandbox}
            text={text}
            language={loaderData.language}
            amountStyle={config.amountStyle}
            refusedAmount={refusal.amount}
          />
        ) : (
          <section>
            <p>{text.sandboxMissing}</p>
          </section>
        )}
        {loaderData.inbox && <SmsInbox messages={loaderData.inbox} text={text} />}
        <PageLinks pages={loaderData.pages} text={text} />
        <SessionForm
          path={path}
          values={values}
          language={loaderData.language}
          borrowerId={loaderData.borrowerId}
          text={text}
        />
        <ContactForm refused={refusal.contact} text={text} />
        <DeviceProbes text={text} />
      </main>
    </>
  );
}

function openInDevelopment(args: Route.LoaderArgs | Route.ActionArgs): OpenScreen {
  const screen = openScreen(args);
  if (!screen.config.isDevelopment) {
    throw data<Problem>({ kind: 'not-found', message: '' }, { status: 404 });
  }
  return screen;
}

/** The amount and the first code of the order to repay; null where there is none to show. */
async function instructionSample(
  screen: OpenScreen,
  values: PreviewValues,
): Promise<InstructionSample | null> {
  const { productId, orderId, sessionId } = values;
  if (orderId === '' || sessionId === '') return null;
  const query = pageQueryOf(values, screen.language);
  const detail = await screen.client.call(readRepayment, { productId, orderId }, query);
  if (!detail.success) return null;
  const channel = detail.data.channelGroups
    .flatMap(({ channels }) => channels)
    .find(({ payCode }) => payCode);
  return channel ? { amountMinor: detail.data.amountMinor, payCode: channel.payCode } : null;
}
