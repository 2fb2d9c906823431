import type { ReactNode } from 'react';
import { deskApplicationText } from '#content/messages/desk-application.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskApplicationDetail } from '#contract/desk.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { CodedError } from '#domain/error-code.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { useDeskText } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { ApplicationFigures, OtherLoans } from '../loan/application.tsx';
import { LoanNumber } from '../loan/loan-link.tsx';
import { LoanState } from '../loan/loan-state.tsx';
import { Steps } from '../matter/steps.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { correctLoanPath, deskPaths, loanPath } from '../paths.ts';
import { sentAs } from '../ui/desk-form.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import { PlainPart } from '../ui/part.tsx';
import { CorrectionForm } from './correction-form.tsx';
import { actOfKind, type CorrectionKind, correctionKinds, openKinds } from './correction-kind.ts';
import { loanCorrection, loanCorrectionForm } from './loan-correction.ts';
import { type SentCorrection, submitCorrection } from './submit-correction.ts';

type Statement = Awaited<ReturnType<typeof statementOf>>;

interface Shown {
  readonly statement: Statement;
  readonly application: DeskApplicationDetail | null;
}

const statementOf = (desk: OpenDesk) => desk.read(readLoanStatement, { orderNumber: desk.part('order') });

export const correctLoan = deskScreen<Shown, SentCorrection>({
  path: deskPaths.correctLoan,
  needs: 'see-loans',
  async load(desk) {
    const orderNumber = desk.part('order');
    const statement = await desk.readRecorded(readLoanStatement, { orderNumber }, `loan:${orderNumber}`);
    const { status } = statement.loan;
    const isApplication = status === 'under-review';
    return {
      statement,
      application: isApplication ? await desk.service.loans.application(desk.person, orderNumber) : null,
    };
  },
  async submit(desk, form) {
    const statement = await statementOf(desk);
    const kind = correctionKinds.find((each) => each === fieldOf(form, 'kind'));
    if (kind === undefined) throw new CodedError('request-invalid', 'kind');
    await desk.require(actOfKind(kind));
    const { sent, values } = loanCorrectionForm(kind, statement, desk).read(form);
    if (!values) return desk.again(sent, 422);
    if (values.fromDay > values.throughDay) {
      const faults = { throughDay: deskCorrectionText[desk.language]['wrong-dates'] };
      return desk.again({ ...sent, faults }, 422);
    }
    return submitCorrection(desk, sent, {
      correction: loanCorrection(kind, values, { ...statement, messageId: fieldOf(form, 'messageId') }),
      reason: values.reason,
      doneAt: desk.inList(loanPath(statement.loan.orderNumber)),
    });
  },
  title: ({ desk, statement, application }) =>
    `${headOf(desk, application).title} ${statement.loan.orderNumber}`,
  page({ desk, statement, application, answer }) {
    const text = deskCorrectionText[desk.language];
    const head = headOf(desk, application);
    const { orderNumber, status } = statement.loan;
    const kinds = openKinds(statement).filter((kind) => desk.may(actOfKind(kind)));
    const sentKind = correctionKinds.find((each) => each === answer?.part);
    const shown = sentKind && !kinds.includes(sentKind) ? [...kinds, sentKind] : kinds;
    return (
      <>
        {desk.isInList && <Steps kind="application" />}
        <Crumb>
          <LoanNumber orderNumber={orderNumber} />
        </Crumb>
        <PageHead>
          <h1>{head.title}</h1>
          <LoanState status={status} language={desk.language} />
          <p className="sub">{head.line}</p>
        </PageHead>
        {application && (
          <>
            <ApplicationFigures application={application} />
            <OtherLoans application={application} />
          </>
        )}
        <PlainPart>
          {shown.length === 0 && <p className="sub">{text.nothing}</p>}
          {shown.map((kind) => (
            <Fold
              key={kind}
              kind={kind}
              statement={statement}
              isOwnOffer={application?.offeredBy.includes(desk.person.personId)}
              answer={sentAs(answer, kind)}
              isChosen={kind === 'move-payment' && !answer && desk.parameter('payment') !== ''}
            />
          ))}
        </PlainPart>
      </>
    );
  },
});

function headOf({ language }: OpenDesk, application: Shown['application']) {
  const { decide: title, decideLine: line } = deskApplicationText[language];
  return application ? { title, line } : deskCorrectionText[language];
}

const kindHints = {
  recovery: 'recoveryHint',
  'new-plan': 'newPlanHint',
  'move-payment': 'movePaymentHint',
  'change-day': 'changeDayHint',
  'unmatch-payment': 'unmatchPaymentHint',
  'reverse-payment': 'reversePaymentHint',
} as const satisfies Partial<Record<CorrectionKind, string>>;

interface FoldParts {
  readonly kind: CorrectionKind;
  readonly statement: Statement;
  readonly isOwnOffer: boolean | undefined;
  readonly answer: SentCorrection | undefined;
  readonly isChosen: boolean;
}

function Fold({ kind, statement, isOwnOffer, answer, isChosen }: FoldParts): ReactNode {
  const { desk, text } = useDeskText(deskCorrectionText);
  const { orderNumber, currency } = statement.loan;
  return (
    <FormFold name="correct" isOpen={isChosen || answer !== undefined} title={text[kind]}>
      <CorrectionForm
        form={loanCorrectionForm(kind, statement, desk)}
        sent={answer}
        hidden={{ kind }}
        prefix={`${kind}-`}
        action={desk.inList(correctLoanPath(orderNumber))}
        buttons={{
          words: (amount) => fill(text[`do-${kind}`], { amount }),
          currency,
          movesMoney: kind !== 'decline' && kind !== 'cancel',
          isOwnOffer: kind === 'approve' && isOwnOffer,
        }}
      >
        {kind in kindHints && <p className="hint">{text[kindHints[kind as keyof typeof kindHints]]}</p>}
      </CorrectionForm>
    </FormFold>
  );
}
