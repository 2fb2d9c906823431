import type { ReactNode } from 'react';
import { complaintWaysInWords } from '#content/legal/complaint-ways.ts';
import { accountStatementText } from '#content/messages/account-statement.ts';
import { receivedText } from '#content/messages/received.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import {
  type LoanMovementView,
  type LoanStatement,
  readAgreement,
  readLoan,
  readMovements,
} from '#contract/calls/loan.ts';
import { linkParameters } from '#contract/page-query.ts';
import { typedDay } from '#domain/calendar.ts';
import { accountPeriod } from '#domain/loan/account-statement.ts';
import { type Currency, type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { paperFile } from '../paper/file-answer.ts';
import { loanPaper } from '../paper/loan-paper.ts';
import type { PaperBlock, PaperRow } from '../paper/paper.ts';
import { PaperBlocks } from '../paper/paper-blocks.tsx';
import { PaperPage } from '../paper/paper-page.tsx';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import { documentPaths } from './document-paths.ts';

interface Period {
  readonly from: string;
  readonly through: string;
}

interface Writer {
  readonly text: TextsIn<typeof accountStatementText>;
  readonly money: (minor: number) => string;
  readonly day: (text: string) => string;
}

/** The statement of account of a loan, over days that the borrower chooses. */
export const accountStatement = screen({
  path: () => documentPaths.accountStatement,
  async load(open) {
    const loaded = await loadStatement(open);
    if (loaded.isWrong) open.status(422);
    return loaded;
  },
  title: ({ paper }) => paper.title,
  page: ({ open, paper, period, ...form }) => (
    <PaperPage
      title={paper.title}
      backLink={open.link(open.config.paths.order, open.key())}
      pdfLink={open.link(documentPaths.accountStatementPdf, { ...open.key(), ...period })}
    >
      <section>
        <PeriodForm {...form} open={open} />
      </section>
      <section>
        <PaperBlocks blocks={paper.blocks} />
      </section>
    </PaperPage>
  ),
});

export const accountStatementPdf = paperFile(documentPaths.accountStatementPdf, async (open) => {
  const { isWrong, typed, ...named } = await loadStatement(open);
  return isWrong
    ? open.showAt(open.link(documentPaths.accountStatement, { ...open.key(), ...typed }))
    : named;
});

/**
 * Loads the statement over the period of the address, or of the whole loan until today.
 * @throws Refusal 'not-found' where the backend lists no movements.
 */
async function loadStatement(open: OpenScreen) {
  const text = accountStatementText[open.language];
  const { statement, currency, hasMovements, ...loan } = await open.ask(readLoan, open.key());
  if (!hasMovements || !statement) throw Refusal.coded('not-found');
  const { movements } = await open.ask(readMovements, open.key());
  const number = loan.orderNumber || loan.balance?.orderNumber || '';
  const { borrowerName, lenderName } = await open.ask(readAgreement, { orderNumber: number });
  const whole = { from: movements[0]?.bookedOn ?? statement.today, through: statement.today };
  const { period, typed, isWrong } = periodOf(open, whole);
  const writer = writerOf(open, currency);
  const { market, company } = open.lenderOf(currency);
  const paper = loanPaper(open, {
    currency,
    lenderName,
    number,
    title: text.title,
    blocks: [
      {
        kind: 'hint',
        text: fill(text.period, { from: writer.day(period.from), through: writer.day(period.through) }),
      },
      {
        kind: 'rows',
        rows: [
          { label: text.number, value: number },
          ...(borrowerName ? [{ label: text.borrower, value: borrowerName }] : []),
        ],
      },
      movementTable(movements, period, writer),
      { kind: 'heading', text: fill(text.today, { date: writer.day(statement.today) }) },
      { kind: 'rows', rows: todayRows(statement, writer) },
      { kind: 'hint', text: text.explanation },
      { kind: 'heading', text: receivedText[open.language].doesNotMatch },
      { kind: 'list', items: complaintWaysInWords(company, market, open.language) },
    ],
  });
  return { paper, name: `${text.title}-${number}`, period, typed, isWrong, today: statement.today };
}

function writerOf(open: OpenScreen, currency: Currency | null): Writer {
  const money = open.money(currency);
  return {
    text: accountStatementText[open.language],
    money: (minor) => money(minorAmount(minor)),
    day: open.dates(currency).day,
  };
}

/** The period of the address, the whole loan where it names none or a wrong one, and what was typed. */
function periodOf({ parameter, parameters }: OpenScreen, whole: Period) {
  const typed = {
    from: parameters.has('from') ? parameter('from') : whole.from,
    through: parameters.has('through') ? parameter('through') : whole.through,
  };
  const [from, through] = [typedDay(typed.from), typedDay(typed.through)];
  if (from === null || through === null || from > through) return { period: whole, typed, isWrong: true };
  return { period: { from, through }, typed, isWrong: false };
}

function movementTable(movements: readonly LoanMovementView[], period: Period, writer: Writer): PaperBlock {
  const { text, money, day } = writer;
  const { opening, movements: shown, closing } = accountPeriod(movements, period);
  const balanceRow = (name: string, date: string, owedMinor: number) => {
    return [fill(name, { date: day(date) }), '', '', money(owedMinor)];
  };
  const rows = shown.map((movement, place) => {
    const { bookedOn, owedMinor, owedAfterMinor } = movement;
    const before = shown[place - 1]?.heldAfterMinor ?? opening.heldMinor;
    const words = movementWords(movement, minorAmount(before), writer);
    return [
      fill(text.row, { date: day(bookedOn), movement: words }),
      owedMinor > 0 ? money(owedMinor) : '',
      owedMinor < 0 ? money(-owedMinor) : '',
      money(owedAfterMinor),
    ];
  });
  return {
    kind: 'table',
    caption: text.movements,
    columns: [text.movement, text.charged, text.credited, text.owed],
    rows: [
      balanceRow(text.opening, period.from, opening.owedMinor),
      ...rows,
      balanceRow(text.closing, period.through, closing.owedMinor),
    ],
    hasTotal: true,
  };
}

function todayRows(
  { dueMinor, remainingMinor, settlesMinor, heldMinor }: LoanStatement,
  { text, money }: Writer,
): PaperRow[] {
  return [
    { label: text.dueToday, value: money(dueMinor) },
    ...(settlesMinor === null ? [] : [{ label: text.settlesToday, value: money(settlesMinor) }]),
    ...(heldMinor > 0 ? [{ label: text.held, value: money(heldMinor) }] : []),
    { label: text.owedToday, value: money(remainingMinor), isTotal: true },
  ];
}

function movementWords(
  { kind, isReversal, moneyMinor, owedMinor, heldAfterMinor, bookedOn, countsFrom }: LoanMovementView,
  heldBeforeMinor: MinorAmount,
  { text, money, day }: Writer,
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

function PeriodForm({
  open,
  typed,
  today,
  isWrong,
}: {
  readonly open: OpenScreen;
  readonly typed: Period;
  readonly today: string;
  readonly isWrong: boolean;
}): ReactNode {
  const text = accountStatementText[open.language];
  const day = (name: keyof Period, error?: string) => (
    <Field
      id={name}
      name={name}
      type="date"
      label={text[name]}
      error={error}
      max={today}
      defaultValue={typed[name]}
    />
  );
  return (
    <form method="get" action={documentPaths.accountStatement} className="stack">
      {[...Object.entries(open.key()), ...linkParameters(open.query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {day('from', isWrong ? text.wrongDays : undefined)}
      {day('through')}
      <Button kind="second">{text.show}</Button>
    </form>
  );
}
