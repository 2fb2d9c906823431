import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minorAmount, zeroMinor } from '../money/money.ts';
import { decideOutflow, type OutflowCase, outflowCauses, outflowStates } from './outflow.ts';

const minor = minorAmount;
const whole: OutflowCase = {
  ...{ cause: 'refund', amountMinor: minor(1_000), currency: 'MXN', otherOutflows: [], refundByHand: 'none' },
  payment: { amountMinor: minor(1_000), currency: 'MXN', outcome: 'posted' },
  ...{ refundedMinor: zeroMinor, heldMinor: zeroMinor },
};
const part: OutflowCase = { ...whole, amountMinor: minor(300) };
const reversed = { amountMinor: minor(1_000), currency: 'MXN', outcome: 'reversed' } as const;
const waiting = { amountMinor: minor(700), state: 'waiting' } as const;

test.each<[string, OutflowCase, string]>([
  ['a whole payment is taken back', whole, 'take-back'],
  ['so is one without a loan', { ...whole, payment: { ...reversed, outcome: 'unmatched' } }, 'take-back'],
  ['one that a person took back before is known', { ...whole, payment: reversed }, 'is-taken-back'],
  ['parts that make up the whole take it back', { ...part, otherOutflows: [waiting] }, 'take-back'],
  ['a part that is held is a refund', { ...part, heldMinor: minor(300) }, 'refund'],
  ['a part that is not held waits', { ...part, heldMinor: minor(299) }, 'part'],
  [
    'a part of a dispute waits, whatever is held',
    { ...part, cause: 'dispute', heldMinor: minor(999) },
    'part',
  ],
  ['a part of a payment taken back waits', { ...part, payment: reversed }, 'taken-back'],
  [
    'a part that with a booked one makes up the whole takes the rest back',
    { ...part, otherOutflows: [{ ...waiting, state: 'booked' }] },
    'take-back',
  ],
  [
    'a dispute of what is left beside a refund takes the rest back',
    { ...part, cause: 'dispute', refundedMinor: minor(700) },
    'take-back',
  ],
  [
    'a part beside one that a person settled waits',
    { ...part, otherOutflows: [{ ...waiting, state: 'closed' }] },
    'part',
  ],
  [
    'more than was paid waits',
    { ...part, otherOutflows: [{ ...waiting, amountMinor: minor(701) }] },
    'more-than-paid',
  ],
  ['more than our own refunds left waits', { ...whole, refundedMinor: minor(1) }, 'more-than-paid'],
  [
    'a dispute of the whole takes what is left beside a refund',
    { ...whole, cause: 'dispute', refundedMinor: minor(400) },
    'take-back',
  ],
  [
    'a dispute of a payment that another one took waits',
    {
      ...whole,
      cause: 'dispute',
      payment: reversed,
      otherOutflows: [{ amountMinor: minor(1_000), state: 'booked' }],
    },
    'more-than-paid',
  ],
  ['another currency waits', { ...whole, currency: 'INR' }, 'other-currency'],
  ['an unknown payment waits', { ...whole, payment: null }, 'no-payment'],
  ['what may be a refund by hand waits', { ...whole, refundByHand: 'perhaps' }, 'refund-by-hand'],
  ['what is one is known', { ...whole, refundByHand: 'same' }, 'is-refunded'],
  ['a dispute is no refund by hand', { ...whole, cause: 'dispute', refundByHand: 'perhaps' }, 'take-back'],
])('%s', (_title, outflow, expected) => {
  const decision = decideOutflow(outflow);
  expect(decision.act === 'wait' ? decision.doubt : decision.act).toBe(expected);
});

const amounts = fc.integer({ min: 1, max: 2_000 }).map(minor);

test('what is booked never leaves more than was paid, nor more than is held', () => {
  fc.assert(
    fc.property(
      fc.record<OutflowCase>({
        cause: fc.constantFrom(...outflowCauses),
        amountMinor: amounts,
        currency: fc.constantFrom('MXN', 'INR'),
        payment: fc.option(
          fc.record({
            amountMinor: amounts,
            currency: fc.constant('MXN'),
            outcome: fc.constantFrom('posted', 'unmatched', 'reversed'),
          }),
        ),
        otherOutflows: fc.array(
          fc.record({ amountMinor: amounts, state: fc.constantFrom(...outflowStates) }),
        ),
        refundedMinor: fc.constantFrom(zeroMinor, minor(10)),
        heldMinor: amounts,
        refundByHand: fc.constantFrom('same', 'perhaps', 'none'),
      }),
      (outflow) => {
        const decision = decideOutflow(outflow);
        const { act } = decision;
        if (act !== 'take-back' && act !== 'refund') return;
        const beyondMinor = act === 'take-back' ? decision.beyondMinor : 0;
        const { amountMinor, payment, otherOutflows, refundedMinor, heldMinor } = outflow;
        const goneMinor = otherOutflows.reduce(
          (sum, other) => sum + other.amountMinor,
          amountMinor + refundedMinor,
        );
        expect(goneMinor - beyondMinor).toBeLessThanOrEqual(payment?.amountMinor ?? 0);
        expect(beyondMinor).toBeLessThan(amountMinor);
        if (act === 'refund') expect(amountMinor <= heldMinor && payment?.outcome === 'posted').toBe(true);
        else expect(payment?.outcome).not.toBe('reversed');
        if (act === 'take-back') expect(goneMinor - beyondMinor).toBe(payment?.amountMinor);
      },
    ),
  );
});
