import type { ReactNode } from 'react';
import { deskAccountText, deskFiguresText } from '#content/messages/desk-figures.ts';
import { fill } from '#content/text-pack.ts';
import { readAging, readTrialBalance, reconcileProviders } from '#contract/host/accounting.ts';
import { addDays } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { allCurrencies, currencyOf, marketOfCurrency } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { BarChart, ColumnChart } from '../ui/chart.tsx';
import { DayRange } from '../ui/day-range.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';

const chartDays = 7;
const balanceDays = 30;

/** Arrears by age, payments by day, the trial balance, and files of each. */
export const figures = deskScreen({
  path: deskPaths.figures,
  needs: 'see-money',
  async load(desk) {
    const currency: Currency = requestedCurrency(desk);
    const { day: today, buckets } = await desk.read(readAging, { currency });
    const week = await desk.read(reconcileProviders, {
      currency,
      fromDay: addDays(today, 1 - chartDays),
      throughDay: today,
    });
    const days = Array.from({ length: chartDays }, (_, index) => addDays(today, index + 1 - chartDays));
    const payments = days.map((day) => {
      const of = week.days.filter((each) => each.day === day);
      const sum = (name: 'postedMinor' | 'unmatchedMinor' | 'reversedMinor') =>
        of.reduce((total, each) => total + BigInt(each[name]), 0n);
      return {
        day,
        count: of.reduce((total, each) => total + each.count, 0),
        matched: sum('postedMinor'),
        unmatched: sum('unmatchedMinor'),
        reversed: sum('reversedMinor'),
      };
    });
    const fromDay = desk.parameter('from') || addDays(today, 1 - balanceDays);
    const throughDay = desk.parameter('through') || today;
    const balance = await balanceOf(desk, { currency, fromDay, throughDay });
    return { currency, buckets, payments, fromDay, throughDay, balance };
  },
  title: ({ desk }) => deskFiguresText[desk.language].title,
  page({ desk, currency, buckets, payments, fromDay, throughDay, balance }) {
    const text = deskFiguresText[desk.language];
    const money = (digits: bigint | string) => desk.money(digits, currency);
    const late = buckets.filter(({ bucket }) => bucket !== 'current');
    const ageOf = (bucket: string) =>
      bucket === 'current' ? text.current : bucket === '91+' ? text.over : fill(text.days, { range: bucket });
    return (
      <>
        <div className="top">
          <h1>{text.title}</h1>
          <p className="sub">{fill(text.line, { market: marketOfCurrency(currency) })}</p>
        </div>
        <nav className="chips" aria-label={text.currency}>
          {allCurrencies.map((each) => (
            <a
              key={each}
              href={addressOf(deskPaths.figures, { currency: each })}
              aria-current={each === currency ? 'true' : undefined}
            >
              {each}
            </a>
          ))}
        </nav>
        <section className="part" aria-labelledby="arrears">
          <div className="line">
            <h2 id="arrears">{text.arrears}</h2>
          </div>
          <div className="chart">
            <div>
              <BarChart
                label={text.arrearsChart}
                bars={late.map(({ bucket, overdueMinor }) => ({
                  name: ageOf(bucket),
                  value: Number(overdueMinor),
                  figure: money(overdueMinor),
                }))}
              />
            </div>
            <Table
              caption={text.arrears}
              rows={buckets}
              keyOf={({ bucket }) => bucket}
              columns={[
                { head: text.age, className: 'fit', cell: ({ bucket }) => ageOf(bucket) },
                { head: text.loans, className: 'n r', isLabelled: true, cell: ({ loanCount }) => loanCount },
                {
                  head: text.owed,
                  className: 'n',
                  isLabelled: true,
                  cell: ({ owedMinor }) => money(owedMinor),
                },
                {
                  head: text.overdue,
                  className: 'n r',
                  isLabelled: true,
                  cell: ({ overdueMinor }) => money(overdueMinor),
                },
              ]}
            />
          </div>
        </section>
        <section className="part" aria-labelledby="payments">
          <div className="line">
            <h2 id="payments">{text.payments}</h2>
            <span className="end">{text.week}</span>
          </div>
          <div className="chart">
            <div>
              <ColumnChart
                label={text.paymentsChart}
                columns={payments.map(({ day, matched, unmatched }) => ({
                  name: day.slice(5),
                  value: Number(matched),
                  onTop: Number(unmatched),
                  figure: String((matched + unmatched) / 100n),
                }))}
              />
              <p className="legend">
                <span>
                  <svg viewBox="0 0 12 12" aria-hidden="true">
                    <rect className="bar-a" width="12" height="12" />
                  </svg>
                  {text.matched}
                </span>
                <span>
                  <svg viewBox="0 0 12 12" aria-hidden="true">
                    <rect className="bar-u" x=".5" y=".5" width="11" height="11" />
                  </svg>
                  {text.unmatched}
                </span>
              </p>
            </div>
            <Table
              caption={text.payments}
              rows={payments}
              keyOf={({ day }) => day}
              columns={[
                { head: text.day, className: 'fit num', cell: ({ day }) => day },
                { head: text.count, className: 'n r', isLabelled: true, cell: ({ count }) => count },
                {
                  head: text.matched,
                  className: 'n',
                  isLabelled: true,
                  cell: ({ matched }) => money(matched),
                },
                {
                  head: text.unmatched,
                  className: 'n r',
                  isLabelled: true,
                  cell: ({ unmatched }) => money(unmatched),
                },
                {
                  head: text.reversed,
                  className: 'n',
                  isLabelled: true,
                  cell: ({ reversed }) => money(reversed),
                },
              ]}
            />
          </div>
        </section>
        <section className="part" aria-labelledby="balance">
          <div className="line">
            <h2 id="balance">{text.balance}</h2>
          </div>
          <DayRange
            action={deskPaths.figures}
            ids={['from', 'through']}
            isWrong={balance === null}
            {...{ fromDay, throughDay, text }}
          >
            <input type="hidden" name="currency" value={currency} />
          </DayRange>
          {balance !== null && (
            <Table
              caption={text.balance}
              className="g3"
              rows={[...balance.accounts, balance.total]}
              keyOf={({ account }) => account}
              columns={[
                {
                  head: text.account,
                  cell: ({ account }) => (account === '' ? text.sum : <Account name={account} desk={desk} />),
                },
                {
                  head: text.opening,
                  className: 'n r',
                  isLabelled: true,
                  cell: (row) => money(row.openingMinor),
                },
                { head: text.debit, className: 'n', isLabelled: true, cell: (row) => money(row.debitMinor) },
                {
                  head: text.credit,
                  className: 'n r',
                  isLabelled: true,
                  cell: (row) => money(row.creditMinor),
                },
                {
                  head: text.closing,
                  className: 'n strong',
                  isLabelled: true,
                  cell: (row) => money(row.closingMinor),
                },
              ]}
            />
          )}
        </section>
        {desk.may('export') && <Files desk={desk} currency={currency} from={fromDay} through={throughDay} />}
        <p className="audit">{desk.time(desk.now)}</p>
      </>
    );
  },
});

