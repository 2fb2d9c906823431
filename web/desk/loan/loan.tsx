import type { ReactNode } from 'react';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { deskApplicationText } from '#content/messages/desk-application.ts';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskCollectionText } from '#content/messages/desk-collection.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import { type DeskLoan, shownFields } from '#contract/desk.ts';
import { CodedError } from '#domain/error-code.ts';
import { lastSequence } from '#domain/loan/instalment-state.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { Steps } from '../matter/steps.tsx';
import {
  borrowerPath,
  claimPath,
  collectionPath,
  correctLoanPath,
  deskPaths,
  disputePath,
  loanPath,
  proofPath,
  recordPaymentPath,
} from '../paths.ts';
import { AuditLine } from '../ui/audit-line.tsx';
import { Fact, FactList, ShowButton } from '../ui/facts.tsx';
import { Crumb, HeadActs, PageHead } from '../ui/page-head.tsx';
import { Part, Sided } from '../ui/part.tsx';
import { ApplicationFigures, OtherLoans, PlannedPayments } from './application.tsx';
import { LoanState } from './loan-state.tsx';
import { StoryPart } from './loan-story.tsx';
import { Owed, OwedRows } from './owed.tsx';
import { SendPart } from './send-part.tsx';

export const loan = deskScreen<{ readonly loan: DeskLoan }>({
  path: deskPaths.loan,
  needs: 'see-loans',
  async load({ service, person, part }) {
    const loanRecord = await service.loans.read(person, part('order'));
    if (!loanRecord) throw new CodedError('not-found');
    return { loan: loanRecord };
  },
  async submit({ service, person, part, goTo, inList }, form) {
    const field = shownFields.find((each) => each === fieldOf(form, 'show'));
    const isShown = field !== undefined && (await service.loans.show(person, part('order'), [field]));
    if (!isShown) throw new CodedError('request-invalid');
    return goTo(inList(loanPath(part('order'))));
  },
  title: ({ loan: { orderNumber } }) => orderNumber,
  page({ desk, loan: shown }) {
    const { orderNumber, market } = shown;
    return (
      <>
        {desk.isInList ? (
          <Steps kind={shown.status === 'paying-out' ? 'payout' : 'application'} />
        ) : (
          <Crumb>
            <a href={deskPaths.loans}>{deskLoanText[desk.language].title}</a>
          </Crumb>
        )}
        <LoanHead loan={shown} />
        <OwedNow loan={shown} />
        {shown.application && <ApplicationFigures application={shown.application} />}
        {shown.status === 'paying-out' && (
          <Note tone="plain" hasSpaceAbove>
            {deskLoanText[desk.language].payoutTurn}
          </Note>
        )}
        <Questions loan={shown} />
        {shown.application && (
          <>
            <OtherLoans application={shown.application} />
            <PlannedPayments application={shown.application} />
          </>
        )}
        <Sided>
          <StoryPart lines={shown.story} people={shown.people} market={market} path={loanPath(orderNumber)} />
          <div>
            <SendPart loan={shown} />
            <Facts loan={shown} />
            <Agreement loan={shown} />
            <Proofs loan={shown} />
            <References loan={shown} />
          </div>
        </Sided>
        <AuditLine subject={`loan:${orderNumber}`} borrowerId={shown.borrowerId} market={market} />
      </>
    );
  },
});

interface OfLoan {
  readonly loan: DeskLoan;
}

