import { deskContactText } from '#content/messages/desk-operations.ts';
import { answerContactMessage, closeContactMessage, listContactMessages } from '#contract/host/support.ts';
import { maskedName, maskedPhone, maskedText } from '#domain/desk/mask.ts';
import { CodedError } from '#domain/error-code.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { ShowButton } from '../ui/facts.tsx';
import { ListHead } from '../ui/list-head.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';

const pageSize = 25;
const states = ['open', 'answered', 'closed'] as const;

/** The page of the list that an address names. */
function pageAsked({ parameter }: Pick<OpenDesk, 'parameter'>) {
  return {
    state: states.find((each) => each === parameter('show')) ?? 'open',
    cursor: parameter('from') || undefined,
    limit: pageSize,
  };
}

/** Who wrote a message that somebody asked to see. */
interface Shown {
  readonly contactMessageId: string;
  readonly name: string;
  readonly reached: string;
}

/** What visitors wrote on the contact page, masked, oldest first, until somebody has answered and closed it. */
export const contactMessages = deskScreen({
  path: deskPaths.messages,
  needs: 'see-complaints',
  async load(desk) {
    const page = pageAsked(desk);
    const pageAnswer = await desk.readRecorded(listContactMessages, page, 'contact-messages');
    const rows = pageAnswer.contactMessages.map(({ name, telephone, email, ...facts }) => ({
      ...facts,
      name: maskedName(name),
      reached: [telephone && maskedPhone(telephone), maskedText(email)].filter(Boolean).join(' · '),
    }));
    return { state: page.state, rows, nextCursor: pageAnswer.nextCursor };
  },
  async submit(desk, form): Promise<Response | Again<Shown>> {
    if (fieldOf(form, 'do') === 'show') return desk.again(await show(desk, fieldOf(form, 'message')), 200);
    const call = { answer: answerContactMessage, close: closeContactMessage }[fieldOf(form, 'do')];
    const contactMessageId = fieldOf(form, 'message');
    if (!call) throw new CodedError('request-invalid', 'do');
    const step = { messageId: fieldOf(form, 'step'), subject: `contact-message:${contactMessageId}` };
    await desk.change(call, { contactMessageId }, step);
    const state = states.find((each) => each === fieldOf(form, 'show'));
    return desk.goTo(addressOf(deskPaths.messages, { show: state === 'open' ? undefined : state }));
  },
  title: ({ desk }) => deskContactText[desk.language].title,
  page({ desk, state, rows, nextCursor, answer: shown }) {
    const text = deskContactText[desk.language];
    const show = state === 'open' ? undefined : state;
    return (
      <>
        <ListHead text={text} path={deskPaths.messages} states={states} chosen={state} />
        {rows.length === 0 ? (
          <p className="sub g3">{desk.words.none}</p>
        ) : (
          <Table
            caption={text.caption}
            rows={rows}
            keyOf={({ contactMessageId }) => contactMessageId}
            columns={[
              { head: text.received, kind: 'num', cell: ({ receivedAt }) => desk.zonedTime(receivedAt) },
              {
                head: text.from,
                kind: 'wide',
                cell: (row) => {
                  const isShown = shown?.contactMessageId === row.contactMessageId;
                  const { name, reached } = isShown ? shown : row;
                  return (
                    <>
                      {name} <span className="sub hash">{reached}</span>
                      {!isShown && desk.may('see-personal-data') && (
                        <form
                          method="post"
                          action={addressOf(deskPaths.messages, { show, from: desk.parameter('from') })}
                        >
                          <input type="hidden" name="message" value={row.contactMessageId} />
                          <ShowButton what={name} name="do" value="show" />
                        </form>
                      )}
                    </>
                  );
                },
              },
              { head: text.message, kind: 'wide prose', cell: ({ remark }) => remark },
              {
                head: text.do,
                isHeadHidden: true,
                kind: 'wide',
                cell: ({ contactMessageId }) =>
                  state !== 'closed' &&
                  desk.may('answer-complaint') && (
                    <form method="post" action={deskPaths.messages}>
                      <Acts gap={0}>
                        <input type="hidden" name="step" value={desk.newId()} />
                        <input type="hidden" name="show" value={state} />
                        <input type="hidden" name="message" value={contactMessageId} />
                        {state === 'open' && (
                          <Button kind="second" name="do" value="answer">
                            {text.markAnswered}
                          </Button>
                        )}
                        <Button kind="second" name="do" value="close">
                          {text.close}
                        </Button>
                      </Acts>
                    </form>
                  ),
              },
            ]}
          />
        )}
        <Pager path={deskPaths.messages} parameters={{ show }} nextCursor={nextCursor} pageSize={pageSize} />
      </>
    );
  },
});

/** Who wrote a message and where they are reached; that it was asked for is logged. */
async function show(desk: OpenDesk, contactMessageId: string): Promise<Shown> {
  await desk.require('see-personal-data');
  const step = { messageId: desk.newId(), subject: `contact-message:${contactMessageId}` };
  const page = await desk.service.ask(desk.person, listContactMessages, pageAsked(desk), {
    ...step,
    loggedAs: 'shown',
    detail: { fields: ['name', 'phone', 'email'] },
  });
  const message = page.contactMessages.find((each) => each.contactMessageId === contactMessageId);
  if (!message) throw new CodedError('not-found');
  const { name, telephone, email } = message;
  return { contactMessageId, name, reached: [telephone, email].filter(Boolean).join(' · ') };
}
