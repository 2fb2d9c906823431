import type { ReactNode } from 'react';
import { borrowerMessageText, deskMessageText } from '#content/messages/borrower-message.ts';
import { fill } from '#content/text-pack.ts';
import { type DeskMessagePreview, type MessageChoice, seenMessage } from '#contract/borrower-message.ts';
import { typedDay } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { messagesADay } from '#domain/matter/message-time.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { collectionPath, deskPaths, loanFilePath, loanPath, sendMessagePath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { AuditLine } from '../ui/audit-line.tsx';
import { PostForm } from '../ui/desk-form.tsx';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Part, PlainPart } from '../ui/part.tsx';
import { Quotation } from '../ui/quotation.tsx';
import { Warning } from '../ui/warning.tsx';
import { LoanNumber } from './loan-link.tsx';

interface Shown {
  readonly preview: DeskMessagePreview;
  readonly choice: MessageChoice;
}

/** What was chosen, from the address of the preview. */
function choiceOf({ parameter }: OpenDesk): MessageChoice {
  return {
    what: parameter('what'),
    day: typedDay(parameter('day')),
    isAskedFor: parameter('asked') === 'yes',
  };
}

const addressHere = ({ part }: OpenDesk, { what, day, isAskedFor }: MessageChoice) =>
  addressOf(sendMessagePath(part('order')), {
    ...{ what, day: day ?? undefined, asked: isAskedFor ? 'yes' : undefined },
  });

/** A message to the borrower of a loan: what can be sent, what they get of it, and when. */
export const sendMessage = deskScreen<Shown, 'changed'>({
  path: deskPaths.sendMessage,
  needs: 'see-loans',
  async load(desk) {
    const choice = choiceOf(desk);
    const preview = await desk.service.borrowerMessages.preview(desk.person, desk.part('order'), choice);
    if (!preview) throw new CodedError('not-found');
    return { preview, choice: { ...choice, what: preview.what } };
  },
  async submit(desk, form) {
    const { borrowerMessages } = desk.service;
    const [order, messageId] = [desk.part('order'), fieldOf(form, 'messageId')];
    const choice = choiceOf(desk);
    const stopped = fieldOf(form, 'stop');
    if (stopped !== '') {
      await borrowerMessages.stop(desk.person, order, stopped);
      return desk.goTo(addressHere(desk, choice));
    }
    try {
      const sent = { ...choice, what: fieldOf(form, 'what'), messageId, seen: fieldOf(form, 'seen') };
      await borrowerMessages.send(desk.person, order, sent);
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'status-conflict') throw error;
      return desk.again('changed', 409);
    }
    return desk.goTo(loanPath(order));
  },
  title: ({ desk }) => `${deskMessageText[desk.language].title} ${desk.part('order')}`,
  page({ desk, preview, choice, answer }) {
    const text = deskMessageText[desk.language];
    const orderNumber = desk.part('order');
    const { offered, market, borrowerId } = preview;
    return (
      <>
        <Crumb>
          <LoanNumber orderNumber={orderNumber} />
        </Crumb>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </PageHead>
        <Warning words={answer && text.changed} />
        <PlainPart isNarrow>
          <form method="get" action={sendMessagePath(orderNumber)} noValidate>
            {choice.day && <input type="hidden" name="day" value={choice.day} />}
            <SelectField
              id="what"
              name="what"
              label={text.what}
              chosen={choice.what}
              choices={offered.map(({ what, label }) => [what, label] as const)}
            />
            <Acts>
              <Button kind="second">{text.preview}</Button>
            </Acts>
          </form>
        </PlainPart>
        <AsRead preview={preview} />
        {desk.may('collect') && <SendForm preview={preview} choice={choice} />}
        <Waiting preview={preview} choice={choice} />
        <AuditLine subject={`loan:${orderNumber}`} borrowerId={borrowerId} market={market} />
      </>
    );
  },
});

/** The message as its borrower gets it, in their language. */
function AsRead({
  preview: { language, text: words, sms, maskedPhone, settlement },
}: Pick<Shown, 'preview'>): ReactNode {
  const desk = useDesk();
  const text = deskMessageText[desk.language];
  const paper =
    settlement && addressOf(loanFilePath(desk.part('order'), 'settlement'), { day: settlement.day });
  return (
    <Part id="read" title={fill(text.asRead, { language: text[language] })} isNarrow>
      <div lang={language}>
        <h3>{text.inApp}</h3>
        <Quotation text={words} />
      </div>
      {paper && desk.may('see-personal-data') && (
        <p>
          {text.paper} <a href={paper}>{borrowerMessageText[desk.language].openPaper}</a>
        </p>
      )}
      {sms === null ? (
        <p>{text.noSms}</p>
      ) : (
        <>
          <h3>{fill(text.inSms, { phone: maskedPhone })}</h3>
          <div lang={language}>
            <Quotation text={sms} />
          </div>
        </>
      )}
    </Part>
  );
}

/** Sends now or at the next moment that the rules allow, or says what is in the way. */
function SendForm({ preview, choice }: Shown): ReactNode {
  const desk = useDesk();
  const text = deskMessageText[desk.language];
  const { time, market, what } = preview;
  const { at, heldBy } = time;
  const moment = at && desk.time(at, market);
  return (
    <PlainPart isNarrow>
      {heldBy && (
        <p>
          <b>{fill(text[heldBy], { count: messagesADay })}</b>{' '}
          {moment === null ? (
            <a href={collectionPath(desk.part('order'))}>{text.toCollection}</a>
          ) : (
            fill(text.nextAt, { time: moment })
          )}
        </p>
      )}
      {heldBy === 'hours' && (
        <p>
          <a href={addressHere(desk, { ...choice, isAskedFor: true })}>{text.askedFor}</a>
        </p>
      )}
      {moment !== null && (
        <PostForm action={addressHere(desk, choice)} hidden={{ what, seen: seenMessage(preview) }}>
          <Acts>
            <Button>{heldBy === null ? text.sendNow : fill(text.sendAt, { time: moment })}</Button>
          </Acts>
        </PostForm>
      )}
    </PlainPart>
  );
}

function Waiting({ preview: { waiting, market }, choice }: Shown): ReactNode {
  const desk = useDesk();
  const text = deskMessageText[desk.language];
  if (waiting.length === 0) return null;
  return (
    <Part id="waiting" title={text.waiting} isNarrow>
      {waiting.map(({ id, text: words, sendAt }) => (
        <PostForm key={id} action={addressHere(desk, choice)} hidden={{ stop: id }}>
          <p>
            {words} <span className="sub">{fill(text.leavesAt, { time: desk.time(sendAt, market) })}</span>
          </p>
          {desk.may('collect') && (
            <Acts gap={2}>
              <Button kind="second">{text.stop}</Button>
            </Acts>
          )}
        </PostForm>
      ))}
    </Part>
  );
}