function LoanHead({ loan: shown }: OfLoan): ReactNode {
  const desk = useDesk();
  const { language } = desk;
  const { orderNumber, productName, status, daysLate, borrowerId, borrower, disbursedOn } = shown;
  const mayRecord = desk.may('match-payment') && disbursedOn !== null;
  const isLate = status === 'overdue' && daysLate > 0;
  return (
    <PageHead>
      <h1 className="num">{orderNumber}</h1>
      <LoanState status={status} daysLate={daysLate} language={language} />
      <p className="sub">
        {productName} · <a href={borrowerPath(borrowerId)}>{borrower}</a>
      </p>
      {(desk.may('correct-loan') || desk.may('decide-application') || mayRecord || isLate) && (
        <HeadActs>
          {isLate && (
            <ButtonLink kind="second" href={collectionPath(orderNumber)}>
              {deskCollectionText[language].title}
            </ButtonLink>
          )}
          {mayRecord && (
            <ButtonLink kind="second" href={desk.inList(recordPaymentPath(orderNumber))}>
              {deskClaimText[language].enter}
            </ButtonLink>
          )}
          <ButtonLink kind="second" href={desk.inList(correctLoanPath(orderNumber))}>
            {status === 'under-review'
              ? deskApplicationText[language].decide
              : deskCorrectionText[language].title}
          </ButtonLink>
        </HeadActs>
      )}
    </PageHead>
  );
}

/** The amount due by today and the amount that settles the loan, each with the rows that add up to it. */
function OwedNow({ loan: owing }: OfLoan): ReactNode {
  const { due, instalments, suspenseMinor, balanceMinor, settlesMinor, savesMinor, currency, status } = owing;
  const desk = useDesk();
  const text = deskLoanText[desk.language];
  const amount = (minor: number) => <span className="num">{desk.money(minor, currency)}</span>;
  if (settlesMinor === 0) {
    const held = desk.money(suspenseMinor, currency);
    return suspenseMinor > 0 && <Owed id="owed" title={text.held} amount={held} />;
  }
  const dueMinor = due?.amountMinor ?? 0;
  const unpaid = instalments.filter(({ chargedMinor, paidMinor }) => chargedMinor > paidMinor);
  const dueInstalments = unpaid.filter(({ sequence }) => due?.instalmentSequences.includes(sequence));
  const planMinor = dueInstalments.reduce((sum, each) => sum + each.chargedMinor - each.paidMinor, 0);
  const savedOfDueMinor = planMinor - dueMinor;
  const restMinor = balanceMinor - planMinor;
  const savedMinor = Math.min(savesMinor - savedOfDueMinor, dueMinor + restMinor - settlesMinor);
  const heldMinor = dueMinor + restMinor - savedMinor - settlesMinor;
  const [next] = unpaid.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
  const nameOf = (words: string, { sequence, dueDate: date }: (typeof unpaid)[number]) =>
    fill(words, { sequence, count: lastSequence(instalments), date });
  return (
    <Owed
      tone={status === 'overdue' ? 'warn' : 'plain'}
      id="owed"
      title={text.owedNow}
      amount={desk.money(dueMinor, currency)}
    >
      {due ? (
        <OwedRows sum={{ name: text.owedNow, amount: amount(dueMinor) }}>
          {dueInstalments.map((each) => (
            <Fact key={each.sequence} name={nameOf(text.instalment, each)}>
              {amount(each.chargedMinor - each.paidMinor - each.penaltyOwedMinor)}
            </Fact>
          ))}
          <Fact name={text.penalty}>{amount(due.penaltyMinor)}</Fact>
          {savedOfDueMinor > 0 && <Fact name={text.saves}>−{amount(savedOfDueMinor)}</Fact>}
        </OwedRows>
      ) : (
        <OwedRows>
          {next && (
            <Fact name={nameOf(text.nextPayment, next)}>{amount(next.chargedMinor - next.paidMinor)}</Fact>
          )}
        </OwedRows>
      )}
      <OwedRows sum={{ name: text.toSettle, amount: amount(settlesMinor) }}>
        <Fact name={text.owedNow}>{amount(dueMinor)}</Fact>
        <Fact name={text.rest}>{amount(restMinor)}</Fact>
        {savedMinor > 0 && <Fact name={text.saves}>−{amount(savedMinor)}</Fact>}
        {heldMinor > 0 && <Fact name={text.held}>−{amount(heldMinor)}</Fact>}
      </OwedRows>
    </Owed>
  );
}

