import type { ReactNode } from 'react';
import { deskAccountText, deskFiguresText } from '#content/messages/desk-figures.ts';
import { fill } from '#content/text-pack.ts';
import { readAging, readTrialBalance, reconcileProviders } from '#contract/host/accounting.ts';
import { addDays } from '#domain/calendar.ts';
import { returnsAskedBy } from '#domain/complaint/complaint-return.ts';
import { CodedError } from '#domain/error-code.ts';
import { allCurrencies, currencyOf, marketOfCurrency, supervisorOf } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, exportPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { AuditText } from '../ui/audit-line.tsx';
import { BarChart, BarLegend, ChartFrame } from '../ui/chart.tsx';
import { ChipRow } from '../ui/chips.tsx';
import { DayRange } from '../ui/day-range.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Part } from '../ui/part.tsx';
import { Table } from '../ui/table.tsx';

const chartDays = 7;
const balanceDays = 30;

export const figures = deskScreen({
  path: deskPaths.figures,
  needs: 'see-money',
  load: readFigures,
  title: ({ desk }) => deskFiguresText[desk.language].title,
  page({ desk, currency, buckets, payments, fromDay, throughDay, balance }) {
    const text = deskFiguresText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{fill(text.line, { market: marketOfCurrency(currency) })}</p>
        </PageHead>
        <ChipRow label={text.currency}>
          {allCurrencies.map((each) => (
            <a
              key={each}
              href={addressOf(deskPaths.figures, { currency: each })}
              aria-current={each === currency ? 'true' : undefined}
            >
              {each}
            </a>
          ))}
        </ChipRow>
        <Arrears currency={currency} buckets={buckets} />
        <Payments currency={currency} payments={payments} />
        <Part id="balance" title={text.balance}>
          <DayRange
            action={deskPaths.figures}
            ids={['from', 'through']}
            fromDay={fromDay}
            throughDay={throughDay}
            text={text}
          >
            <input type="hidden" name="currency" value={currency} />
          </DayRange>
          {balance !== null && <TrialBalance currency={currency} balance={balance} />}
        </Part>
        {desk.may('export') && <Files currency={currency} from={fromDay} through={throughDay} />}
        <AuditText>{desk.zonedTime(desk.now)}</AuditText>
      </>
    );
  },
});

async function readFigures(desk: OpenDesk) {
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
}

type Figures = Awaited<ReturnType<typeof readFigures>>;

function Arrears({ currency, buckets }: Pick<Figures, 'currency' | 'buckets'>): ReactNode {
  const desk = useDesk();
  const text = deskFiguresText[desk.language];
  const money = (digits: string) => desk.money(digits, currency);
  const late = buckets.filter(({ bucket }) => bucket !== 'current');
  const ageOf = (bucket: string) =>
    bucket === 'current' ? text.current : bucket === '91+' ? text.over : fill(text.days, { range: bucket });
  return (
    <Part id="arrears" title={fill(text.inCurrency, { what: text.arrears, currency })}>
      <ChartFrame>
        <div>
          <BarChart
            label={fill(text.inCurrency, { what: text.arrearsChart, currency })}
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
            [text.age, ({ bucket }) => ageOf(bucket), 'fit'],
            [text.loans, ({ loanCount }) => loanCount, 'figure right labelled'],
            [text.owed, ({ owedMinor }) => money(owedMinor), 'figure labelled'],
            [text.overdue, ({ overdueMinor }) => money(overdueMinor), 'figure right labelled'],
          ]}
        />
      </ChartFrame>
    </Part>
  );
}

function Payments({ currency, payments }: Pick<Figures, 'currency' | 'payments'>): ReactNode {
  const desk = useDesk();
  const text = deskFiguresText[desk.language];
  const money = (digits: bigint) => desk.money(digits, currency);
  return (
    <Part id="payments" title={fill(text.inCurrency, { what: text.payments, currency })} end={text.week}>
      <ChartFrame>
        <div>
          <BarChart
            label={fill(text.inCurrency, { what: text.paymentsChart, currency })}
            bars={payments.map(({ day, matched, unmatched }) => ({
              name: day.slice(5),
              value: Number(matched),
              onTop: Number(unmatched),
              figure: money(matched + unmatched),
            }))}
          />
          <BarLegend value={text.matched} onTop={text.unmatched} />
        </div>
        <Table
          caption={text.payments}
          rows={payments}
          keyOf={({ day }) => day}
          columns={[
            [text.day, ({ day }) => day, 'fit num'],
            [text.count, ({ count }) => count, 'figure right labelled'],
            [text.matched, ({ matched }) => money(matched), 'figure labelled'],
            [text.unmatched, ({ unmatched }) => money(unmatched), 'figure right labelled'],
            [text.reversed, ({ reversed }) => money(reversed), 'figure labelled'],
          ]}
        />
      </ChartFrame>
    </Part>
  );
}

