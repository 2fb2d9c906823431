import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
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
import { type DeskEffect, effectKey } from '#domain/desk/effect.ts';
import type { Allowance } from '#domain/desk/second-person.ts';
import { type Currency, minorAmount } from '#domain/money/money.ts';
import { decisionsOn, settlementDecisions } from '#domain/settlement/settlement.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { Note } from '#ui/notice/note.tsx';
import { BeforeAfter } from '../correction/before-after.tsx';
import { CorrectionButtons } from '../correction/correction-buttons.tsx';
import { reasonOf } from '../correction/correction-kind.ts';
import { type ShownCorrection, submitCorrection } from '../correction/submit-correction.ts';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { Owed, OwedNext, OwedRows } from '../loan/owed.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, loanPath, settlementPath, unmatchedPath } from '../paths.ts';
import { actorName } from '../ui/actor-name.ts';
import { Acts } from '../ui/acts.tsx';
import { AuditText } from '../ui/audit-line.tsx';
import { Chips } from '../ui/chips.tsx';
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

interface Answer extends ShownCorrection {
  /** The line that was sent, and what was typed; its reason is missing where it has neither effect nor `wrong`. */
  readonly lineNumber?: number;
  readonly typed?: string;
  /** The day that was to be closed. */
  readonly day?: string;
}

const pageSize = 50;

function viewOf(desk: OpenDesk): View {
  return settlementViews.find((each) => each === desk.parameter('show')) ?? 'open';
}

interface SettlementPage {
  readonly shown: Shown;
  readonly view: View;
  readonly people: ReadonlyMap<string, string>;
  /** What closing each day that can be closed would do; none for who may not. */
  readonly closable: readonly { readonly day: string; readonly effect: DeskEffect }[];
  /** What the person who is signed in may book alone by decisions and closings. */
  readonly allowance: Allowance;
}

