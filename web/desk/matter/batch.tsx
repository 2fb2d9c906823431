import type { ReactNode } from 'react';
import { deskBatchText } from '#content/messages/desk-batch.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import type { Batch, BatchName, BatchRow } from '#contract/batch.ts';
import { isApprovalRefused } from '#contract/desk-correction.ts';
import { type Allowance, limitCrossed } from '#domain/desk/second-person.ts';
import { CodedError } from '#domain/error-code.ts';
import {
  type BatchRest,
  batchActs,
  batchActTable,
  batchRowsShown,
  readyReasons,
} from '#domain/matter/batch.ts';
import { matterKinds } from '#domain/matter/matter.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button, ButtonLink } from '#ui/form/button.tsx';
import { TextArea } from '#ui/form/text-area.tsx';
import { Note } from '#ui/notice/note.tsx';
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
import { PostForm } from '../ui/desk-form.tsx';
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
import type { BatchPiece } from './work-list.tsx';

const refreshSeconds = 1;

/** Starts a batch with the ticked items, or a whole list, and opens its preview. */
export const newBatch = deskScreen({
  path: deskPaths.batches,
  needs: 'see-loans',
  load: (desk) => desk.goTo(deskPaths.queue),
  async submit(desk, form) {
    const [name, to = ''] = fieldOf(form, 'do').split(':');
    const act = batchActs.find((each) => each === name);
    if (!act) throw new CodedError('request-invalid', 'do');
    const list = listNamed(fieldOf(form, 'list'));
    const query = fieldOf(form, 'queue');
    const isEvery = fieldOf(form, 'every') === 'yes';
    const piece = isEvery ? await list.piece(desk, query) : { names: namesIn(form, 'row'), rest: null };
    if (piece.names.length === 0) return desk.goTo(list.address(list.queryIn(query)));
    const messageId = fieldOf(form, 'step');
    const toPersonId = (act === 'assign' || act === 'hand-over') && to !== '' ? to : null;
    await desk.service.batches.preview(desk.person, { messageId, act, toPersonId, ...piece });
    return desk.goTo(batchPath(messageId));
  },
  title: () => '',
  page: () => null,
});

const listNamed = (name: string) => (name === lateLoans.name ? lateLoans : matterList);

function namesIn(form: FormData, field: 'row' | 'shown'): BatchName[] {
  return form.getAll(field).flatMap((value) => {
    const [kind, id = ''] = String(value).split(':');
    const known = [...matterKinds, 'collection' as const].find((each) => each === kind);
    return known ? [{ kind: known, id }] : [];
  });
}

