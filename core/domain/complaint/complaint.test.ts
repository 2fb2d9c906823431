import { expect, test } from 'vitest';
import { loanStatuses } from '../loan/loan-status.ts';
import {
  allowsCollection,
  canChangeState,
  complaintStates,
  complaintSubtypeIds,
  complaintTypeIds,
  isBlockedForOrder,
  isComplaintSubtypeId,
  isComplaintTypeId,
  isHandled,
} from './complaint.ts';

test.each(complaintTypeIds)(
  '[COMP-1] type %s is blocked only as collection on an order without isShow 1',
  (typeId) => {
    expect(isBlockedForOrder(typeId, { allowsCollection: false })).toBe(typeId === '1');
    expect(isBlockedForOrder(typeId, { allowsCollection: true })).toBe(false);
    expect(isBlockedForOrder(typeId, null)).toBe(false);
  },
);

test('[COMP-1] collection is for orders that were paid out', () => {
  expect(loanStatuses.filter(allowsCollection)).toEqual([
    'to-repay',
    'overdue',
    'settled',
    'written-off',
    'sold',
  ]);
});

test('types and subtypes have numbers of their own', () => {
  const ids: readonly string[] = [...complaintTypeIds, ...complaintSubtypeIds];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter(isComplaintTypeId)).toEqual([...complaintTypeIds]);
  expect(ids.filter(isComplaintSubtypeId)).toEqual([...complaintSubtypeIds]);
  expect(['', '0', '01', '1 ', 'collection'].some(isComplaintTypeId)).toBe(false);
});

test('a complaint goes from one state to another only as the table says, and is not closed without an answer', () => {
  const moves = complaintStates.flatMap((from) =>
    complaintStates.filter((to) => canChangeState(from, to)).map((to) => `${from}→${to}`),
  );
  expect(moves).toEqual(['received→in-review', 'received→answered', 'in-review→answered', 'answered→closed']);
});

test('[COMP-6] a complaint is handled once it is answered', () => {
  expect(complaintStates.filter(isHandled)).toEqual(['answered', 'closed']);
});
