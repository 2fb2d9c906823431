import { Fragment, type ReactNode } from 'react';
import {
  deskSettlementDecidedText,
  deskSettlementDecisionText,
  deskSettlementFaultText,
  deskSettlementSourceText,
  deskSettlementStateText,
  deskSettlementText,
  deskSettlementViewText,
} from '#content/messages/desk-settlement.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskCorrection } from '#contract/desk-correction.ts';
import {
  closeSettlementDay,
  correctSettlementLine,
  decideSettlementLine,
  type HostSettlementLine,
  settlementViews,
  showSettlementFile,
} from '#contract/host/settlement.ts';
import type { HostCall } from '#contract/host-call.ts';
import type { DeskEffect } from '#domain/desk/effect.ts';
import type { Allowance } from '#domain/desk/second-person.ts';
import { CodedError } from '#domain/error-code.ts';
import { type Currency, minorAmount } from '#domain/money/money.ts';
import { decisionsOn, settlementDecisions } from '#domain/settlement/settlement.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { reasonField } from '../correction/correction-fields.ts';
import { CorrectionForm } from '../correction/correction-form.tsx';
import { type SentCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { useDesk, useDeskText } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import { Owed, OwedNext, OwedRows } from '../loan/owed.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, settlementPath, unmatchedPath } from '../paths.ts';
import { actorName } from '../ui/actor-name.ts';
import { Acts } from '../ui/acts.tsx';
import { AuditText } from '../ui/audit-line.tsx';
import { Chips } from '../ui/chips.tsx';
import { deskForm, partOf, textField } from '../ui/desk-form.tsx';
import { Fact, FactList } from '../ui/facts.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { Part } from '../ui/part.tsx';
import { Table } from '../ui/table.tsx';
import { TablePart } from '../ui/table-part.tsx';
import { Warning } from '../ui/warning.tsx';

type Shown = typeof showSettlementFile extends HostCall<infer _Request, infer Result> ? Result : never;
type View = (typeof settlementViews)[number];

const pageSize = 50;

function viewOf(desk: OpenDesk): View {
  return settlementViews.find((each) => each === desk.parameter('show')) ?? 'open';
}

interface SettlementPage {
  readonly shown: Shown;
  readonly view: View;
  readonly people: ReadonlyMap<string, string>;
  /** The days that can be closed, with what closing books; empty for those who may not. */
  readonly closable: readonly { readonly row: Shown['days'][number]; readonly effect: DeskEffect }[];
  /** What the person may book alone by decisions and closings. */
  readonly allowance: Allowance;
}

/** A settlement file compared with the reported payments, by day and by line; open lines are decided here. */
export const settlement = deskScreen<SettlementPage, SentCorrection>({
  path: deskPaths.settlement,
  needs: 'see-money',
  async load(desk) {
    const view = viewOf(desk);
    const fields = { fileId: desk.part('file'), show: view, limit: pageSize };
    const shown = await desk.read(showSettlementFile, {
      ...fields,
      cursor: desk.parameter('from') || undefined,
    });
    const { file, lines, days } = shown;
    const deciders = lines.flatMap(({ decidedBy }) => decidedBy ?? []);
    const closers = days.flatMap(({ closing }) => closing?.closedBy ?? []);
    const people = await desk.service.people.names([file.readBy, ...deciders, ...closers]);
    const { corrections } = desk.service;
    const closable: { row: Shown['days'][number]; effect: DeskEffect }[] = [];
    const ready = desk.may('match-payment') ? days.filter(isReady) : [];
    for (const row of ready)
      closable.push({ row, effect: await corrections.preview(desk.person, closingOf(file.fileId, row.day)) });
    const act = closingOf(file.fileId, '');
    const allowance = await corrections.allowance(desk.person, act, file.currency);
    return { shown, view, people, closable, allowance };
  },
  async submit(desk, form) {
    await desk.require('match-payment');
    return partOf(form, ['line', 'day']) === 'line' ? decideLine(desk, form) : closeDay(desk, form);
  },
  title: ({ desk, shown }) => `${deskSettlementText[desk.language].title} ${shown.file.name}`,
  page({ desk, answer, ...page }) {
    const { file, nextCursor } = page.shown;
    const text = deskSettlementText[desk.language];
    const path = settlementPath(file.fileId);
    return (
      <>
        <Crumb>
          <a href={deskPaths.settlements}>{text.title}</a>
        </Crumb>
        <PageHead>
          <h1>{file.name}</h1>
          <p className="sub">
            {fill(text.readLine, {
              source: deskSettlementSourceText[desk.language][file.source],
              count: file.lineCount,
              name: actorName(file.readBy, desk, page.people),
              time: desk.zonedTime(file.readAt),
            })}
          </p>
        </PageHead>
        {desk.parameter('closed') !== '' && !answer && (
          <Note tone="ok" isStatus>
            {fill(text.done, { day: desk.parameter('closed') })}
          </Note>
        )}
        {answer?.refusal?.field === 'lineNumber' && (
          <Warning words={fill(text.reportedLine, { line: fieldOf(answer.typed, 'line') })} />
        )}
        <Clearing {...page} answer={answer} />
        <Days {...page} />
        <div className="g3" />
        <Lines {...page} answer={answer} />
        <Pager path={path} parameters={{ show: page.view }} nextCursor={nextCursor} pageSize={pageSize} />
        <AuditText>
          <span>{fill(text.digest, { digest: `${file.digest.slice(0, 8)}…${file.digest.slice(-8)}` })}</span>
          {desk.may('export') && (
            <a
              href={deskPaths.exports.replace(
                ':file',
                `settlement.csv?file=${file.fileId}&show=${page.view}`,
              )}
            >
              {text.exportLines}
            </a>
          )}
        </AuditText>
      </>
    );
  },
});

type WithAnswer = SettlementPage & { readonly answer: SentCorrection | undefined };

/** The balance of the clearing account for this file, and the days that can be closed. */
function Clearing(page: WithAnswer): ReactNode {
  const { desk, text } = useDeskText(deskSettlementText);
  const { file, days } = page.shown;
  const sum = (name: 'bookedMinor' | 'fileMinor' | 'differenceMinor') =>
    days.reduce((total, each) => total + BigInt(each[name]), 0n);
  const difference = sum('differenceMinor');
  const money = (minor: number | bigint) => desk.money(minor, file.currency);
  return (
    <Owed
      id="clearing"
      tone={difference === 0n ? 'plain' : 'warn'}
      title={text.clearing}
      amount={money(difference)}
      line={fill(text.mustEnd, { amount: money(0) })}
    >
      <OwedRows sum={{ name: text.clearing, amount: money(difference) }}>
        <Fact name={text.booked}>{money(sum('bookedMinor'))}</Fact>
        <Fact name={text.inFile}>{money(0n - sum('fileMinor'))}</Fact>
      </OwedRows>
      <OwedNext>
        <h2>{text.next}</h2>
        <p>{file.openCount > 0 ? fill(text.openLines, { count: file.openCount }) : text.allDecided}</p>
        {desk.may('match-payment') && <CloseDays {...page} />}
      </OwedNext>
    </Owed>
  );
}

function Days({ shown: { file, days }, people }: SettlementPage): ReactNode {
  const { desk, text } = useDeskText(deskSettlementText);
  const money: Money = (minor) => desk.money(minor, file.currency);
  return (
    <TablePart
      id="days"
      title={text.byDay}
      end={days.some(({ closing }) => closing) ? text.asClosed : text.byDayLine}
      rows={days}
      keyOf={({ day }) => day}
      columns={[
        [
          text.day,
          ({ day, closing }) => (
            <>
              {day}
              {closing && (
                <span className="sub">
                  <br />
                  {fill(text.closedBy, {
                    name: actorName(closing.closedBy, desk, people),
                    time: desk.zonedTime(closing.closedAt),
                  })}
                </span>
              )}
            </>
          ),
          'fit num',
        ],
        [
          text.booked,
          (row) => (
            <AsClosed row={row} name="bookedMinor" money={money}>
              {(row.closing ?? row).bookedCount}
            </AsClosed>
          ),
          'figure wide labelled',
        ],
        [
          text.inFile,
          (row) => (
            <AsClosed row={row} name="fileMinor" money={money}>
              {(row.closing ?? row).fileCount}
            </AsClosed>
          ),
          'figure wide labelled',
        ],
        [text.fees, (row) => <AsClosed row={row} name="feeMinor" money={money} />, 'figure labelled'],
        [text.matched, ({ matchedCount }) => matchedCount, 'figure right labelled'],
        [text.open, ({ openCount }) => openCount, 'figure labelled'],
        [text.isClosed, ({ closedCount }) => closedCount, 'figure right labelled'],
        [
          text.left,
          (row) => <AsClosed row={row} name="differenceMinor" money={money} />,
          'figure strong labelled',
        ],
      ]}
    />
  );
}

function Lines({ answer, ...page }: WithAnswer): ReactNode {
  const { desk, text } = useDeskText(deskSettlementText);
  const names = deskSettlementViewText[desk.language];
  const { file, counts, lines, missingThere } = page.shown;
  const { view } = page;
  const isDone = view === 'matched' || view === 'repeated';
  const money: Money = (minor) => desk.money(minor, file.currency);
  return (
    <>
      <Chips
        path={settlementPath(file.fileId)}
        label={text.show}
        chosen={view}
        choices={settlementViews.map((each) => [each, names[each], String(counts[each])])}
      />
      {view === 'missing-there' && <MissingThere rows={missingThere} money={money} />}
      {isDone && <LineTable lines={lines} money={money} />}
      {view !== 'missing-there' && !isDone && (
        <Part id="lines" title={names[view]}>
          {lines.length === 0 && <p className="sub g3">{text.none}</p>}
          {lines.map((line) => (
            <OpenLine
              key={line.lineNumber}
              {...page}
              line={line}
              answer={
                answer?.part === 'line' && fieldOf(answer.typed, 'line') === String(line.lineNumber)
                  ? answer
                  : undefined
              }
            />
          ))}
        </Part>
      )}
    </>
  );
}

const lineForm = (desk: OpenDesk, hint?: string) =>
  deskForm('line', {
    reason: reasonField(desk, { hint, fault: deskSettlementFaultText[desk.language].reason }),
  });

/** Previews or makes the decision on a line. A note moves no money and is made at once. */
async function decideLine(desk: OpenDesk, form: FormData): Promise<Response | Again<SentCorrection>> {
  const fileId = desk.part('file');
  const lineNumber = Number(fieldOf(form, 'line'));
  const { sent, values } = lineForm(desk).read(form);
  const act = fieldOf(form, 'act');
  const isNote = fieldOf(form, 'decision') === 'note';
  const decision = isNote ? 'note' : settlementDecisions.find((each) => each === act);
  if (!values || (!decision && act !== 'amount')) return desk.again(sent, 422);
  const { reason } = values;
  const correction = decision
    ? {
        call: decideSettlementLine as HostCall,
        orderNumber: null,
        subject: `settlement:${fileId}`,
        fields: { fileId, lineNumber, decision, reason },
      }
    : await lineCorrection(desk, { fileId, lineNumber, reason });
  const doneAt = settlementPath(fileId, viewOf(desk));
  if (!correction) return desk.goTo(doneAt);
  return submitCorrection(desk, sent, { correction, reason, doneAt, isAtOnce: isNote });
}

/** Corrects a payment to the amount of its line; undefined where the amounts are equal by now. */
async function lineCorrection(
  desk: OpenDesk,
  fields: { readonly fileId: string; readonly lineNumber: number; readonly reason: string },
): Promise<DeskCorrection | undefined> {
  const { fileId, lineNumber } = fields;
  const { lines } = await desk.read(showSettlementFile, { fileId, show: 'different', lineNumber, limit: 1 });
  const [line] = lines;
  if (!line) return undefined;
  const { orderNumber, provider, eventId } = line;
  const payment = { provider: provider ?? '', eventId: eventId ?? '' };
  const target = orderNumber === null ? ({ orderNumber, payment } as const) : { orderNumber };
  return { call: correctSettlementLine as HostCall, fields, ...target };
}

/** A day can be closed once no line of it is open and something is left to close. */
const isReady = ({ openCount, closableCount }: Shown['days'][number]) => openCount === 0 && closableCount > 0;

const closingOf = (fileId: string, day: string) => ({
  call: closeSettlementDay as HostCall,
  orderNumber: null,
  subject: `settlement:${fileId}`,
  fields: { fileId, day },
});

/** Closing a day that leaves money on the clearing account, such as of payments in no file, needs a reason. */
function dayForm(desk: OpenDesk, { differenceMinor }: Shown['days'][number], currency: Currency) {
  const text = deskSettlementText[desk.language];
  const label = fill(text.whyLeft, { amount: desk.money(differenceMinor, currency) });
  const reason = differenceMinor === '0' ? textField({}) : reasonField(desk, { label });
  return deskForm('day', { reason });
}

/** Closes a day with the effect that the page showed, or shows the current effect. */
async function closeDay(desk: OpenDesk, form: FormData): Promise<Response | Again<SentCorrection>> {
  const fileId = desk.part('file');
  const day = fieldOf(form, 'day');
  const doneAt = addressOf(settlementPath(fileId), { closed: day });
  const { file, days } = await desk.read(showSettlementFile, { fileId, show: 'open', limit: 1 });
  const row = days.find((each) => each.day === day);
  if (!row) throw new CodedError('not-found', 'day');
  const { sent, values } = dayForm(desk, row, file.currency).read(form);
  if (!values) return desk.again(sent, 422);
  const closing = { correction: closingOf(fileId, day), reason: values.reason || day, doneAt };
  return submitCorrection(desk, sent, closing);
}

type Money = (minor: string | number | bigint) => string;

/** An amount of a day: as of its closing, with later changes beside it, or the current one of an open day. */
function AsClosed({
  row,
  name,
  money,
  children,
}: {
  readonly row: Shown['days'][number];
  readonly name: 'bookedMinor' | 'fileMinor' | 'feeMinor' | 'differenceMinor';
  readonly money: Money;
  readonly children?: ReactNode;
}): ReactNode {
  const { text } = useDeskText(deskSettlementText);
  const then = (row.closing ?? row)[name];
  const after = BigInt(row[name]) - BigInt(then);
  return (
    <>
      {children !== undefined && <>{children} · </>}
      {money(then)}
      {after !== 0n && (
        <span className="sub">
          <br />
          {fill(text.since, { amount: `${after > 0n ? '+' : ''}${money(after)}` })}
        </span>
      )}
    </>
  );
}

function CloseDays({ shown: { file }, closable, allowance, answer }: WithAnswer): ReactNode {
  const { desk, text } = useDeskText(deskSettlementText);
  return closable.map(({ row, row: { day }, effect }) => (
    <Fragment key={day}>
      <CorrectionForm
        form={dayForm(desk, row, file.currency)}
        prefix={`day-${day}-`}
        sent={answer && fieldOf(answer.typed, 'day') === day ? answer : undefined}
        hidden={{ day }}
        action={settlementPath(file.fileId)}
        effect={effect}
        buttons={{
          words: () => fill(text.closeDay, { day }),
          currency: file.currency,
          allowance,
          hasPreview: false,
        }}
      />
      <p className="hint">{text.closeHint}</p>
    </Fragment>
  ));
}

interface LineParts extends WithAnswer {
  readonly line: HostSettlementLine;
}

function OpenLine(parts: LineParts): ReactNode {
  const { line, answer, people } = parts;
  const desk = useDesk();
  const money: Money = (minor) => desk.money(minor, parts.shown.file.currency);
  const text = deskSettlementText[desk.language];
  const { lineNumber, state, kind, amountMinor, feeMinor, bookedMinor } = line;
  const decisions = line.closedAt === null && line.decision === null ? decisionsOn(state, kind) : [];
  const isCorrectable = state === 'different' && kind === 'payment' && line.provider !== 'card';
  const act = isCorrectable ? 'amount' : decisions.find((each) => each !== 'note');
  return (
    <FormFold
      name="line"
      title={`${deskSettlementStateText[desk.language][state]} · ${money(amountMinor)}`}
      note={`${line.day} · ${fill(text.lineNumber, { line: lineNumber })}`}
      isOpen={answer !== undefined}
    >
      <FactList label={deskSettlementStateText[desk.language][state]}>
        <Fact name={text.inFile}>{money(amountMinor)}</Fact>
        <Fact name={text.booked}>{bookedMinor === null ? '–' : money(bookedMinor)}</Fact>
        {feeMinor !== 0 && <Fact name={text.fee}>{money(feeMinor)}</Fact>}
        {state !== 'fee' && <Fact name={text.effect}>{money((bookedMinor ?? 0) - amountMinor)}</Fact>}
        <Fact name={text.payment} isCode>
          {line.identity}
        </Fact>
        <PaymentFacts line={line} />
        {line.decision && (
          <Fact name={text.decided}>
            {`${deskSettlementDecidedText[desk.language][line.decision]}: ${line.reason}`}
            {line.decidedBy && ` (${actorName(line.decidedBy, desk, people)})`}
          </Fact>
        )}
      </FactList>
      {state === 'different' && !isCorrectable && <p className="hint">{text.differentHint}</p>}
      {decisions.length > 0 && desk.may('match-payment') && <LineForm {...parts} act={act} />}
    </FormFold>
  );
}

function LineForm({
  shown: { file },
  view,
  line: { lineNumber, amountMinor, feeMinor },
  act,
  answer,
  allowance,
}: LineParts & { readonly act: 'amount' | 'fee' | 'unmatched' | undefined }): ReactNode {
  const { desk, text } = useDeskText(deskSettlementText);
  const decisionText = deskSettlementDecisionText[desk.language];
  const { fileId, currency } = file;
  // A fee and a payment without a loan change no loan: their amount is all that they do.
  const movedMinor = minorAmount(Math.abs(act === 'fee' ? feeMinor - amountMinor : amountMinor));
  const alone = { orderNumber: null, subject: `settlement:${fileId}`, currency, before: null, after: null };
  const isKnown = act === 'fee' || act === 'unmatched';
  const words = {
    amount: fill(text.correctTo, { amount: desk.money(amountMinor, currency) }),
    fee: fill(decisionText.fee, { amount: desk.money(feeMinor - amountMinor, currency) }),
    unmatched: decisionText.unmatched,
  };
  const hint = { amount: text.correctHint, fee: undefined, unmatched: text.unmatchedHint };
  return (
    <CorrectionForm
      form={lineForm(desk, act && hint[act])}
      sent={answer}
      hidden={{ line: lineNumber, act }}
      prefix={`line-${lineNumber}-`}
      action={`${settlementPath(fileId)}?show=${view}`}
      effect={isKnown ? { ...alone, amountMinor: movedMinor } : answer?.effect}
      refusal={answer?.refusal?.field === 'lineNumber' ? '' : undefined}
      buttons={
        act && {
          words: () => words[act],
          currency,
          allowance: isKnown ? allowance : undefined,
          hasPreview: act === 'amount',
        }
      }
      end={
        <Acts>
          <Button kind="second" name="decision" value="note">
            {decisionText.note}
          </Button>
        </Acts>
      }
    />
  );
}

function PaymentFacts({ line }: { readonly line: HostSettlementLine }): ReactNode {
  const { text } = useDeskText(deskSettlementText);
  const { provider, eventId, orderNumber } = line;
  return orderNumber === null ? (
    provider !== null && eventId !== null && (
      <Fact name={text.payment}>
        <a href={unmatchedPath({ provider, eventId })}>{eventId}</a>
      </Fact>
    )
  ) : (
    <Fact name={text.loan}>
      <LoanNumber orderNumber={orderNumber} />
    </Fact>
  );
}

function LineTable({
  lines,
  money,
}: {
  readonly lines: readonly HostSettlementLine[];
  readonly money: Money;
}): ReactNode {
  const { desk, text } = useDeskText(deskSettlementText);
  if (lines.length === 0) return <p className="sub g3">{text.none}</p>;
  return (
    <Table
      caption={text.show}
      rows={lines}
      keyOf={({ lineNumber }) => lineNumber}
      columns={[
        [text.payment, ({ identity }) => identity, 'hash wide'],
        [text.what, ({ state }) => deskSettlementStateText[desk.language][state], 'fit'],
        [
          text.loan,
          ({ orderNumber }) => orderNumber && <LoanNumber orderNumber={orderNumber} />,
          'fit right',
        ],
        [text.day, ({ day }) => day, 'fit num'],
        [text.amount, ({ amountMinor }) => money(amountMinor), 'figure labelled'],
        [text.fee, ({ feeMinor }) => money(feeMinor), 'figure right labelled'],
      ]}
    />
  );
}

function MissingThere({
  rows,
  money,
}: {
  readonly rows: Shown['missingThere'];
  readonly money: Money;
}): ReactNode {
  const { desk, text } = useDeskText(deskSettlementText);
  if (rows.length === 0) return <p className="sub g3">{text.none}</p>;
  return (
    <>
      <p className="hint">{text.missingThereHint}</p>
      <Table
        caption={deskSettlementViewText[desk.language]['missing-there']}
        rows={rows}
        keyOf={({ provider, eventId }) => `${provider} ${eventId}`}
        columns={[
          [text.payment, ({ eventId }) => eventId, 'hash wide'],
          [text.loan, ({ orderNumber }) => orderNumber && <LoanNumber orderNumber={orderNumber} />, 'fit'],
          [text.day, ({ paidAt }) => desk.zonedTime(paidAt), 'fit right'],
          [text.amount, ({ amountMinor }) => money(amountMinor), 'figure labelled'],
        ]}
      />
    </>
  );
}
