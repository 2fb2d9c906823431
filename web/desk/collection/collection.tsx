import type { ReactNode } from 'react';
import { deskCollectionText } from '#content/messages/desk-collection.ts';
import { fill } from '#content/text-pack.ts';
import type { CollectionContact, LateLoan, OpenedLateLoan } from '#contract/collection.ts';
import { callFields } from '#contract/desk.ts';
import type { DeskColleague } from '#contract/desk-page.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { readBorrower } from '#contract/host/borrower.ts';
import { addDays, typedDay } from '#domain/calendar.ts';
import { contactResults, contactWays, noteMaxLength } from '#domain/desk/note.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, type Market } from '#domain/market.ts';
import { contactHours, namesCollectorFirst, pauseDaysMax } from '#domain/matter/collection.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { type OtherBorrower, readLinked } from '../borrower/link-acts.ts';
import { LinkedLateLoans } from '../borrower/link-parts.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { reasonWords } from '../matter/reason-words.ts';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath, collectionPath, deskPaths, loanPath } from '../paths.ts';
import { moneyReason, reasonIn } from '../reason.ts';
import { Acts } from '../ui/acts.tsx';
import { AuditLine } from '../ui/audit-line.tsx';
import {
  choiceField,
  DeskForm,
  dayField,
  deskForm,
  PostForm,
  partOf,
  type SentForm,
  sentAs,
  textField,
} from '../ui/desk-form.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { Crumb, HeadActs, PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Part } from '../ui/part.tsx';
import { TablePart } from '../ui/table-part.tsx';
import { Warning } from '../ui/warning.tsx';
import { CallPart } from './call-sheet.tsx';
import { contactWords, lateLoans, PromiseMark } from './collections.tsx';

interface Opened {
  readonly opened: OpenedLateLoan;
  readonly colleagues: readonly DeskColleague[];
  /** The same person under other ids. */
  readonly others: readonly OtherBorrower[];
  readonly now: Date;
}

const ways = [...contactWays, 'they-called'] as const;

/** The form of a contact. An empty or invalid day or amount of a promise is read as undefined. */
function contactForm(
  desk: OpenDesk,
  {
    loan: { currency },
    promiseDays,
    settlesMinor,
  }: Pick<OpenedLateLoan, 'loan' | 'promiseDays' | 'settlesMinor'>,
) {
  const text = deskCollectionText[desk.language];
  return deskForm('contact', {
    kind: choiceField(ways, { label: text.way, first: 'we-called', words: (way) => text[way] }),
    result: choiceField(contactResults, {
      label: text.result,
      first: 'reached',
      words: (result) => text[result],
    }),
    on: {
      label: text.promisedOn,
      hint: fill(text.promiseDays, { ...promiseDays }),
      kind: 'date',
      read: (typed: string) => typedDay(typed) ?? undefined,
    },
    amount: {
      label: text.promisedAmount,
      hint: fill(text.promiseMost, { amount: desk.money(settlesMinor, currency) }),
      kind: 'decimal',
      read: (typed: string) => amountFromText(typed, currency) ?? undefined,
    },
    words: {
      label: text.words,
      kind: 'area',
      maxLength: noteMaxLength,
      read: (typed: string) => typed.replaceAll('\r\n', '\n').slice(0, noteMaxLength),
    },
    asked: { label: text.askedFor, kind: 'check', read: (typed: string) => typed === 'yes' },
  });
}

function pauseForm({ language }: OpenDesk, hint?: string) {
  const text = deskCollectionText[language];
  return deskForm('pause', {
    until: dayField({ label: text.pauseUntil, hint, fault: text.wrongPause }),
    why: {
      label: text.pauseReason,
      maxLength: 200,
      read: (typed: string) => reasonIn(typed, moneyReason),
      fault: text.wrongPause,
    },
  });
}

function handOverForm({ language }: OpenDesk, colleagues: readonly DeskColleague[] = []) {
  const text = deskCollectionText[language];
  return deskForm('hand-over', {
    to: textField({
      label: text.to,
      choices: colleagues.map(({ personId, name }) => [personId, name] as const),
    }),
    reason: textField({ label: text.reason, maxLength: 300 }),
  });
}

