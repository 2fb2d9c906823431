import { expect, test } from 'vitest';
import { z } from 'zod';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { allCalls } from './all-calls.ts';

type CallName = keyof typeof wireSamples;

function read(name: CallName, answer: unknown): unknown {
  const codec = allCalls.find((call) => call.name === name)?.response;
  return z.decode(codec as z.core.$ZodType<unknown, unknown>, answer);
}

/** A field that only we add, or that the specification leaves open, and what a use of its name unlike ours reads as. */
const additions: readonly (readonly [CallName, string, unknown, object])[] = [
  ['readSavedCards', 'alipay', {}, { offersPaymentPage: false }],
  ['readSavedCards', 'openPayment', { state: 'done' }, { openPayment: null, tellsOpenPayment: true }],
  ['readPromotionTemplate', 'language', 'fr', { language: null }],
  ['readPromotionTemplate', 'market', 'US', { market: null }],
  ['readPromotionTemplate', 'color', '#ffffff', { color: null }],
  ['readPromotionTemplate', 'heading', 'x'.repeat(81), { heading: '' }],
  ['readPromotionTemplate', 'line', 'x'.repeat(201), { line: '' }],
  ['readExtension', 'days', 'seven', { days: null }],
  ['readExtension', 'options', [{ kind: 'wait' }], { options: [] }],
  ['readLoan', 'statement', { dueMinor: 'mucho' }, { statement: null }],
  ['readLoan', 'notices', ['Hola'], { notices: [] }],
  ['readLoan', 'notices', [{ tone: 'loud', text: 'Hola' }], { notices: [{ tone: 'plain', text: 'Hola' }] }],
];

test.each(additions)('%s reads %s of another meaning as missing', (name, field, value, ours) => {
  const { response } = wireSamples[name]({ response: { [field]: value } });
  expect(read(name, response)).toMatchObject(ours);
});

test('a type of complaint without an id is left out, since nobody can choose it', () => {
  const problemType = [
    { title: 'Pagos', value: 2 },
    { title: '', value: ' ' },
  ];
  const { response } = wireSamples.openComplaint({ response: { problemType } });
  expect(read('openComplaint', response)).toMatchObject({ types: [{ title: 'Pagos', typeId: '2' }] });
});

test('a channel of a kind that is not ours is a plain one', () => {
  const channel = { payCode: '1', kind: 'pigeon' };
  const { response } = wireSamples.readRepayment({ response: { repayList: [{ list: [channel] }] } });
  expect(read('readRepayment', response)).toMatchObject({
    channelGroups: [{ channels: [{ payCode: '1', kind: null }] }],
  });
});

test.each([null, undefined, 'ok', [], 1])(
  'an answer %j whose data the specification does not show',
  (data) => {
    expect(read('sendComplaint', data)).toEqual({ complaintId: null, folio: '', answerBy: '' });
    expect(read('confirmCardPayment', data)).toEqual({ isPending: false });
  },
);
