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
import {
  closeSettlementDay,
  correctSettlementLine,
  decideSettlementLine,
  type HostSettlementLine,
  settlementViews,
  showSettlementFile,
} from '#contract/host/settlement.ts';
import type { HostCall } from '#contract/host-call.ts';
import { effectKey } from '#domain/desk/effect.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Currency } from '#domain/money/money.ts';
import { decisionsOn, settlementDecisions } from '#domain/settlement/settlement.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { FieldError } from '#ui/form/field-error.tsx';
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
import { Acts } from '../ui/acts.tsx';
import { AuditText } from '../ui/audit-line.tsx';
import { Chips } from '../ui/chips.tsx';
import { Fact, FactList } from '../ui/facts.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import { Pager } from '../ui/pager.tsx';
import { Part } from '../ui/part.tsx';
import { Table } from '../ui/table.tsx';
import { TablePart } from '../ui/table-part.tsx';
import { Warning } from '../ui/warning.tsx';

type Shown = typeof showSettlementFile extends HostCall<infer _Request, infer Result> ? Result : never;
type View = (typeof settlementViews)[number];

interface Answer extends ShownCorrection {
  /** The line whose reason is missing, and what was typed. */
  readonly lineNumber?: number;
  readonly typed?: string;
  readonly closed?: { readonly settledMinor: string; readonly feeMinor: string };
  /** The line that was to be decided and whose payment has been reported. */
  readonly reportedLine?: number;
}

const pageSize = 50;

function viewOf(desk: OpenDesk): View {
  return settlementViews.find((each) => each === desk.parameter('show')) ?? 'open';
}

