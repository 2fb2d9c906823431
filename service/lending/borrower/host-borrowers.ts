import {
  blockBorrower,
  dropBorrowerChange,
  type HostBorrower,
  holdBorrower,
  linkBorrowers,
  listBorrowers,
  makeBorrowerChange,
  putBorrower,
  readBorrower,
  releaseBorrower,
  requestBorrowerChange,
  unblockBorrower,
  unlinkBorrowers,
} from '#contract/host/borrower.ts';
import type { Transaction } from '#db/database.ts';
import { borrowerZone } from '#domain/borrower-zone.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { allMarkets, marketOf } from '#domain/market.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { readPhone } from '#domain/registration/read-phone.ts';
import { digitsOf } from '#domain/typed-text.ts';
import { type AnsweredHostCall, answerHost, type HostContext } from '../http/host-gate.ts';
import { readPageById } from '../keyset.ts';
import { mobileDigitsOf } from '../registration/phone.ts';
import { makeChange, recordReplaced, requestChange } from './changes.ts';
import { changeLink, linkView } from './links.ts';
import {
  type BlockChange,
  type BorrowerChange,
  type BorrowerKey,
  type BorrowerRecord,
  blockChangesOf,
  changesOf,
  findBorrower,
  findBorrowers,
  findChange,
  hasQuotes,
  insertBlockChange,
  insertBorrower,
  linksOf,
  lockBorrower,
  updateBorrower,
  updateChange,
} from './store.ts';

export const answeredBorrowerCalls: readonly AnsweredHostCall[] = [
  answerHost(putBorrower, async (context, request) => {
    const { transaction, now, actor, random } = context;
    const { actor: _named, lenderBorrowerId, mobilePhone, market, language, ...named } = request;
    const facts = {
      ...named,
      market,
      mobilePhone: keptPhone(market, mobilePhone),
      changedAt: now,
      changedBy: actor,
    };
    const added = await insertBorrower(transaction, {
      id: random.id(),
      lenderBorrowerId,
      ...facts,
      language: language ?? marketOf[market].language,
      createdAt: now,
    });
    if (added) return { data: borrowerView(added) };
    const current = await requireLocked(transaction, { lenderBorrowerId });
    if (market !== current.market && (await hasQuotes(transaction, current.id))) {
      throw new CodedError('request-invalid', 'market');
    }
    const change = language === undefined ? facts : { ...facts, language };
    await recordReplaced(context, current, facts);
    return { data: borrowerView(await updateBorrower(transaction, current, change)) };
  }),
  answerHost(
    listBorrowers,
    async ({ transaction }, { mobilePhone: phone, isBlocked = false, ...request }) => {
      const mobilePhone = phone === undefined ? undefined : searchedPhone(phone);
      const { rows, nextCursor } = await readPageById(request, (afterId, limit) =>
        findBorrowers(transaction, { mobilePhone, isBlocked, afterId, limit }),
      );
      return { data: { borrowers: rows.map(borrowerView), nextCursor } };
    },
  ),
  answerHost(readBorrower, async ({ transaction }, { borrowerId, lenderBorrowerId = '' }) => {
    const key = borrowerId === undefined ? { lenderBorrowerId } : { borrowerId };
    const borrower = await findBorrower(transaction, key);
    if (!borrower) throw new CodedError('not-found', Object.keys(key)[0]);
    return {
      data: {
        ...borrowerView(borrower),
        blockChanges: await blockChangesOf(transaction, borrower.id, 'block'),
        holdChanges: (await blockChangesOf(transaction, borrower.id, 'hold')).map(
          ({ isBlocked: isHeld, ...change }) => ({ isHeld, ...change }),
        ),
        changes: (await changesOf(transaction, borrower.id)).map(changeView),
        links: (await linksOf(transaction, [borrower.id])).map((link) => linkView(link, borrower.id)),
      },
    };
  }),
  answerHost(requestBorrowerChange, async (context, { actor: _named, ...request }) => ({
    data: changeView(await requestChange(context, request)),
  })),
  answerHost(makeBorrowerChange, async (context, key) => ({
    data: changeView(await makeChange(context, key)),
  })),
  answerHost(dropBorrowerChange, async ({ transaction }, key) => {
    await requireLocked(transaction, { borrowerId: key.borrowerId });
    const change = orNotFound(await findChange(transaction, key), 'changeId');
    if (change.state === 'done' || change.state === 'dropped') throw new CodedError('status-conflict');
    return { data: changeView(await updateChange(transaction, change, { state: 'dropped' })) };
  }),
  answerHost(linkBorrowers, async (context, request) => ({ data: await changeLink(context, request, true) })),
  answerHost(unlinkBorrowers, async (context, request) => ({
    data: await changeLink(context, request, false),
  })),
  answerHost(blockBorrower, async (context, request) => ({
    data: await changeBlock(context, request, true),
  })),
  answerHost(unblockBorrower, async (context, request) => ({
    data: await changeBlock(context, request, false),
  })),
  answerHost(holdBorrower, async (context, request) => ({
    data: await changeBlock(context, request, true, 'hold'),
  })),
  answerHost(releaseBorrower, async (context, request) => ({
    data: await changeBlock(context, request, false, 'hold'),
  })),
];

function changeView({ id: changeId, ...change }: Omit<BorrowerChange, 'value' | 'valueBefore'>) {
  return { changeId, ...change };
}

/** @throws CodedError 'not-found'; 'status-conflict' when the borrower is in that state already. */
async function changeBlock(
  { transaction, now: at, actor: by, random }: HostContext,
  { borrowerId, reason }: { readonly borrowerId: string; readonly reason: string },
  isBlocked: boolean,
  kind: BlockChange['kind'] = 'block',
) {
  const borrower = await requireLocked(transaction, { borrowerId });
  if (borrower.erasedAt !== null) throw new CodedError('not-found', 'borrowerId');
  const since = kind === 'hold' ? borrower.heldAt : borrower.blockedAt;
  if ((since !== null) === isBlocked) throw new CodedError('status-conflict');
  await insertBlockChange(transaction, { id: random.id(), borrowerId, kind, isBlocked, reason, at, by });
  const [setAt, setBy, why] = isBlocked ? [at, by, reason] : [null, null, null];
  const change =
    kind === 'hold'
      ? { heldAt: setAt, heldBy: setBy, holdReason: why }
      : { blockedAt: setAt, blockedBy: setBy, blockReason: why };
  return borrowerView(await updateBorrower(transaction, borrower, change));
}

async function requireLocked(transaction: Transaction, key: BorrowerKey): Promise<BorrowerRecord> {
  const borrower = await lockBorrower(transaction, key);
  if (!borrower) throw new CodedError('not-found', Object.keys(key)[0]);
  return borrower;
}

function keptPhone(market: HostBorrower['market'], text: string): string {
  return mobileDigitsOf(phoneRuleOf(market), text, {
    language: 'en',
    field: 'mobilePhone',
    isFieldNamed: true,
  });
}

/** The digits to search for: the national number in the first market whose rule it fits; else all digits, which no borrower has. */
function searchedPhone(text: string): string {
  const readings = allMarkets.map((market) => readPhone(phoneRuleOf(market), text));
  return readings.find((reading) => reading.kind === 'number')?.digits ?? digitsOf(text);
}

function borrowerView({ id: borrowerId, ...borrower }: BorrowerRecord) {
  return { borrowerId, ...borrower, timeZone: borrowerZone(borrower.market, borrower) };
}
