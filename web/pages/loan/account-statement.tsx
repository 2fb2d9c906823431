import type { ReactNode } from 'react';
import { complaintWaysInWords } from '#content/legal/complaint-ways.ts';
import { accountStatementText } from '#content/messages/account-statement.ts';
import { documentsText } from '#content/messages/documents.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill } from '#content/text-pack.ts';
import { type LoanMovementView, readAgreement, readLoan, readMovements } from '#contract/calls/loan.ts';
import { linkParameters } from '#contract/page-query.ts';
import { typedDay } from '#domain/calendar.ts';
import { accountPeriod } from '#domain/loan/account-statement.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { paperAnswer } from '../paper/file-answer.ts';
import type { Paper } from '../paper/paper.ts';
import { PaperBlocks } from '../paper/paper-blocks.tsx';
import { Refusal } from '../problem.ts';
import { resource, screen } from '../screen.tsx';
import { documentPaths } from './document-paths.ts';

interface Days {
  readonly from: string;
  readonly through: string;
}

/**
 * The statement of account of a loan over the days that the address names, or else all of it until today.
 * @throws Refusal 'not-found' where the backend lists no movements.
 */
async function loadStatement(open: OpenScreen) {
  const { config, language, now } = open;
  const text = accountStatementText[language];
  const { statement, currency, hasMovements, ...loan } = await open.ask(readLoan, open.key());
  if (!hasMovements || !statement) throw Refusal.coded('not-found');
  const { movements } = await open.ask(readMovements, open.key());
  const number = loan.orderNumber || loan.balance?.orderNumber || '';
  const { borrowerName, lenderName } = await open.ask(readAgreement, { orderNumber: number });
  const { market, company } = open.lenderOf(currency);
  const { day } = open.dates(currency);
  const money = (minor: number) => formatMoney(minorAmount(minor), language, config.amountStyle, currency);
  const { days, typed, isWrong } = daysOf(open, {
    from: movements[0]?.bookedOn ?? statement.today,
    through: statement.today,
  });
  const { opening, movements: shown, closing } = accountPeriod(movements, days);
  const balanceRow = (name: string, date: string, owedMinor: number) => {
    return [fill(name, { date: day(date) }), '', '', money(owedMinor)];
  };
  const rows = shown.map((movement, place) => {
    const { bookedOn, owedMinor, owedAfterMinor } = movement;
    const before = shown[place - 1]?.heldAfterMinor ?? opening.heldMinor;
    const words = movementWords(movement, minorAmount(before), { text, money, day });
    return [
      fill(text.row, { date: day(bookedOn), movement: words }),
      ...[owedMinor > 0 ? money(owedMinor) : '', owedMinor < 0 ? money(-owedMinor) : ''],
      money(owedAfterMinor),
    ];
  });
  const { dueMinor, remainingMinor, settlesMinor, heldMinor } = statement;
  const lender = lenderName || company.lenderName;
  const paper: Paper = {
    ...{ language, market, title: text.title, madeAt: now() },
    issuer: { name: lender, note: company.registration },
    blocks: [
      { kind: 'hint', text: fill(text.period, { from: day(days.from), through: day(days.through) }) },
      {
        kind: 'rows',
        rows: [
          { label: text.number, value: number },
          ...(borrowerName ? [{ label: text.borrower, value: borrowerName }] : []),
        ],
      },
      {
        kind: 'table',
        caption: text.movements,
        columns: [text.movement, text.charged, text.credited, text.owed],
        rows: [
          balanceRow(text.opening, days.from, opening.owedMinor),
          ...rows,
          balanceRow(text.closing, days.through, closing.owedMinor),
        ],
        hasTotal: true,
      },
      { kind: 'heading', text: fill(text.today, { date: day(statement.today) }) },
      {
        kind: 'rows',
        rows: [
          { label: text.dueToday, value: money(dueMinor) },
          ...(settlesMinor === null ? [] : [{ label: text.settlesToday, value: money(settlesMinor) }]),
          ...(heldMinor > 0 ? [{ label: text.held, value: money(heldMinor) }] : []),
          { label: text.owedToday, value: money(remainingMinor), isTotal: true },
        ],
      },
      { kind: 'hint', text: text.explanation },
      { kind: 'heading', text: receivedText[language].doesNotMatch },
      { kind: 'list', items: complaintWaysInWords(company, market, language) },
    ],
    footer: fill(documentsText[language].footer, { lender, number }),
  };
  return { paper, number, days, typed, isWrong, today: statement.today };
}