/** A settlement file beside what was reported: by day, and line by line with what can be decided on each. */
export const settlement = deskScreen<{ readonly shown: Shown; readonly view: View }, Answer>({
  path: deskPaths.settlement,
  needs: 'see-money',
  async load(desk) {
    const view = viewOf(desk);
    const fields = { fileId: desk.part('file'), show: view, limit: pageSize };
    const shown = await desk.read(showSettlementFile, {
      ...fields,
      cursor: desk.parameter('from') || undefined,
    });
    return { shown, view };
  },
  async submit(desk, form): Promise<Response | Again<Answer>> {
    const fileId = desk.part('file');
    const messageId = fieldOf(form, 'messageId') || fieldOf(form, 'step');
    const step = { messageId, subject: `settlement:${fileId}` };
    const day = fieldOf(form, 'day');
    if (day !== '') {
      const closed = await desk.change(closeSettlementDay, { fileId, day }, step);
      return desk.again<Answer>({ closed }, 200);
    }
    const lineNumber = Number(fieldOf(form, 'line'));
    if (fieldOf(form, 'decision') === '' && fieldOf(form, 'messageId') !== '')
      return correctLine(desk, form, lineNumber);
    const decision = settlementDecisions.find((each) => each === fieldOf(form, 'decision'));
    const reason = reasonOf(fieldOf(form, 'reason'));
    if (!decision || reason === null)
      return desk.again<Answer>({ lineNumber, typed: fieldOf(form, 'reason') }, 422);
    const fields = { fileId, lineNumber, decision, reason };
    try {
      await desk.change(decideSettlementLine, fields, { ...step, reason });
    } catch (error) {
      const isConflict = error instanceof CodedError && error.code === 'status-conflict';
      if (!isConflict || error.field !== 'lineNumber') throw error;
      return desk.again<Answer>({ reportedLine: lineNumber }, 409);
    }
    return desk.goTo(settlementPath(fileId, viewOf(desk)));
  },
  title: ({ desk, shown }) => `${deskSettlementText[desk.language].title} ${shown.file.name}`,
  page({ desk, shown, view, answer }) {
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
              name: file.readBy.startsWith('desk:') ? desk.words.desk : file.readBy,
              time: desk.zonedTime(file.readAt),
            })}
          </p>
        </PageHead>
        {answer?.closed && (
          <Note tone="ok" isStatus>
            {fill(text.done, {
              settled: money(answer.closed.settledMinor),
              fee: money(answer.closed.feeMinor),
            })}
          </Note>
        )}
        <Warning
          words={
            answer?.reportedLine === undefined
              ? undefined
              : fill(text.reportedLine, { line: answer.reportedLine })
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
            {desk.may('match-payment') && <CloseDays days={days} money={money} path={path} />}
          </OwedNext>
        </Owed>
        <TablePart
          id="days"
          title={text.byDay}
          end={text.byDayLine}
          rows={days}
          keyOf={({ day }) => day}
          columns={[
            { head: text.day, kind: 'fit num', cell: ({ day }) => day },
            {
              head: text.booked,
              kind: 'n wide',
              isLabelled: true,
              cell: (row) => `${row.bookedCount} · ${money(row.bookedMinor)}`,
            },
            {
              head: text.inFile,
              kind: 'n wide',
              isLabelled: true,
              cell: (row) => `${row.fileCount} · ${money(row.fileMinor)}`,
            },
            { head: text.fees, kind: 'n', isLabelled: true, cell: ({ feeMinor }) => money(feeMinor) },
            { head: text.matched, kind: 'n r', isLabelled: true, cell: ({ matchedCount }) => matchedCount },
            { head: text.open, kind: 'n', isLabelled: true, cell: ({ openCount }) => openCount },
            { head: text.isClosed, kind: 'n r', isLabelled: true, cell: ({ closedCount }) => closedCount },
            {
              head: text.left,
              kind: 'n strong',
              isLabelled: true,
              cell: ({ differenceMinor }) => money(differenceMinor),
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

/** Shows what correcting the payment of a line to its amount would do, or does it. */
async function correctLine(
  desk: OpenDesk,
  form: FormData,
  lineNumber: number,
): Promise<Response | Again<Answer>> {
  await desk.require('match-payment');
  const fileId = desk.part('file');
  const typed = fieldOf(form, 'reason');
  const reason = reasonOf(typed);
  if (reason === null) return desk.again<Answer>({ lineNumber, typed }, 422);
  const { lines } = await desk.read(showSettlementFile, { fileId, show: 'different', lineNumber, limit: 1 });
  const [line] = lines;
  const doneAt = settlementPath(fileId, viewOf(desk));
  if (!line) return desk.goTo(doneAt);
  const { orderNumber, provider, eventId } = line;
  const payment = { provider: provider ?? '', eventId: eventId ?? '' };
  const target = orderNumber === null ? ({ orderNumber, payment } as const) : { orderNumber };
  const fields = { fileId, lineNumber, reason };
  const correction = { call: correctSettlementLine as HostCall, fields, ...target };
  const submitted = await submitCorrection(desk, form, { correction, reason, doneAt });
  if (submitted instanceof Response) return submitted;
  return desk.again<Answer>({ lineNumber, typed, ...submitted.correction }, submitted.status);
}

type Money = (minor: string | number | bigint) => string;

/** Closes each day on which nothing waits and something is not closed. */
function CloseDays({
  days,
  money,
  path,
}: {
  readonly days: Shown['days'];
  readonly money: Money;
  readonly path: string;
}): ReactNode {
  const desk = useDesk();
  const text = deskSettlementText[desk.language];
  const ready = days.filter(
    ({ openCount, matchedCount, closedCount }) => openCount === 0 && closedCount < matchedCount,
  );
  return ready.map(({ day, fileMinor, feeMinor }) => (
    <form key={day} method="post" action={path}>
      <input type="hidden" name="step" value={desk.newId()} />
      <input type="hidden" name="day" value={day} />
      <Acts gap={2}>
        <Button>{fill(text.closeDay, { day, amount: money(BigInt(fileMinor) - BigInt(feeMinor)) })}</Button>
      </Acts>
    </form>
  ));
}

interface LineParts {
  readonly line: HostSettlementLine;
  readonly answer: Answer | undefined;
  readonly currency: Currency;
  readonly action: string;
}

function OpenLine({ line, answer, currency, action }: LineParts): ReactNode {
  const desk = useDesk();
  const money: Money = (minor) => desk.money(minor, currency);
  const text = deskSettlementText[desk.language];
  const { lineNumber, state, kind, amountMinor, feeMinor, bookedMinor } = line;
  const decisions = line.closedAt === null && line.decision === null ? decisionsOn(state, kind) : [];
  const isAnswered = answer?.lineNumber === lineNumber;
  const isWrong = isAnswered && answer.effect === undefined;
  const isToCorrect =
    state === 'different' &&
    kind === 'payment' &&
    decisions.length > 0 &&
    line.provider !== 'card' &&
    desk.may('match-payment');
  const reasonId = `reason-${lineNumber}`;
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
          <Fact
            name={text.decided}
          >{`${deskSettlementDecidedText[desk.language][line.decision]}: ${line.reason}`}</Fact>
        )}
      </FactList>
      {isToCorrect ? (
        <CorrectForm
          line={line}
          answer={isAnswered ? answer : undefined}
          currency={currency}
          action={action}
        />
      ) : (
        state === 'different' && <p className="hint">{text.differentHint}</p>
      )}
      {!isToCorrect && decisions.length > 0 && desk.may('match-payment') && (
        <form method="post" action={action} noValidate>
          <input type="hidden" name="step" value={desk.newId()} />
          <input type="hidden" name="line" value={lineNumber} />
          <TextArea
            id={reasonId}
            name="reason"
            label={deskCorrectionText[desk.language].reason}
            maxLength={200}
            defaultValue={isWrong ? answer.typed : undefined}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${reasonId}-error` : undefined}
          />
          {isWrong && (
            <FieldError id={`${reasonId}-error`}>{deskSettlementFaultText[desk.language].reason}</FieldError>
          )}
          <Acts>
            {decisions.map((decision, index) => (
              <Button key={decision} kind={index === 0 ? 'main' : 'second'} name="decision" value={decision}>
                {fill(deskSettlementDecisionText[desk.language][decision], {
                  amount: money(feeMinor - amountMinor),
                })}
              </Button>
            ))}
          </Acts>
        </form>
      )}
    </FormFold>
  );
}

/** Corrects a payment to the amount of its line once its effect was seen, or lets the line wait with a note. */
function CorrectForm({ line: { lineNumber, amountMinor }, answer, currency, action }: LineParts): ReactNode {
  const desk = useDesk();
  const text = deskSettlementText[desk.language];
  const words = deskCorrectionText[desk.language];
  const { effect, wrong } = answer ?? {};
  return (
    <form method="post" action={action} noValidate>
      <input type="hidden" name="messageId" value={desk.newId()} />
      <input type="hidden" name="line" value={lineNumber} />
      {effect && <input type="hidden" name="seen" value={effectKey(effect)} />}
      {(wrong === 'refused' || wrong === 'stale') && <Warning words={words[`wrong-${wrong}`]} />}
      {effect && <BeforeAfter effect={effect} />}
      <TextArea
        id={`correct-${lineNumber}`}
        name="reason"
        label={words.reason}
        hint={text.correctHint}
        error={answer && !effect && !wrong ? deskSettlementFaultText[desk.language].reason : undefined}
        maxLength={200}
        defaultValue={answer?.typed}
      />
      <CorrectionButtons
        words={fill(text.correctTo, { amount: desk.money(amountMinor, currency) })}
        currency={currency}
        amountMinor={effect?.amountMinor}
        allowance={answer?.allowance}
      />
      <Acts>
        <Button kind="second" name="decision" value="note">
          {deskSettlementDecisionText[desk.language].note}
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
