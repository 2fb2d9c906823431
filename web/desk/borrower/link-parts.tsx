import type { ReactNode } from 'react';
import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { deskCaseText } from '#content/messages/desk-case.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskCaseLoan } from '#contract/desk.ts';
import { maskedName, maskedPhone, maskedText } from '#domain/desk/mask.ts';
import { isOpen } from '#domain/loan/loan-status.ts';
import { addMinor, type Currency, zeroMinor } from '#domain/money/money.ts';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import { LoanNumber } from '../loan/loan-link.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import { borrowerPath } from '../paths.ts';
import { DeskForm, sentAs } from '../ui/desk-form.tsx';
import { Fact, FactList } from '../ui/facts.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { addressOf } from '../ui/pager.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';
import type { BorrowerRecord, RecordProps } from './change-parts.tsx';
import { findOtherForm, type LinkPart, linkForm, type OtherBorrower } from './link-acts.ts';

/** A borrower's id, which leads to the case, and what distinguishes them, masked. */
export function MaskedBorrower({ record }: { readonly record: BorrowerRecord }): ReactNode {
  const { borrowerId, lenderBorrowerId, name, mobilePhone, address } = record;
  return (
    <>
      <a href={borrowerPath(borrowerId)}>{lenderBorrowerId ?? borrowerId}</a> · {maskedName(name)} ·{' '}
      {maskedPhone(mobilePhone)} · {maskedText(address)}
    </>
  );
}

interface LoanRowsProps {
  readonly loans: readonly DeskCaseLoan[];
  readonly amountOf: (loan: DeskCaseLoan) => number;
  readonly currency: Currency;
  readonly children?: ReactNode;
}

function LoanRows({ loans, amountOf, currency, children }: LoanRowsProps): ReactNode {
  const desk = useDesk();
  return (
    <FactList>
      {loans.map((loan) => (
        <Fact key={loan.orderNumber} name={<LoanNumber orderNumber={loan.orderNumber} />}>
          <LoanState {...loan} language={desk.language} />{' '}
          <span className="num">{desk.money(amountOf(loan), currency)}</span>
        </Fact>
      ))}
      {children}
    </FactList>
  );
}

/** A borrower with the open loans, what settles each today, the sum, and how many matters are open. */
function BorrowerInSum({ title, record, shown }: OtherBorrower & { readonly title: string }): ReactNode {
  const desk = useDesk();
  const text = deskBorrowerText[desk.language];
  const { loans, loanCount, currency, matters } = shown;
  const open = loans.filter(({ status }) => isOpen(status));
  const sum = addMinor(zeroMinor, ...open.map(({ settlesMinor }) => settlesMinor));
  const count = { shown: loans.length, all: loanCount };
  return (
    <>
      <p>
        <b>{title}</b> <MaskedBorrower record={record} />
      </p>
      <LoanRows loans={open} amountOf={({ settlesMinor }) => settlesMinor} currency={currency}>
        <Fact name={text.owesInSum}>
          <b className="num">{desk.money(sum, currency)}</b>
        </Fact>
        <Fact name={text.openMatters}>{matters.length}</Fact>
      </LoanRows>
      {loanCount > loans.length && <p className="hint">{fill(deskCaseText[desk.language].shownOf, count)}</p>}
    </>
  );
}

interface LinkProps extends RecordProps {
  readonly other: OtherBorrower;
}

function LinkForm({ part, record, answer, other }: LinkProps & { readonly part: LinkPart }): ReactNode {
  const desk = useDesk();
  const { borrowerId } = other.record;
  const path = borrowerPath(record.borrowerId);
  return (
    <DeskForm
      form={linkForm(desk, part)}
      sent={sentAs(answer, part)}
      prefix={`${part}-${borrowerId}-`}
      action={part === 'link' ? addressOf(path, { same: borrowerId }) : path}
      hidden={{ other: borrowerId }}
      send={deskBorrowerText[desk.language][`${part}Now`]}
      sendKind={part === 'link' ? 'main' : 'second'}
    >
      <SecondPersonNote>{deskCorrectionText[desk.language].needsSecondApprover}</SecondPersonNote>
    </DeskForm>
  );
}

/** A borrower that is the same person, with what they owe and a form that ends the link. */
export function LinkedBorrower(props: LinkProps): ReactNode {
  const desk = useDesk();
  const text = deskBorrowerText[desk.language];
  return (
    <Note as="div" tone="plain" hasSpaceAbove>
      <BorrowerInSum title={text.sameAs} {...props.other} />
      {desk.may('change-borrower') && (
        <FormFold title={text.unlink} isOpen={sentAs(props.answer, 'unlink') !== undefined}>
          <p>{text.unlinkLine}</p>
          <LinkForm part="unlink" {...props} />
        </FormFold>
      )}
    </Note>
  );
}

interface LinkFoldProps extends RecordProps, OtherBorrower {
  readonly candidate: OtherBorrower | null;
}

/** Finds another borrower, shows both, and requests the link. */
export function LinkFold({ record, shown, answer, candidate }: LinkFoldProps): ReactNode {
  const desk = useDesk();
  const text = deskBorrowerText[desk.language];
  const sent = sentAs(answer, 'find-other');
  if (!desk.may('change-borrower')) return null;
  return (
    <FormFold name="do" title={text.same} isOpen={sent !== undefined || candidate !== null}>
      <DeskForm
        form={findOtherForm(desk)}
        sent={sent}
        prefix="find-other-"
        action={borrowerPath(record.borrowerId)}
        lead={<p>{text.sameLine}</p>}
        send={text.findOther}
        sendKind={candidate ? 'second' : 'main'}
      />
      {candidate && (
        <section id="same">
          <BorrowerInSum title={text.thisOne} record={record} shown={shown} />
          <BorrowerInSum title={text.other} {...candidate} />
          <LinkForm part="link" record={record} answer={answer} other={candidate} />
        </section>
      )}
    </FormFold>
  );
}

/** The late loans of a borrower that is the same person, each with what is due; nothing where none is late. */
export function LinkedLateLoans({ shown: { loans, currency } }: OtherBorrower): ReactNode {
  const late = loans.filter(({ status }) => status === 'overdue');
  const text = deskBorrowerText[useDesk().language];
  if (late.length === 0) return null;
  return (
    <Note as="div" tone="warn" hasSpaceAbove>
      <b>{text.otherLate}</b>
      <LoanRows loans={late} amountOf={({ dueMinor }) => dueMinor} currency={currency} />
    </Note>
  );
}
