import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
import type { DeskOutflow } from '#contract/desk-unmatched.ts';
import { marketOfCurrency } from '#domain/market.ts';
import { Button } from '#ui/form/button.tsx';
import { useDesk } from '../desk-context.ts';
import { deskPaths, loanPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { FactList } from '../ui/facts.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { Part } from '../ui/part.tsx';
import { Unsent } from '../ui/unsent.tsx';
import { Warning } from '../ui/warning.tsx';
import { ReasonField } from './reason-field.tsx';

/** What somebody wrote of how money that left was settled, and why it was not taken. */
export interface Settling {
  readonly id: string;
  readonly reason: string;
  readonly wrong: 'reason' | 'late';
}

/** Money that left payments again and is not booked, each with why, and a form to say how it was settled; nothing where there is none. */
export function Outflows({
  outflows,
  limit,
  answer,
}: {
  readonly outflows: readonly DeskOutflow[];
  /** How many are shown. */
  readonly limit: number;
  readonly answer: Settling | undefined;
}): ReactNode {
  const desk = useDesk();
  const text = deskUnmatchedText[desk.language];
  const isLate = answer?.wrong === 'late';
  if (outflows.length === 0 && !isLate) return null;
  return (
    <Part id="left" title={text.left}>
      <p className="sub">{text.leftLine}</p>
      <Warning words={isLate ? text.settleLate : undefined} />
      {isLate && <Unsent fields={[[deskCorrectionText[desk.language].reason, answer.reason]]} />}
      {outflows.slice(0, limit).map((outflow) => (
        <Outflow
          key={outflow.id}
          outflow={outflow}
          answer={answer?.wrong === 'reason' && answer.id === outflow.id ? answer : undefined}
        />
      ))}
      {outflows.length > limit && <p className="sub">{fill(text.leftMore, { count: limit })}</p>}
    </Part>
  );
}

function Outflow({
  outflow,
  answer,
}: {
  readonly outflow: DeskOutflow;
  readonly answer: Settling | undefined;
}): ReactNode {
  const desk = useDesk();
  const text = deskUnmatchedText[desk.language];
  const { id, amountMinor, currency, cause, doubt, provider, orderNumber, receivedAt, reason } = outflow;
  return (
    <FormFold
      name="outflow"
      isOpen={answer !== undefined}
      title={`${desk.money(amountMinor, currency)} · ${text[cause]} · ${provider}`}
    >
      <p>{text[doubt]}</p>
      <FactList
        facts={[
          ...(orderNumber === null
            ? []
            : [
                [
                  text.leftLoan,
                  <a key="loan" href={loanPath(orderNumber)}>
                    {orderNumber}
                  </a>,
                ] as const,
              ]),
          [text.received, desk.zonedTime(receivedAt, marketOfCurrency(currency))],
          [text.event, outflow.outflowId],
          [text.leftPayment, outflow.paymentId],
          ...(reason === '' ? [] : [[text.leftReason, reason] as const]),
        ]}
      />
      {desk.may('match-payment') && (
        <form method="post" action={deskPaths.unmatched} noValidate>
          <input type="hidden" name="outflow" value={id} />
          <Warning words={answer && deskCorrectionText[desk.language]['wrong-reason']} />
          <p>{text.settleLine}</p>
          <ReasonField id={`settle-${id}`} value={answer?.reason} isWrong={answer !== undefined} />
          <Acts>
            <Button>{text.settle}</Button>
          </Acts>
        </form>
      )}
    </FormFold>
  );
}
