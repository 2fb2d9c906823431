import { createHash } from 'node:crypto';
import {
  eraseBorrower,
  exportBorrower,
  type HostErasure,
  listErasures,
} from '#contract/host/personal-data.ts';
import { isId } from '#db/new-id.ts';
import { CodedError } from '#domain/error-code.ts';
import { internationalPhone, phoneDigits, phoneRuleOf } from '#domain/registration/mobile-phone.ts';
import { signedImageLink } from '../complaint/image-address.ts';
import { WordedError } from '../http/answer.ts';
import { type AnsweredHostCall, answerHost, type HostContext } from '../http/host-gate.ts';
import { cursorKey, pageOf, usualPageSize } from '../keyset.ts';
import { keyedHash } from '../secrets.ts';
import {
  type ErasureRecord,
  eraseRowsOf,
  erasuresAfter,
  imageNamesOf,
  insertErasure,
  obstacleToErasure,
  type Person,
  personOf,
  rowsOfPerson,
} from './store.ts';

const obstacleWords = {
  loan: 'The borrower has a loan that is open, or money that is owed or held.',
  complaint: 'The borrower has a complaint that waits for its answer.',
} as const;

const answeredExport = answerHost(exportBorrower, async (context, { borrowerId }) => {
  const { transaction, clock, configuration, now } = context;
  const person = await requirePerson(context, borrowerId, false);
  const names = await imageNamesOf(transaction, borrowerId);
  return {
    data: {
      borrowerId,
      exportedAt: now.toISOString(),
      tables: await rowsOfPerson(transaction, person),
      images: names.map((name) => ({
        name,
        link: signedImageLink(name, configuration.masterSecrets[0], clock.now()),
      })),
    },
  };
});

const answeredErase = answerHost(eraseBorrower, async (context, { borrowerId, reason }) => {
  const { transaction, files, random, now: erasedAt, actor: erasedBy } = context;
  const person = await requirePerson(context, borrowerId, true);
  const obstacle = await obstacleToErasure(transaction, borrowerId);
  if (obstacle) throw new WordedError(new CodedError('status-conflict'), obstacleWords[obstacle]);
  const names = await imageNamesOf(transaction, borrowerId);
  const rowCounts = await eraseRowsOf(transaction, person);
  const counts = names.length > 0 ? { ...rowCounts, files: names.length } : rowCounts;
  const done = { id: random.id(), borrowerId, reason, erasedAt, erasedBy, counts };
  const erasure = { ...done, hash: erasureHash(done) };
  await insertErasure(transaction, erasure);
  // Last, since it cannot be taken back: done again, or found done, it is the same.
  for (const name of names) await files.delete(name);
  return { data: erasureView(erasure) };
});

const answeredList = answerHost(listErasures, async ({ transaction }, { cursor, limit = usualPageSize }) => {
  const [afterId] = cursorKey(cursor, [isId]) ?? [];
  const found = await erasuresAfter(transaction, afterId, limit + 1);
  const { rows, nextCursor } = pageOf(found, limit, ({ id }) => [id]);
  return { data: { erasures: rows.map(erasureView), nextCursor } };
});

/** What a person may ask of the lender under the law: a copy of all that is held of them, and that it be erased. */
export const answeredPersonalDataCalls: readonly AnsweredHostCall[] = [
  answeredExport,
  answeredErase,
  answeredList,
];

/** @throws CodedError 'not-found'. */
async function requirePerson(
  { transaction, configuration }: HostContext,
  borrowerId: string,
  isLocked: boolean,
): Promise<Person> {
  const borrower = await personOf(transaction, borrowerId, isLocked);
  if (!borrower) throw new CodedError('not-found', 'borrowerId');
  const rule = phoneRuleOf(borrower.market);
  const digits = phoneDigits(rule, borrower.mobilePhone);
  const mobilePhone = internationalPhone(rule, digits);
  const given = [mobilePhone, digits, `${rule.callingCode}${digits}`];
  const numberHashes = configuration.masterSecrets.flatMap((secret) =>
    given.map((form) => keyedHash(secret, 'number', form)),
  );
  return { borrowerId, mobilePhone, numberHashes };
}

function erasureHash({
  id,
  borrowerId,
  reason,
  erasedAt,
  erasedBy,
  counts,
}: Omit<ErasureRecord, 'hash'>): string {
  const inOrder = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([id, borrowerId, reason, erasedAt.toISOString(), erasedBy, ...inOrder]);
  return createHash('sha256').update(text).digest('hex');
}

function erasureView({ id, erasedAt, counts, ...erasure }: ErasureRecord): HostErasure {
  return { erasureId: id, ...erasure, counts: { ...counts }, erasedAt: erasedAt.toISOString() };
}
