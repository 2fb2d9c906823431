import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import { type DeskLoan, type ShownField, shownFields } from '#contract/desk.ts';
import { CodedError } from '#domain/error-code.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { correctLoanPath, deskPaths, loanPath } from '../paths.ts';
import { AuditLine } from '../ui/audit-line.tsx';
import { LoanState } from './loan-state.tsx';
import { LoanStory } from './loan-story.tsx';

/** What somebody asked to be shown, on the answer to their asking alone. */
interface Shown {
  readonly field: ShownField;
  readonly value: string;
}

/** A loan: what is owed and why, then its whole story beside its facts. */
export const loan = deskScreen<{ readonly loan: DeskLoan }, Shown>({
  path: deskPaths.loan,
  needs: 'see-loans',
  async load({ service, person, part }) {
    const found = await service.loans.read(person, part('order'));
    if (!found) throw new CodedError('not-found');
    return { loan: found };
  },
  async submit({ service, person, part, again }, form) {
    const field = shownFields.find((each) => each === fieldOf(form, 'show'));
    const value = field && (await service.loans.show(person, part('order'), field));
    if (field === undefined || value === null || value === undefined) throw new CodedError('request-invalid');
    return again({ field, value }, 200);
  },
  title: ({ loan: { orderNumber } }) => orderNumber,
  page({ desk, loan: shown, answer }) {
    const { language } = desk;
    const text = deskLoanText[language];
    const { orderNumber, productName, status, market } = shown;
    return (
      <>
        <p className="crumb">
          <a href={deskPaths.loans}>{text.title}</a>
        </p>
        <div className="top">
          <h1 className="num">{orderNumber}</h1>
          <LoanState status={status} daysLate={shown.daysLate} language={language} />
          <p className="sub">
            {productName} · {shown.borrower}
          </p>
          {(desk.may('correct-loan') || desk.may('decide-application')) && (
            <div className="end">
              <a className="btn second" href={correctLoanPath(orderNumber)}>
                {deskCorrectionText[language].title}
              </a>
            </div>
          )}
        </div>
        <Owed desk={desk} loan={shown} />
        <div className="with-side">
          <LoanStory desk={desk} loan={shown} />
          <div>
            <Facts desk={desk} loan={shown} shown={answer} />
            {shown.agreement && (
              <section className="part" aria-labelledby="agreed">
                <div className="line">
                  <h2 id="agreed">{text.agreement}</h2>
                </div>
                <dl className="facts">
                  <Fact name={text.acceptedAt}>
                    <span className="num">{desk.time(shown.agreement.acceptedAt, market)}</span>
                  </Fact>
                  <Fact name={text.version}>{shown.agreement.version}</Fact>
                  <div>
                    <dt>{text.hash}</dt>
                    <dd className="hash">{shown.agreement.hash}</dd>
                  </div>
                </dl>
              </section>
            )}
            {shown.references.length > 0 && (
              <section className="part" aria-labelledby="refs">
                <div className="line">
                  <h2 id="refs">{text.references}</h2>
                </div>
                <dl className="facts">
                  {shown.references.map(({ code, channelKind, purpose }) => (
                    <Fact key={code} name={`${text[channelKind]}, ${text[purpose]}`}>
                      {code}
                    </Fact>
                  ))}
                </dl>
              </section>
            )}
          </div>
        </div>
        <AuditLine desk={desk} subject={`loan:${orderNumber}`} />
      </>
    );
  },
});

interface Part {
  readonly desk: OpenDesk;
  readonly loan: DeskLoan;
}

/** One sum, and the rows that add up to it. */
function Owed({
  desk,
  loan: { due, instalments, suspenseMinor, balanceMinor, currency, status },
}: Part): ReactNode {
  const text = deskLoanText[desk.language];
  const amount = (minor: number) => <span className="num">{desk.money(minor, currency)}</span>;
  if (!due) return null;
  const asked = instalments.filter(({ sequence }) => due.instalmentSequences.includes(sequence));
  return (
    <section className="owed" data-tone={status === 'overdue' ? 'warn' : 'plain'} aria-labelledby="owed">
      <div>
        <h2 id="owed">{text.owedNow}</h2>
        <p className="amount">{desk.money(due.amountMinor, currency)}</p>
      </div>
      <dl className="why">
        {asked.map(({ sequence, dueDate, chargedMinor, paidMinor, penaltyOwedMinor }) => (
          <Fact
            key={sequence}
            name={fill(text.instalment, { sequence, count: instalments.length, date: dueDate })}
          >
            {amount(chargedMinor - paidMinor - penaltyOwedMinor)}
          </Fact>
        ))}
        <Fact name={text.penalty}>{amount(due.penaltyMinor)}</Fact>
        <div className="sumline">
          <dt>{text.owedNow}</dt>
          <dd>{amount(due.amountMinor)}</dd>
        </div>
      </dl>
      <dl className="why">
        <Fact name={text.rest}>{amount(balanceMinor - due.amountMinor)}</Fact>
        <Fact name={text.toSettle}>{amount(balanceMinor)}</Fact>
        <Fact name={text.held}>{amount(suspenseMinor)}</Fact>
      </dl>
    </section>
  );
}

function Facts({ desk, loan: shown, shown: asked }: Part & { readonly shown: Shown | undefined }): ReactNode {
  const text = deskLoanText[desk.language];
  const { masked, principalMinor, disbursedOn, currency, instalments } = shown;
  return (
    <section className="part" aria-labelledby="facts">
      <div className="line">
        <h2 id="facts">{text.facts}</h2>
      </div>
      <form method="post" action={loanPath(shown.orderNumber)}>
        <dl className="facts">
          {shownFields.map((field) => (
            <div key={field}>
              <dt>{text[field]}</dt>
              <dd>
                {asked?.field === field ? asked.value : masked[field]}{' '}
                {asked?.field !== field && desk.may('see-personal-data') && masked[field] !== '' && (
                  <button className="show" type="submit" name="show" value={field}>
                    {desk.words.showLogged}
                    <span className="sr"> {text[field]}</span>
                  </button>
                )}
              </dd>
            </div>
          ))}
          {disbursedOn !== null && (
            <Fact name={text.received}>
              {fill(text.on, { amount: desk.money(principalMinor, currency), date: disbursedOn })}
            </Fact>
          )}
          {instalments.map(({ sequence, dueDate, chargedMinor, paidMinor }) => (
            <Fact key={sequence} name={`${sequence}. ${dueDate}`}>
              {desk.money(paidMinor, currency)} / {desk.money(chargedMinor, currency)}
            </Fact>
          ))}
        </dl>
      </form>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
