import { CodedError, orNotFound } from '#domain/error-code.ts';
import type { HostContext } from '../http/host-gate.ts';
import { type BorrowerLink, endLink, insertLink, linksOf, lockBorrower, noLinkFacts } from './store.ts';

/** A link as one of its borrowers sees it. */
export function linkView(link: BorrowerLink, borrowerId: string) {
  const { reason, linkedAt, linkedBy } = link;
  const otherBorrowerId = link.borrowerId === borrowerId ? link.otherBorrowerId : link.borrowerId;
  return { otherBorrowerId, reason, linkedAt, linkedBy };
}

/**
 * Links two borrowers, or ends their link. @throws CodedError 'not-found'; 'request-invalid' on 'otherBorrowerId' for the same borrower
 * or one of another market; 'status-conflict' where they are linked, or are not, already.
 */
export async function changeLink(
  { transaction, now, actor: by, random }: HostContext,
  request: { readonly borrowerId: string; readonly otherBorrowerId: string; readonly reason: string },
  isLinked: boolean,
) {
  const { reason } = request;
  const ids = [request.borrowerId.toLowerCase(), request.otherBorrowerId.toLowerCase()] as const;
  const [one, other] = ids;
  if (one === other) throw new CodedError('request-invalid', 'otherBorrowerId');
  const [first, second] = one < other ? [one, other] : [other, one];
  // In the order of ids, so that two requests do not wait for each other.
  const pair = [await lockBorrower(transaction, { borrowerId: first })];
  pair.push(await lockBorrower(transaction, { borrowerId: second }));
  const [oneFound, otherFound] = ids.map((id) => pair.find((each) => each?.id === id && !each.erasedAt));
  const { market } = orNotFound(oneFound, 'borrowerId');
  if (orNotFound(otherFound, 'otherBorrowerId').market !== market)
    throw new CodedError('request-invalid', 'otherBorrowerId');
  const links = await linksOf(transaction, [first]);
  const link = links.find((each) => each.borrowerId === first && each.otherBorrowerId === second);
  if ((link !== undefined) === isLinked) throw new CodedError('status-conflict');
  if (link) {
    await endLink(transaction, link, { endedAt: now, endedBy: by, endReason: reason });
    return linkView(link, one);
  }
  const between = { id: random.id(), borrowerId: first, otherBorrowerId: second };
  const added: BorrowerLink = { ...noLinkFacts, ...between, reason, linkedAt: now, linkedBy: by };
  await insertLink(transaction, added);
  return linkView(added, one);
}
