import { deskContactText } from '#content/messages/desk-operations.ts';
import { answerContactMessage, closeContactMessage, listContactMessages } from '#contract/host/support.ts';
import { maskedName } from '#domain/desk/mask.ts';
import { CodedError } from '#domain/error-code.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths } from '../paths.ts';
import { addressOf, Pager } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';

const pageSize = 25;
const states = ['open', 'answered', 'closed'] as const;

/** What visitors wrote on the contact page, oldest first, until somebody has answered and closed it. */
export const contactMessages = deskScreen({
  path: deskPaths.messages,
  needs: 'see-complaints',
  async load(desk) {
    const state = states.find((each) => each === desk.parameter('show')) ?? 'open';
    const cursor = desk.parameter('from') || undefined;
    const found = await desk.read(listContactMessages, { state, cursor, limit: pageSize });
    const rows = desk.may('see-personal-data')
      ? found.contactMessages
      : found.contactMessages.map((each) => ({
          ...each,
          name: maskedName(each.name),
          telephone: '',
          email: '',
        }));
    return { state, rows, nextCursor: found.nextCursor };
  },
  async submit(desk, form) {
    const call = { answer: answerContactMessage, close: closeContactMessage }[fieldOf(form, 'do')];
    const contactMessageId = fieldOf(form, 'message');
    if (!call) throw new CodedError('request-invalid', 'do');
    const step = { messageId: fieldOf(form, 'step'), subject: `contact-message:${contactMessageId}` };
    await desk.change(call, { contactMessageId }, step);
    const state = states.find((each) => each === fieldOf(form, 'show'));
    return desk.goTo(addressOf(deskPaths.messages, { show: state === 'open' ? undefined : state }));
  },
  title: ({ desk }) => deskContactText[desk.language].title,
  page({ desk, state, rows, nextCursor }) {
    const text = deskContactText[desk.language];
    const show = state === 'open' ? undefined : state;
    return (
      <>
        <div className="top">
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </div>
        <nav className="chips snug" aria-label={text.filter}>
          {states.map((each) => (
            <a
              key={each}
              href={addressOf(deskPaths.messages, { show: each === 'open' ? undefined : each })}
              aria-current={each === state ? 'true' : undefined}
            >
              {text[each]}
            </a>
          ))}
        </nav>
        {rows.length === 0 ? (
          <p className="sub g3">{desk.words.none}</p>
        ) : (
          <Table
            caption={text.caption}
            rows={rows}
            keyOf={({ contactMessageId }) => contactMessageId}
            columns={[
              { head: text.received, className: 'num', cell: ({ receivedAt }) => desk.time(receivedAt) },
              {
                head: text.from,
                className: 'r',
                cell: ({ name, telephone, email }) => (
                  <>
                    {name} <span className="sub hash">{[telephone, email].filter(Boolean).join(' · ')}</span>
                  </>
                ),
              },
              { head: text.message, className: 'wide said lines', cell: ({ remark }) => remark },
              {
                head: text.do,
                isHeadHidden: true,
                className: 'wide',
                cell: ({ contactMessageId }) =>
                  state !== 'closed' &&
                  desk.may('answer-complaint') && (
                    <form className="acts" method="post" action={deskPaths.messages}>
                      <input type="hidden" name="step" value={desk.newId()} />
                      <input type="hidden" name="show" value={state} />
                      <input type="hidden" name="message" value={contactMessageId} />
                      {state === 'open' && (
                        <button className="btn second" type="submit" name="do" value="answer">
                          {text.markAnswered}
                        </button>
                      )}
                      <button className="btn second" type="submit" name="do" value="close">
                        {text.close}
                      </button>
                    </form>
                  ),
              },
            ]}
          />
        )}
        <Pager
          desk={desk}
          path={deskPaths.messages}
          parameters={{ show }}
          nextCursor={nextCursor}
          pageSize={pageSize}
        />
      </>
    );
  },
});