/** Open disputes and payment claims of the borrower, with links for those who may answer them. */
function Questions({ loan: { openDisputes, waitingClaims, currency, market } }: OfLoan): ReactNode {
  const desk = useDesk();
  const { language } = desk;
  const text = deskLoanText[language];
  if (openDisputes.length + waitingClaims.length === 0) return null;
  const toAnswer = (path: string, words: string) =>
    desk.may('see-money') ? <a href={path}>{words}</a> : words;
  return (
    <Note as="section" hasSpaceAbove tone="warn" labelledBy="questions">
      <h2 id="questions">{text.questions}</h2>
      <ul>
        {openDisputes.map(({ disputeId, kind, sequence, amountMinor, answerBy }) => (
          <li key={disputeId}>
            {toAnswer(
              disputePath(disputeId),
              fill(text.disputed, {
                charge: chargeName(kind, language, currency),
                amount: desk.money(amountMinor, currency),
                sequence,
              }),
            )}{' '}
            {fill(text.answerBy, { time: desk.time(answerBy, market) })}
          </li>
        ))}
        {waitingClaims.map(({ claimId, amountMinor, paidOn, channel, answerBy }) => (
          <li key={claimId}>
            {toAnswer(
              claimPath(claimId),
              fill(text.claimed, {
                amount: desk.money(amountMinor, currency),
                day: paidOn,
                way: deskClaimText[language][channel],
              }),
            )}{' '}
            {fill(text.answerBy, { time: desk.time(answerBy, market) })}
          </li>
        ))}
      </ul>
    </Note>
  );
}

function Facts({ loan: opened }: OfLoan): ReactNode {
  const desk = useDesk();
  const text = deskLoanText[desk.language];
  const { masked, shown, principalMinor, disbursedOn, currency, instalments } = opened;
  return (
    <Part id="facts" title={text.facts}>
      <form method="post" action={desk.inList(loanPath(opened.orderNumber))}>
        <FactList>
          {shownFields.map((field) => (
            <Fact key={field} name={text[field]}>
              {shown[field] ?? masked[field]}{' '}
              {shown[field] === undefined && desk.may('see-personal-data') && masked[field] !== '' && (
                <ShowButton what={text[field]} name="show" value={field} />
              )}
            </Fact>
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
        </FactList>
      </form>
    </Part>
  );
}

function Agreement({ loan: { agreement, market } }: OfLoan): ReactNode {
  const desk = useDesk();
  const text = deskLoanText[desk.language];
  if (!agreement) return null;
  return (
    <Part id="agreed" title={text.agreement}>
      <FactList>
        <Fact name={text.acceptedAt}>
          <span className="num">{desk.time(agreement.acceptedAt, market)}</span>
        </Fact>
        <Fact name={text.version}>{agreement.version}</Fact>
        <Fact name={text.hash} isCode>
          {agreement.hash}
        </Fact>
      </FactList>
    </Part>
  );
}

function Proofs({ loan: { orderNumber, proofs } }: OfLoan): ReactNode {
  const desk = useDesk();
  const text = deskClaimText[desk.language];
  if (proofs.length === 0 || !desk.may('see-personal-data')) return null;
  return (
    <Part id="proofs" title={text.proofs}>
      <FactList>
        {proofs.map(({ eventId, name }) => (
          <Fact key={name} name={eventId}>
            <a href={proofPath(orderNumber, name)}>{text.seePhoto}</a>
          </Fact>
        ))}
      </FactList>
    </Part>
  );
}

function References({ loan: { references } }: OfLoan): ReactNode {
  const text = deskLoanText[useDesk().language];
  if (references.length === 0) return null;
  return (
    <Part id="refs" title={text.references}>
      <FactList>
        {references.map(({ code, channelKind, purpose }) => (
          <Fact key={code} name={`${text[channelKind]}, ${text[purpose]}`}>
            {code}
          </Fact>
        ))}
      </FactList>
    </Part>
  );
}
