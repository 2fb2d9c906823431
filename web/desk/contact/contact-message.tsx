import { deskContactText } from '#content/messages/desk-operations.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import type { DeskMessage } from '#contract/desk.ts';
import { answerContactMessage, closeContactMessage } from '#contract/host/support.ts';
import { CodedError } from '#domain/error-code.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath, deskPaths, messagePath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { FactList, factLink, ShowButton } from '../ui/facts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';
import { Quotation } from '../ui/quotation.tsx';

const subjectOf = (id: string) => `contact-message:${id}`;

async function openMessage({ service, person, part }: OpenDesk, isShown: boolean): Promise<DeskMessage> {
  const message = await service.messages.read(person, part('message'), isShown);
  if (!message) throw new CodedError('not-found');
  return message;
}

export const contactMessage = deskScreen<{ readonly masked: DeskMessage }, DeskMessage>({
  path: deskPaths.message,
  needs: 'see-complaints',
  load: async (desk) => ({ masked: await openMessage(desk, false) }),
  async submit(desk, form) {
    const contactMessageId = desk.part('message');
    if (fieldOf(form, 'do') === 'show') return desk.again(await openMessage(desk, true), 200);
    const call = { answer: answerContactMessage, close: closeContactMessage }[fieldOf(form, 'do')];
    if (!call) throw new CodedError('request-invalid', 'do');
    const step = { messageId: fieldOf(form, 'step'), subject: subjectOf(contactMessageId) };
    await desk.change(call, { contactMessageId }, step);
    return desk.goTo(desk.inList(messagePath(contactMessageId)));
  },
  title: ({ desk }) => deskQueueText[desk.language].messageTitle,
  page({ desk, masked, answer: shown }) {
    const text = deskContactText[desk.language];
    const { name, ways, remark, receivedAt, state, borrowerId } = shown ?? masked;
    const path = desk.inList(messagePath(desk.part('message')));
    return (
      <>
        <Steps kind="message" />
        <PageHead>
          <h1>{deskQueueText[desk.language].messageTitle}</h1>
          <p className="sub">{state === 'open' ? text.line : text[state]}</p>
        </PageHead>
        <PlainPart isNarrow>
          <FactList
            facts={[
              [text.received, desk.zonedTime(receivedAt)],
              [text.from, [name, ...ways].filter(Boolean).join(' · ')],
              borrowerId !== null && [text.borrower, factLink(borrowerPath(borrowerId), text.openBorrower)],
            ]}
          />
          {!shown && desk.may('see-personal-data') && (
            <form method="post" action={path}>
              <ShowButton what={name} name="do" value="show" />
            </form>
          )}
          <h2 className="g3">{text.message}</h2>
          <Quotation text={remark} />
          {state !== 'closed' && desk.may('answer-complaint') && (
            <form method="post" action={path}>
              <Acts>
                <input type="hidden" name="step" value={desk.newId()} />
                {state === 'open' && (
                  <Button name="do" value="answer">
                    {text.markAnswered}
                  </Button>
                )}
                <Button kind="second" name="do" value="close">
                  {text.close}
                </Button>
              </Acts>
            </form>
          )}
        </PlainPart>
      </>
    );
  },
});
