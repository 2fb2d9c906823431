import type { ReactNode } from 'react';
import { deskBatchText } from '#content/messages/desk-batch.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import type { Batch, BatchName, BatchRow } from '#contract/batch.ts';
import { type Allowance, limitCrossed } from '#domain/desk/second-person.ts';
import { CodedError } from '#domain/error-code.ts';
import { batchActs, batchActTable, batchMax, readyReasons } from '#domain/matter/batch.ts';
import { matterKinds } from '#domain/matter/matter.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { requestWords } from '../approval/request-words.ts';
import { lateLoans } from '../collection/collections.tsx';
import { BeforeAfter } from '../correction/before-after.tsx';
import { useDesk } from '../desk-context.ts';
import { csvOf, csvResponse, type FileColumn } from '../desk-file.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, batchPath, batchResultPath, deskPaths } from '../paths.ts';
import { moneyReason, reasonIn } from '../reason.ts';
import { Acts } from '../ui/acts.tsx';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';
import type { Column } from '../ui/table.tsx';
import { TablePart } from '../ui/table-part.tsx';
import { TickAct } from '../ui/ticks.tsx';
import { Warning } from '../ui/warning.tsx';
import styles from './batch.module.css';
import { matterList } from './queue.tsx';
import { reasonWords } from './reason-words.ts';

const listedMax = 50;

/** Starts a batch with the ticked items, or a whole list, and opens its preview. */
export const newBatch = deskScreen({
  path: deskPaths.batches,
  needs: 'see-loans',
  load: (desk) => desk.goTo(deskPaths.queue),
  async submit(desk, form) {
    const [name, to = ''] = fieldOf(form, 'do').split(':');
    const act = batchActs.find((each) => each === name);
    if (!act) throw new CodedError('request-invalid', 'do');
    const list = fieldOf(form, 'list') === lateLoans.name ? lateLoans : matterList;
    const query = fieldOf(form, 'queue');
    const names = fieldOf(form, 'every') === 'yes' ? await list.namesIn(desk, query) : tickedIn(form);
    if (names.length === 0) return desk.goTo(list.address(list.queryIn(query)));
    const messageId = fieldOf(form, 'step');
    const toPersonId = (act === 'assign' || act === 'hand-over') && to !== '' ? to : null;
    await desk.service.batches.preview(desk.person, { messageId, act, toPersonId, names });
    return desk.goTo(batchPath(messageId));
  },
  title: () => '',
  page: () => null,
});

function tickedIn(form: FormData): BatchName[] {
  return form
    .getAll('row')
    .slice(0, batchMax)
    .flatMap((value) => {
      const [kind, id = ''] = String(value).split(':');
      const known = [...matterKinds, 'collection' as const].find((each) => each === kind);
      return known ? [{ kind: known, id }] : [];
    });
}

interface BatchPage {
  readonly batch: Batch;
  readonly allowance: Allowance | null;
}

async function openBatch({ service, person, part }: OpenDesk): Promise<BatchPage> {
  const batch = await service.batches.read(person, part('batch'));
  if (!batch) throw new CodedError('not-found');
  const isOpen = batch.sentAt === null && batch.personId === person.personId;
  return { batch, allowance: isOpen ? await service.batches.allowance(person, batch) : null };
}

/** The chosen or typed reason; null when a required one is missing. */
function batchReason(form: FormData, { act }: Batch): string | null {
  const [ready, words] = [fieldOf(form, 'ready'), fieldOf(form, 'reason')];
  if (words.trim() !== '' || ready === 'words') return reasonIn(words, moneyReason);
  if (!batchActTable[act].asksReason) return '';
  // Stored as a code, because colleagues read it in their own language.
  return readyOf(act).find((each) => each === ready) ?? null;
}

type ReadyReason = (typeof readyReasons)[keyof typeof readyReasons][number];

function readyOf(act: Batch['act']): readonly ReadyReason[] {
  return act in readyReasons ? readyReasons[act as keyof typeof readyReasons] : [];
}