/** The days that an address names, all of the loan where it names none or names them wrongly, and what was typed. */
function daysOf({ parameter, parameters }: OpenScreen, all: Days) {
  const typed = {
    from: parameters.has('from') ? parameter('from') : all.from,
    through: parameters.has('through') ? parameter('through') : all.through,
  };
  const [from, through] = [typedDay(typed.from), typedDay(typed.through)];
  if (from === null || through === null || from > through) return { days: all, typed, isWrong: true };
  return { days: { from, through }, typed, isWrong: false };
}

function movementWords(
  { kind, isReversal, moneyMinor, owedMinor, heldAfterMinor, bookedOn, countsFrom }: LoanMovementView,
  heldBeforeMinor: MinorAmount,
  {
    text,
    money,
    day,
  }: {
    readonly text: (typeof accountStatementText)['es'];
    readonly money: (minor: number) => string;
    readonly day: (text: string) => string;
  },
): string {
  const heldMinor = heldAfterMinor - heldBeforeMinor;
  const movedMinor = Math.abs(moneyMinor || (owedMinor === 0 ? heldMinor : 0));
  let movement: string = text[kind === 'refund' && moneyMinor === 0 ? 'refund-asked' : (kind ?? 'other')];
  if (kind === 'disbursal') movement = fill(movement, { amount: money(movedMinor) });
  else if (movedMinor !== 0 && movedMinor !== Math.abs(owedMinor)) {
    movement = fill(text.amountOf, { movement, amount: money(movedMinor) });
  }
  if (isReversal) movement = fill(text.reversal, { movement });
  if (countsFrom !== bookedOn) {
    const words = kind === 'accrual' && !isReversal ? text.penaltyOf : text.countsFrom;
    movement = fill(words, { movement, date: day(countsFrom) });
  }
  return heldMinor !== 0 && heldAfterMinor > 0
    ? fill(text.heldOf, { movement, amount: money(heldAfterMinor) })
    : movement;
}

/** The statement of account of a loan, over days that the borrower chooses. */
export const accountStatement = screen({
  path: () => documentPaths.accountStatement,
  async load(open) {
    const { paper, days, typed, isWrong, today } = await loadStatement(open);
    if (isWrong) open.status(422);
    const key = open.key();
    return {
      ...{ paper, typed, today, isWrong },
      text: accountStatementText[open.language],
      savePdf: documentsText[open.language].savePdf,
      loanLink: open.link(open.config.paths.order, key),
      pdfLink: open.link(documentPaths.accountStatementPdf, { ...key, ...days }),
    };
  },
  title: ({ paper }) => paper.title,
  page: ({ open, paper, loanLink, pdfLink, savePdf, ...form }) => (
    <>
      <Bar title={paper.title} backLink={loanLink} helpLink={open.helpLink} />
      <main>
        <section>
          <PeriodForm {...form} hidden={[...Object.entries(open.key()), ...linkParameters(open.query)]} />
        </section>
        <section>
          <PaperBlocks blocks={paper.blocks} />
        </section>
        <Pin>
          <ButtonLink href={pdfLink}>{savePdf}</ButtonLink>
        </Pin>
      </main>
    </>
  ),
});

function PeriodForm({
  text,
  typed,
  today,
  isWrong,
  hidden,
}: {
  readonly text: (typeof accountStatementText)['es'];
  readonly typed: Days;
  readonly today: string;
  readonly isWrong: boolean;
  readonly hidden: readonly (readonly [string, string])[];
}): ReactNode {
  const error = isWrong ? text.wrongDays : undefined;
  return (
    <form method="get" action={documentPaths.accountStatement} className="stack">
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field
        id="from"
        name="from"
        type="date"
        label={text.from}
        error={error}
        max={today}
        defaultValue={typed.from}
      />
      <Field
        id="through"
        name="through"
        type="date"
        label={text.through}
        max={today}
        defaultValue={typed.through}
      />
      <Button kind="second">{text.show}</Button>
    </form>
  );
}

/** The same as a PDF. */
export const accountStatementPdf = resource({
  path: () => documentPaths.accountStatementPdf,
  get: (open) =>
    paperAnswer(open, async () => {
      const { paper, number, typed, isWrong } = await loadStatement(open);
      if (isWrong) return open.showAt(open.link(documentPaths.accountStatement, { ...open.key(), ...typed }));
      return { paper, name: `${paper.title}-${number}` };
    }),
});