/** The currency the address names, else that of the desk's market. */
export function requestedCurrency({ parameter, market }: OpenDesk): Currency {
  const asked = allCurrencies.find((each) => each === parameter('currency'));
  return asked ?? currencyOf(market);
}

/** The accounts over some days and their total; null where the days are none. */
async function balanceOf(
  desk: OpenDesk,
  of: { readonly currency: Currency; readonly fromDay: string; readonly throughDay: string },
) {
  try {
    const { accounts } = await desk.read(readTrialBalance, of);
    const sum = (name: 'openingMinor' | 'debitMinor' | 'creditMinor' | 'closingMinor') =>
      String(accounts.reduce((total, account) => total + BigInt(account[name]), 0n));
    return {
      accounts,
      total: {
        account: '',
        openingMinor: sum('openingMinor'),
        debitMinor: sum('debitMinor'),
        creditMinor: sum('creditMinor'),
        closingMinor: sum('closingMinor'),
      },
    };
  } catch (error) {
    if (error instanceof CodedError && error.code === 'request-invalid') return null;
    throw error;
  }
}

function Files({
  desk,
  currency,
  from,
  through,
}: {
  readonly desk: OpenDesk;
  readonly currency: Currency;
  readonly from: string;
  readonly through: string;
}): ReactNode {
  const text = deskFiguresText[desk.language];
  const address = (file: string, parameters: Readonly<Record<string, string>>) =>
    addressOf(deskPaths.exports.replace(':file', file), parameters);
  return (
    <section className="part" aria-labelledby="files">
      <div className="line">
        <h2 id="files">{text.files}</h2>
        <span className="end">{text.filesLine}</span>
      </div>
      <p className="acts g3">
        <a className="btn second" href={address('journal.csv', { currency, from, through })}>
          {text.journal}
        </a>
        <a className="btn second" href={address('aging.csv', { currency })}>
          {text.aging}
        </a>
        {desk.may('see-personal-data') && (
          <>
            {desk.may('see-operations') && (
              <a className="btn second" href={address('registrations.csv', {})}>
                {text.registrations}
              </a>
            )}
            {desk.may('see-complaints') && (
              <a className="btn second" href={address('complaints.csv', {})}>
                {text.complaints}
              </a>
            )}
          </>
        )}
      </p>
    </section>
  );
}

/** An account in words, with its name in the files of the journal. */
function Account({ name, desk }: { readonly name: string; readonly desk: OpenDesk }): ReactNode {
  const text = deskAccountText[desk.language];
  return (
    <>
      {name in text && `${text[name as 'cash']} `}
      <span className="sub hash">{name}</span>
    </>
  );
}
