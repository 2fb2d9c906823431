import { expect, test } from 'vitest';
import { allMarkets, marketOf } from '#domain/market.ts';
import { companiesOf } from './companies.ts';
import { readEnvironment } from './environment.ts';

const telephonesIn = (variables: Readonly<Record<string, string>>) => {
  const companies = companiesOf(readEnvironment(variables));
  return allMarkets.map((market) => [companies[market].telephone, companies[market].complaintsTelephone]);
};

test('the made-up telephone of the demo is one of each market, and gives way to any that is set', () => {
  for (const [market, [telephone, complaints]] of allMarkets.map(
    (each, index) => [each, telephonesIn({})[index] ?? []] as const,
  )) {
    expect([telephone, complaints]).toEqual([telephone, telephone]);
    expect(telephone?.startsWith(`+${marketOf[market].telephone.callingCode} `)).toBe(true);
  }
  const shared = '55 1234 5678';
  expect(telephonesIn({ SERVICE_PHONE: shared })).toEqual(allMarkets.map(() => [shared, shared]));
  const own = telephonesIn({ SERVICE_PHONE: shared, SERVICE_PHONE_IN: '80 1234 5678' });
  expect(own).toEqual([
    [shared, shared],
    ['80 1234 5678', '80 1234 5678'],
  ]);
});
