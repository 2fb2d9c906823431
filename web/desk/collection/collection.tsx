import type { ReactNode } from 'react';
import { deskCollectionText } from '#content/messages/desk-collection.ts';
import { fill } from '#content/text-pack.ts';
import type { CollectionContact, LateLoan } from '#contract/collection.ts';
import type { DeskColleague } from '#contract/desk-page.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { addDays, typedDay } from '#domain/calendar.ts';
import { contactResults, contactWays, noteMaxLength } from '#domain/desk/note.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, type Market } from '#domain/market.ts';
import { contactHours, namesCollectorFirst, pauseDaysMax } from '#domain/matter/collection.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Check } from '#ui/form/check.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { reasonWords } from '../matter/reason-words.ts';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath, collectionPath, deskPaths, loanPath } from '../paths.ts';
import { moneyReason, reasonIn } from '../reason.ts';
import { Acts } from '../ui/acts.tsx';
import { AuditLine } from '../ui/audit-line.tsx';
import { FactList } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { Crumb, HeadActs, PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Part, PlainPart } from '../ui/part.tsx';
import { TablePart } from '../ui/table-part.tsx';
import { Warning } from '../ui/warning.tsx';
import { contactWords, lateLoans, MayContact, PromiseMark } from './collections.tsx';

interface Typed {
  readonly kind: string;
  readonly result: string;
  readonly on: string;
  readonly amount: string;
  readonly words: string;
  readonly isAskedFor: boolean;
  readonly until: string;
  readonly reason: string;
  readonly wrong: 'promise' | 'conflict' | 'pause';
}

interface Opened {
  readonly loan: LateLoan;
  readonly contacts: readonly CollectionContact[];
  readonly colleagues: readonly DeskColleague[];
  readonly now: Date;
}

const ways = [...contactWays, 'they-called'] as const;