/** The next items of the list that a batch takes whole. */
async function nextPiece(desk: OpenDesk, { list, query, cursor }: BatchRest): Promise<BatchPiece> {
  if (list !== 'batch') return listNamed(list).piece(desk, query, cursor);
  const { rows, nextCursor } = await desk.service.batches.page(desk.person, query, { cursor, isLeft: true });
  return {
    names: rows.map(({ kind, matterId }) => ({ kind, id: matterId })),
    rest: nextCursor === null ? null : { list, query, cursor: nextCursor },
  };
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

/** Does the next piece of a batch and opens it: it continues while anybody has its page open, also after a restart. */
async function openNextPiece(desk: OpenDesk): Promise<BatchPage> {
  const { batches } = desk.service;
  const opened = await openBatch(desk);
  const { id, rest, isGoing, personId } = opened.batch;
  const isMore = isGoing || (rest !== null && personId === desk.person.personId);
  if (!isMore) return opened;
  if (isGoing) await batches.proceed(desk.person, id);
  else if (rest) await batches.extend(desk.person, id, { from: rest, ...(await nextPiece(desk, rest)) });
  const next = await openBatch(desk);
  if (next.batch.isGoing || next.batch.rest !== null) desk.screen.header('Refresh', String(refreshSeconds));
  return next;
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
  load: openNextPiece,
  async submit(desk, form) {
    const id = desk.part('batch');
    const { batch: shown } = await openBatch(desk);
    const ticked = new Set(form.getAll('row'));
    const left = namesIn(form, 'shown').filter(
      ({ kind, id: matterId }) => !ticked.has(`${kind}:${matterId}`),
    );
    if (left.length > 0 || fieldOf(form, 'step') === 'amend') {
      return desk.goTo(batchPath(await amend(desk, shown, left, fieldOf(form, 'messageId'))));
    }
    const reason = batchReason(form, shown);
    if (reason === null) return desk.again({ isReasonWrong: true }, 422);
    const outcome = await desk.service.batches.send(desk.person, id, reason);
    return desk.goTo(outcome === 'waiting' ? approvalPath(id) : batchPath(id));
  },
  title: ({ desk, batch: shown }) => titleOf(shown, desk),
  page({ desk, batch: shown, allowance, answer }) {
    const text = deskBatchText[desk.language];
    const words = deskQueueText[desk.language];
    const of = (...outcomes: BatchRow['outcome'][]) =>
      shown.rows.filter(({ outcome }) => outcomes.includes(outcome));
    const { ready, cannot, done, dropped } = shown.counts;
    const counts = { all: ready + cannot + done + dropped, can: ready, cannot };
    const isOver = shown.approval !== null && isApprovalRefused(shown.approval.state);
    const isToSend = shown.sentAt === null && shown.personId === desk.person.personId;
    const after = { done, rest: dropped + cannot, all: counts.all };
    return (
      <>
        <Crumb>
          <a href={listOf(shown.act).path}>{words[isLateAct(shown.act) ? 'collection' : 'back']}</a>
        </Crumb>
        <PageHead>
          <h1>{titleOf(shown, desk)}</h1>
          <p className="sub">{shown.sentAt === null ? fill(text.before, counts) : fill(text.after, after)}</p>
        </PageHead>
        {(shown.rest !== null || shown.isGoing) && (
          <Note as="div" tone="plain" isStatus>
            <p>
              {shown.isGoing
                ? fill(text.doing, { done: done + dropped, all: done + dropped + ready })
                : fill(text.looking, { count: counts.all })}
            </p>
          </Note>
        )}
        {shown.currency !== null && shown.sumMinor > 0 && (
          <PlainPart>
            <p>
              {text.sum} <b className="num">{desk.money(shown.sumMinor, shown.currency)}</b>
            </p>
          </PlainPart>
        )}
        {shown.approval !== null && ready > 0 && <SecondPersonSays approval={shown.approval} />}
        {ready > 0 && (
          <Left batch={shown} rows={of('ready')} isOver={isOver} isToSend={isToSend && shown.rest === null}>
            <Send batch={shown} count={ready} allowance={allowance} isReasonWrong={answer !== undefined} />
          </Left>
        )}
        {done > 0 && (
          <BatchRows
            id="done"
            title={fill(text.done, { count: done })}
            rows={of('done')}
            count={done}
            of={shown}
          />
        )}
        {dropped + cannot > 0 && (
          <>
            <TablePart
              id="why"
              title={fill(text.cannot, { count: dropped + cannot })}
              rows={shown.whyNot}
              keyOf={({ why }) => why ?? ''}
              columns={[
                [text.why, ({ why }) => whyWords(why, desk.language), 'what'],
                [text.count, ({ count }) => count, 'figure right labelled'],
              ]}
            />
            <BatchRows
              id="cannot"
              title={text.cannotEach}
              rows={of('dropped', 'cannot')}
              count={dropped + cannot}
              of={shown}
            />
          </>
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

/** Leaves items out of a batch. @returns its id, or that of a new one where its approval was refused. */
async function amend(
  desk: OpenDesk,
  { id, act, toPersonId, sentAt }: Batch,
  left: readonly BatchName[],
  messageId: string,
): Promise<string> {
  const { person, service } = desk;
  if (left.length > 0) await service.batches.leaveOut(person, id, left);
  const piece = sentAt === null ? null : await nextPiece(desk, { list: 'batch', query: id, cursor: '-1' });
  if (!piece || piece.names.length === 0) return id;
  await service.batches.preview(person, { messageId, act, toPersonId, ...piece });
  return messageId;
}

/** The approval request of a batch and its decision. */
function SecondPersonSays({
  approval: { id, state, decidedByName, decidedAt, decisionReason },
}: {
  readonly approval: NonNullable<Batch['approval']>;
}): ReactNode {
  const desk = useDesk();
  const words = isApprovalRefused(state)
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

/**
 * Items that are not done, in the form that does those that are ticked. Where some were unticked, or the approval was refused, the others are
 * previewed again first.
 */
function Left({
  batch: shown,
  rows,
  isOver,
  isToSend,
  children,
}: {
  readonly batch: Batch;
  readonly rows: readonly BatchRow[];
  readonly isOver: boolean;
  readonly isToSend: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const desk = useDesk();
  const text = deskBatchText[desk.language];
  const words = isOver ? text.left : shown.approval === null ? text.can : text.waiting;
  const count = shown.counts.ready;
  const of = { id: 'left', title: fill(words, { count }), rows, count, of: shown };
  const isOwn = shown.personId === desk.person.personId;
  if (!isOwn || !(isOver || isToSend)) return <BatchRows {...of} />;
  return (
    <PostForm action={batchPath(shown.id)}>
      {rows.map(({ kind, matterId }) => (
        <input key={matterId} type="hidden" name="shown" value={`${kind}:${matterId}`} />
      ))}
      <BatchRows {...of} isTicked />
      {isToSend && children}
      <Acts>
        <Button kind={isOver ? 'main' : 'second'} name="step" value="amend">
          {text.amend}
        </Button>
      </Acts>
      <p className="hint">{text.amendHint}</p>
    </PostForm>
  );
}

const isLateAct = (act: Batch['act']) => batchActTable[act].kind === 'collection';

const listOf = (act: Batch['act']) => (isLateAct(act) ? lateLoans : matterList);

function titleOf({ act, toName, sentAt, counts }: Batch, { language }: OpenDesk): string {
  const words = deskQueueText[language];
  const what =
    act === 'assign' || act === 'hand-over'
      ? toName === null
        ? words['act-release']
        : fill(words['act-assign'], { name: toName })
      : words[`act-${act}`];
  return sentAt === null ? `${what}: ${counts.ready}` : what;
}

function whyWords(why: string | null, language: OpenDesk['language']): string {
  const text = deskBatchText[language];
  return why === null ? '' : (text[`why-${why}` as 'why-stale'] ?? fill(text['why-other'], { why }));
}

export function BatchRows({
  id,
  title,
  rows,
  count,
  of: { act, currency },
  isTicked = false,
}: {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly BatchRow[];
  /** How many there are, of which `rows` are the first. */
  readonly count: number;
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
      {...(count > batchRowsShown && { line: fill(text.first, { count: batchRowsShown }) })}
      rows={rows.slice(0, batchRowsShown)}
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
  batch: { act, currency, sumMinor },
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
    <div className="narrow g4">
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
    </div>
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
    const { id, currency } = (await openBatch(desk)).batch;
    const pieces: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const { rows, nextCursor } = await desk.service.batches.page(desk.person, id, { cursor });
      const withCurrency = rows.map((row) => ({ ...row, currency }));
      pieces.push(csvOf(resultColumns, withCurrency, desk, pieces.length === 0));
      cursor = nextCursor;
    }
    return csvResponse(`batch-${id}.csv`, pieces.join(''));
  },
  title: () => '',
  page: () => null,
});