/** A settlement file beside what was reported: by day, and line by line with what can be decided on each. */
export const settlement = deskScreen<SettlementPage, Answer>({
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
    const closable: { day: string; effect: DeskEffect }[] = [];
    const ready = desk.may('match-payment') ? days.filter(isReady) : [];
    for (const { day } of ready)
      closable.push({ day, effect: await corrections.preview(desk.person, closingOf(file.fileId, day)) });
    const act = closingOf(file.fileId, '');
    const allowance = await corrections.allowance(desk.person, act, file.currency);
    return { shown, view, people, closable, allowance };
  },
  async submit(desk, form): Promise<Response | Again<Answer>> {
    await desk.require('match-payment');
    const day = fieldOf(form, 'day');
    return day === '' ? decideLine(desk, form) : closeDay(desk, form, day);
  },
  title: ({ desk, shown }) => `${deskSettlementText[desk.language].title} ${shown.file.name}`,
  page({ desk, shown, view, people, closable, allowance, answer }) {
    const { file, days, counts, lines, missingThere, nextCursor } = shown;
    const text = deskSettlementText[desk.language];
    const money = (minor: string | number | bigint) => desk.money(minor, file.currency);
    const sum = (name: 'bookedMinor' | 'fileMinor' | 'feeMinor' | 'differenceMinor') =>
      days.reduce((total, each) => total + BigInt(each[name]), 0n);
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
              name: actorName(file.readBy, desk, people),
              time: desk.zonedTime(file.readAt),
            })}
          </p>
        </PageHead>
        {desk.parameter('closed') !== '' && !answer && (
          <Note tone="ok" isStatus>
            {fill(text.done, { day: desk.parameter('closed') })}
          </Note>
        )}
        <Warning
          words={
            answer?.refusedField === 'lineNumber'
              ? fill(text.reportedLine, { line: answer.lineNumber ?? '' })
              : undefined
          }
        />
        <Owed
          id="clearing"
          tone={sum('differenceMinor') === 0n ? 'plain' : 'warn'}
          title={text.clearing}
          amount={money(sum('differenceMinor'))}
          line={fill(text.mustEnd, { amount: money(0) })}
        >
          <OwedRows sum={{ name: text.clearing, amount: money(sum('differenceMinor')) }}>
            <Fact name={text.booked}>{money(sum('bookedMinor'))}</Fact>
            <Fact name={text.inFile}>{money(0n - sum('fileMinor'))}</Fact>
          </OwedRows>
          <OwedNext>
            <h2>{text.next}</h2>
            <p>{file.openCount > 0 ? fill(text.openLines, { count: file.openCount }) : text.allDecided}</p>
            {desk.may('match-payment') && (
              <CloseDays
                closable={closable}
                allowance={allowance}
                currency={file.currency}
                path={path}
                answer={answer}
              />
            )}
          </OwedNext>
        </Owed>
        <TablePart
          id="days"
          title={text.byDay}
          end={days.some(({ closing }) => closing) ? text.asClosed : text.byDayLine}
          rows={days}
          keyOf={({ day }) => day}
          columns={[
            {
              ...{ head: text.day, kind: 'fit num' },
              cell: ({ day, closing }) => (
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
            },
            {
              ...{ head: text.booked, kind: 'n wide', isLabelled: true },
              cell: (row) => (
                <AsClosed row={row} name="bookedMinor" money={money}>
                  {(row.closing ?? row).bookedCount}
                </AsClosed>
              ),
            },
            {
              ...{ head: text.inFile, kind: 'n wide', isLabelled: true },
              cell: (row) => (
                <AsClosed row={row} name="fileMinor" money={money}>
                  {(row.closing ?? row).fileCount}
                </AsClosed>
              ),
            },
            {
              ...{ head: text.fees, kind: 'n', isLabelled: true },
              cell: (row) => <AsClosed row={row} name="feeMinor" money={money} />,
            },
            { head: text.matched, kind: 'n r', isLabelled: true, cell: ({ matchedCount }) => matchedCount },
            { head: text.open, kind: 'n', isLabelled: true, cell: ({ openCount }) => openCount },
            { head: text.isClosed, kind: 'n r', isLabelled: true, cell: ({ closedCount }) => closedCount },
            {
              ...{ head: text.left, kind: 'n strong', isLabelled: true },
              cell: (row) => <AsClosed row={row} name="differenceMinor" money={money} />,
            },
          ]}
        />
        <div className="g3" />
        <Chips
          path={path}
          label={text.show}
          chosen={view}
          choices={settlementViews.map((each) => [
            each,
            deskSettlementViewText[desk.language][each],
            String(counts[each]),
          ])}
        />
        {view === 'missing-there' ? (
          <MissingThere rows={missingThere} money={money} />
        ) : view === 'matched' || view === 'repeated' ? (
          <LineTable lines={lines} money={money} />
        ) : (
          <Part id="lines" title={deskSettlementViewText[desk.language][view]}>
            {lines.length === 0 && <p className="sub g3">{text.none}</p>}
            {lines.map((line) => (
              <OpenLine
                key={line.lineNumber}
                line={line}
                answer={answer}
                people={people}
                allowance={allowance}
                fileId={file.fileId}
                currency={file.currency}
                action={`${path}?show=${view}`}
              />
            ))}
          </Part>
        )}
        <Pager path={path} parameters={{ show: view }} nextCursor={nextCursor} pageSize={pageSize} />
        <AuditText>
          <span>{fill(text.digest, { digest: `${file.digest.slice(0, 8)}…${file.digest.slice(-8)}` })}</span>
          {desk.may('export') && (
            <a href={deskPaths.exports.replace(':file', `settlement.csv?file=${file.fileId}&show=${view}`)}>
              {text.exportLines}
            </a>
          )}
        </AuditText>
      </>
    );
  },
});

/** Shows what deciding a line would do, or does it; a note, which moves nothing, at once. */
async function decideLine(desk: OpenDesk, form: FormData): Promise<Response | Again<Answer>> {
  const fileId = desk.part('file');
  const lineNumber = Number(fieldOf(form, 'line'));
  const typed = fieldOf(form, 'reason');
  const reason = reasonOf(typed);
  const act = fieldOf(form, 'act');
  const isNote = fieldOf(form, 'decision') === 'note';
  const decision = isNote ? 'note' : settlementDecisions.find((each) => each === act);
  if (reason === null || (!decision && act !== 'amount'))
    return desk.again<Answer>({ lineNumber, typed }, 422);
  const subject = `settlement:${fileId}`;
  const correction = decision
    ? {
        ...{ call: decideSettlementLine as HostCall, orderNumber: null, subject },
        fields: { fileId, lineNumber, decision, reason },
      }
    : await lineCorrection(desk, { fileId, lineNumber, reason });
  const doneAt = settlementPath(fileId, viewOf(desk));
  if (!correction) return desk.goTo(doneAt);
  const submitted = await submitCorrection(desk, form, { correction, reason, doneAt, isAtOnce: isNote });
  if (submitted instanceof Response) return submitted;
  return desk.again<Answer>({ lineNumber, typed, ...submitted.correction }, submitted.status);
}

/** The correction of the payment of a line to its amount; undefined where the line has no other amount any more. */
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

/** Whether a day can be closed: nothing on it waits, and something is not closed. */
const isReady = ({ openCount, closableCount }: Shown['days'][number]) => openCount === 0 && closableCount > 0;

