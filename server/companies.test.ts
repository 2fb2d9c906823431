import { expect, test } from 'vitest';
import { allMarkets, marketOf } from '#domain/market.ts';
import { bankCalendarsOf, companiesOf, warnOfBankYears, warnOfRetention } from './companies.ts';
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

test('data are kept for the years of the law unless others are set, and end by time once they are confirmed', () => {
  const kept = (variables: Readonly<Record<string, string>>) =>
    companiesOf(readEnvironment(variables)).MX.retention;
  const { retentionYears } = marketOf.MX;
  expect(kept({})).toEqual({ years: retentionYears, isConfirmed: false });
  const own = { RETENTION_LOAN_YEARS_MX: '12', RETENTION_CONFIRMED_MX: 'on' };
  expect(kept(own)).toEqual({ years: { ...retentionYears, loan: 12 }, isConfirmed: true });
  const warned: string[] = [];
  const logger = { info() {}, warn: (line: string) => void warned.push(line), error() {} };
  warnOfRetention(readEnvironment(own), logger);
  expect(warned).toEqual([expect.stringContaining('RETENTION_CONFIRMED_IN')]);
  expect(() => readEnvironment({ RETENTION_LOAN_YEARS_MX: '0' })).toThrow('RETENTION_LOAN_YEARS_MX');
});

test('bank holidays are named by state, day and year, and a year that is not known is warned of', () => {
  const warned = (variables: Readonly<Record<string, string>>) => {
    const lines: string[] = [];
    const logger = { info() {}, warn: (line: string) => void lines.push(line), error() {} };
    warnOfBankYears(readEnvironment(variables), new Date('2026-11-28T12:00:00Z'), logger);
    return lines.map((line) => line.split(' are unknown')[0]);
  };
  expect(warned({})).toEqual([
    'BANK_HOLIDAYS_MX: the bank holidays of 2027',
    'BANK_HOLIDAYS_IN: the bank holidays of 2026, 2027',
  ]);
  const named = { BANK_HOLIDAYS_MX: '2027', BANK_HOLIDAYS_IN: 'MH, 2027-03-22' };
  expect(warned(named)).toEqual([]);
  expect(bankCalendarsOf(readEnvironment(named)).IN).toEqual({ market: 'IN', named: ['MH', '2027-03-22'] });
  expect(() => readEnvironment({ BANK_HOLIDAYS_IN: '2027-02-29' })).toThrow('BANK_HOLIDAYS_IN');
});