/** A batch: before it is sent with count, sum and what cannot be done; afterwards with results. */
export const batch = deskScreen<BatchPage, { readonly isReasonWrong: true }>({
  path: deskPaths.batch,
  needs: 'see-loans',
  load: openBatch,
  async submit(desk, form) {
    const id = desk.part('batch');
    const { batch: shown } = await openBatch(desk);
    const reason = batchReason(form, shown);
    if (reason === null) return desk.again({ isReasonWrong: true }, 422);
    const outcome = await desk.service.batches.send(desk.person, id, reason);
    return desk.goTo(outcome === 'waiting' ? approvalPath(id) : batchPath(id));
  },
  title: ({ desk, batch: shown }) => titleOf(shown, desk),
  page({ desk, batch: shown, allowance, answer }) {
    const text = deskBatchText[desk.language];
    const words = deskQueueText[desk.language];
    const of = (outcome: BatchRow['outcome']) => shown.rows.filter((row) => row.outcome === outcome);
    const [ready, cannot, done, dropped] = [of('ready'), of('cannot'), of('done'), of('dropped')];
    const counts = { all: shown.rows.length, can: ready.length, cannot: cannot.length };
    const isOver = shown.approval?.state === 'sent-back' || shown.approval?.state === 'taken-back';
    const isToSend = shown.sentAt === null && shown.personId === desk.person.personId;
    const after = { done: done.length, rest: dropped.length + cannot.length, all: counts.all };
    return (
      <>
        <Crumb>
          <a href={listOf(shown.act).path}>{words[isLateAct(shown.act) ? 'collection' : 'back']}</a>
        </Crumb>
        <PageHead>
          <h1>{titleOf(shown, desk)}</h1>
          <p className="sub">{shown.sentAt === null ? fill(text.before, counts) : fill(text.after, after)}</p>
        </PageHead>
        {shown.currency !== null && shown.sumMinor > 0 && (
          <PlainPart>
            <p>
              {text.sum} <b className="num">{desk.money(shown.sumMinor, shown.currency)}</b>
            </p>
          </PlainPart>
        )}
        {shown.approval !== null && ready.length > 0 && <SecondPersonSays approval={shown.approval} />}
        {(dropped.length > 0 || cannot.length > 0) && (
          <BatchRows
            id="cannot"
            title={fill(text.cannot, { count: dropped.length + cannot.length })}
            rows={[...dropped, ...cannot]}
            of={shown}
          />
        )}
        {done.length > 0 && (
          <BatchRows id="done" title={fill(text.done, { count: done.length })} rows={done} of={shown} />
        )}
        {ready.length > 0 && <Left batch={shown} rows={ready} isOver={isOver} isToSend={isToSend} />}
        {isToSend && ready.length > 0 && (
          <Send
            batch={shown}
            count={ready.length}
            allowance={allowance}
            isReasonWrong={answer !== undefined}
          />
        )}
        {shown.sentAt !== null && (
          <Acts>
            <ButtonLink kind="second" href={batchResultPath(shown.id)}>
              {text.download}
            </ButtonLink>
          </Acts>
        )}
      </>
    );
  },
});

/** The approval request of a batch and its decision. */
function SecondPersonSays({
  approval: { id, state, decidedByName, decidedAt, decisionReason },
}: {
  readonly approval: NonNullable<Batch['approval']>;
}): ReactNode {
  const desk = useDesk();
  const isOver = state === 'sent-back' || state === 'taken-back';
  const words = isOver
    ? fill(deskCorrectionText[desk.language][state], {
        name: decidedByName ?? '',
        time: decidedAt === null ? '' : desk.zonedTime(decidedAt),
      })
    : deskBatchText[desk.language].waits;
  return (
    <PlainPart>
      <SecondPersonNote tone="warn">
        <a href={approvalPath(id)}>{words}</a>
        {decisionReason !== null && `: “${decisionReason}”`}
      </SecondPersonNote>
    </PlainPart>
  );
}