/** An overdue loan with promises, contacts, the assignee, and a form for the next contact. */
export const collection = deskScreen<Opened, Typed>({
  path: deskPaths.collection,
  needs: 'see-loans',
  async load({ service, person, part, may }) {
    const found = await service.collections.read(person, part('order'));
    if (!found) throw new CodedError('not-found');
    const colleagues = may('collect') ? await service.matters.colleagues(person, ['collection']) : [];
    return { ...found, colleagues, now: await service.loanTime() };
  },
  async submit(desk, form): Promise<Response | Again<Typed>> {
    const { service, person } = desk;
    const order = desk.part('order');
    const done = desk.goTo(pathHere(desk));
    const step = fieldOf(form, 'do');
    if (step === 'named') {
      await service.collections.markNamed(person, order);
      return done;
    }
    if (step === 'resume') {
      const resumed = { messageId: fieldOf(form, 'step'), until: null, reason: '' };
      await service.collections.pause(person, order, resumed);
      return done;
    }
    if (step === 'hand-over') {
      const reason = fieldOf(form, 'reason').trim().slice(0, 300);
      await service.collections.handOver(person, order, { personId: fieldOf(form, 'to'), reason });
      return done;
    }
    const typed = {
      kind: fieldOf(form, 'kind'),
      result: fieldOf(form, 'result'),
      on: fieldOf(form, 'on'),
      amount: fieldOf(form, 'amount'),
      words: fieldOf(form, 'words').replaceAll('\r\n', '\n').slice(0, noteMaxLength),
      isAskedFor: fieldOf(form, 'asked') === 'yes',
      until: fieldOf(form, 'until'),
      reason: fieldOf(form, 'why'),
    };
    if (step === 'pause') return pauseLoan(desk, form, typed);
    const found = await service.collections.read(person, order);
    if (!found) throw new CodedError('not-found');
    const kind = ways.find((each) => each === typed.kind) ?? 'we-called';
    const result = contactResults.find((each) => each === typed.result) ?? 'reached';
    const [on, amountMinor] = [typedDay(typed.on), amountFromText(typed.amount, found.loan.currency)];
    const promised =
      result === 'promised' && on !== null && amountMinor !== null ? { on, amountMinor } : null;
    if (result === 'promised' && promised === null) return desk.again({ ...typed, wrong: 'promise' }, 422);
    const contact = {
      messageId: fieldOf(form, 'step'),
      kind,
      result,
      promised,
      isAskedFor: typed.isAskedFor,
    };
    try {
      await service.collections.contact(person, order, { ...contact, text: typed.words });
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      const { status } = errorCodes[error.code];
      if (status === 409) return desk.again({ ...typed, wrong: 'conflict' }, 409);
      if (error.field === 'promised') return desk.again({ ...typed, wrong: 'promise' }, 422);
      throw error;
    }
    return done;
  },
  title: ({ desk, loan }) => `${deskCollectionText[desk.language].title} ${loan.orderNumber}`,
  page({ desk, loan, contacts, colleagues, now, answer }) {
    const text = deskCollectionText[desk.language];
    const { orderNumber, holder, market, zone } = loan;
    const { from, until } = contactHours(market, zone, now);
    const list = lateLoans.queryIn(desk.parameter('late'));
    return (
      <>
        <Crumb>
          <a href={lateLoans.address(list)}>{text.title}</a> ·{' '}
          <a href={lateLoans.nextAddress(list, desk.parameter('at'))} rel="next">
            {text.nextOne}
          </a>
        </Crumb>
        <PageHead>
          <h1 className="num">{orderNumber}</h1>
          <p className="sub">
            {loan.borrower} · {fill(text.days, { days: loan.daysLate })} ·{' '}
            <b className="num">{desk.money(loan.overdueMinor, loan.currency)}</b>
          </p>
          <HeadActs>
            <a href={loanPath(orderNumber)}>{text.seeLoan}</a>{' '}
            <a href={borrowerPath(loan.borrowerId)}>{text.seeCase}</a>
          </HeadActs>
        </PageHead>
        <PlainPart isNarrow>
          <FactList
            facts={[
              [text.hours, <MayContact key="may" loan={loan} now={now} />],
              [text.promise, <PromiseMark key="promise" promise={loan.promise} of={loan} />],
              [text.with, holder?.name ?? text.nobody],
            ]}
          />
          <p className="hint">{fill(text.rule, { from, until })}</p>
          <Named loan={loan} />
        </PlainPart>
        {desk.may('collect') && (
          <Part id="contact" title={text.contact} isNarrow>
            <ContactForm typed={answer} />
            <PauseForm loan={loan} typed={answer} now={now} />
            <FormFold isApart title={text.handOver}>
              <form method="post" action={pathHere(desk)}>
                <SelectField
                  id="to"
                  label={text.to}
                  chosen=""
                  choices={colleagues.map(({ personId, name }) => [personId, name] as const)}
                />
                <TextField id="reason" label={text.reason} value="" maxLength={300} />
                <Acts>
                  <Button kind="second" name="do" value="hand-over">
                    {text.hand}
                  </Button>
                </Acts>
              </form>
            </FormFold>
          </Part>
        )}
        <TablePart
          id="log"
          title={text.log}
          none={text.noLog}
          rows={contacts}
          keyOf={({ writtenAt, kind }) => `${writtenAt.getTime()} ${kind}`}
          columns={[
            [text.when, (contact) => contactWords(contact, desk, market), 'strong'],
            [text.promise, ({ promise }) => <PromiseMark promise={promise} of={loan} />, 'right'],
            [text.words, (contact) => loggedWords(contact, market, desk), 'wide'],
            [text.by, ({ personName }) => personName, 'sub wide'],
          ]}
        />
        <AuditLine subject={`loan:${orderNumber}`} borrowerId={loan.borrowerId} market={market} />
      </>
    );
  },
});

/** Whether the borrower was told the collector's name, where the market requires it. */
function Named({ loan: { holder, market } }: { readonly loan: LateLoan }): ReactNode {
  const desk = useDesk();
  const text = deskCollectionText[desk.language];
  if (!namesCollectorFirst(market) || holder === null) return null;
  if (holder.namedAt)
    return <p>{fill(text.namedAt, { time: desk.time(holder.namedAt, market), name: holder.name })}</p>;
  return (
    <>
      <Warning words={fill(text.mustName, { name: holder.name })} />
      {desk.may('collect') && (
        <form method="post" action={pathHere(desk)}>
          <Acts>
            <Button kind="second" name="do" value="named">
              {text.named}
            </Button>
          </Acts>
        </form>
      )}
    </>
  );
}