const closingOf = (fileId: string, day: string) => ({
  ...{ call: closeSettlementDay as HostCall, orderNumber: null, subject: `settlement:${fileId}` },
  fields: { fileId, day },
});

/** Closes a day as its page showed it, or shows what that would do by now. */
async function closeDay(desk: OpenDesk, form: FormData, day: string): Promise<Response | Again<Answer>> {
  const fileId = desk.part('file');
  const doneAt = addressOf(settlementPath(fileId), { closed: day });
  const closing = { correction: closingOf(fileId, day), reason: day, doneAt };
  const submitted = await submitCorrection(desk, form, closing);
  if (submitted instanceof Response) return submitted;
  return desk.again<Answer>({ day, ...submitted.correction }, submitted.status);
}

type Money = (minor: string | number | bigint) => string;

/** An amount of a day as of its closing, with what came after beside it; of an open day as it is now. */
function AsClosed({
  row,
  name,
  money,
  children,
}: {
  readonly row: Shown['days'][number];
  readonly name: 'bookedMinor' | 'fileMinor' | 'feeMinor' | 'differenceMinor';
  readonly money: Money;
  /** How many payments it is of. */
  readonly children?: ReactNode;
}): ReactNode {
  const text = deskSettlementText[useDesk().language];
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

/** Closes each day that can be, by what it is shown to book. */
function CloseDays({
  closable,
  allowance,
  currency,
  path,
  answer,
}: Pick<SettlementPage, 'closable' | 'allowance'> & {
  readonly currency: Currency;
  readonly path: string;
  readonly answer: Answer | undefined;
}): ReactNode {
  const desk = useDesk();
  const text = deskSettlementText[desk.language];
  return closable.map(({ day, effect }) => (
    <form key={day} method="post" action={path}>
      <input type="hidden" name="messageId" value={desk.newId()} />
      <input type="hidden" name="day" value={day} />
      <input type="hidden" name="seen" value={effectKey(effect)} />
      <WrongWords wrong={answer?.day === day ? answer.wrong : undefined} />
      <BeforeAfter effect={effect} />
      <CorrectionButtons
        words={fill(text.closeDay, { day })}
        currency={currency}
        amountMinor={effect.amountMinor}
        allowance={allowance}
        hasPreview={false}
      />
      <p className="hint">{text.closeHint}</p>
    </form>
  ));
}

/** Why what was sent is not done: it is refused, or would do something else by now. */
function WrongWords({ wrong }: { readonly wrong: Answer['wrong'] | undefined }): ReactNode {
  const text = deskCorrectionText[useDesk().language];
  return <Warning words={wrong === 'refused' || wrong === 'stale' ? text[`wrong-${wrong}`] : undefined} />;
}

interface LineParts extends Pick<SettlementPage, 'allowance'> {
  readonly fileId: string;
  readonly line: HostSettlementLine;
  readonly answer: Answer | undefined;
  readonly currency: Currency;
  readonly action: string;
}

function OpenLine({
  line,
  answer,
  currency,
  action,
  people,
  ...page
}: LineParts & { readonly people: ReadonlyMap<string, string> }): ReactNode {
  const desk = useDesk();
  const money: Money = (minor) => desk.money(minor, currency);
  const text = deskSettlementText[desk.language];
  const { lineNumber, state, kind, amountMinor, feeMinor, bookedMinor } = line;
  const decisions = line.closedAt === null && line.decision === null ? decisionsOn(state, kind) : [];
  const isAnswered = answer?.lineNumber === lineNumber;
  const isCorrectable = state === 'different' && kind === 'payment' && line.provider !== 'card';
  const act = isCorrectable ? 'amount' : decisions.find((each) => each !== 'note');
  return (
    <FormFold
      name="line"
      title={`${deskSettlementStateText[desk.language][state]} · ${money(amountMinor)}`}
      note={`${line.day} · ${fill(text.lineNumber, { line: lineNumber })}`}
      isOpen={isAnswered}
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
      {decisions.length > 0 && desk.may('match-payment') && (
        <LineForm
          {...page}
          line={line}
          act={act}
          answer={isAnswered ? answer : undefined}
          currency={currency}
          action={action}
        />
      )}
    </FormFold>
  );
}

/** Decides a line once its effect was seen, or lets it wait with a note. */
function LineForm({
  fileId,
  line: { lineNumber, amountMinor, feeMinor },
  act,
  answer,
  allowance,
  currency,
  action,
}: LineParts & { readonly act: 'amount' | 'fee' | 'unmatched' | undefined }): ReactNode {
  const desk = useDesk();
  const text = deskSettlementText[desk.language];
  const decisionText = deskSettlementDecisionText[desk.language];
  const { wrong } = answer ?? {};
  // A fee and a payment without a loan change no loan: their amount is all that they do.
  const movedMinor = minorAmount(Math.abs(act === 'fee' ? feeMinor - amountMinor : amountMinor));
  const alone = { orderNumber: null, subject: `settlement:${fileId}`, currency, before: null, after: null };
  const effect: DeskEffect | undefined =
    act === 'fee' || act === 'unmatched' ? { ...alone, amountMinor: movedMinor } : answer?.effect;
  const words = {
    amount: fill(text.correctTo, { amount: desk.money(amountMinor, currency) }),
    fee: fill(decisionText.fee, { amount: desk.money(feeMinor - amountMinor, currency) }),
    unmatched: decisionText.unmatched,
  };
  const hint = { amount: text.correctHint, fee: undefined, unmatched: text.unmatchedHint };
  return (
    <form method="post" action={action} noValidate>
      <input type="hidden" name="messageId" value={desk.newId()} />
      <input type="hidden" name="line" value={lineNumber} />
      {act && <input type="hidden" name="act" value={act} />}
      {effect && <input type="hidden" name="seen" value={effectKey(effect)} />}
      {answer?.refusedField !== 'lineNumber' && <WrongWords wrong={wrong} />}
      {effect && <BeforeAfter effect={effect} />}
      <TextArea
        id={`reason-${lineNumber}`}
        name="reason"
        label={deskCorrectionText[desk.language].reason}
        hint={act && hint[act]}
        error={answer && !answer.effect && !wrong ? deskSettlementFaultText[desk.language].reason : undefined}
        maxLength={200}
        defaultValue={answer?.typed}
      />
      {act && (
        <CorrectionButtons
          words={words[act]}
          currency={currency}
          amountMinor={effect?.amountMinor}
          allowance={act === 'amount' ? answer?.allowance : allowance}
          hasPreview={act === 'amount'}
        />
      )}
      <Acts>
        <Button kind="second" name="decision" value="note">
          {decisionText.note}
        </Button>
      </Acts>
    </form>
  );
}

function PaymentFacts({ line }: { readonly line: HostSettlementLine }): ReactNode {
  const desk = useDesk();
  const text = deskSettlementText[desk.language];
  const { provider, eventId, orderNumber } = line;
  return orderNumber === null ? (
    provider !== null && eventId !== null && (
      <Fact name={text.payment}>
        <a href={unmatchedPath({ provider, eventId })}>{eventId}</a>
      </Fact>
    )
  ) : (
    <Fact name={text.loan}>
      <a href={loanPath(orderNumber)}>{orderNumber}</a>
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
  const desk = useDesk();
  const text = deskSettlementText[desk.language];
  if (lines.length === 0) return <p className="sub g3">{text.none}</p>;
  return (
    <Table
      caption={text.show}
      rows={lines}
      keyOf={({ lineNumber }) => lineNumber}
      columns={[
        { head: text.payment, kind: 'wide hash', cell: ({ identity }) => identity },
        { head: text.what, kind: 'fit', cell: ({ state }) => deskSettlementStateText[desk.language][state] },
        {
          head: text.loan,
          kind: 'fit r',
          cell: ({ orderNumber }) => orderNumber && <a href={loanPath(orderNumber)}>{orderNumber}</a>,
        },
        { head: text.day, kind: 'fit num', cell: ({ day }) => day },
        { head: text.amount, kind: 'n', isLabelled: true, cell: ({ amountMinor }) => money(amountMinor) },
        { head: text.fee, kind: 'n r', isLabelled: true, cell: ({ feeMinor }) => money(feeMinor) },
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
  const desk = useDesk();
  const text = deskSettlementText[desk.language];
  if (rows.length === 0) return <p className="sub g3">{text.none}</p>;
  return (
    <>
      <p className="hint">{text.missingThereHint}</p>
      <Table
        caption={deskSettlementViewText[desk.language]['missing-there']}
        rows={rows}
        keyOf={({ provider, eventId }) => `${provider} ${eventId}`}
        columns={[
          { head: text.payment, kind: 'wide hash', cell: ({ eventId }) => eventId },
          {
            head: text.loan,
            kind: 'fit',
            cell: ({ orderNumber }) => orderNumber && <a href={loanPath(orderNumber)}>{orderNumber}</a>,
          },
          { head: text.day, kind: 'fit', cell: ({ paidAt }) => desk.zonedTime(paidAt) },
          { head: text.amount, kind: 'n', isLabelled: true, cell: ({ amountMinor }) => money(amountMinor) },
        ]}
      />
    </>
  );
}