/** Items that are not done. Before sending, and after a rejected approval, the maker can untick some and preview the rest again. */
function Left({
  batch: shown,
  rows,
  isOver,
  isToSend,
}: {
  readonly batch: Batch;
  readonly rows: readonly BatchRow[];
  readonly isOver: boolean;
  readonly isToSend: boolean;
}): ReactNode {
  const desk = useDesk();
  const text = deskBatchText[desk.language];
  const words = isOver ? text.left : shown.approval === null ? text.can : text.waiting;
  const title = fill(words, { count: rows.length });
  const of = { id: 'left', title, rows, of: shown };
  const isOwn = shown.personId === desk.person.personId;
  if (!isOwn || !(isOver || isToSend)) return <BatchRows {...of} />;
  const act =
    shown.act === 'assign' || shown.act === 'hand-over'
      ? `${shown.act}:${shown.toPersonId ?? ''}`
      : shown.act;
  return (
    <form method="post" action={deskPaths.batches}>
      <input type="hidden" name="step" value={desk.newId()} />
      <input type="hidden" name="do" value={act} />
      {rows.slice(listedMax).map(({ kind, matterId }) => (
        <input key={matterId} type="hidden" name="row" value={`${kind}:${matterId}`} />
      ))}
      <BatchRows {...of} isTicked />
      <Acts>
        <Button kind={isOver ? 'main' : 'second'}>{text.amend}</Button>
      </Acts>
      <p className="hint">{text.amendHint}</p>
    </form>
  );
}

const isLateAct = (act: Batch['act']) => batchActTable[act].kind === 'collection';

const listOf = (act: Batch['act']) => (isLateAct(act) ? lateLoans : matterList);

function titleOf({ act, toName, sentAt, rows }: Batch, { language }: OpenDesk): string {
  const words = deskQueueText[language];
  const what =
    act === 'assign' || act === 'hand-over'
      ? toName === null
        ? words['act-release']
        : fill(words['act-assign'], { name: toName })
      : words[`act-${act}`];
  const count = rows.filter(({ outcome }) => outcome === 'ready' || outcome === 'done').length;
  return sentAt === null ? `${what}: ${count}` : what;
}

function whyWords(why: string | null, language: OpenDesk['language']): string {
  const text = deskBatchText[language];
  return why === null ? '' : (text[`why-${why}` as keyof typeof text] ?? text['why-other']);
}

export function BatchRows({
  id,
  title,
  rows,
  of: { act, currency },
  isTicked = false,
}: {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly BatchRow[];
  readonly of: Pick<Batch, 'act' | 'currency'>;
  readonly isTicked?: boolean;
}): ReactNode {
  const desk = useDesk();
  const text = deskBatchText[desk.language];
  const words = deskQueueText[desk.language];
  const hasEffects = act === 'second' || act === 'match';
  return (
    <TablePart
      id={id}
      title={title}
      {...(rows.length > listedMax && { line: fill(text.first, { count: listedMax }) })}
      rows={rows.slice(0, listedMax)}
      {...(!hasEffects && { look: 'work' })}
      keyOf={({ position }) => position}
      columns={[
        isTicked && [
          words.act,
          ({ kind, matterId, name }) => (
            <TickAct value={`${kind}:${matterId}`} words={fill(words.tick, { what: name })} isTicked />
          ),
          'tick',
        ],
        [
          words.matter,
          ({ kind, matterId, name }) =>
            kind === 'approval' ? <a href={approvalPath(matterId)}>{name}</a> : name,
          'what strong',
        ],
        ...(hasEffects ? effectColumns(act, desk) : []),
        !hasEffects && [words.kind, ({ kind }) => words[kind], 'kind'],
        [
          words.amount,
          ({ amountMinor }) =>
            amountMinor > 0 && currency !== null ? desk.money(amountMinor, currency) : '–',
          'figure sum',
        ],
        [text.why, ({ why }) => whyWords(why, desk.language), 'with'],
      ]}
    />
  );
}