/** Text of a contact; for a pause its last day or its end, and the reason. */
function loggedWords(
  { text: words, pausedUntil, writtenAt }: CollectionContact,
  market: Market,
  { language }: OpenDesk,
): string {
  if (pausedUntil === null) return words;
  const text = deskCollectionText[language];
  const isEnded = pausedUntil < dayIn(market, writtenAt);
  return `${isEnded ? text.ended : fill(text.through, { day: pausedUntil })}: ${reasonWords(words, language)}`;
}

/** Link to the loan's page with its position in the list. */
function pathHere(desk: OpenDesk): string {
  const place = { late: desk.parameter('late'), at: desk.parameter('at') };
  return addressOf(collectionPath(desk.part('order')), place);
}

/** Form that pauses contacts through a day. */
async function pauseLoan(
  desk: OpenDesk,
  form: FormData,
  typed: Omit<Typed, 'wrong'>,
): Promise<Response | Again<Typed>> {
  const [until, reason] = [typedDay(typed.until), reasonIn(typed.reason, moneyReason)];
  const wrong = () => desk.again<Typed>({ ...typed, wrong: 'pause' }, 422);
  if (until === null || reason === null) return wrong();
  const pause = { messageId: fieldOf(form, 'step'), until, reason };
  try {
    await desk.service.collections.pause(desk.person, desk.part('order'), pause);
  } catch (error) {
    if (error instanceof CodedError && error.field === 'until') return wrong();
    throw error;
  }
  return desk.goTo(pathHere(desk));
}

function PauseForm({
  loan: { market, pausedUntil },
  typed,
  now,
}: {
  readonly loan: LateLoan;
  readonly typed: Typed | undefined;
  readonly now: Date;
}): ReactNode {
  const desk = useDesk();
  const text = deskCollectionText[desk.language];
  if (pausedUntil !== null)
    return (
      <form method="post" action={pathHere(desk)} className="g4">
        <input type="hidden" name="step" value={desk.newId()} />
        <Acts>
          <Button kind="second" name="do" value="resume">
            {text.resume}
          </Button>
        </Acts>
      </form>
    );
  const isWrong = typed?.wrong === 'pause';
  return (
    <FormFold isApart title={text.setPause} isOpen={isWrong}>
      <form method="post" action={pathHere(desk)} noValidate>
        <input type="hidden" name="step" value={desk.newId()} />
        <TextField
          id="until"
          label={text.pauseUntil}
          value={isWrong ? typed.until : ''}
          type="date"
          hint={fill(text.pauseHint, { days: pauseDaysMax, day: addDays(dayIn(market, now), pauseDaysMax) })}
          error={isWrong ? text.wrongPause : undefined}
        />
        <TextField id="why" label={text.pauseReason} value={isWrong ? typed.reason : ''} maxLength={200} />
        <Acts>
          <Button kind="second" name="do" value="pause">
            {text.setPause}
          </Button>
        </Acts>
      </form>
    </FormFold>
  );
}

function ContactForm({ typed }: { readonly typed: Typed | undefined }): ReactNode {
  const desk = useDesk();
  const text = deskCollectionText[desk.language];
  return (
    <form method="post" action={pathHere(desk)} noValidate className="g3">
      <input type="hidden" name="step" value={desk.newId()} />
      <Warning words={typed?.wrong === 'conflict' ? text.conflict : undefined} />
      <SelectField
        id="kind"
        label={text.way}
        chosen={typed?.kind ?? 'we-called'}
        choices={ways.map((way) => [way, text[way]] as const)}
      />
      <SelectField
        id="result"
        label={text.result}
        chosen={typed?.result ?? 'reached'}
        choices={contactResults.map((result) => [result, text[result]] as const)}
      />
      <TextField
        id="on"
        label={text.promisedOn}
        value={typed?.on ?? ''}
        type="date"
        error={typed?.wrong === 'promise' ? text.wrong : undefined}
      />
      <TextField id="amount" label={text.promisedAmount} value={typed?.amount ?? ''} inputMode="decimal" />
      <TextArea
        id="words"
        name="words"
        label={text.words}
        maxLength={noteMaxLength}
        defaultValue={typed?.words ?? ''}
      />
      <Check id="asked" name="asked" value="yes" defaultChecked={typed?.isAskedFor}>
        {text.askedFor}
      </Check>
      <Acts>
        <Button name="do" value="contact">
          {text.save}
        </Button>
      </Acts>
    </form>
  );
}