function TrialBalance({
  currency,
  balance,
}: {
  readonly currency: Currency;
  readonly balance: NonNullable<Figures['balance']>;
}): ReactNode {
  const desk = useDesk();
  const text = deskFiguresText[desk.language];
  const money = (digits: string) => desk.money(digits, currency);
  return (
    <div className="g3">
      <Table
        caption={text.balance}
        rows={[...balance.accounts, balance.total]}
        keyOf={({ account }) => account}
        columns={[
          [text.account, ({ account }) => (account === '' ? text.sum : <Account name={account} />)],
          [text.opening, (row) => money(row.openingMinor), 'figure right labelled'],
          [text.debit, (row) => money(row.debitMinor), 'figure labelled'],
          [text.credit, (row) => money(row.creditMinor), 'figure right labelled'],
          [text.closing, (row) => money(row.closingMinor), 'figure strong labelled'],
        ]}
      />
    </div>
  );
}

/** The currency of the address; that of the desk's market unless named. */
export function requestedCurrency({ parameter, market }: OpenDesk): Currency {
  const currency = allCurrencies.find((each) => each === parameter('currency'));
  return currency ?? currencyOf(market);
}

/** The trial balance of a period with its total; null if the period is invalid. */
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
  currency,
  from,
  through,
}: {
  readonly currency: Currency;
  readonly from: string;
  readonly through: string;
}): ReactNode {
  const desk = useDesk();
  const text = deskFiguresText[desk.language];
  const { market, company } = desk.screen.lenderOf(currency);
  const seesComplaints = desk.may('see-complaints');
  const returns = seesComplaints ? returnsAskedBy(market, company.supervisor) : [];
  const seesPeople = desk.may('see-personal-data');
  const period = { currency, from, through };
  const files: readonly (readonly [file: string, words: string, filters?: Record<string, string>] | false)[] =
    [
      ['journal.csv', text.journal, period],
      ['trial-balance.csv', text.balanceFile, period],
      ['reconciliation.csv', text.reconciliationFile, period],
      ['payments.csv', text.paymentsFile, period],
      ['statements.csv', text.statementsFile, period],
      ['refunds.csv', text.refundsFile],
      ['loans.csv', text.loans],
      ...returns.map(({ id, months }) => {
        const words = fill(text.returnFile, { name: id.toUpperCase() });
        return [`complaints-${id}.csv`, words, { month: firstMonthOf(through, months) }] as const;
      }),
      desk.may('see-audit') && ['record.csv', text.recordFile],
      ['aging.csv', text.aging, { currency }],
      seesPeople && desk.may('see-operations') && ['registrations.csv', text.registrations],
      seesPeople && seesComplaints && ['complaints.csv', text.complaints],
    ];
  return (
    <Part id="files" title={text.files} end={text.filesLine}>
      <Acts>
        {files
          .filter((file) => file !== false)
          .map(([file, words, filters = {}]) => (
            <ButtonLink key={file} kind="second" href={addressOf(exportPath(file), filters)}>
              {words}
            </ButtonLink>
          ))}
      </Acts>
      {seesComplaints && returns.length === 0 && (
        <p className="hint">
          {fill(text.noReturns, {
            supervisor: (supervisorOf(market, company.supervisor)?.id ?? '').toUpperCase(),
          })}
        </p>
      )}
    </Part>
  );
}

/** The first month, `YYYY-MM`, of the reporting period that contains a day. */
function firstMonthOf(day: string, months: number): string {
  const month = Number(day.slice(5, 7));
  return `${day.slice(0, 5)}${String(month - ((month - 1) % months)).padStart(2, '0')}`;
}

function Account({ name }: { readonly name: string }): ReactNode {
  const desk = useDesk();
  const text = deskAccountText[desk.language];
  const [kind = ''] = name.split(':');
  return (
    <>
      {kind in text && `${text[kind as 'cash']} `}
      <span className="sub hash">{name}</span>
    </>
  );
}