/** Columns for acts with previewed effects: request, asker, reason, borrower, days overdue, before and after. */
function effectColumns(act: Batch['act'], desk: OpenDesk): Column<BatchRow>[] {
  const text = deskBatchText[desk.language];
  const words = deskCorrectionText[desk.language];
  return [
    act === 'match'
      ? [text.loan, ({ fields }) => fields.orderNumber ?? '–', 'who']
      : [
          text.whatAndWhy,
          ({ request }) =>
            request && (
              <>
                {fill(text.asksFor, {
                  name: request.askedByName,
                  what: requestWords(request, desk.language),
                })}
                <span className="sub">
                  <br />“{reasonWords(request.reason, desk.language)}”
                </span>
              </>
            ),
          'wide',
        ],
    [words.borrower, ({ borrower }) => borrower?.name ?? '–', 'labelled'],
    [
      words.daysLate,
      ({ effect }) => {
        const { daysLate } = effect?.before ?? {};
        return daysLate === undefined ? '–' : daysLate === 0 ? words.onTime : daysLate;
      },
      'figure right labelled',
    ],
    [text.effectOf, ({ effect }) => effect && <BeforeAfter effect={effect} hasComponents />, 'wide'],
  ];
}

function Send({
  batch: { id, act, currency, sumMinor },
  count,
  allowance,
  isReasonWrong,
}: {
  readonly batch: Batch;
  readonly count: number;
  readonly allowance: Allowance | null;
  readonly isReasonWrong: boolean;
}): ReactNode {
  const desk = useDesk();
  const text = deskBatchText[desk.language];
  const crossed = allowance && limitCrossed(sumMinor, allowance);
  const amount = currency === null ? '' : desk.money(sumMinor, currency);
  const words =
    amount === '' || sumMinor === 0 || isLateAct(act)
      ? fill(text.doCount, { count })
      : fill(text.doSum, { count, amount });
  const reasons = readyOf(act);
  return (
    <form className="narrow g4" method="post" action={batchPath(id)}>
      {reasons.length > 0 && (
        <fieldset>
          <legend>{fill(text.reasonForAll, { count })}</legend>
          <Warning words={isReasonWrong ? text.reasonMissing : undefined} />
          {[...reasons, 'words' as const].map((reason, index) => (
            <label key={reason} className={styles.reason}>
              <input
                type="radio"
                name="ready"
                value={reason}
                defaultChecked={index === 0 && !isReasonWrong}
              />
              {text[`reason-${reason}`]}
            </label>
          ))}
        </fieldset>
      )}
      {reasons.length > 0 && (
        <div className="g2">
          <TextArea id="reason" name="reason" label={text.words} maxLength={200} />
        </div>
      )}
      {allowance && (
        <SecondPersonNote tone={crossed === null ? undefined : 'warn'}>
          {fill(crossed === null ? text.alone : text.forSecond, {
            limit: desk.money(allowance[crossed ?? 'onOne'].limitMinor, currency ?? undefined),
            moved: desk.money(allowance.ofKind.movedMinor, currency ?? undefined),
          })}
        </SecondPersonNote>
      )}
      <Acts>
        <Button>{crossed === null ? words : fill(text.ask, { what: words })}</Button>
        <ButtonLink kind="second" href={listOf(act).path}>
          {text.back}
        </ButtonLink>
      </Acts>
      <p className="hint">{text.drops}</p>
    </form>
  );
}

const resultColumns: readonly FileColumn<BatchRow & Pick<Batch, 'currency'>>[] = [
  'kind',
  'name',
  ['orderNumber', ({ fields }) => fields.orderNumber ?? null],
  'amountMinor',
  'currency',
  'outcome',
  'why',
];

export const batchResult = deskScreen({
  path: deskPaths.batchResult,
  needs: 'see-loans',
  async load(desk) {
    const { batch: shown } = await openBatch(desk);
    const rows = shown.rows.map((row) => ({ ...row, currency: shown.currency }));
    return csvResponse(`batch-${shown.id}.csv`, csvOf(resultColumns, rows, desk, true));
  },
  title: () => '',
  page: () => null,
});
