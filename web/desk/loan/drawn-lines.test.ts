import { expect, test } from 'vitest';
import type { StoryLine } from '#contract/desk.ts';
import { minorAmount } from '#domain/money/money.ts';
import { drawnAlone, drawnOnce, stretchesOf } from './drawn-lines.ts';

const plain: StoryLine = {
  ...{
    at: new Date('2026-11-20T18:00:00Z'),
    kind: 'desk',
    words: '',
    isReversal: false,
    by: null,
    reason: null,
  },
  ...{
    about: null,
    trackingKey: null,
    eventId: null,
    cashMinor: null,
    owedMinor: null,
    owedAfterMinor: null,
    parts: [],
  },
  ...{ heldMinor: null, valueOn: null, quotedMinor: null, result: null, promise: null, orderNumber: 'LL1' },
};
const at = (seconds: number) => new Date(plain.at.getTime() + seconds * 1000);
const drawn = (...lines: Partial<StoryLine>[]) =>
  drawnOnce(lines.map((line) => ({ ...plain, ...line }))).map(({ line, also }) => [
    line.words,
    ...also.map(({ words, about }) => about ?? words),
  ]);
const marta = 'desk:marta';

test('a payment, the state it led to and what the systems were told of it are one line', () => {
  expect(
    drawn(
      { kind: 'status', words: 'settled' },
      { kind: 'money', words: 'payment' },
      { kind: 'message', words: 'event-delivered', about: 'payment.received' },
      { kind: 'message', words: 'event-pending', about: 'loan.settled' },
    ),
  ).toEqual([['payment', 'settled', 'payment.received', 'loan.settled']]);
});

test('entries of one instant are told by their cause, and two decisions are two lines', () => {
  expect(
    drawn(
      { kind: 'message', words: 'event-pending', about: 'payment.received' },
      { kind: 'message', words: 'event-pending', about: 'loan.disbursed' },
      { kind: 'message', words: 'event-pending', about: 'loan.approved' },
      { kind: 'message', words: 'event-pending', about: 'application.submitted' },
      { kind: 'status', words: 'settled' },
      { kind: 'money', words: 'earning' },
      { kind: 'money', words: 'payment', cashMinor: minorAmount(500) },
      { kind: 'money', words: 'disbursal', cashMinor: minorAmount(-500) },
      { kind: 'status', words: 'to-repay' },
      { kind: 'status', words: 'paying-out' },
      { kind: 'status', words: 'under-review' },
      { kind: 'agreement', words: 'accepted' },
    ),
  ).toEqual([
    ['earning'],
    ['payment', 'payment.received', 'settled'],
    ['disbursal', 'loan.disbursed', 'to-repay'],
    ['paying-out', 'loan.approved'],
    ['accepted', 'application.submitted', 'under-review'],
  ]);
});

test('events that were given up or concern something else have a line of their own', () => {
  expect(
    drawn(
      { kind: 'status', words: 'overdue' },
      { kind: 'money', words: 'accrual' },
      { kind: 'message', words: 'event-dead', about: 'payment.received' },
      { kind: 'message', words: 'event-delivered', about: 'charge.disputed' },
      { kind: 'message', words: 'sms-delivered', orderNumber: null },
      { kind: 'status', words: 'settled', orderNumber: 'LL2' },
      { kind: 'money', words: 'payment', at: at(-1) },
    ),
  ).toEqual([
    ...[['overdue'], ['accrual'], ['event-dead'], ['event-delivered'], ['sms-delivered']],
    ...[['settled'], ['payment']],
  ]);
});

test('an act of a person goes with what it did, by whichever clock; who looked, was refused, or did something else stands alone', () => {
  expect(
    drawn(
      { words: 'opened', by: marta, at: at(2) },
      { words: 'decideApplication', by: marta, at: at(1), reason: 'checked' },
      { kind: 'status', words: 'paying-out', by: marta },
      { words: 'decideApplication:refused', by: marta },
      { words: 'decideApplication', by: 'desk:luis' },
      { words: 'handed-over', by: marta, at: at(-60) },
      { words: 'noted', by: marta, orderNumber: null, at: at(-90) },
      { kind: 'note', words: 'note', by: marta, orderNumber: null, at: at(-90) },
    ),
  ).toEqual([
    ['opened'],
    ['paying-out', 'decideApplication'],
    ['decideApplication:refused'],
    ['decideApplication'],
    ['handed-over'],
    ['note', 'noted'],
  ]);
});

test('a change is one line, and so is repeated opening within an hour', () => {
  expect(
    drawn(
      { words: 'opened', by: marta, at: at(3000) },
      { words: 'opened', by: 'desk:luis', at: at(2000) },
      { kind: 'message', words: 'event-pending', about: 'loan.changed' },
      { kind: 'money', words: 'earning' },
      { kind: 'money', words: 'waiver' },
      { words: 'opened', by: marta, at: at(-1) },
      { words: 'opened', by: marta, at: at(-2), orderNumber: null },
      { kind: 'note', words: 'note', at: at(-3) },
      { words: 'opened', by: marta, at: at(-4000) },
    ),
  ).toEqual([
    ['opened'],
    ['opened'],
    ['earning'],
    ['waiver', 'loan.changed'],
    ['opened'],
    ['note'],
    ['opened'],
  ]);
});

test('the same act of one person in a row is one line, the newest', () => {
  const lines = [at(3), at(2), at(1)].map((each) => ({ ...plain, words: 'opened', by: marta, at: each }));
  expect(drawnAlone(lines).map(({ line }) => line)).toEqual(lines.slice(0, 1));
});

test('late fees of many days are one stretch of one loan, few and corrected ones stay lines', () => {
  const stretches = (...words: string[]) =>
    stretchesOf(
      words.map((each) => {
        const [word = '', orderNumber = 'LL1'] = each.split(' of ');
        return { line: { ...plain, kind: 'money' as const, words: word, orderNumber }, also: [] };
      }),
    ).map(({ isFees, lines }) => `${isFees ? 'fees' : 'lines'} ${lines.length}`);
  const fees = (count: number, of = 'LL1') => Array.from({ length: count }, () => `accrual of ${of}`);
  expect(stretches('payment', ...fees(4), 'overdue', 'disbursal')).toEqual(['lines 1', 'fees 4', 'lines 2']);
  expect(stretches('payment', ...fees(3), 'disbursal')).toEqual(['lines 5']);
  expect(stretches(...fees(4), ...fees(5, 'LL2'))).toEqual(['fees 4', 'fees 5']);
  expect(stretches()).toEqual([]);
});