/** An overdue loan: promise, contacts, assignee, and forms for the next contact, a pause and a hand-over. */
export const collection = deskScreen<Opened, SentForm>({
  path: deskPaths.collection,
  needs: 'see-loans',
  async load(desk) {
    const { service, person, part, may } = desk;
    const found = await service.collections.read(person, part('order'));
    if (!found) throw new CodedError('not-found');
    const colleagues = may('collect') ? await service.matters.colleagues(person, ['collection']) : [];
    const record = await desk.read(readBorrower, { borrowerId: found.loan.borrowerId });
    const others = await readLinked(desk, record);
    return { opened: found, colleagues, others, now: await service.loanTime() };
  },
  async submit(desk, form): Promise<Response | Again<SentForm>> {
    const { person } = desk;
    const { collections } = desk.service;
    const order = desk.part('order');
    switch (partOf(form, ['contact', 'call', 'pause', 'resume', 'hand-over', 'named'])) {
      case 'contact':
        return recordContact(desk, form);
      case 'call':
        await desk.service.loans.show(person, order, callFields);
        break;
      case 'pause':
        return pauseLoan(desk, form);
      case 'resume':
        await collections.pause(person, order, { messageId: messageIdOf(form), until: null, reason: '' });
        break;
      case 'hand-over': {
        const { sent, values } = handOverForm(desk).read(form);
        if (!values) return desk.again(sent, 422);
        await collections.handOver(person, order, {
          personId: values.to,
          reason: values.reason.slice(0, 300),
        });
        break;
      }
      case 'named':
        await collections.markNamed(person, order);
    }
    return desk.goTo(pathHere(desk));
  },
  title: ({ desk, opened }) => `${deskCollectionText[desk.language].title} ${opened.loan.orderNumber}`,
  page({ desk, opened, colleagues, others, now, answer }) {
    const text = deskCollectionText[desk.language];
    const { loan, contacts } = opened;
    const { orderNumber, market, zone } = loan;
    const { from, until } = contactHours(market, zone, now);
    const list = lateLoans.queryIn(desk.parameter('late'));
    const isRefused = answer?.part === 'contact' && Object.keys(answer.faults).length === 0;
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
            {loan.borrower} · {fill(text.days, { days: loan.daysLate })} · {text.owes}{' '}
            <b className="num">{desk.money(loan.overdueMinor, loan.currency)}</b>
          </p>
          <HeadActs>
            <a href={loanPath(orderNumber)}>{text.seeLoan}</a>{' '}
            <a href={borrowerPath(loan.borrowerId)}>{text.seeCase}</a>
          </HeadActs>
        </PageHead>
        {others.map((other) => (
          <LinkedLateLoans key={other.record.borrowerId} {...other} />
        ))}
        <CallPart opened={opened} now={now} action={pathHere(desk)}>
          <p className="hint">{fill(text.rule, { from, until })}</p>
          <Named loan={loan} />
        </CallPart>
        {desk.may('collect') && (
          <Part id="contact" title={text.contact} isNarrow>
            <DeskForm
              form={contactForm(desk, opened)}
              sent={sentAs(answer, 'contact')}
              action={pathHere(desk)}
              lead={<Warning words={isRefused ? text.conflict : undefined} />}
              send={text.save}
              sendKind={opened.call === null && desk.may('see-personal-data') ? 'second' : 'main'}
            />
            <PauseForm loan={loan} sent={sentAs(answer, 'pause')} now={now} />
            <FormFold hasSpaceAbove title={text.handOver}>
              <DeskForm
                form={handOverForm(desk, colleagues)}
                action={pathHere(desk)}
                send={text.hand}
                sendKind="second"
              />
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
        <PostForm part="named" action={pathHere(desk)}>
          <Acts>
            <Button kind="second">{text.named}</Button>
          </Acts>
        </PostForm>
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

function pathHere(desk: OpenDesk): string {
  const place = { late: desk.parameter('late'), at: desk.parameter('at') };
  return addressOf(collectionPath(desk.part('order')), place);
}

const messageIdOf = (form: FormData) => fieldOf(form, 'messageId');

/** Records a contact. A promise without a valid day or amount, or a contact that is not possible now, shows the form again. */
async function recordContact(desk: OpenDesk, form: FormData): Promise<Response | Again<SentForm>> {
  const { person } = desk;
  const { collections } = desk.service;
  const order = desk.part('order');
  const found = await collections.read(person, order);
  if (!found) throw new CodedError('not-found');
  const { sent, values } = contactForm(desk, found).read(form);
  if (!values) return desk.again(sent, 422);
  const { kind, result, on, amount: amountMinor, words: text, asked: isAskedFor } = values;
  const faults = await promiseFaults(desk, form, values);
  if (Object.keys(faults).length > 0) return desk.again({ ...sent, faults }, 422);
  const promised = on === undefined || amountMinor === undefined ? null : { on, amountMinor };
  const contact = { messageId: messageIdOf(form), kind, result, promised, isAskedFor, text };
  try {
    await collections.contact(person, order, contact);
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    if (errorCodes[error.code].status === 409) return desk.again(sent, 409);
    throw error;
  }
  return desk.goTo(pathHere(desk));
}

type ContactValues = NonNullable<ReturnType<ReturnType<typeof contactForm>['read']>['values']>;

/** What is wrong with a promise, by field, with the most that the loan allows; or with its lack of the result that says so. */
async function promiseFaults(
  { language, money, part, person, service }: OpenDesk,
  form: FormData,
  { result, on, amount }: ContactValues,
): Promise<SentForm['faults']> {
  const text = deskCollectionText[language];
  if (result !== 'promised') {
    const isTyped = fieldOf(form, 'on') !== '' || fieldOf(form, 'amount') !== '';
    return isTyped ? { result: fill(text.notPromised, { promised: text.promised }) } : {};
  }
  const quote = await service.papers.settlement(person, part('order'), on ?? null);
  if (!quote) throw new CodedError('not-found');
  const { days, figure, currency } = quote;
  const isDay = on !== undefined && on >= days.from && on <= days.until;
  const isAmount = amount !== undefined && amount > 0 && (!figure || amount <= figure.owedMinor);
  return {
    ...(!isDay && { on: fill(text.wrongDay, { ...days }) }),
    ...(!isAmount &&
      figure && {
        amount: fill(text.wrongAmount, { amount: money(figure.owedMinor, currency), day: figure.day }),
      }),
  };
}

async function pauseLoan(desk: OpenDesk, form: FormData): Promise<Response | Again<SentForm>> {
  const { sent, values } = pauseForm(desk).read(form);
  if (!values) return desk.again(sent, 422);
  const pause = { messageId: messageIdOf(form), until: values.until, reason: values.why };
  try {
    await desk.service.collections.pause(desk.person, desk.part('order'), pause);
  } catch (error) {
    if (!(error instanceof CodedError && error.field === 'until')) throw error;
    return desk.again({ ...sent, faults: { until: deskCollectionText[desk.language].wrongPause } }, 422);
  }
  return desk.goTo(pathHere(desk));
}

function PauseForm({
  loan: { market, pausedUntil },
  sent,
  now,
}: {
  readonly loan: LateLoan;
  readonly sent: SentForm | undefined;
  readonly now: Date;
}): ReactNode {
  const desk = useDesk();
  const text = deskCollectionText[desk.language];
  if (pausedUntil !== null)
    return (
      <div className="g4">
        <PostForm part="resume" action={pathHere(desk)}>
          <Acts>
            <Button kind="second">{text.resume}</Button>
          </Acts>
        </PostForm>
      </div>
    );
  const day = addDays(dayIn(market, now), pauseDaysMax);
  return (
    <FormFold hasSpaceAbove title={text.setPause} isOpen={sent !== undefined}>
      <DeskForm
        form={pauseForm(desk, fill(text.pauseHint, { days: pauseDaysMax, day }))}
        sent={sent}
        action={pathHere(desk)}
        send={text.setPause}
        sendKind="second"
      />
    </FormFold>
  );
}
